// Package back defines back ends. A package that writes a language has a BackEnd, which is
// all that the library, the command and the documentation know of it: its name, its
// options, its writer. It reports an output's names and places to hosts in the one form of
// package reflection.
package back

import (
	"fmt"

	"refract/diag"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
	"refract/reflection"
	"refract/ssa"
)

// A BackEnd writes a language.
type BackEnd struct {
	Language *language.Info

	// Options returns a pointer to new options with the usual values: a struct whose fields
	// have names for JSON; nil: there are none. OptionsOf names another language whose
	// options these are.
	Options   func() any
	OptionsOf *language.Info
	// Docs describes options that CommonDocs lacks, or describes otherwise, by their names
	// without the language.
	Docs []Doc

	// Shared describes further ones, which another back end has, too.
	Shared []Doc

	// Lacks returns the scalars that the language has no form for with these options: of
	// 8, 16 and 64 bits. The writer is given modules without them, as far as they can do
	// without. Nil: none.
	Lacks func(options any) ir.ScalarSet

	// Overrides returns the values of overrides that the options have, or nil. If the
	// function is nil the back end knows nothing about values, and is given modules with
	// the values in place.
	Overrides func(options any) map[string]float64

	// Bounds returns the policies for accesses out of bounds that the options have. Nil:
	// the language has none, or its Writer takes functions from SSA form.
	Bounds func(options any) transform.BoundsOptions

	// IncludeUnused reports whether the options have resources declared that nothing uses. Nil: the
	// language declares all resources of the module, or has no such option.
	IncludeUnused func(options any) bool

	// Single is set if an output holds one entry point. The Writer is then an EachWriter.
	Single bool
	// SSA is set if the Writer takes functions from SSA form, and so Request.Optimize.
	SSA bool

	// New returns a writer, which keeps its memory from one use to the next.
	New func() Writer
}

// Versioned are options that name a version, which is raised to the need of a module unless
// it is named.
type Versioned interface {
	// NameVersion notes that the version is named.
	NameVersion()
}

// HasOptions reports whether there are options that are the language's own.
func (b *BackEnd) HasOptions() bool { return b.Options != nil && b.OptionsOf == nil }

// A Request selects the output.
type Request struct {
	Module *ir.Module     // valid; it stays as it is, but for Own; its Meter ends writing
	Info   *validate.Info // of the module

	// Options are of the type that BackEnd.Options returns; nil: what that returns.
	Options any
	// EntryPoint and Stage pick the entry point of a language that holds one, in place of
	// the options.
	EntryPoint string
	Stage      ir.Stage
	// Overrides are the values of overrides, if the options have none.
	Overrides map[string]float64
	// Limit is the most bytes to write; 0: there is no bound.
	Limit int
	// Smallest is set if only size counts.
	Smallest bool
	// Own is set if nobody looks at the module afterwards: the writer may change it instead
	// of a copy.
	Own bool
	// Workers is how many goroutines write functions of a large module at most; 0: as many
	// as run at once. The output is the same.
	Workers int
	// Emulated are scalars that the module no longer has: see BackEnd.Lacks.
	Emulated ir.ScalarSet
	// Optimize runs in SSA form; for back ends with SSA set. May be nil.
	Optimize *Optimizer
}

// An Optimizer changes functions on their way.
type Optimizer struct {
	// Strict keeps floating-point results bit for bit.
	Strict bool
	// Run changes a shader, which stays valid and holds no registers; nil changes
	// nothing. Its error is returned as it is.
	Run func(*ssa.Shader) error
}

// An Output is the written text or words, with their description.
type Output struct {
	Text  string
	Words []uint32 // of a binary language, instead of the text
	// EntryPoint is the one that the output holds, if the language holds one.
	EntryPoint string
	// Names has the output's names and places; nil: nothing is known.
	Names Mapper
	// Dropped is the parts of the module that the output lacks, as they make no sense
	// there.
	Dropped []Dropped
	// Beyond is the features of the output that only some implementations of the language
	// take. Messages put the field What behind the language and "has".
	Beyond []Dropped
}

// DeviceOrder is the part of a barrier of the workgroup that is left out if it orders
// memory for the whole device, which a target's barrier doesn't.
const DeviceOrder = "that a barrier orders memory for other workgroups, too: it orders it for its own there"

// A Dropped is something that an output leaves out.
type Dropped struct {
	What string    // "the size of points"
	Span diag.Span // where the module says it; may be zero
}

// A Mapper describes an output in the form that all share.
type Mapper interface {
	// Map fills its part of a mapping, whose version and language are set.
	Map(m *reflection.Mapping)
}

// A Writer writes one module after the other. After a panic it must not be used again.
//
// A feature that the language can't express is a diag.Diagnosable. An output that passes
// the limit is a *TooLongError, which text writers panic with.
type Writer interface {
	Write(r *Request) (Output, error)
}

// An EachWriter writes a language that holds one entry point at a time.
type EachWriter interface {
	Writer
	// WriteEach writes every entry point that the request leaves, in the order of the
	// module.
	WriteEach(r *Request) ([]Output, error)
}

// OptionsOf returns the options of a request, or standard ones if it has none.
func OptionsOf[T any](r *Request, standard func() T) T {
	if o, ok := r.Options.(*T); ok && o != nil {
		return *o
	}
	return standard()
}

// Override gives options values of overrides if they have none.
func (r *Request) Override(values *map[string]float64) {
	if *values == nil {
		*values = r.Overrides
	}
}

// At returns a pointer to a place in the module; nil if there is none.
func At(has bool, b ir.ResourceBinding) *reflection.Location {
	if !has {
		return nil
	}
	return &reflection.Location{Group: b.Group, Binding: b.Binding}
}

// An OptionError reports a fault of an option or its value.
type OptionError struct {
	Name string // "spv.version"
	Err  error
}

func (e *OptionError) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *OptionError) Unwrap() error { return e.Err }

// A TooLongError reports that an output passes its limit.
type TooLongError struct {
	What  string // "bytes of SPIR-V"
	Limit int
}

func (e *TooLongError) Error() string { return fmt.Sprintf("more than %d %s", e.Limit, e.What) }
