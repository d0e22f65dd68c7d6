package driver

// The cost limits of an input. A few bytes can cost a lot: constants made of constants,
// structs of structs, arrays of zeros that a target has to spell out. Exceeding a budget is
// an error, with a place in the source if there is one.

import (
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
)

// A Budget bounds the cost of one input: the root package documents its fields. A field
// that is 0 stands for the default.
type Budget struct {
	Source       int // bytes of an input
	Constants    int // scalars of a module's constants
	Leaves       int // scalars, vectors, matrices and arrays of a type
	Instructions int // expressions and statements of a module
	Output       int // bytes of an output
	Workers      int // goroutines
}

// maxOutput bounds the output if no source is at hand.
const maxOutput = 64 << 20

// For returns the budget with the defaults of an input of so many bytes.
func (b Budget) For(bytes int) Budget {
	for _, f := range []struct {
		field    *int
		standard int
	}{
		{&b.Source, MaxSourceBytes}, {&b.Constants, 1<<18 + bytes}, {&b.Leaves, 1 << 16},
		{&b.Instructions, 1<<22 + 64*bytes}, {&b.Output, maxOutput + 64*bytes},
	} {
		if *f.field <= 0 {
			*f.field = f.standard
		}
	}
	b.Source = min(b.Source, 1<<30)
	return b
}

// ofModule returns the budget with the defaults of the module's source.
func (b Budget) ofModule(m *ir.Module) Budget {
	n := 0
	if m.Sources != nil {
		n = m.Sources.Size()
	}
	return b.For(n)
}

// A BudgetError reports that an input costs more than its Budget allows. The errors of
// Parse, Validate, Optimize and Write that hold one hold a *diag.Diagnostics, too.
type BudgetError struct {
	What  string // "instructions", "bytes of output"
	Limit int
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("more than %d %s: the budget of the library's options allows no more", e.Limit, e.What)
}

const codeBudget diag.Code = "limit-exceeded"

// instructions returns an error if a module is too large.
func (b *Budget) instructions(m *ir.Module) *BudgetError {
	n := m.Consts.ExprCount()
	for _, f := range m.Functions[1:] {
		n += f.ExprCount() + f.StmtCount()
	}
	if n > b.Instructions {
		return &BudgetError{"instructions", b.Instructions}
	}
	return nil
}

// A sizing watches how large passes make a shader. A function pass changes that function's
// size alone.
type sizing struct {
	limit int
	sizes []int // of functions in instructions
	total int
}

// after checks the shader's size after an application of a pass. If it is too large the run
// ends: after panics with a *BudgetError, which protect returns as the error.
func (z *sizing) after(a *pipeline.Application, s *ssa.Shader) {
	switch {
	case a.Func != 0 && len(z.sizes) == len(s.Funcs):
		if !a.Changed {
			return
		}
		z.count(int(a.Func), s)
	case !a.Changed && len(z.sizes) == len(s.Funcs):
		return
	default:
		z.sizes, z.total = slices.Grow(z.sizes[:0], len(s.Funcs))[:len(s.Funcs)], 0
		clear(z.sizes)
		for id := range s.Funcs {
			z.count(id, s)
		}
	}
	if z.total > z.limit { // of which some may have been reclaimed between passes
		for id := range s.Funcs {
			z.count(id, s)
		}
	}
	if z.total > z.limit {
		panic(&BudgetError{"instructions, after a pass of the optimizer", z.limit})
	}
}

func (z *sizing) count(id int, s *ssa.Shader) {
	z.total -= z.sizes[id]
	z.sizes[id] = 0
	if f := s.Funcs[id]; f != nil {
		z.sizes[id] = f.InstrCount()
	}
	z.total += z.sizes[id]
}
