package lower

// This file makes private variables that entry points use their own.
//
//	before                    after
//	var<private> x            fn main() {
//	fn main() { store x, %1 }   var x
//	                            store x, %1
//	                          }
//
// The functions must be entry points that nothing calls, so that they run once
// per invocation; the variable's initial value is stored at their start. Its address
// must not be handed to a call. Inlining first makes most variables such.

import (
	"slices"
	"sync"

	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// GlobalToLocal makes private variables that entry points use their own.
var GlobalToLocal = &pass.Pass{
	Name:      "global-to-local",
	Doc:       "private variables that entry points alone use become local variables of each",
	Replaces:  []string{"lower_global_vars_to_local"},
	Destroys:  pass.NoCopies | pass.NoMatrices | pass.Scalar | pass.ExplicitTemps,
	Preserves: ssa.ControlFlow,
	Shader:    globalToLocal,
}

// localizer is memory for finding the variables that become local.
type localizer struct {
	users         [][]ssa.FuncID // by variable of the shader
	stays         []bool         // likewise
	called, entry []bool         // by function
	local         [][]ssa.VarID  // by function, by variable of the shader
}

var localizers = sync.Pool{New: func() any { return new(localizer) }}

func globalToLocal(s *ssa.Shader) bool {
	// Each entry point that uses the variable gets one of its own, if nobody else does.
	m := localizers.Get().(*localizer)
	defer localizers.Put(m)
	m.users = reuse.Emptied(m.users, len(s.Vars))
	m.stays = reuse.Zeroed(m.stays, len(s.Vars))
	m.called, m.entry = reuse.Zeroed(m.called, len(s.Funcs)), reuse.Zeroed(m.entry, len(s.Funcs))
	users, stays, called, entry := m.users, m.stays, m.called, m.entry
	for id, f := range s.Funcs[1:] {
		if !f.MayHave(op.DerefVar) && !f.MayHave(op.Call) {
			continue
		}
		for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
			for i := f.First(b); i != 0; i = f.Next(i) {
				switch f.Op(i) {
				case op.DerefVar:
					v := f.VarOf(i)
					if v.IsLocal() || s.Vars[v].Mode != ssa.ModeShaderTemp {
						continue
					}
					stays[v] = stays[v] || handedOn(f, i)
					if n := len(users[v]); n == 0 || users[v][n-1] != ssa.FuncID(id+1) {
						users[v] = append(users[v], ssa.FuncID(id+1))
					}
				case op.Call:
					called[f.Word(i, 0)] = true
				}
			}
		}
	}
	for _, e := range s.EntryPoints {
		entry[e.Function] = true
	}
	m.local = reuse.Emptied(m.local, len(s.Funcs))
	local := m.local
	changed := false
	for id := range s.Vars {
		v := &s.Vars[id]
		if len(users[id]) == 0 || stays[id] || v.Init != 0 && !canBuild(&s.Module.Consts, ir.ExprID(v.Init)) ||
			slices.ContainsFunc(users[id], func(u ssa.FuncID) bool { return !entry[u] || called[u] }) {
			continue
		}
		l := *v
		l.Mode, l.Init, l.Access, l.Layout = ssa.ModeFunctionTemp, 0, ir.AccessReadWrite, ir.NoLayout
		for _, u := range users[id] {
			if len(local[u]) == 0 {
				local[u] = reuse.Zeroed(local[u], len(s.Vars))
			}
			local[u][id] = s.Funcs[u].AddVar(l)
		}
		changed = true
	}
	for u, f := range s.Funcs {
		if len(local[u]) == 0 {
			continue
		}
		useLocals(f, local[u])
		for id, l := range local[u] {
			if l != 0 {
				initialize(f, l, &s.Vars[id])
			}
		}
	}
	return changed
}

// useLocals takes local variables in place of the shader's own, which stay behind
// without a use.
func useLocals(f *ssa.Function, local []ssa.VarID) {
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; i = f.Next(i) {
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
func retypeDerefs(f *ssa.Function, d ssa.Value) { respaceDerefs(f, d, ir.SpaceFunction) }

// respaceDerefs makes the addresses computed from one point to memory of a space, which has no layouts.
func respaceDerefs(f *ssa.Function, d ssa.Value, space ir.AddressSpace) {
	types := &f.Shader.Module.Types
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i != 0 && f.Op(i).Class() == op.ClassDeref && f.UseIndex(u) == 0 {
			t := *types.At(f.Type(i))
			t.Space, t.Access, t.Layout = space, ir.AccessReadWrite, ir.NoLayout
			f.SetType(i, types.Intern(t))
			respaceDerefs(f, i, space)
		}
	}
}

// initialize stores a variable's initial value at the start of the function. One with ray
// queries has none.
func initialize(f *ssa.Function, local ssa.VarID, v *ssa.Variable) {
	if f.Shader.Module.HoldsRayObject(v.Type) {
		return
	}
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
