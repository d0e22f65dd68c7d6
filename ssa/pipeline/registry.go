package pipeline

// This file lists all passes. One that isn't here can't be named, and a test
// fails on a pass that a package has and this list doesn't.

//go:generate go test -run ^TestPassesDoc$ -update

import (
	"slices"
	"strings"
	"sync"

	"refract/ssa/lower"
	"refract/ssa/opt"
	"refract/ssa/pass"
)

// passes has every pass, by name.
var passes = []*pass.Pass{
	lower.ALUToScalar,
	lower.Continues,
	lower.GlobalToLocal,
	lower.GotoIfs,
	lower.InlineFew,
	lower.InlineFunctions,
	lower.InlineSmall,
	lower.LeaveSSA,
	lower.Matrices,
	lower.Returns,
	lower.SplitArrayVars,
	lower.SplitStructVars,
	lower.Switches,
	lower.ToLCSSA,
	lower.VarCopies,
	lower.VariableInitializers,
	lower.VarsToSSA,
	opt.Algebraic,
	opt.AlgebraicLate,
	opt.ConstantFolding,
	opt.CopyProp,
	opt.CopyPropVars,
	opt.CSE,
	opt.DCE,
	opt.DeadCalls,
	opt.DeadCF,
	opt.DeadFunctions,
	opt.DeadVariables,
	opt.DeadWrites,
	opt.Deref,
	opt.JoinLimits,
	opt.LICM,
	opt.LoopUnroll,
	opt.PeepholeSelect,
	opt.Ranges,
	opt.RemovePhis,
	opt.TrivialJumps,
}

// sorted has the passes in the order of their names.
var sorted = sync.OnceValue(func() []*pass.Pass {
	list := slices.Clone(passes)
	slices.SortFunc(list, func(a, b *pass.Pass) int { return strings.Compare(a.Name, b.Name) })
	return list
})

// All returns every pass in the order of their names.
func All() []*pass.Pass { return slices.Clone(sorted()) }

// ByName finds a pass, or returns nil.
func ByName(name string) *pass.Pass {
	for _, p := range passes {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// establishing is the first pass that establishes all of the facts and needs
// nothing that it destroys, or nil.
func establishing(facts pass.Props) *pass.Pass {
	for _, p := range passes {
		if p.Establishes&facts == facts && p.Destroys&facts == 0 {
			return p
		}
	}
	return nil
}
