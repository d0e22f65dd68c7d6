package lower

// This file makes private variables that one function uses its own.
//
//	before                    after
//	var<private> x            fn main() {
//	fn main() { store x, %1 }   var x
//	                            store x, %1
//	                          }
//
// The function must be an entry point that nothing calls, so that it runs once
// per invocation; the variable's initial value is stored at its start. Its address
// must not be handed to a call. Inlining first makes most variables such.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// GlobalToLocal makes private variables that one entry point uses its own.
var GlobalToLocal = &pass.Pass{
	Name:      "global-to-local",
	Doc:       "private variables that one entry point alone uses become its local variables",
	Replaces:  []string{"lower_global_vars_to_local"},
	Destroys:  pass.NoCopies | pass.NoMatrices | pass.Scalar | pass.ExplicitTemps,
	Preserves: ssa.ControlFlow,
	Shader:    globalToLocal,
}

func globalToLocal(s *ssa.Shader) bool {
	const none, many = 0, ^ssa.FuncID(0)
	user := make([]ssa.FuncID, len(s.Vars))
	called := make([]bool, len(s.Funcs))
	for id, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.DerefVar:
					if v := f.VarOf(i); !v.IsLocal() {
						if handedOn(f, i) {
							user[v] = many
						}
						switch u := &user[v]; *u {
						case none, ssa.FuncID(id + 1):
							*u = ssa.FuncID(id + 1)
						default:
							*u = many
						}
					}
				case op.Call:
					called[f.Word(i, 0)] = true
				}
			}
		}
	}
	entry := make([]bool, len(s.Funcs))
	for _, e := range s.EntryPoints {
		entry[e.Function] = true
	}
	local := make([]ssa.VarID, len(s.Vars)) // of the function that alone uses the variable
	moves := make([]bool, len(s.Funcs))
	changed := false
	for id := range s.Vars {
		v := &s.Vars[id]
		u := user[id]
		if id == 0 || v.Mode != ssa.ModeShaderTemp || u == none || u == many || !entry[u] || called[u] ||
			v.Init != 0 && !canBuild(&s.Module.Consts, ir.ExprID(v.Init)) {
			continue
		}
		l := *v
		l.Mode, l.Init, l.Access, l.Layout = ssa.ModeFunctionTemp, 0, ir.AccessReadWrite, ir.NoLayout
		local[id] = s.Funcs[u].AddVar(l)
		moves[u] = true
		changed = true
	}
	for id, f := range s.Funcs {
		if moves[id] {
			useLocals(f, local)
		}
	}
	for id, l := range local {
		if l != 0 {
			initialize(s.Funcs[user[id]], l, &s.Vars[id])
		}
	}
	return changed
}

// useLocals takes local variables in place of the shader's own, which stay behind
// without a use.
func useLocals(f *ssa.Function, local []ssa.VarID) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar {
				continue
			}
			if v := f.VarOf(i); !v.IsLocal() && local[v] != 0 {
				f.SetWords(i, [2]uint32{uint32(local[v])})
				f.SetType(i, f.VarPointer(local[v]))
				retypeDerefs(f, i)
			}
		}
	}
}

// retypeDerefs makes the addresses computed from one point to a function's memory.
func retypeDerefs(f *ssa.Function, d ssa.Value) {
	types := &f.Shader.Module.Types
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i != 0 && f.Op(i).Class() == op.ClassDeref && f.UseIndex(u) == 0 {
			t := *types.At(f.Type(i))
			t.Space, t.Access, t.Layout = ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout
			f.SetType(i, types.Intern(t))
			retypeDerefs(f, i)
		}
	}
}

// initialize stores a variable's initial value at the start of the function.
func initialize(f *ssa.Function, local ssa.VarID, v *ssa.Variable) {
	b := f.Build(f.Entry())
	b.Span = v.Span
	p := b.DerefVar(local)
	if v.Init == 0 {
		b.Store(p, b.Zero(v.Type))
	} else {
		b.Store(p, buildConst(&b, v.Init))
	}
}

// canBuild reports whether buildConst knows a constant expression of the module.
func canBuild(x *ir.Exprs, id ir.ExprID) bool {
	switch x.Kind(id) {
	case ir.KindLiteral, ir.KindConstant, ir.KindOverride, ir.KindZeroValue:
		return true
	case ir.KindSplat:
		return canBuild(x, x.Operand(id))
	case ir.KindCompose:
		for _, c := range x.Compose(id).Components {
			if !canBuild(x, c) {
				return false
			}
		}
		return true
	}
	return false
}

// buildConst inserts the value of a constant expression of the module.
func buildConst(b *ssa.Builder, c ir.ConstID) ssa.Value {
	x, id := &b.F.Shader.Module.Consts, ir.ExprID(c)
	types := &b.F.Shader.Module.Types
	t := x.TypeOf(id)
	named := func(o op.Op, handle uint32) ssa.Value {
		i := b.Instr(o, t)
		b.F.SetWords(i, [2]uint32{handle})
		return i
	}
	switch k := x.Kind(id); k {
	case ir.KindLiteral:
		return b.Const(t, x.LiteralBits(id))
	case ir.KindConstant:
		return named(op.Constant, uint32(x.ConstantRef(id)))
	case ir.KindOverride:
		return named(op.Override, uint32(x.OverrideRef(id)))
	case ir.KindZeroValue:
		return b.Zero(t)
	case ir.KindSplat:
		v := buildConst(b, ir.ConstID(x.Operand(id)))
		return b.Instr(op.Mov, t, ssa.Src{Value: v, Comps: uint8(types.ComponentCount(t))})
	case ir.KindCompose:
		var parts []ssa.Value
		for _, p := range x.Compose(id).Components {
			parts = append(parts, buildConst(b, ir.ConstID(p)))
		}
		if types.At(t).Kind == ir.TypeVector {
			return b.Op(op.Vec, t, parts...)
		}
		return b.Op(op.Compose, t, parts...)
	default:
		panic("lower: constant expression " + k.String())
	}
}

// handedOn reports whether an address, or one computed from it, is an argument of
// a call.
func handedOn(f *ssa.Function, d ssa.Value) bool {
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i != 0 && (f.Op(i) == op.Call || f.Op(i).Class() == op.ClassDeref && handedOn(f, i)) {
			return true
		}
	}
	return false
}
