package differential

// This file runs modules in SSA form: through passes, and then there and back or directly.

import (
	"errors"
	"fmt"
	"strings"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/pass"
)

// SSA is an engine that takes the module into SSA form with strict floating
// point, runs passes, leaves SSA, and runs the module that comes back.
func SSA(passes ...*pass.Pass) Engine {
	return Rewritten("ssa "+passNames(passes), func(j *Job) (*ir.Module, error) {
		return Back(strict(j), passes...)
	})
}

// throughSSAText takes the module into SSA form, prints that, reads it again, and
// returns the module that comes back.
func throughSSAText(j *Job) (*ir.Module, error) {
	s, err := ssa.Parse("text", ssa.Print(strict(j)))
	if err != nil {
		return nil, err
	}
	if err := ssa.Verify(s); err != nil {
		return nil, err
	}
	return Back(s)
}

// passNames lists passes.
func passNames(passes []*pass.Pass) string {
	var names []string
	for _, p := range passes {
		names = append(names, p.Name)
	}
	return strings.Join(names, ",")
}

// Optimized is an engine that runs the pipeline of a level of optimization, with
// strict floating point and every pass checked, and runs the module that comes
// back.
func Optimized(level int) Engine {
	return Rewritten("optimized "+pipeline.LevelName(level), func(j *Job) (*ir.Module, error) {
		s, err := optimized(j, level)
		if err != nil {
			return nil, err
		}
		return Back(s)
	})
}

// OptimizedInterp is Optimized, but for that it runs the shader in SSA form.
func OptimizedInterp(level int) Engine {
	return Engine{"ssa-interp " + pipeline.LevelName(level), func(j *Job) (Result, error) {
		s, err := optimized(j, level)
		if err != nil {
			return nil, err
		}
		return runSSA(s, j)
	}}
}

// OptimizedText is Optimized with the pipeline of output that is text.
func OptimizedText(level int) Engine {
	return Rewritten("optimized "+pipeline.LevelName(level)+" for text", func(j *Job) (*ir.Module, error) {
		s := strict(j)
		p, err := pipeline.TextLevel(level)
		if err == nil {
			err = run(s, p)
		}
		if err != nil {
			return nil, err
		}
		return Back(s)
	})
}

// optimized is the SSA form of a job's module after the pipeline of a level.
func optimized(j *Job, level int) (*ssa.Shader, error) {
	s := strict(j)
	return s, optimize(s, level)
}

// optimize runs the pipeline of a level of optimization, checking every pass.
func optimize(s *ssa.Shader, level int) error {
	p, err := pipeline.Level(level)
	if err != nil {
		return err
	}
	return run(s, p)
}

// run runs a pipeline, checking every pass.
func run(s *ssa.Shader, p pipeline.Pipeline) error {
	r, err := pipeline.Run(s, p, pipeline.Options{Verify: true})
	if err == nil && r.Unfinished {
		err = errors.New("the pipeline doesn't come to rest")
	}
	return err
}

// runSSA runs a shader in SSA form.
func runSSA(s *ssa.Shader, j *Job) (Result, error) {
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	return runProgram(p, j, 0)
}

// SSAInterp is an engine that takes the module into SSA form with strict floating point,
// runs passes, and runs the result in SSA form.
func SSAInterp(passes ...*pass.Pass) Engine {
	return Engine{"ssa-interp " + passNames(passes), func(j *Job) (Result, error) {
		s := strict(j)
		if err := runPasses(s, passes); err != nil {
			return nil, err
		}
		return runSSA(s, j)
	}}
}

// Strict is the SSA form of a job's module with variables that begin as zero and no
// floating-point freedom.
func Strict(j *Job) *ssa.Shader { return strict(j) }

// Prepared is an engine that runs a shader in SSA form whatever the module, which it was
// made of.
func Prepared(s *ssa.Shader) exec.Engine { return prepared{s} }

type prepared struct{ s *ssa.Shader }

func (prepared) Name() string { return "ssa-interp" }

func (p prepared) Load(_ *ir.Module, o exec.LoadOptions) (exec.Program, error) {
	return interp.SSAEngine{}.Load(p.s, o)
}

// Restored is an engine that runs, whatever the module, the module that a shader in machine
// form becomes.
func Restored(s *ssa.Shader) exec.Engine { return restored{s} }

type restored struct{ s *ssa.Shader }

func (restored) Name() string { return "restored" }

// RestoredModule is the module that a shader in machine form becomes. The shader is lost.
func RestoredModule(s *ssa.Shader) (*ir.Module, error) {
	if err := pipeline.ToModule(s); err != nil {
		return nil, err
	}
	m, err := Back(s)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, s)
	}
	return m, nil
}

func (r restored) Load(_ *ir.Module, o exec.LoadOptions) (exec.Program, error) {
	m, err := RestoredModule(r.s.Clone())
	if err != nil {
		return nil, err
	}
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		return nil, fmt.Errorf("the module is not valid: %w\n%s", err, ir.Print(m))
	}
	return interp.Engine{}.Load(m, o)
}

// strict is the SSA form of a job's module with variables that begin as zero and no
// floating-point freedom.
func strict(j *Job) *ssa.Shader {
	s, err := fromir.Lowered(j.Module.Clone(), fromir.Options{Strict: true})
	if err != nil {
		panic(err)
	}
	return s
}

// Back runs passes and makes a module of the shader, which is verified at the
// start and after each pass.
func Back(s *ssa.Shader, passes ...*pass.Pass) (*ir.Module, error) {
	if err := runPasses(s, append(passes[:len(passes):len(passes)], lower.LeaveSSA)); err != nil {
		return nil, err
	}
	return toir.Module(s)
}

// runPasses runs passes on a shader, which is verified at the start and after
// each pass.
func runPasses(s *ssa.Shader, passes []*pass.Pass) error {
	if err := ssa.Verify(s); err != nil {
		return fmt.Errorf("from the module: %w", err)
	}
	for _, p := range passes {
		p.Run(s)
		if err := ssa.Verify(s); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

// optimizer runs the pipeline of a level of optimization, checking every pass.
func optimizer(level int) func(*ssa.Shader) error {
	return func(s *ssa.Shader) error { return optimize(s, level) }
}

// PlainJob is the job with the module that comes back from the pipeline of a level of
// optimization before package internal/ir/pretty has seen it. Floating point is strict.
func PlainJob(j *Job, level int) (*Job, error) {
	s := strict(j)
	p, err := pipeline.TextLevel(level)
	if err != nil {
		return nil, err
	}
	if _, err := pipeline.Run(s, p, pipeline.Options{}); err != nil {
		return nil, err
	}
	if err := runPasses(s, []*pass.Pass{lower.LeaveSSA}); err != nil {
		return nil, err
	}
	m, err := toir.Plain(s)
	if err != nil {
		return nil, err
	}
	return j.With(fmt.Sprintf("plain -O%d", level), m)
}
