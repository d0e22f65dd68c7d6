// Package front defines front ends. A package that reads a language has a FrontEnd, which
// is all that the library's front door knows of it.
package front

import (
	"refract/diag"
	"refract/internal/budget"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
)

// A FrontEnd reads a language into a module.
type FrontEnd struct {
	Language *language.Info

	// Options returns a pointer to new options; nil: there are none. OptionsOf names
	// another language whose options these are.
	Options   func() any
	OptionsOf *language.Info

	// Everything allows modules all capabilities, not validate.Default, if the caller names
	// none: languages other than WGSL request features by versions and extensions of their own.
	Everything bool
	// Sound promises that every handle in the modules names something, whatever the source:
	// the reader makes no other. Validation can skip that check.
	Sound bool
	// Limits enables warnings about uses beyond the limits that WGSL guarantees.
	Limits bool

	// New returns a reader, which keeps its memory from one use to the next.
	New func() Reader
}

// A Source is an input with the findings about it.
type Source struct {
	Name    string
	Bytes   []byte // of a binary language
	Text    string // of any other, at Base of the sources
	Base    uint32
	Sources *diag.Sources
	List    diag.List
}

// A Request has the settings of a read.
type Request struct {
	// Options are of the type that FrontEnd.Options returns; nil: what that returns.
	Options any
	// Capabilities are those that the module may use; empty: those of FrontEnd.
	Capabilities validate.Capabilities
	// MaxConstants bounds the scalars of composite constants, as often as they are
	// written out; 0: there is no bound.
	MaxConstants int
	// Workers is how many goroutines read the functions of a large source at most; 0: as
	// many as run at once.
	Workers int
	// Meter ends reading when a context is done; may be nil.
	Meter *budget.Meter
}

// A Reader reads one source after the other. After a panic it must not be used again.
type Reader interface {
	// Read fills the module. Mistakes are added to the source's list; after errors the
	// module is worth nothing.
	Read(m *ir.Module, s *Source, r *Request)
}

// OptionsOf returns the options of a request; zero where it has none.
func OptionsOf[T any](r *Request) (o T) {
	if given, ok := r.Options.(*T); ok && given != nil {
		return *given
	}
	return o
}
