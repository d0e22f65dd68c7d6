package interp

// This file computes the operations of a subgroup (WGSL, section "Subgroup Built-in
// Functions"). The lanes that wait at the same instruction take part; they are in the order
// of their number in the subgroup. Helper invocations get results, but contribute nothing
// to them, as HLSL has it, unless all lanes are helpers. Operations within the quad and
// derivatives make no difference.

import (
	"refract/internal/ir/arith"
	"refract/ir"
)

// lane finds the participating invocation with a number.
func lane(lanes []*invocation, n uint32) *invocation {
	for _, v := range lanes {
		if v.lane == n {
			return v
		}
	}
	return nil
}

// contributor finds the first invocation that contributes to results, and reports whether
// helpers do.
func contributor(lanes []*invocation) (first *invocation, helpers bool) {
	for _, v := range lanes {
		if !v.helper {
			return v, false
		}
	}
	return lanes[0], true
}

// ballot makes a bit for each lane whose predicate holds, in four numbers of 32 bits, or
// in in.c of in.d bits.
func ballot(lanes []*invocation, in *instr) {
	var bits [4]uint64
	_, helpers := contributor(lanes)
	for _, v := range lanes {
		if v.helper && !helpers {
			continue
		}
		if in.b == 1 || v.registers()[in.a] != 0 {
			bits[v.lane/32] |= 1 << (v.lane % 32)
		}
	}
	n := 4
	if in.c > 0 { // components of a size
		n = int(in.c)
		if in.d == 64 {
			for k := range 2 {
				bits[k] = bits[2*k] | bits[2*k+1]<<32
			}
			bits[2], bits[3] = 0, 0
		}
	}
	for _, v := range lanes {
		copy(v.registers()[in.dst:], bits[:n])
	}
}

// gather moves values between lanes. A lane that reads from one that doesn't
// take part gets its own value.
func (m *machine) gather(lanes []*invocation, in *instr, size uint32) {
	mode := ir.GatherMode(in.f)
	values := m.moved[:0]
	first, helpers := contributor(lanes)
	helpers = helpers || mode.InQuad()
	for _, v := range lanes {
		from := v
		var index uint32
		if mode.HasIndex() {
			index = uint32(v.registers()[in.a])
		}
		quad := v.lane &^ 3
		n := v.lane
		switch mode {
		case ir.BroadcastFirst:
			n = first.lane
		case ir.Broadcast, ir.Shuffle:
			n = index
		case ir.ShuffleDown:
			n += index
		case ir.ShuffleUp:
			n -= index
		case ir.ShuffleXor:
			n ^= index
		case ir.QuadBroadcast:
			n = quad + index&3
		case ir.QuadSwapX:
			n ^= 1
		case ir.QuadSwapY:
			n ^= 2
		case ir.QuadSwapDiagonal:
			n ^= 3
		default:
			panic("interp: gather " + mode.String())
		}
		if n < size {
			if w := lane(lanes, n); w != nil && (helpers || !w.helper) {
				from = w
			}
		}
		values = append(values, from.registers()[in.b:in.b+in.c]...)
	}
	m.moved = values
	for i, v := range lanes {
		copy(v.registers()[in.dst:in.dst+in.c], values[i*int(in.c):])
	}
}

// collective reduces or scans, from the lowest lane up.
func collective(lanes []*invocation, in *instr) {
	op, scan, s := ir.SubgroupOp(in.f&15), ir.CollectiveOp(in.f>>4&15), ir.Scalar(in.d)
	if scan == ir.Clustered { // each cluster by itself
		size := int(in.f >> 8)
		reduction := *in
		reduction.f = uint16(op) | uint16(ir.Reduce)<<4
		for len(lanes) > 0 {
			n := 1
			for n < len(lanes) && int(lanes[n].lane)/size == int(lanes[0].lane)/size {
				n++
			}
			collective(lanes[:n], &reduction)
			lanes = lanes[n:]
		}
		return
	}
	first, helpers := contributor(lanes)
	if op == ir.SubgroupElect {
		for _, v := range lanes {
			v.registers()[in.dst] = boolBits(v == first)
		}
		return
	}
	f, identity := arith.Collective(op, s)
	for i := range int32(in.n) {
		sum := identity
		for _, v := range lanes {
			r := v.registers()
			x := r[in.a+i]
			if scan == ir.ExclusiveScan {
				r[in.dst+i] = sum
			}
			if helpers || !v.helper {
				sum = f(sum, x)
			}
			if scan != ir.ExclusiveScan {
				r[in.dst+i] = sum
			}
		}
		if scan == ir.Reduce {
			for _, v := range lanes {
				v.registers()[in.dst+i] = sum
			}
		}
	}
}

// derivatives completes opDerivative and opGradients: differences within quads, whose lanes
// are (0, 0), (1, 0), (0, 1), (1, 1). If a neighbour doesn't take part, the difference is
// zero. Coarse derivatives are the quad's first row's and column's; without a wish, fine
// ones are taken.
func derivatives(lanes []*invocation, in *instr) {
	for len(lanes) > 0 {
		quad := lanes[0].lane / 4
		n := 1
		for n < len(lanes) && lanes[n].lane/4 == quad {
			n++
		}
		var members [4]*invocation
		for _, v := range lanes[:n] {
			members[v.lane%4] = v
		}
		for i := range int32(in.n) {
			derive(&members, in, i)
		}
		lanes = lanes[n:]
	}
}

// derive does one component of one quad.
func derive(quad *[4]*invocation, in *instr, i int32) {
	difference := func(from, to int) uint64 {
		if quad[from] == nil || quad[to] == nil {
			return 0
		}
		return arith.Binary[arith.Index(ir.Sub, ir.F32)](quad[to].registers()[in.a+i], quad[from].registers()[in.a+i])
	}
	for k, v := range quad {
		if v == nil {
			continue
		}
		if in.op == opGradients {
			v.registers()[in.dst+i] = difference(k&2, k&2|1)
			v.registers()[in.dst+int32(in.n)+i] = difference(k&1, k&1|2)
			continue
		}
		row, column := k&2, k&1
		if ir.DerivativeControl(in.f>>4) == ir.ControlCoarse {
			row, column = 0, 0
		}
		x, y := difference(row, row|1), difference(column, column|2)
		var d uint64
		switch ir.DerivativeAxis(in.f & 15) {
		case ir.AxisX:
			d = x
		case ir.AxisY:
			d = y
		case ir.AxisWidth:
			abs := arith.Math1[arith.Index(ir.MathAbs, ir.F32)]
			d = arith.Binary[arith.Index(ir.Add, ir.F32)](abs(x), abs(y))
		}
		v.registers()[in.dst+i] = d
	}
}
