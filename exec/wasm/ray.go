package wasm

// This file compiles ray queries. The host has their states, by place, group and lane, and
// goes through the acceleration structure; a call is for all active lanes. The memory of a
// query is one word of each invocation: not 0 if the query was initialized. The place of a
// query is the number of its word among the words of all variables that hold queries.
//
// The scratch memory of a call begins with the words of the query, the number of the group,
// the number of the workgroup, and by lane where in its variable the query is; the numbers
// name the invocation in an error.

import (
	"encoding/binary"
	"math"
	"unsafe"

	"refract/diag"
	"refract/exec"
	"refract/internal/exec/bvh"
	"refract/internal/exec/rayquery"
	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// The first sources of a call.
const (
	rayBegun  = iota // by lane: not 0 if the query was initialized
	rayGroup         // the number of the group whose state the query has
	rayPlace         // the number of the group, and of the workgroup or quad
	rayFirst         //
	rayPart          // by lane: the query's offset in its variable, if it differs
	rayInputs        // where an operation's own begin
)

// structure is the acceleration structure of a variable.
func (r *resources) structure(v int) *bvh.Top { return r.bound[v].Structures[0] }

// A wrongUse is the end of a run by a ray query that was used wrongly.
type wrongUse struct {
	what         bvh.Misuse
	span         diag.Span
	first, group uint32 // workgroup or quad, and group in the workgroup
	lane         uint32
	message      string // instead of what
}

// queries are the states of the lanes' queries at a place.
func (h *host) queries(group, place, places uint32) *[lanes]bvh.Query {
	k := int(group*places + place)
	for len(h.rays) <= k {
		h.rays = append(h.rays, nil)
	}
	if h.rays[k] == nil {
		h.rays[k] = new([lanes]bvh.Query)
	}
	return h.rays[k]
}

// A rayCall is a call of the host.
type rayCall struct {
	place  uint32 // of the query, or of its variable if unit isn't 0
	unit   uint32 // the size of a word in memory, if lanes have queries of different places
	all    *uint32
	span   diag.Span
	do     func(h *host, q *bvh.Query, in, out []uint32) bvh.Misuse // of one lane: its words are lanes apart
	begins bool
}

// run is the host's function.
func (x *rayCall) run(h *host, mem []byte, active uint32) bool {
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(mem[4*k:]) }
	group := word(lanes * rayGroup)
	var states *[lanes]bvh.Query
	if x.unit == 0 {
		states = h.queries(group, x.place, *x.all)
	}
	words := wordsOf(mem)
	for lane := 0; active != 0; lane, active = lane+1, active>>1 {
		if active&1 == 0 {
			continue
		}
		if x.unit != 0 {
			states = h.queries(group, x.place+word(lanes*rayPart+lane)/x.unit, *x.all)
		}
		wrong := bvh.NotBegun
		if x.begins || word(lanes*rayBegun+lane) != 0 {
			wrong = x.do(h, &states[lane], words[lane+lanes*rayInputs:], words[lane+hostResult/4:])
		}
		if wrong != bvh.NoMisuse {
			h.wrong = &wrongUse{what: wrong, span: x.span, first: word(lanes * rayFirst), group: word(lanes * rayPlace), lane: uint32(lane)}
			panic("exec/wasm: " + wrong.String())
		}
	}
	return true
}

// float is a number of a call.
func float(words []uint32, k int) float32 { return math.Float32frombits(words[lanes*k]) }

// ray compiles an operation on a ray query.
func (c *compiler) ray(i ssa.InstrID, m mask) {
	f := c.f
	p, ok := c.pointerOf(i, f.Arg(i, 0))
	if !ok {
		return
	}
	place, unit := c.queryPlace(p)
	call := func(in, out []int32, begins bool, do func(h *host, q *bvh.Query, in, out []uint32) bvh.Misuse) {
		x := &rayCall{place, unit, c.queryCount, f.SpanOf(i), do, begins}
		c.hosts = append(c.hosts, hostFunc{op: f.Op(i), own: true, in: rayInputs + len(in), out: len(out), quick: x.run})
		c.callRay(p, int32(len(c.hosts)-1), in, out, m)
	}
	source := func(s int) (in []int32) {
		for k := range c.width(i, s) {
			in = append(in, c.src(i, s, k))
		}
		return in
	}
	switch f.Op(i) {
	case op.RayInitialize:
		h, ok := c.handles[f.Arg(i, 1)]
		if !ok {
			c.unsupported(i, "acceleration structures that are chosen at run time in generated code")
			return
		}
		call(source(2), nil, true, func(host *host, q *bvh.Query, in, _ []uint32) bvh.Misuse {
			q.Initialize(host.resources.structure(h.variable), bvh.Ray{Flags: in[0], Mask: in[lanes], Least: float(in, 2), Most: float(in, 3),
				Origin: bvh.Vec3{float(in, 4), float(in, 5), float(in, 6)}, Direction: bvh.Vec3{float(in, 7), float(in, 8), float(in, 9)}})
			return bvh.NoMisuse
		})
		c.begin(p, m)
	case op.RayProceed:
		call(nil, []int32{c.comp(i, 0)}, false, func(_ *host, q *bvh.Query, _, out []uint32) bvh.Misuse {
			more, wrong := q.Proceed()
			out[0] = 0
			if more {
				out[0] = 1
			}
			return wrong
		})
	case op.RayTerminate:
		call(nil, nil, false, func(_ *host, q *bvh.Query, _, _ []uint32) bvh.Misuse { return q.Terminate() })
	case op.RayConfirm:
		call(nil, nil, false, func(_ *host, q *bvh.Query, _, _ []uint32) bvh.Misuse { return q.Confirm() })
	case op.RayGenerate:
		call(source(1), nil, false, func(_ *host, q *bvh.Query, in, _ []uint32) bvh.Misuse { return q.Generate(float(in, 0)) })
	case op.RayGet, op.RayVertices:
		committed, corners := f.Word(i, 0)&1 != 0, f.Op(i) == op.RayVertices
		wanted := make([]bool, c.d.Count(i))
		c.partsRead(i, wanted, 0)
		var list []int
		var out []int32
		flush := func() {
			words := list
			call(nil, out, false, func(_ *host, q *bvh.Query, _, out []uint32) bvh.Misuse {
				if corners {
					all := rayquery.Corners(q, committed)
					for k, from := range words {
						out[lanes*k] = all[from]
					}
					return bvh.NoMisuse
				}
				for k, from := range words {
					out[lanes*k] = rayquery.Word(q, committed, from)
				}
				return bvh.NoMisuse
			})
			list, out = nil, nil
		}
		for k, read := range wanted {
			if !read {
				continue
			}
			list, out = append(list, k), append(out, c.comp(i, k))
			if len(list) == hostComps {
				flush()
			}
		}
		if len(list) > 0 {
			flush()
		}
	default:
		bug("no ray query: %s", f.Op(i))
	}
}

// queryPlace is the place of a query, and 0; if lanes may have queries of different places,
// that of the variable and the size of its words.
func (c *compiler) queryPlace(p pointer) (place, unit uint32) {
	if c.queryOf == nil {
		c.queryOf = map[ssa.VarID]uint32{}
		c.queryCount = new(uint32)
	}
	unit = 4 * c.scaleOf(p)
	n, known := c.queryOf[p.v]
	if !known {
		x := c.f.Var(p.v)
		info, err := c.places.Info(exec.Place{Type: x.Type, Layout: x.Layout})
		if err != nil {
			c.fail(err)
			return 0, 0
		}
		n = *c.queryCount
		c.queryOf[p.v] = n
		*c.queryCount += info.Size / 4
	}
	if p.dynamic >= 0 {
		return n, unit
	}
	return n + (p.offset-c.private[p.v])/unit, 0
}

// partsRead marks the components of a value that are read, from one on.
func (c *compiler) partsRead(v ssa.Value, wanted []bool, from int) {
	f := c.f
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		user, _ := f.UserOf(u)
		if user != 0 && f.Op(user) == op.Extract {
			c.partsRead(user, wanted, from+c.d.Part(f.Type(v), f.IndexOf(user)))
			continue
		}
		for k := range c.d.Count(v) {
			wanted[from+k] = true
		}
	}
}

// begin marks the active lanes' queries as initialized.
func (c *compiler) begin(p pointer, m mask) {
	w := c.w
	if c.isVecPointer(p) {
		at := c.laneAddresses(p)
		for lane := range lanes {
			c.ifActive(m, lane, func() {
				w.Get(at[lane])
				w.I32(1)
				w.Mem(wasmbin.I32Store, 2, p.offset)
			})
		}
		c.freeLanes(at)
		return
	}
	c.start(p)
	if c.alone() {
		w.I32(1)
		w.Mem(wasmbin.I32Store, 2, p.offset)
		return
	}
	if m.full {
		c.pushMask(m)
	} else {
		c.start(p)
		w.Mem(wasmbin.V128Load, 4, p.offset)
		w.Get(m.local)
		w.Op(wasmbin.V128Or)
	}
	w.Mem(wasmbin.V128Store, 4, p.offset)
}

// callRay calls the host with components and sets others.
func (c *compiler) callRay(p pointer, number int32, in, out []int32, m mask) {
	w := c.w
	put := func(k int, push func()) {
		w.Get(c.region)
		push()
		w.Mem(wasmbin.I32Store, 2, c.scratch+16*uint32(k))
	}
	switch {
	case c.alone():
		put(rayBegun, func() { c.start(p); w.Mem(wasmbin.I32Load, 2, p.offset) })
	case c.isVecPointer(p):
		v := c.temp(wasmbin.V128)
		at := c.laneAddresses(p)
		c.gather(at, p.offset, v)
		c.freeLanes(at)
		w.Get(c.region)
		w.Get(v)
		w.Mem(wasmbin.V128Store, 4, c.scratch+16*rayBegun)
		c.free(wasmbin.V128, v)
	default:
		w.Get(c.region)
		c.start(p)
		w.Mem(wasmbin.V128Load, 4, p.offset)
		w.Mem(wasmbin.V128Store, 4, c.scratch+16*rayBegun)
	}
	if p.dynamic >= 0 {
		c.putPart(p)
	}
	put(rayGroup, func() {
		if c.barriers { // else each group reuses the states of the one before
			w.Get(c.group)
		} else {
			w.I32(0)
		}
	})
	put(rayPlace, func() { w.Get(c.group) })
	put(rayFirst, func() { w.Get(c.first) })
	c.giveHost(rayInputs, in)
	c.enterHost(number, c.alone(), m)
	for n, k := range out {
		at := c.scratch + hostResult + 16*uint32(n)
		x := &c.slots[k]
		w.Get(c.region)
		switch {
		case x.vec:
			w.Mem(wasmbin.V128Load, 4, at)
			c.fromMemory(x)
		case x.float:
			w.Mem(wasmbin.F32Load, 2, at)
		default:
			w.Mem(wasmbin.I32Load, 2, at)
		}
		c.set(k, x.float, m)
	}
}

// putPart stores, by lane, the offset of a query in its variable.
func (c *compiler) putPart(p pointer) {
	w := c.w
	rest := int32(p.offset - c.private[p.v])
	w.Get(c.region)
	if c.alone() {
		c.scalar(p.dynamic, false)
		w.I32(rest)
		w.Op(wasmbin.I32Add)
		w.Mem(wasmbin.I32Store, 2, c.scratch+16*rayPart)
		return
	}
	c.vector(p.dynamic)
	w.I32(rest)
	w.Op(wasmbin.I32x4Splat)
	w.Op(wasmbin.I32x4Add)
	w.Mem(wasmbin.V128Store, 4, c.scratch+16*rayPart)
}

// trapped is the error of a run that ended because of a wrong use.
func (x *wrongUse) trapped(at exec.Invocation) error {
	message := x.message
	if message == "" {
		message = x.what.String()
	}
	return &exec.TrapError{Message: message, Invocation: at, Span: x.span}
}

// wordsOf are the words of the scratch memory.
func wordsOf(mem []byte) []uint32 {
	return (*[hostScratch / 4]uint32)(unsafe.Pointer(&mem[:hostScratch][0]))[:]
}
