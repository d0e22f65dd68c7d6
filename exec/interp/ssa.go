package interp

// This file loads shaders in SSA form. They run on the same machine as modules:
// a second compiler (compile_ssa*.go) makes the same instructions of their
// functions, and everything outside of functions is a module, which the program
// makes of the shader's declarations and variables.

import (
	"refract/exec"
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// SSAEngine runs shaders in SSA form, as any pass leaves them: with phis, registers and
// parallel copies. Results are bit for bit the results of [Engine] for the module, if
// floating-point operations have no freedom. An undefined value is zero.
type SSAEngine struct{}

// Name is "ssa-interp".
func (SSAEngine) Name() string { return "ssa-interp" }

// Load prepares a shader that verification accepts, which must not change while
// the program is in use. Variables have the numbers of the globals that
// [exec.Program] speaks of.
func (SSAEngine) Load(s *ssa.Shader, o exec.LoadOptions) (exec.Program, error) {
	if build.HasStageSlots(s) {
		s = s.Clone()
		build.StageSlots(s)
	}
	for _, f := range s.Funcs[1:] {
		if f.MayHave(op.ConvertNumber) {
			s = s.Clone()
			for _, f := range s.Funcs[1:] {
				build.Conversions(f)
			}
			break
		}
	}
	m := s.Module.CloneDeclarations()
	for i := 1; i < len(s.Vars); i++ {
		g := s.Vars[i].Global()
		if g.Space == 0 {
			g.Space = ir.SpacePrivate // constant data, inputs and outputs
		}
		m.Globals = append(m.Globals, g)
	}
	for _, g := range s.Funcs[1:] {
		if g.IsFlat() {
			return nil, &exec.UnsupportedError{Feature: "functions in flat form", Span: g.Span}
		}
		_, f := m.NewFunction(g.Name)
		f.Args = append(f.Args, g.Params...)
		f.Result, f.ResultBinding, f.Span = g.Result, g.ResultBinding, g.Span
	}
	m.EntryPoints = append(m.EntryPoints, s.EntryPoints...)
	return load(m, s, o)
}
