package exec

// This file declares the errors of this package and of every engine.

import (
	"fmt"
	"runtime/debug"

	"refract/diag"
	"refract/ir"
)

// A NotFoundError reports that the module has no entity of that name.
type NotFoundError struct {
	Kind string // "entry point", "function", "override", "variable"
	Name string
	Note string // what there is instead, or ""
}

func (e *NotFoundError) Error() string {
	return join(fmt.Sprintf("there is no %s %q", e.Kind, e.Name), e.Note)
}

func join(text, note string) string {
	if note == "" {
		return text
	}
	return text + ": " + note
}

// An OverrideError reports a fault of an override's value, or of an expression computed
// from overrides.
type OverrideError struct {
	Name    string // of the override; "": a length, a size or a constant, which the message names
	Message string
	Span    diag.Span
}

func (e *OverrideError) Error() string {
	if e.Name == "" {
		return e.Message
	}
	return fmt.Sprintf("override %q: %s", e.Name, e.Message)
}

// Problem is the kind of a BindingError.
type Problem uint8

const (
	Missing      Problem = iota // nothing is bound
	WrongKind                   // a resource of another kind is bound
	TooSmall                    // the buffer is smaller than the type's minimum size
	Misaligned                  // the size of the buffer or the offset of the binding is not aligned
	WrongFormat                 // the texture's format doesn't suit the shader's type
	WrongDim                    // its dimension, arrayedness or sample count doesn't
	WrongAccess                 // the resource doesn't allow what the shader does with it
	WrongSampler                // a comparison sampler where none is wanted, or the reverse
	WrongCount                  // a binding array has another number of resources
	numProblems
)

var problemNames = [numProblems]string{"missing", "wrong kind", "too small", "misaligned", "wrong format",
	"wrong dimension", "wrong access", "wrong sampler", "wrong count"}

func (p Problem) String() string { return problemNames[p] }

// A BindingError reports a fault of the resource of one variable.
type BindingError struct {
	Group, Binding uint32
	HasBinding     bool // false: the variable has only a name
	Name           string
	Problem        Problem
	Message        string
	Span           diag.Span // of the variable
}

func (e *BindingError) Error() string {
	if !e.HasBinding {
		return fmt.Sprintf("variable %q: %s", e.Name, e.Message)
	}
	return fmt.Sprintf("variable %q at group %d, binding %d: %s", e.Name, e.Group, e.Binding, e.Message)
}

// An UnsupportedError reports a feature that the engine can't run.
type UnsupportedError struct {
	Feature string // "ray queries", "the mesh stage"
	Span    diag.Span
}

func (e *UnsupportedError) Error() string { return "not supported: " + e.Feature }

// A TrapError ends a run in which a promise of the module was broken: an operation carries
// a flag that no check is needed, and one is; or a ray query was used in a way that
// SPV_KHR_ray_query leaves undefined, which has no flag.
type TrapError struct {
	Message    string
	Flag       ir.Flags // or 0
	Invocation Invocation
	Span       diag.Span
}

func (e *TrapError) Error() string {
	return fmt.Sprintf("%s, in invocation %s", e.Message, e.Invocation)
}

// A StepLimitError ends a run that took more steps than RunOptions.MaxSteps.
type StepLimitError struct {
	Steps      uint64 // the limit
	Invocation Invocation
	Span       diag.Span // of the loop, or the call, that was running
}

func (e *StepLimitError) Error() string {
	return fmt.Sprintf("no end after %d steps, in invocation %s", e.Steps, e.Invocation)
}

// A LimitError reports that the shader needs more of something than the engine has.
type LimitError struct {
	What   string // "bytes of workgroup memory"
	Needed uint64
	Limit  uint64
	Span   diag.Span
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%d %s are needed; at most %d are possible", e.Needed, e.What, e.Limit)
}

// A ValueError reports that a Go value and a value of the shader don't fit.
type ValueError struct {
	Path    string // where in the value: "items[3].pos"; "" is the whole
	Message string
}

func (e *ValueError) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// An InputError reports a fault in the arguments of a run.
type InputError struct {
	What    string // "workgroups", "argument 2 of \"f\""
	Message string
}

func (e *InputError) Error() string { return e.What + ": " + e.Message }

// SpanOf returns the place in the source that an error of this package names,
// or the zero Span.
func SpanOf(err error) diag.Span {
	switch e := err.(type) {
	case *OverrideError:
		return e.Span
	case *BindingError:
		return e.Span
	case *UnsupportedError:
		return e.Span
	case *TrapError:
		return e.Span
	case *StepLimitError:
		return e.Span
	case *LimitError:
		return e.Span
	}
	return diag.Span{}
}

// A FaultError reports that the engine itself has failed: that is a fault of the engine,
// not of the shader.
type FaultError struct {
	Value any    // what the panic was about
	Stack string // where it came from
}

func (e *FaultError) Error() string {
	return fmt.Sprintf("internal fault: %v: this is a fault of refract, not of the shader, please report it", e.Value)
}

// Protect turns a panic into a *FaultError. Engines defer it at the entries of programs and
// goroutines.
func Protect(err *error) {
	if v := recover(); v != nil {
		*err = &FaultError{v, string(debug.Stack())}
	}
}
