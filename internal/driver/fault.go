package driver

// Faults: a panic anywhere in the library is an error for its caller, with the facts for a
// report.

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/budget"
)

// A FaultError reports that the library has failed, whatever the input is: that is a fault
// of refract, not of the shader. Errors that hold one hold a *diag.Diagnostics with the
// same words, too.
type FaultError struct {
	Name  string // of the input, where there is one
	Value any    // what the panic was about
	Stack string // where it came from
}

func (e *FaultError) Error() string {
	return fmt.Sprintf("internal fault: %v", e.Value)
}

const codeFault diag.Code = "internal-fault"

// protect turns a panic into an error, and the end of a context into the context's error.
// Every exported function defers it.
func protect(name string, err *error) {
	v := recover()
	switch v := v.(type) {
	case nil:
	case *budget.Stopped:
		*err = v.Err
	case *BudgetError:
		var list diag.List
		list.Errorf(codeBudget, diag.Span{}, "%s", v.Error())
		*err = &inexpressibleError{list.Diagnostics(emptySources(name)), v}
	case *back.TooLongError:
		b := &BudgetError{v.What, v.Limit}
		var list diag.List
		list.Errorf(codeBudget, diag.Span{}, "%s", b.Error())
		*err = &inexpressibleError{list.Diagnostics(emptySources(name)), b}
	default:
		*err = newFault(name, v, string(debug.Stack()))
	}
}

// newFault makes the error for a panic.
func newFault(name string, v any, stack string) error {
	f := &FaultError{name, v, stack}
	var list diag.List
	d := list.Errorf(codeFault, diag.Span{}, "%s", f.Error())
	if at := f.place(); at != "" {
		d.Note("at %s", at)
	}
	d.Note("this is a fault of refract, not of the shader: please report it with the input, the command or options, and this text")
	return &inexpressibleError{list.Diagnostics(emptySources(name)), f}
}

// emptySources has a name for diagnostics without a place.
func emptySources(name string) *diag.Sources {
	sources := new(diag.Sources)
	sources.Add(name, "")
	return sources
}

// place is the innermost function of refract that was running.
func (e *FaultError) place() string {
	module := strings.TrimSuffix(reflect.TypeFor[FaultError]().PkgPath(), "/internal/driver")
	lines := strings.Split(e.Stack, "\n")
	past := false
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			past = true
			continue
		}
		if past && strings.HasPrefix(l, module) && i+1 < len(lines) {
			function, _, _ := strings.Cut(l, "(0x")
			file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			if j := strings.LastIndexByte(file, '/'); j >= 0 {
				file = file[j+1:]
			}
			return function + ", " + file
		}
	}
	return ""
}
