package transform

// This file bounds integers from above, so that an index that is certainly in
// bounds costs no check: masked, taken modulo a constant, shifted down, limited
// by min, a local invocation id of a workgroup of known size, or the counter of
// a loop (see rangesloop.go).

import (
	"slices"

	"refract/ir"
)

// rangeDepth bounds how far operands are followed.
const rangeDepth = 6

// ranges answers about the values of one function.
type ranges struct {
	m     *ir.Module
	f     *ir.Function
	local [3]uint32 // size of the workgroup where the function is one entry point's, 0: not known

	entries []bool      // by FuncID: an entry point starts there
	sizes   [][3]uint32 // by FuncID: local

	loops    loopAnalysis
	counters []uint64 // by ExprID: the largest value of a load, +1; 0: not known
}

// module computes the ranges of a module's functions.
func (r *ranges) module(m *ir.Module) {
	r.m = m
	n := len(m.Functions)
	r.entries, r.sizes = slices.Grow(r.entries[:0], n)[:n], slices.Grow(r.sizes[:0], n)[:n]
	clear(r.entries)
	clear(r.sizes)
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		size := &r.sizes[e.Function]
		if r.entries[e.Function] { // of several entry points that share it
			*size = [3]uint32{}
			continue
		}
		r.entries[e.Function], *size = true, e.WorkgroupSize
		for d, x := range e.WorkgroupSizeExpr {
			if x != 0 {
				size[d] = 0
			}
		}
	}
}

// start begins with a function of the module.
func (r *ranges) start(id ir.FuncID) {
	r.f, r.local = r.m.Functions[id], r.sizes[id]
	r.findCounters()
}

// forget lets go of the module; memory is kept.
func (r *ranges) forget() { r.m, r.f, r.loops.m, r.loops.f = nil, nil, nil, nil }

// below reports whether an i32 or u32 value is certainly at least 0 and less
// than limit.
func (r *ranges) below(x ir.ExprID, limit uint64) bool {
	if x == 0 {
		return false
	}
	high, ok := r.high(x, rangeDepth)
	return ok && high < limit
}

// high is an upper bound of an i32 or u32 value that certainly isn't negative.
func (r *ranges) high(x ir.ExprID, depth int) (uint64, bool) {
	f := r.f
	s := r.m.Types.ScalarOf(f.TypeOf(x))
	if depth == 0 || !s.IsInteger() || r.m.Types.At(f.TypeOf(x)).Kind != ir.TypeScalar {
		return 0, false
	}
	max := uint64(1)<<s.Bits() - 1 // of the bits; for a signed integer no bound
	if s.IsSigned() {
		max >>= 1
	}
	unsigned := !s.IsSigned()
	switch f.Kind(x) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		bits, ok := component(r.m, &f.Exprs, x, 0)
		return bits, ok && bits <= max
	case ir.KindLoad:
		if int(x) < len(r.counters) && r.counters[x] != 0 {
			return r.counters[x] - 1, true
		}
	case ir.KindArgument:
		return r.builtIn(f.Args[f.ArgumentIndex(x)].Binding, 3)
	case ir.KindAccessIndex:
		return r.member(f.AccessIndex(x))
	case ir.KindBinary:
		v := f.Binary(x)
		switch v.Op {
		case ir.And: // of signed integers too: one operand that isn't negative is enough
			a, okA := r.high(v.Left, depth-1)
			b, okB := r.high(v.Right, depth-1)
			switch {
			case okA && okB:
				return min(a, b), true
			case okA:
				return a, true
			}
			return b, okB
		case ir.Rem:
			if b, ok := component(r.m, &f.Exprs, v.Right, 0); ok && b != 0 && b <= max {
				if _, positive := r.high(v.Left, depth-1); unsigned || positive {
					return b - 1, true
				}
			}
		case ir.Shr:
			if n, ok := component(r.m, &f.Exprs, v.Right, 0); ok && n < uint64(s.Bits()) {
				if a, positive := r.high(v.Left, depth-1); positive {
					return a >> n, true
				} else if unsigned {
					return max >> n, true
				}
			}
		case ir.Div:
			if n, ok := component(r.m, &f.Exprs, v.Right, 0); ok && n != 0 && n <= max {
				if a, positive := r.high(v.Left, depth-1); positive {
					return a / n, true
				} else if unsigned {
					return max / n, true
				}
			}
		case ir.Add:
			a, okA := r.high(v.Left, depth-1)
			b, okB := r.high(v.Right, depth-1)
			return a + b, okA && okB && a+b <= max
		case ir.Mul:
			a, okA := r.high(v.Left, depth-1)
			b, okB := r.high(v.Right, depth-1)
			return a * b, okA && okB && a <= 1<<31 && b <= 1<<31 && a*b <= max
		}
	case ir.KindSelect:
		v := f.Select(x)
		a, okA := r.high(v.Accept, depth-1)
		b, okB := r.high(v.Reject, depth-1)
		if a < b {
			a = b
		}
		return a, okA && okB
	case ir.KindAs:
		from := r.m.Types.ScalarOf(f.TypeOf(f.As(x).Value))
		if from.IsInteger() {
			a, ok := r.high(f.As(x).Value, depth-1)
			return a, ok && a <= max
		}
	case ir.KindMath:
		v := f.Math(x)
		if v.Op == ir.MathMin && unsigned || v.Op == ir.MathClamp && unsigned {
			return r.high(v.Args[len(v.Args[:v.Op.Info().Args])-1], depth-1)
		}
	}
	if unsigned {
		return max, true
	}
	return 0, false
}

// member bounds a component of the local invocation id, or a member of a
// parameter that is a built-in value.
func (r *ranges) member(v ir.AccessIndex) (uint64, bool) {
	f := r.f
	component := uint32(3)
	if f.Kind(v.Base) == ir.KindAccessIndex {
		component = v.Index
		v = f.AccessIndex(v.Base)
	}
	if f.Kind(v.Base) != ir.KindArgument {
		return 0, false
	}
	a := &f.Args[f.ArgumentIndex(v.Base)]
	if s := r.m.StructOf(a.Type); s != nil && int(v.Index) < len(s.Members) {
		return r.builtIn(s.Members[v.Index].Binding, component)
	}
	return r.builtIn(a.Binding, v.Index)
}

// builtIn bounds a built-in value; component is 3 for a scalar.
func (r *ranges) builtIn(b ir.Binding, component uint32) (uint64, bool) {
	if b.Kind != ir.BindBuiltIn {
		return 0, false
	}
	switch b.BuiltIn {
	case ir.BuiltInLocalInvocationIndex:
		n := uint64(r.local[0]) * uint64(r.local[1]) * uint64(r.local[2])
		return n - 1, n > 0 && n <= 1<<32
	case ir.BuiltInLocalInvocationID:
		if component < 3 && r.local[component] > 0 {
			return uint64(r.local[component]) - 1, true
		}
	}
	return 0, false
}
