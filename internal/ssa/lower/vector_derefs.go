package lower

// This file makes accesses of components of vectors in memory accesses of the vectors.
//
//	before                               after
//	%1 = deref_array %v, 1               %2 = load %v : vec4<f32>
//	%2 = load %1 : f32                   %3 = mov %2.y
//	store %1, %x                         %4 = mov %x.xxxx
//	                                     store %v, %4, mask=2
//	%5 = deref_array %v, %i              %6 = load %v : vec4<f32>
//	store %5, %x                         %7 = insert_dynamic %6, %x, %i
//	                                     store %v, %7
//
// It is for machines whose memory is in registers, or written with masks. A store by an
// index that isn't known writes the whole vector: of memory that others write to, it stays.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VectorDerefOptions selects the accesses that are replaced.
type VectorDerefOptions struct {
	Modes   ssa.Mode `doc:"the kinds of memory"`
	Loads   bool     `doc:"loads"`
	Stores  bool     `doc:"stores"`
	Known   bool     `doc:"accesses by indices that are known"`
	Unknown bool     `doc:"accesses by indices that aren't known"`
}

// AllVectorDerefs has all accesses to memory that only the invocation reaches.
var AllVectorDerefs = VectorDerefOptions{ssa.ModeFunctionTemp | ssa.ModeShaderTemp | ssa.ModeShaderOut, true, true, true, true}

// VectorDerefs replaces accesses to components by accesses to vectors.
var VectorDerefs = &pass.Pass{
	Name:      "vector-derefs",
	Doc:       "accesses of components of vectors in memory become accesses of the vectors",
	Replaces:  []string{"lower_array_deref_of_vec"},
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return vectorDerefs(f, AllVectorDerefs) },
}

// VectorDerefsOf is the pass with options.
func VectorDerefsOf(o VectorDerefOptions) *pass.Pass {
	p := *VectorDerefs
	p.Function = func(f *ssa.Function) bool { return vectorDerefs(f, o) }
	return &p
}

func vectorDerefs(f *ssa.Function, o VectorDerefOptions) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Load:
				changed = o.Loads && loadVector(f, i, o) || changed
			case op.Store:
				changed = o.Stores && storeVector(f, i, o) || changed
			}
		}
	}
	return changed
}

// componentOf is the address of the vector that an address names a component of, and
// which, if it is known; vector 0: it names none, or the access is to stay.
func componentOf(f *ssa.Function, p ssa.Value, o VectorDerefOptions) (vector ssa.Value, k int, known bool) {
	if f.Op(p) != op.DerefArray || !analysis.IsPlain(f, p) || analysis.ModeOf(f, p)&o.Modes == 0 {
		return 0, 0, false
	}
	types := &f.Shader.Module.Types
	t := types.At(types.Pointee(f.Type(f.Arg(p, 0))))
	if t.Kind != ir.TypeVector {
		return 0, 0, false
	}
	x, known := f.KnownBits(f.Arg(p, 1), 0)
	if known && !o.Known || !known && !o.Unknown {
		return 0, 0, false
	}
	return f.Arg(p, 0), int(min(x, uint64(t.Rows)-1)), known
}

func loadVector(f *ssa.Function, i ssa.InstrID, o VectorDerefOptions) bool {
	p := f.Arg(i, 0)
	vector, k, known := componentOf(f, p, o)
	if vector == 0 {
		return false
	}
	b := f.BuildBefore(i)
	v := b.Load(vector)
	if known {
		v = b.Component(v, k)
	} else {
		v = b.Op(op.ExtractDynamic, f.Type(i), v, f.Arg(p, 1))
	}
	replace(f, i, v)
	return true
}

func storeVector(f *ssa.Function, i ssa.InstrID, o VectorDerefOptions) bool {
	p, x := f.Arg(i, 0), f.Arg(i, 1)
	vector, k, known := componentOf(f, p, o)
	if vector == 0 || !known && analysis.ModeOf(f, p)&ssa.ModesPrivate == 0 {
		return false
	}
	types := &f.Shader.Module.Types
	t := types.Pointee(f.Type(vector))
	b := f.BuildBefore(i)
	if !known {
		b.Store(vector, b.Op(op.InsertDynamic, t, b.Load(vector), x, f.Arg(p, 1)))
	} else {
		s := b.Store(vector, b.Instr(op.Mov, t, ssa.Src{Value: x, Comps: uint8(types.ComponentCount(t))}))
		f.SetField(s, "mask", 1<<k)
	}
	f.Remove(i)
	return true
}
