package exec

// This file declares the operations of every engine: loading a module, dispatching a
// compute entry point, running fragments, calling one function.

import (
	"context"
	"fmt"

	"refract/diag"
	"refract/ir"
)

// An Engine runs modules.
type Engine interface {
	// Name is the engine's name: "interp".
	Name() string

	// Load prepares a valid module. The module must not change while the Program
	// is in use. Errors: OverrideError, NotFoundError, LimitError.
	Load(m *ir.Module, o LoadOptions) (Program, error)
}

// LoadOptions are fixed when a module is loaded.
type LoadOptions struct {
	// Overrides are the values of overrides, by the decimal numeral of the id or, if an
	// override has none, by name.
	Overrides map[string]float64
}

// A Program is a loaded module. It is safe for concurrent use, so far as the
// resources of the runs are distinct.
type Program interface {
	// Module is the module that runs: the one loaded, with the lengths of arrays
	// that depend on overrides resolved. It must not be changed.
	Module() *ir.Module

	// WorkgroupSize is the size of a compute entry point's workgroups.
	WorkgroupSize(entry string) ([3]uint32, error)

	// Globals are the variables that an entry point uses, ascending.
	Globals(entry string) ([]ir.GlobalID, error)

	// Dispatch runs a compute entry point on a grid of workgroups. The report is present
	// even on an error, which is then the reason that the run ended.
	Dispatch(ctx context.Context, entry string, workgroups [3]uint32, r *Resources, o RunOptions) (*Report, error)

	// Fragments runs a fragment entry point for every pixel of a grid.
	Fragments(ctx context.Context, entry string, grid FragmentGrid, r *Resources, o RunOptions) (*Report, error)

	// Call runs one function that is no entry point. Arguments are Go values as View.Set
	// takes them; for a pointer to function or private memory a View or a pointer to a Go
	// value, which is read before and written after. The result is the zero View if the
	// function returns nothing.
	Call(ctx context.Context, function string, args []any, r *Resources, o RunOptions) (View, *Report, error)
}

// Check is a set of mistakes that a run looks for.
type Check uint8

const (
	CheckBarriers      Check = 1 << iota // control barriers that not all invocations of a workgroup reach together
	CheckRaces                           // conflicting accesses of workgroup and storage memory without a barrier between
	CheckBounds                          // accesses out of bounds
	CheckUninitialized                   // reads of variables and workgroup memory never written

	CheckAll = CheckBarriers | CheckRaces | CheckBounds | CheckUninitialized
)

// The codes of the findings that checks report.
const (
	CodeBarrier       diag.Code = "non-uniform-barrier"
	CodeRace          diag.Code = "data-race"
	CodeBounds        diag.Code = "out-of-bounds"
	CodeUninitialized diag.Code = "uninitialized-read"
)

// RunOptions configure a run.
type RunOptions struct {
	// SubgroupSize is the number of invocations in a subgroup: a power of two
	// from 4 to 128; 0 means 8.
	SubgroupSize uint32

	// MaxSteps bounds the work of the run: an instruction of one invocation is
	// about a step. 0 means DefaultMaxSteps.
	MaxSteps uint64

	// Check selects the checks. Checking runs are slower, sequential, and take memory in
	// proportion to the memory that the shader touches.
	Check Check

	// MaxFindings bounds the findings kept; 0 means diag.DefaultCap.
	MaxFindings int

	// Shared is set if others may write the buffers and textures of a Stage between two runs: other
	// stages of the same draw, or the draw itself.
	Shared bool

	// Print, if not nil, is called for each statement of the shader that prints, except in
	// helper invocations. Workgroups of such shaders run one after the other; draws of
	// several workers call it on several goroutines.
	Print func(p *Printed)

	// Workers is how many workgroups may run at once. The order of workgroups is then
	// undefined, so the engine heeds it only for shaders without atomics on storage memory
	// or images, and without checks. Workgroups that write the same memory, or read memory
	// that another writes, are a data race of the shader, whose result then differs from
	// run to run; CheckRaces finds it. 0 and 1 mean one after the other.
	Workers int
}

// A Printed is one line that a shader prints.
type Printed struct {
	Text       string
	Invocation Invocation
	Span       diag.Span     // of the statement; zero of a line that ReadPrinted returns
	Position   diag.Position // of the statement; zero if the source isn't known
}

// DefaultMaxSteps is the bound of steps if none is given.
const DefaultMaxSteps = 1 << 40

// A Report is the facts about a finished run.
type Report struct {
	Steps       uint64            // steps taken
	Invocations uint64            // invocations begun
	Findings    *diag.Diagnostics // of the checks; nil: none
}

// An Invocation names one invocation of an entry point.
type Invocation struct {
	Stage  ir.Stage
	Global [3]uint32 // compute: global_invocation_id; fragment: pixel x, y
	Local  [3]uint32 // compute: local_invocation_id
	Group  [3]uint32 // compute: workgroup_id
}

func (i Invocation) String() string {
	switch i.Stage {
	case ir.StageCompute:
		return fmt.Sprintf("(%d, %d, %d)", i.Global[0], i.Global[1], i.Global[2])
	case ir.StageFragment:
		return fmt.Sprintf("(%d, %d)", i.Global[0], i.Global[1])
	}
	return "0"
}

// A FragmentGrid is the fragments to run and their inputs. Fragments run in quads of two by
// two; fragments beyond the edges are helper invocations.
type FragmentGrid struct {
	Width, Height int

	// Input sets the value of an input of the fragment at (x, y): one with a
	// location, or a built-in value. It may be nil, and need not set built-in
	// values: by default position is (x+0.5, y+0.5, 0, 1), front_facing true,
	// sample_mask 1 and everything else zero. Helper invocations are asked too.
	Input func(x, y int, b ir.Binding, value View) error

	// Output receives the outputs of each fragment that was not discarded, row by
	// row of quads. It may be nil. The views are valid during the call.
	Output func(x, y int, b ir.Binding, value View) error

	// Discarded is called for each fragment that was discarded; it may be nil.
	Discarded func(x, y int)
}
