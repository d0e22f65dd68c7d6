package spirv

// This file makes the module: trees of the blocks, values of variables, and of the
// shader a module.

import (
	"errors"
	"sync"

	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ssa"
	"refract/ssa/pass"
)

// clean are the passes that make a module readable: variables that can be values become
// values, inputs and outputs first. Nothing is inlined: functions stay the author's.
// Addresses and structs come ahead of the group as well, so that their changes, which
// concern only these two passes of the group, don't make it run again.
const clean = "dead-functions, global-to-local, opt-deref, split-struct-vars, (opt-deref, split-struct-vars, vars-to-ssa, copy-prop, constant-folding, remove-phis, cse, dce, dead-variables, dead-cf, dce)*"

// cleanly is how they run.
var cleanly = pipeline.Options{Establish: true, Unlisted: true, Settle: true, Facts: pass.Tree}

var (
	cleanOnce     sync.Once // at the first use, so that only readers hold the passes
	cleanPipeline pipeline.Pipeline
)

// cleaning returns the passes.
func cleaning() pipeline.Pipeline {
	cleanOnce.Do(func() {
		p, err := pipeline.Parse(clean)
		if err != nil {
			panic(err)
		}
		cleanPipeline = p
	})
	return cleanPipeline
}

// finish makes the module of the shader.
func (r *reader) finish() {
	r.at = 0
	if err := ssa.VerifyBuilt(r.s); err != nil {
		var broken *ssa.VerifyError
		if errors.As(err, &broken) && len(broken.Complaints) > 0 {
			r.list.Errorf(CodeInvalid, broken.Span, "a value or block is used as it can't be: %s", broken.Complaints[0])
			panic(bailout{})
		}
		r.invalid("%v", err)
	}
	lower.GotoIfs.Run(r.s)
	lower.Conversions.Run(r.s)
	if !r.opts.KeepVariables {
		if _, err := pipeline.Run(r.s, cleaning(), cleanly); err != nil {
			r.fail(CodeUnsupported, "%v", err)
		}
	}
	r.allowNonUniform()
	lower.LeaveSSA.Run(r.s)
	if err := toir.Into(r.m, r.s); err != nil {
		r.fail(CodeUnsupported, "%v", err)
	}
	if err := transform.PlainQueries(r.m); err != nil {
		r.fail(CodeUnsupported, "%v", err)
	}
	compact.Module(r.m, compact.Options{Interface: true}) // types of what became values
}
