package lower

// This file makes accesses of elements by indices that aren't known accesses of each
// element.
//
//	before                             after
//	%1 = deref_array %a, %i            %1 = load %a[0]
//	%2 = load %1                       %2 = load %a[1]
//	                                   %3 = ult %i, 1
//	                                   %4 = bcsel %3, %1, %2
//	store %1, %x                       %5 = ieq %i, 0
//	                                   store %a[0], bcsel %5, %x, %1
//	                                   ...
//
// So local arrays become values, on machines whose registers can't be indexed. The
// elements are chosen by halves. An index out of bounds is the last one.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IndirectOptions selects the accesses that are replaced.
type IndirectOptions struct {
	Modes ssa.Mode `doc:"the kinds of memory, which only the invocation reaches"`
	Most  int      `doc:"elements among which an access chooses at most"`
}

// SmallIndirects has accesses to variables of the function and private ones that choose among
// up to 16 elements.
var SmallIndirects = IndirectOptions{ssa.ModeFunctionTemp | ssa.ModeShaderTemp, 16}

// IndirectDerefs replaces accesses to variables of the function and private ones that
// choose among up to 16 elements.
var IndirectDerefs = &pass.Pass{
	Name:      "indirect-derefs",
	Doc:       "accesses of local arrays by indices that aren't known become choices among their elements",
	Replaces:  []string{"lower_indirect_derefs"},
	Destroys:  pass.Scalar | pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		return indirectDerefs(f, SmallIndirects)
	},
}

// IndirectDerefsOf is the pass with options.
func IndirectDerefsOf(o IndirectOptions) *pass.Pass {
	p := *IndirectDerefs
	p.Function = func(f *ssa.Function) bool { return indirectDerefs(f, o) }
	return &p
}

// An indirection makes the accesses that take the place of one.
type indirection struct {
	f     *ssa.Function
	types *ir.Types
	b     ssa.Builder
	mask  uint32 // of a store
	flags ir.Flags
}

func indirectDerefs(f *ssa.Function, o IndirectOptions) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Load && f.Op(i) != op.Store {
				continue
			}
			root, steps, ok := indirectPath(f, f.Arg(i, 0), o)
			if !ok {
				continue
			}
			x := indirection{f: f, types: &f.Shader.Module.Types, b: f.BuildBefore(i), flags: f.Flags(i)}
			if f.Op(i) == op.Load {
				replace(f, i, x.load(root, steps))
			} else {
				x.mask = f.Field(i, "mask")
				x.store(root, steps, f.Arg(i, 1), 0)
				f.Remove(i)
			}
			changed = true
		}
	}
	return changed
}

// indirectPath takes an address apart: the variable's, and the steps from there. It
// reports whether some index isn't known and the access can be replaced.
func indirectPath(f *ssa.Function, p ssa.Value, o IndirectOptions) (root ssa.Value, steps []ssa.InstrID, ok bool) {
	if !analysis.IsPlain(f, p) {
		return 0, nil, false
	}
	choices := 1
	for ; f.Op(p).IsPath(); p = f.Arg(p, 0) {
		steps = append(steps, p)
		if n := unknownOf(f, p); n > 0 {
			choices *= n
			ok = true
		}
		if choices > o.Most {
			return 0, nil, false
		}
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return p, steps, ok && f.Op(p) == op.DerefVar && f.Var(f.VarOf(p)).Mode&o.Modes != 0
}

// unknownOf is the number of elements if a step takes one by an unknown index; else 0.
// Components of vectors are another matter.
func unknownOf(f *ssa.Function, step ssa.InstrID) int {
	if f.Op(step) != op.DerefArray {
		return 0
	}
	if _, known := f.KnownBits(f.Arg(step, 1), 0); known {
		return 0
	}
	types := &f.Shader.Module.Types
	switch t := types.At(types.Pointee(f.Type(f.Arg(step, 0)))); t.Kind {
	case ir.TypeArray:
		return int(t.Length)
	case ir.TypeMatrix:
		return int(t.Columns)
	}
	return 0
}

// next is the address that a step leads to, with a number in place of an unknown index.
func (x *indirection) next(base ssa.Value, step ssa.InstrID, k int) ssa.Value {
	f := x.f
	switch {
	case f.Op(step) == op.DerefStruct:
		return x.b.DerefStruct(f.Type(step), base, f.IndexOf(step))
	case k >= 0:
		return x.b.DerefArray(f.Type(step), base, x.b.U32(uint32(k)))
	}
	p := x.b.DerefArray(f.Type(step), base, f.Arg(step, 1))
	f.SetFlags(p, f.Flags(step))
	return p
}

// load is the value behind an address.
func (x *indirection) load(base ssa.Value, steps []ssa.InstrID) ssa.Value {
	f := x.f
	if len(steps) == 0 {
		v := x.b.Load(base)
		f.SetFlags(v, x.flags)
		return v
	}
	n := unknownOf(f, steps[0])
	if n == 0 {
		return x.load(x.next(base, steps[0], -1), steps[1:])
	}
	var choose func(from, to int) ssa.Value
	choose = func(from, to int) ssa.Value {
		if to-from == 1 {
			return x.load(x.next(base, steps[0], from), steps[1:])
		}
		mid := (from + to) / 2
		first, second := choose(from, mid), choose(mid, to)
		index := x.index(steps[0])
		return x.choice(x.b.Op(op.ULt, ir.TypeBool, index, x.number(index, mid)), first, second)
	}
	return choose(0, n)
}

// index is the index of a step.
func (x *indirection) index(step ssa.InstrID) ssa.Value { return x.f.Arg(step, 1) }

// number is a number of the type of another.
func (x *indirection) number(like ssa.Value, k int) ssa.Value {
	return x.b.Const(x.f.Type(like), uint64(k))
}

// choice is the first of two values if a condition holds, else the second.
func (x *indirection) choice(cond, yes, no ssa.Value) ssa.Value {
	f := x.f
	n := f.Comps(yes)
	if n == 0 {
		return x.b.Op(op.SelectWhole, f.Type(yes), cond, yes, no)
	}
	return x.b.Instr(op.BCsel, f.Type(yes), ssa.Src{Value: cond, Comps: uint8(n)},
		ssa.Src{Value: yes, Swizzle: ssa.Identity, Comps: uint8(n)}, ssa.Src{Value: no, Swizzle: ssa.Identity, Comps: uint8(n)})
}

// store writes a value behind an address if a condition holds (0: in any case).
func (x *indirection) store(base ssa.Value, steps []ssa.InstrID, v, cond ssa.Value) {
	f := x.f
	if len(steps) == 0 {
		if cond != 0 {
			old := x.b.Load(base)
			f.SetFlags(old, x.flags)
			v = x.choice(cond, v, old)
		}
		s := x.b.Store(base, v)
		f.SetField(s, "mask", x.mask)
		f.SetFlags(s, x.flags)
		return
	}
	n := unknownOf(f, steps[0])
	if n == 0 {
		x.store(x.next(base, steps[0], -1), steps[1:], v, cond)
		return
	}
	index := x.index(steps[0])
	for k := range n {
		o, number := op.IEq, x.number(index, k)
		c := ssa.Value(0)
		if k == n-1 {
			c = x.b.Op(op.ULe, ir.TypeBool, number, index)
		} else {
			c = x.b.Op(o, ir.TypeBool, index, number)
		}
		if cond != 0 {
			c = x.b.Op(op.IAnd, ir.TypeBool, cond, c)
		}
		x.store(x.next(base, steps[0], k), steps[1:], v, c)
	}
}
