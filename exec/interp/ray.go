package interp

// This file compiles and runs ray queries. An invocation has a list of states of queries. The
// memory of a query is one word: the number of its state in the list, 0 if the query was
// never initialized. So a query, like other variables, exists once for each call, and its
// declaration clears it.

import (
	"encoding/binary"

	"refract/internal/exec/bvh"
	"refract/internal/exec/rayquery"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// queryBytes is the size of a query's memory: see package layout.
const queryBytes = 4

// A query is the state of a ray query at an address.
type query struct {
	at uint64
	*bvh.Query
}

// rayQuery compiles a statement on a ray query.
func (c *compiler) rayQuery(v ir.RayQuery) {
	in := instr{op: opRay, f: uint16(v.Op), a: c.address(c.pointerTo(v.Query))}
	if v.A != 0 {
		in.b = c.use(v.A)
	}
	if v.B != 0 {
		in.c = c.use(v.B)
	}
	if v.Result != 0 {
		in.dst = c.define(v.Result)
	}
	c.emit(in)
}

// rayRead compiles an expression that reads an intersection.
func (c *compiler) rayRead(o opcode, e ir.ExprID) {
	in := instr{op: o, a: c.address(c.pointerTo(c.f.Operand(e)))}
	if c.f.Flags(e)&ir.FlagCommitted != 0 {
		in.f = 1
	}
	in.dst = c.define(e)
	c.emit(in)
}

// ray compiles an instruction in SSA form.
func (c *ssaCompiler) ray(i ssa.InstrID) {
	g := c.g
	in := instr{op: opRay, a: c.address(c.pointerTo(g.Arg(i, 0)))}
	switch o := g.Op(i); o {
	case op.RayInitialize:
		in.f, in.b, in.c = uint16(ir.RayInitialize), c.use(g.Arg(i, 1)), c.use(g.Arg(i, 2))
	case op.RayProceed:
		in.f = uint16(ir.RayProceed)
	case op.RayTerminate:
		in.f = uint16(ir.RayTerminate)
	case op.RayGenerate:
		in.f, in.b = uint16(ir.RayGenerateIntersection), c.use(g.Arg(i, 1))
	case op.RayConfirm:
		in.f = uint16(ir.RayConfirmIntersection)
	default:
		in.f = uint16(g.Word(i, 0) & 1)
		if in.op = opRayGet; o == op.RayVertices {
			in.op = opRayCorners
		}
	}
	if g.Type(i) != 0 {
		in.dst = c.define(i)
	}
	c.emit(in)
}

// queryAt is the query behind a pointer, or nil if it was never initialized.
func (m *machine) queryAt(v *invocation, p uint64) *bvh.Query {
	mem := m.window(p)
	if len(mem) < queryBytes {
		return nil
	}
	n := binary.LittleEndian.Uint32(mem)
	if n == 0 || int(n) > len(v.queries) {
		return nil
	}
	return v.queries[n-1].Query
}

// begun is the query behind a pointer that is initialized now. The state of an earlier one
// at the address is reused.
func (m *machine) begun(v *invocation, p uint64) *bvh.Query {
	if q := m.queryAt(v, p); q != nil {
		return q
	}
	mem := m.window(p)
	if len(mem) < queryBytes {
		return nil
	}
	k := 0
	for k < len(v.queries) && v.queries[k].at != p {
		k++
	}
	if k == len(v.queries) {
		const size = 2048 // about
		if !m.reserve(size, v.span()) {
			return nil
		}
		v.queries = append(v.queries, query{p, new(bvh.Query)})
	}
	binary.LittleEndian.PutUint32(mem, uint32(k+1))
	return v.queries[k].Query
}

// ray does opRay, opRayGet and opRayCorners; false ends the run.
func (m *machine) ray(v *invocation, in *instr, r []uint64) bool {
	o := ir.RayQueryOp(in.f)
	if in.op == opRay && o == ir.RayInitialize {
		q := m.begun(v, r[in.a])
		if q == nil {
			return m.err == nil
		}
		var w [rayquery.RayWords]uint32
		for k := range w {
			w[k] = uint32(r[in.c+int32(k)])
		}
		q.Initialize(m.boundOf(r[in.b]).Structures[uint32(r[in.b])], rayquery.Ray(&w))
		return true
	}
	q := m.queryAt(v, r[in.a])
	if q == nil {
		m.trap(v, 0, bvh.NotBegun.String())
		return false
	}
	var wrong bvh.Misuse
	switch {
	case in.op == opRayGet:
		for k, x := range rayquery.Hit(q, in.f != 0) {
			r[in.dst+int32(k)] = uint64(x)
		}
	case in.op == opRayCorners:
		for k, x := range rayquery.Corners(q, in.f != 0) {
			r[in.dst+int32(k)] = uint64(x)
		}
	case o == ir.RayProceed:
		var more bool
		more, wrong = q.Proceed()
		r[in.dst] = boolBits(more)
		if m.fuel -= int64(q.Steps()); m.fuel < 0 && !m.refuel() {
			return false
		}
	case o == ir.RayTerminate:
		wrong = q.Terminate()
	case o == ir.RayGenerateIntersection:
		wrong = q.Generate(f32Of(r[in.b]))
	case o == ir.RayConfirmIntersection:
		wrong = q.Confirm()
	default:
		panic("interp: ray query " + o.String())
	}
	if wrong != bvh.NoMisuse {
		m.trap(v, 0, wrong.String())
		return false
	}
	return true
}
