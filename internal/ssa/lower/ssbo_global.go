package lower

// This file makes accesses of storage buffers accesses by address.
//
//	before                                  after
//	%1 = resource_index @b                  %1 = resource_index @b
//	%2 = load_ssbo %1, %o : vec2<u32>       %3 = get_ssbo_size %1
//	                                        %4 = ule %o, %3 - 8
//	                                        if ... {
//	                                          %5 = load_ssbo_address %1
//	                                          %6 = u2u %o : u64
//	                                          %7 = iadd %5, %6
//	                                          %8 = load_global %7 : vec2<u32>
//	                                        }
//	                                        %2 = phi %8, 0
//
// An address knows no end of a buffer. Guarded accesses are of one component each, so that each
// is either inside or outside; others are as wide as before, and the machine or the host keeps them
// inside.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SSBOToGlobal makes accesses of storage buffers accesses by address.
var SSBOToGlobal = &pass.Pass{
	Name:        "ssbo-to-global",
	Doc:         "accesses of storage buffers by offset become accesses by address, guarded by the buffer's size",
	Replaces:    []string{"lower_ssbo"},
	Establishes: pass.NoSSBO,
	Destroys:    pass.LoopClosed | pass.NoPhis | pass.NoInt64 | pass.WholeStores,
	Preserves:   ssa.NoAnalyses,
	Machine:     true,
	Function:    func(f *ssa.Function) bool { return ssboToGlobal(f, GuardedGlobal) },
}

// GlobalOptions selects the form of the accesses.
type GlobalOptions struct {
	Guard bool `doc:"accesses outside of the buffer read zero and write nothing"`
}

// GuardedGlobal has the buffers' sizes looked at.
var GuardedGlobal = GlobalOptions{Guard: true}

// SSBOToGlobalOf is the pass with options.
func SSBOToGlobalOf(o GlobalOptions) *pass.Pass {
	p := *SSBOToGlobal
	p.Function = func(f *ssa.Function) bool { return ssboToGlobal(f, o) }
	return &p
}

// OnSSBO reports whether an instruction accesses a storage buffer by offset.
func OnSSBO(f *ssa.Function, i ssa.InstrID) bool { return f.Op(i).Memory().Kind == op.MemorySSBO }

func ssboToGlobal(f *ssa.Function, o GlobalOptions) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if OnSSBO(f, i) {
				list = append(list, i)
			}
		}
	}
	for _, i := range list {
		if o.Guard {
			byAddress(f, i)
		} else {
			plainAddress(f, i)
		}
	}
	return len(list) > 0
}

// plainAddress makes an access one by address, as wide as it is.
func plainAddress(f *ssa.Function, i ssa.InstrID) {
	form := f.Op(i).Memory()
	b := f.BuildBefore(i)
	address := b.Op(op.IAdd, ir.TypeU64, b.Op(op.SSBOAddress, ir.TypeU64, f.Arg(i, int(form.Block))), b.Op(op.U2U, ir.TypeU64, f.Arg(i, int(form.Offset))))
	var srcs []ssa.Src
	switch form.Role {
	case op.MemoryLoad:
		srcs = []ssa.Src{ssa.Whole(address)}
	case op.MemoryStore:
		srcs = []ssa.Src{f.Src(i, int(form.Value)), ssa.Whole(address)}
	default:
		srcs = []ssa.Src{ssa.Whole(address), f.Src(i, int(form.Value)), f.Src(i, int(form.Value)+1)}
	}
	v := b.Instr(op.MemoryOp(op.MemoryGlobal, form.Role), f.Type(i), srcs...)
	f.SetWords(v, f.Words(i))
	f.SetFlags(v, f.Flags(i))
	if f.Type(i) != 0 {
		replace(f, i, v)
		return
	}
	f.Remove(i)
}

func byAddress(f *ssa.Function, i ssa.InstrID) {
	form := f.Op(i).Memory()
	b := f.BuildBefore(i)
	block, offset := f.Arg(i, int(form.Block)), f.Arg(i, int(form.Offset))
	base := uint64(f.Field(i, "base"))
	data := i
	if form.Value >= 0 {
		data = f.Arg(i, int(form.Value))
	}
	bytes := uint64(f.Bits(data) / 8)
	if form.Role == op.MemoryAtomic {
		bytes = uint64(ir.Scalar(f.Field(i, "kind")).Bytes())
	}
	size := b.Op(op.U2U, ir.TypeU64, b.Op(op.SSBOSize, ir.TypeU32, block))
	start := b.Op(op.SSBOAddress, ir.TypeU64, block)
	wide := b.Op(op.U2U, ir.TypeU64, offset)
	number := func(x uint64) ssa.Value { return b.Const(ir.TypeU64, x) }
	// one performs the operation on a component: it returns its value, or 0.
	one := func(k int, do func(in *ssa.Builder, address ssa.Value) ssa.Value) ssa.Value {
		at := b.Op(op.IAdd, ir.TypeU64, wide, number(base+uint64(k)*bytes))
		end := b.Op(op.IAdd, ir.TypeU64, at, number(bytes))
		n := b.If(b.Op(op.ULe, ir.TypeBool, end, size))
		in := f.Build(f.EndOf(f.ListLast(f.Then(n))))
		in.Span = b.Span
		v := do(&in, in.Op(op.IAdd, ir.TypeU64, start, at))
		if v == 0 {
			return 0
		}
		out := f.Build(f.EndOf(f.ListLast(f.Else(n))))
		zero := out.Zero(f.Type(v))
		values := make([]ssa.Value, 0, 2)
		for _, p := range f.Preds(b.At.Block) {
			if p == f.ListLast(f.Then(n)) {
				values = append(values, v)
			} else {
				values = append(values, zero)
			}
		}
		return f.Phi(b.At.Block, f.Type(v), values...)
	}
	words := f.Words(i)
	words[0] = 0
	fields := func(x ssa.InstrID, k int) {
		f.SetWords(x, words)
		if form.Role == op.MemoryAtomic {
			return
		}
		a := max(f.Field(i, "align"), 1)
		f.SetField(x, "align_offset", (f.Field(i, "align_offset")+uint32(uint64(k)*bytes))&(a-1))
	}
	t := ir.TypeID(0)
	if f.Type(i) != 0 {
		t = ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), 1)
	}
	var parts []ssa.Value
	switch form.Role {
	case op.MemoryLoad:
		for k := range f.Comps(i) {
			parts = append(parts, one(k, func(in *ssa.Builder, address ssa.Value) ssa.Value {
				v := in.Instr(op.LoadGlobal, t, ssa.Whole(address))
				fields(v, k)
				return v
			}))
		}
	case op.MemoryStore:
		mask := f.Field(i, "mask")
		for k := range f.Comps(data) {
			if mask == 0 || mask>>k&1 != 0 {
				one(k, func(in *ssa.Builder, address ssa.Value) ssa.Value {
					s := in.Instr(op.StoreGlobal, 0, ssa.Whole(in.Component(data, k)), ssa.Whole(address))
					fields(s, k)
					f.SetField(s, "mask", 0)
					return 0
				})
			}
		}
	case op.MemoryAtomic:
		v := one(0, func(in *ssa.Builder, address ssa.Value) ssa.Value {
			a := in.Instr(op.GlobalAtomic, t, ssa.Whole(address), ssa.Whole(data), f.Src(i, int(form.Value)+1))
			fields(a, 0)
			if t == 0 {
				return 0
			}
			return a
		})
		parts = append(parts, v)
	}
	if t != 0 {
		v := parts[0]
		if len(parts) > 1 {
			v = b.Op(op.Vec, f.Type(i), parts...)
		}
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
	}
	f.Remove(i)
}
