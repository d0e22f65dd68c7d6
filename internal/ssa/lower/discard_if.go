package lower

// This file ends fragments under a condition by ifs.
//
//	before                          after
//	demote_if %c                    if %c {
//	                                  demote
//	                                }
//	terminate_if %d                 if %d {
//	                                  halt
//	                                }

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DiscardIfOptions selects the instructions that become ifs.
type DiscardIfOptions struct {
	KeepDemote    bool `doc:"conditional demotions stay"`
	KeepTerminate bool `doc:"conditional discards stay"`
}

// DiscardIf makes ifs of discards under conditions.
var DiscardIf = &pass.Pass{
	Name:        "lower-discard-if",
	Doc:         "fragments that end, or become helpers, under a condition do so in an if",
	Replaces:    []string{"lower_discard_if"},
	Establishes: pass.NoDiscardIf,
	Destroys:    pass.LoopClosed,
	Machine:     true,
	Function:    func(f *ssa.Function) bool { return discardIf(f, DiscardIfOptions{}) },
}

// DiscardIfOf is the pass with options.
func DiscardIfOf(o DiscardIfOptions) *pass.Pass {
	p := *DiscardIf
	if o.KeepDemote || o.KeepTerminate {
		p.Establishes = 0
	}
	p.Function = func(f *ssa.Function) bool { return discardIf(f, o) }
	return &p
}

// IsDiscardIf reports whether an instruction ends invocations, or makes helpers of them,
// under a condition.
func IsDiscardIf(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.DemoteIf || f.Op(i) == op.TerminateIf
}

func discardIf(f *ssa.Function, o DiscardIfOptions) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if IsDiscardIf(f, i) && !(o.KeepDemote && f.Op(i) == op.DemoteIf) && !(o.KeepTerminate && f.Op(i) == op.TerminateIf) {
				list = append(list, i)
			}
		}
	}
	for _, i := range list {
		span := f.SpanOf(i)
		n := f.InsertIf(f.BeforeInstr(i), f.Src(i, 0), span)
		then := f.ListFirst(f.Then(n))
		if f.Op(i) == op.DemoteIf {
			at := f.Build(f.EndOf(then))
			at.Span = span
			at.Instr(op.Demote, 0)
		} else {
			f.AddJump(then, op.Halt, span)
		}
		f.Remove(i)
	}
	return len(list) > 0
}
