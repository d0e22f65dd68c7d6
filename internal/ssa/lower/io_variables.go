package lower

// This file makes parameters and results of entry points variables.
//
//	before                                         after
//	func @main(%uv : vec2<f32> location(0))        var @uv : vec2<f32> shader_in location(0)
//	    -> vec4<f32> location(0) {                 var @main_out : vec4<f32> shader_out location(0)
//	  %1 = param index=0                           func @main() {
//	  return %2                                      %1 = deref_var @uv
//	}                                                %3 = load %1
//	                                                 %4 = deref_var @main_out
//	                                                 store %4, %2
//	                                                 return
//	                                               }
//
// Members of structs are a variable each. Built-in inputs that are scalars, vectors or matrices are
// of mode system_value.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOVariables makes parameters and results of entry points variables.
var IOVariables = &pass.Pass{
	Name:        "io-to-variables",
	Doc:         "parameters and results of entry points become variables",
	Establishes: pass.IOVariables,
	Destroys:    pass.ExplicitIO | pass.NoMatrices | pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      ioVariables,
}

func ioVariables(s *ssa.Shader) bool {
	changed := false
	for k := range s.EntryPoints {
		f := s.Funcs[s.EntryPoints[k].Function]
		if len(f.Params) > 0 {
			parametersToVars(f)
			changed = true
		}
		if f.Result != 0 {
			resultToVars(f)
			changed = true
		}
	}
	return changed
}

// ioVar adds the variable of an input or output.
func ioVar(s *ssa.Shader, name string, mode ssa.Mode, b ir.Binding, t ir.TypeID) ssa.VarID {
	v := ssa.Variable{Name: name, Mode: mode, Type: t, Access: ir.AccessRead, IO: b}
	if mode == ssa.ModeShaderOut {
		v.Access = ir.AccessReadWrite
	} else if b.Kind == ir.BindBuiltIn && (s.Module.Types.ComponentCount(t) > 0 || s.Module.Types.At(t).Kind == ir.TypeMatrix) {
		v.Mode = ssa.ModeSystemValue
	}
	return s.AddVar(v)
}

func parametersToVars(f *ssa.Function) {
	s := f.Shader
	vars := make([][]ssa.VarID, len(f.Params))
	for k := range f.Params {
		p := &f.Params[k]
		if st := s.Module.StructOf(p.Type); st != nil && p.Binding.Kind == ir.NoBinding {
			for m := range st.Members {
				vars[k] = append(vars[k], ioVar(s, st.Members[m].Name, ssa.ModeShaderIn, st.Members[m].Binding, st.Members[m].Type))
			}
		} else {
			vars[k] = []ssa.VarID{ioVar(s, p.Name, ssa.ModeShaderIn, p.Binding, p.Type)}
		}
	}
	values := make([]ssa.Value, len(f.Params))
	var params []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Param {
				params = append(params, i)
			}
		}
	}
	b := f.Build(f.Entry())
	for _, i := range params {
		k := f.IndexOf(i)
		p := &f.Params[k]
		if values[k] == 0 {
			b.Span = f.SpanOf(i)
			if s.Module.StructOf(p.Type) != nil && p.Binding.Kind == ir.NoBinding {
				var parts []ssa.Value
				for _, v := range vars[k] {
					parts = append(parts, b.Load(b.DerefVar(v)))
				}
				values[k] = b.Op(op.Compose, p.Type, parts...)
			} else {
				values[k] = b.Load(b.DerefVar(vars[k][0]))
			}
			f.SetName(values[k], f.NameOf(i))
		}
		f.ReplaceUses(i, values[k])
	}
	for _, i := range params {
		f.Remove(i)
	}
	f.Params = nil
}

func resultToVars(f *ssa.Function) {
	s := f.Shader
	st := s.Module.StructOf(f.Result)
	whole := st == nil || f.ResultBinding.Kind != ir.NoBinding
	var vars []ssa.VarID
	if whole {
		vars = append(vars, ioVar(s, f.Name+"_out", ssa.ModeShaderOut, f.ResultBinding, f.Result))
	} else {
		for m := range st.Members {
			vars = append(vars, ioVar(s, st.Members[m].Name, ssa.ModeShaderOut, st.Members[m].Binding, st.Members[m].Type))
		}
	}
	var ends []ssa.NodeID
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return {
			ends = append(ends, b)
		}
	}
	for _, block := range ends {
		j := f.Jump(block)
		v, span := f.Arg(j, 0), f.SpanOf(j)
		b := f.BuildBefore(j)
		for k, x := range vars {
			part := v
			if !whole {
				part = b.Extract(st.Members[k].Type, v, k)
			}
			b.Store(b.DerefVar(x), part)
		}
		f.RemoveJump(block)
		f.AddJump(block, op.Return, span)
	}
	f.Result, f.ResultBinding, f.MustUse = 0, ir.Binding{}, false
}

// HasIOVariables reports whether no entry point has parameters or a result.
func HasIOVariables(s *ssa.Shader) bool {
	for k := range s.EntryPoints {
		if f := s.Funcs[s.EntryPoints[k].Function]; len(f.Params) > 0 || f.Result != 0 {
			return false
		}
	}
	return true
}
