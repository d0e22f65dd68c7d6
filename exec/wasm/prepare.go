package wasm

// This file brings a module into the form for compilation: one function without calls and
// switches, whose local variables are values if possible.

import (
	"sync"

	"refract/exec"
	"refract/internal/ir/transform"
	"refract/internal/ssa/build"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// passes make the form, the named pipeline "cpu" of package pipeline.
var passes = sync.OnceValues(func() (pipeline.Pipeline, error) { return pipeline.Named("cpu") })

// prepare is the SSA form of a module, ready to be compiled, with no floating-point
// freedom. Promises about operations are neither used nor checked. The module must not be
// changed.
func prepare(m *ir.Module, overrides map[string]float64) (*ssa.Shader, error) {
	m = m.Clone()
	if err := transform.SubstituteOverrides(m, overrides); err != nil {
		return nil, &exec.UnsupportedError{Feature: "overrides: " + err.Error()}
	}
	s, err := fromir.Lowered(m, fromir.Options{Strict: true})
	if err != nil {
		return nil, &exec.UnsupportedError{Feature: "buffers: " + err.Error()}
	}
	if err := endHalts(s); err != nil {
		return nil, err
	}
	list, err := passes()
	if err != nil {
		return nil, err
	}
	if _, err := pipeline.Run(s, list, pipeline.Options{Establish: true}); err != nil {
		return nil, err
	}
	if hasWide(s) {
		list, err := widePasses()
		if err != nil {
			return nil, err
		}
		if _, err := pipeline.Run(s, list, pipeline.Options{Establish: true}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// endHalts makes returns of the exits at which a fragment ends for good. It has left then,
// so that neighbours get no differences from it, and it has no result.
func endHalts(s *ssa.Shader) error {
	found := false
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			j := f.Jump(b)
			found = found || j != 0 && f.Op(j) == op.Halt
		}
	}
	if !found {
		return nil
	}
	// The end of a function that was called isn't that of the fragment.
	list, err := pipeline.Parse("lower-returns, inline-functions, dead-functions")
	if err != nil {
		return err
	}
	if _, err := pipeline.Run(s, list, pipeline.Options{Establish: true}); err != nil {
		return err
	}
	for i := range s.EntryPoints {
		ep := &s.EntryPoints[i]
		f := s.Funcs[ep.Function]
		var ends []ssa.NodeID
		for b := range f.Blocks() {
			if j := f.Jump(b); j != 0 && f.Op(j) == op.Halt {
				ends = append(ends, b)
			}
		}
		for _, b := range ends {
			j := f.Jump(b)
			span := f.SpanOf(j)
			at := f.BuildBefore(j)
			if ep.Stage.Info().Discards {
				build.Demote(&at)
			}
			var result []ssa.Src
			if f.Result != 0 {
				result = append(result, ssa.Whole(at.Zero(f.Result)))
			}
			f.RemoveJump(b)
			f.AddJump(b, op.Return, span, result...)
		}
	}
	return nil
}

// unsupported is the error about an instruction.
func unsupported(f *ssa.Function, i ssa.InstrID, feature string) error {
	return &exec.UnsupportedError{Feature: feature, Span: f.SpanOf(i)}
}

// check finds operations that the compiler has no code for, before anything else is done.
func check(f *ssa.Function) error {
	types := &f.Shader.Module.Types
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if err := checkType(types, f, i); err != nil {
				return err
			}
			switch o := f.Op(i); o {
			case op.Halt, op.Override, op.Call, op.LoadReg, op.StoreReg, op.ParallelCopy, op.DerefWildcard, op.DerefCast, op.DerefAddress, op.Interpolate:
				return unsupported(f, i, "the operation "+o.String()+" in generated code")
			}
		}
	}
	return nil
}

// isCompiled reports whether there is code for numbers of a type: 32 and 64 bits, and f16.
func isCompiled(s ir.Scalar) bool {
	n := s.Bits()
	return n == 32 || n == 64 || n == 1 || s == ir.F16
}

// checkType refuses other types.
func checkType(types *ir.Types, f *ssa.Function, i ssa.InstrID) error {
	t := f.Type(i)
	if t == 0 {
		return nil
	}
	ty := types.At(t)
	if ty.Kind == ir.TypePointer {
		return nil // what is accessed is looked at then
	}
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		if !isCompiled(ty.Scalar) {
			return unsupported(f, i, "numbers of type "+ty.Scalar.String()+" in generated code")
		}
	}
	return nil
}
