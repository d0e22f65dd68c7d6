package spirv

// This file makes the built-in values that instructions need and the module need not
// declare: the number of the invocation in its subgroup, and whether it is a helper. They
// are private variables that entry points fill, like the variables of inputs.
//
// OpIsHelperInvocationEXT changes with a demote, the built-in value does not: a third
// variable is set if the invocation was demoted.

import (
	"slices"

	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// hiddenInput is a built-in value of this kind.
type hiddenInput uint8

const (
	hiddenLane hiddenInput = iota
	hiddenHelper
	numHidden
)

var hiddenInputs = [numHidden]struct {
	builtIn ir.BuiltIn
	name    string
	ty      ir.TypeID
}{
	hiddenLane:   {ir.BuiltInSubgroupInvocationID, "subgroup_invocation_id", ir.TypeU32},
	hiddenHelper: {ir.BuiltInHelperInvocation, "helper_invocation", ir.TypeBool},
}

// hidden reads a hidden input.
func (r *reader) hidden(k hiddenInput) ssa.Value {
	h := &hiddenInputs[k]
	if r.hiddenVars[k] == 0 {
		r.hiddenVars[k] = r.s.AddVar(ssa.Variable{Name: h.name, Mode: ssa.ModeShaderTemp, Access: ir.AccessReadWrite, Type: h.ty})
	}
	r.fn.fn.hidden |= 1 << k
	return r.fn.b.Load(r.fn.b.DerefVar(r.hiddenVars[k]))
}

// demotedVar is the variable that is set if the invocation was demoted; 0 if nothing reads
// it.
func (r *reader) demotedVar() ssa.VarID {
	if !r.demoteKnown {
		r.demoteKnown = true
		if r.hasOp(spirv.OpIsHelperInvocationEXT) && r.hasOp(spirv.OpDemoteToHelperInvocation) {
			r.demoted = r.s.AddVar(ssa.Variable{Name: "demoted", Mode: ssa.ModeShaderTemp, Access: ir.AccessReadWrite, Type: ir.TypeBool})
		}
	}
	return r.demoted
}

// demote makes the invocation a helper.
func (r *reader) demote() {
	b := &r.fn.b
	if v := r.demotedVar(); v != 0 {
		b.Store(b.DerefVar(v), b.Const(ir.TypeBool, 1))
	}
	b.Instr(op.Demote, 0)
}

// isHelper is whether the invocation is a helper now.
func (r *reader) isHelper() ssa.Value {
	b := &r.fn.b
	v := r.hidden(hiddenHelper)
	if d := r.demotedVar(); d != 0 {
		v = b.Op(op.IOr, ir.TypeBool, v, b.Load(b.DerefVar(d)))
	}
	return v
}

// lanesBelow is a ballot of the invocations with lower numbers, and this one with them
// if inclusive.
func (r *reader) lanesBelow(inclusive bool) ssa.Value {
	return belowLane(&r.fn.b, r.hidden(hiddenLane), inclusive)
}

// belowLane has bits for the invocations with lower numbers than one, and for that one
// if inclusive.
func belowLane(b *ssa.Builder, lane ssa.Value, inclusive bool) ssa.Value {
	one := b.U32(1)
	bits := b.Op(op.ISub, ir.TypeU32, b.Op(op.IShl, ir.TypeU32, one, b.Op(op.IAnd, ir.TypeU32, lane, b.U32(31))), one)
	if inclusive {
		bits = b.Op(op.IOr, ir.TypeU32, b.Op(op.IShl, ir.TypeU32, bits, one), one)
	}
	word := b.Op(op.UShr, ir.TypeU32, lane, b.U32(5))
	var words [4]ssa.Value
	for k := range words {
		n := b.U32(uint32(k))
		whole := b.Op(op.BCsel, ir.TypeU32, b.Op(op.ULt, ir.TypeBool, n, word), b.U32(^uint32(0)), b.U32(0))
		words[k] = b.Op(op.BCsel, ir.TypeU32, b.Op(op.IEq, ir.TypeBool, n, word), bits, whole)
	}
	return b.Op(op.Vec, ir.VectorOf(ir.U32, 4), words[:]...)
}

// hiddenOf are the hidden inputs that a function and its callees use.
func (r *reader) hiddenOf(fn *function) (set uint8) {
	seen := make([]bool, len(r.functions))
	work := []uint32{r.defs[fn.id].index}
	seen[work[0]] = true
	for len(work) > 0 {
		g := r.functions[work[len(work)-1]]
		work = work[:len(work)-1]
		set |= g.hidden
		for _, c := range g.callees {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return set
}

// hiddenLeaves appends the hidden inputs of a function to the inputs that an entry point
// declares. An input that it has already is stored to both variables: copies are pairs of
// an index in the list and a variable.
func (r *reader) hiddenLeaves(in []leaf, fn *function) (list []leaf, copies []hiddenCopy) {
	set := r.hiddenOf(fn)
	for k := range numHidden {
		if set>>k&1 == 0 {
			continue
		}
		h := &hiddenInputs[k]
		i := slices.IndexFunc(in, func(l leaf) bool { return l.binding.Kind == ir.BindBuiltIn && l.binding.BuiltIn == h.builtIn })
		if i < 0 {
			i = len(in)
			in = append(in, leaf{name: h.name, t: h.ty, binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: h.builtIn}})
		}
		copies = append(copies, hiddenCopy{i, r.hiddenVars[k]})
	}
	return in, copies
}

// hiddenCopy is an input that is stored to a variable besides its own.
type hiddenCopy struct {
	index int
	v     ssa.VarID
}

// laneMask is an input with bits for some of the subgroup's invocations, made of the
// number of this one and the subgroup's size.
type laneMask struct {
	leaf
	kind spirv.BuiltIn
}

// isLaneMask reports whether a built-in value is one.
func isLaneMask(k spirv.BuiltIn) bool {
	return k >= spirv.BuiltInSubgroupEqMask && k <= spirv.BuiltInSubgroupLtMask
}

// maskLeaves appends the inputs that the masks of an entry point are computed from, and
// returns their places.
func maskLeaves(in []leaf, masks []laneMask) (list []leaf, lane, size int) {
	find := func(k ir.BuiltIn) int {
		i := slices.IndexFunc(in, func(l leaf) bool { return l.binding.Kind == ir.BindBuiltIn && l.binding.BuiltIn == k })
		if i < 0 {
			i = len(in)
			in = append(in, leaf{name: k.String(), t: ir.TypeU32, binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: k}})
		}
		return i
	}
	lane, size = -1, -1
	for i := range masks {
		lane = find(ir.BuiltInSubgroupInvocationID)
		if k := masks[i].kind; k == spirv.BuiltInSubgroupGeMask || k == spirv.BuiltInSubgroupGtMask {
			size = find(ir.BuiltInSubgroupSize)
		}
	}
	return in, lane, size
}

// value is the mask.
func (m *laneMask) value(b *ssa.Builder, lane, size ssa.Value) ssa.Value {
	t := ir.VectorOf(ir.U32, 4)
	switch m.kind {
	case spirv.BuiltInSubgroupLtMask:
		return belowLane(b, lane, false)
	case spirv.BuiltInSubgroupLeMask:
		return belowLane(b, lane, true)
	case spirv.BuiltInSubgroupEqMask:
		return b.Op(op.IXor, t, belowLane(b, lane, true), belowLane(b, lane, false))
	}
	below := belowLane(b, lane, m.kind == spirv.BuiltInSubgroupGtMask)
	return b.Op(op.IXor, t, belowLane(b, size, false), below) // all of below are below the size
}
