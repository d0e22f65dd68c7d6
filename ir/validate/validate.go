// Package validate proves that a module obeys every rule of the module IR. The
// rules stand at the fields they govern, in package ir; here they are enforced.
//
// The contract: every writer and transform takes a module that passed without a panic;
// features that a target can't express are a typed error of its writer. No module
// whatsoever makes validation itself panic, hang or recurse without a bound.
//
// Later checks rely on earlier ones: handles (ir.Module.CheckHandles), types, layouts,
// module-scope expressions and variables, then each function in one walk over its
// statements, then the call graph, then entry points. Handles and types that are wrong end
// the work; everything else goes on, so that one run reports several errors, each with a
// code of its own. An expression that was reported is not complained about again by its
// users.
//
// The facts found on the way are left in Info. Uniformity is not checked here: see the
// front ends, and internal/ssa/analysis for divergence.
package validate

import (
	"refract/diag"
	"refract/internal/budget"
	"refract/internal/ir/layout"
	"refract/internal/ir/typing"
	"refract/ir"
)

// Options of a validation.
type Options struct {
	// Capabilities are the ones that the module may use; zero means Default.
	Capabilities Capabilities
	// MaxLeaves is how many parts a type may have that aren't structs, down through
	// its structs; the elements of an array are one. Zero: any number.
	MaxLeaves int
	// Sound is set if every handle names something, as in the output of a reader, so that
	// none is checked.
	Sound bool
	// MaxErrors is how many errors Module keeps; zero means diag.DefaultCap.
	MaxErrors int
	// Workers is how many goroutines check the functions of a large module, at most; 0: as
	// many as run at once. Findings are the same, in the same order.
	Workers int
	// Meter ends validation when a context is done; may be nil.
	Meter *budget.Meter
}

// Module validates a module. The error is a *diag.Diagnostics that holds
// everything found. The Info belongs to the caller.
func Module(m *ir.Module, opts Options) (*Info, error) {
	list := diag.List{Cap: opts.MaxErrors}
	info := new(Validator).Validate(m, opts, &list)
	if info == nil {
		return nil, list.Err(m.Sources)
	}
	return info, nil
}

// A Validator validates one module after the other and keeps its memory. The
// zero Validator is ready to use. It is not safe for concurrent use.
type Validator struct {
	m        *ir.Module
	list     *diag.List
	meter    *budget.Meter
	allowed  Capabilities
	required Capabilities
	info     Info

	facts   typing.Facts
	layouts layout.Cache
	check   typing.Checker
	consts  constState
	fn      funcState
	graph   graphState
	io      ioState

	maxLeaves uint64
	leaves    []uint64 // by TypeID, where there is a limit

	isEntry []bool // by FuncID: an entry point starts there
	buf     []ir.ExprID

	parts []*Validator // that check functions besides: see parallel.go
}

// Validate validates a module, reports into list, and returns the facts about it, or nil if
// it reported an error. The Info is valid until the next call.
func (v *Validator) Validate(m *ir.Module, opts Options, list *diag.List) *Info {
	v.m, v.list, v.meter = m, list, opts.Meter
	v.allowed, v.required = opts.Capabilities, Capabilities{}
	if v.allowed.Empty() {
		v.allowed = Default
	}
	before := list.ErrorCount()
	if !opts.Sound {
		if v.handles(); list.ErrorCount() > before {
			return nil
		}
	}
	v.maxLeaves = uint64(opts.MaxLeaves)
	if v.types(); list.ErrorCount() > before {
		return nil
	}
	v.check.Start(m, &v.facts)
	v.moduleScope()
	v.functions(opts.Workers)
	if v.callGraph() {
		v.entryPoints()
	}
	if list.ErrorCount() > before {
		return nil
	}
	v.info.Required = v.required
	v.info.Facts, v.info.Layouts = &v.facts, &v.layouts
	return &v.info
}

// Take returns the result of the last call of Validate as the caller's own: the Validator
// makes the next Info in new memory.
func (v *Validator) Take() *Info {
	own := &struct {
		info    Info
		facts   typing.Facts
		layouts layout.Cache
	}{v.info, v.facts, v.layouts}
	own.info.Facts, own.info.Layouts = &own.facts, &own.layouts
	v.info, v.facts, v.layouts = Info{}, typing.Facts{}, layout.Cache{}
	v.fn.refs = nil
	v.graph.give()
	for _, p := range v.parts {
		p.graph.give()
	}
	return &own.info
}

func (v *Validator) errorf(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return v.list.Errorf(code, span, format, args...)
}

// need requires a capability of the module, and reports it if it isn't allowed.
func (v *Validator) need(c Capability, span diag.Span, what string) {
	v.required = v.required.With(c)
	if !v.allowed.Has(c) {
		v.lacking(SetOf(c), span, what)
	}
}

// lacking reports capabilities that aren't allowed, and how to allow them.
func (v *Validator) lacking(missing Capabilities, span diag.Span, what string) {
	d := v.errorf(CodeCapability, span, "%s needs the capability %s", what, missing)
	d.Note("it is off by default: --capabilities default,%s", missing)
}

// needType requires the capabilities of a type, and reports abstract types.
func (v *Validator) needType(t ir.TypeID, span diag.Span) {
	f := v.facts.Of(t)
	if f.Flags&typing.Abstract != 0 {
		v.errorf(CodeAbstractType, span, "a module can't hold values of %s", v.m.TypeName(t))
		return
	}
	if f.Features != 0 {
		c := capabilitiesOf(f.Features)
		v.required = v.required.Union(c)
		if missing := c.Minus(v.allowed); !missing.Empty() {
			v.lacking(missing, span, v.m.TypeName(t))
		}
	}
}

func (v *Validator) handles() {
	v.m.CheckHandles(func(span diag.Span, f ir.FuncID, what string) {
		d := v.errorf(CodeHandle, span, "%s", what)
		if f != 0 && v.m.Functions[f] != nil {
			d.Note("in the function %q", v.m.Functions[f].Name)
		}
	})
}

// grow returns a cleared slice of n elements, in s's memory if it is enough. Memory that
// takes the place of other has some to spare.
func grow[T any](s []T, n int) []T {
	switch {
	case cap(s) >= n:
	case cap(s) == 0:
		return make([]T, n)
	default:
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}
