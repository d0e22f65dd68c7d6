package differential

// This file runs what the SSA form makes of a module: there and back, and through
// passes.

import (
	"errors"
	"fmt"
	"strings"

	"refract/ir"
	"refract/ir/transform"
	"refract/ssa"
	"refract/ssa/fromir"
	"refract/ssa/lower"
	"refract/ssa/pass"
	"refract/ssa/pipeline"
	"refract/ssa/toir"
)

// SSA is an engine that takes the module into SSA form with strict floating
// point, runs passes, leaves SSA, and runs the module that comes back.
func SSA(passes ...*pass.Pass) Engine {
	var names []string
	for _, p := range passes {
		names = append(names, p.Name)
	}
	return Rewritten("ssa "+strings.Join(names, ","), func(j *Job) (*ir.Module, error) {
		m := j.Module.Clone()
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		s := fromir.Module(m, fromir.Options{Strict: true})
		return Back(s, passes...)
	})
}

// Optimized is an engine that runs the pipeline of a level of optimization, with
// strict floating point and every pass checked, and runs the module that comes
// back.
func Optimized(level int) Engine {
	return Rewritten(fmt.Sprintf("optimized -O%d", level), func(j *Job) (*ir.Module, error) {
		m := j.Module.Clone()
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		s := fromir.Module(m, fromir.Options{Strict: true})
		p, err := pipeline.Level(level)
		if err != nil {
			return nil, err
		}
		r, err := pipeline.Run(s, p, pipeline.Options{Verify: true})
		if err != nil {
			return nil, err
		}
		if r.Unfinished {
			return nil, errors.New("the pipeline doesn't come to rest")
		}
		return Back(s)
	})
}

// Back runs passes and makes a module of the shader, which is verified at the
// start and after each pass.
func Back(s *ssa.Shader, passes ...*pass.Pass) (*ir.Module, error) {
	if err := ssa.Verify(s); err != nil {
		return nil, fmt.Errorf("from the module: %w", err)
	}
	for _, p := range append(passes[:len(passes):len(passes)], lower.LeaveSSA) {
		p.Run(s)
		if err := ssa.Verify(s); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return toir.Module(s)
}
