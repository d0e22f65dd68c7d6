package exec

// This file declares how vertex and fragment entry points run on many invocations at once:
// the interface between a rasterizer and an engine.

import (
	"context"

	"refract/ir"
)

// A Stager is a Program that runs the stages of a graphics pipeline.
type Stager interface {
	// Stage prepares a vertex or fragment entry point. Errors: NotFoundError,
	// BindingError, UnsupportedError, LimitError.
	Stage(ctx context.Context, entry string, r *Resources, o RunOptions) (Stage, error)
}

// A Stage is an entry point with its resources. Its inputs and outputs are
// records of words, a word for each scalar in the order of the value's parts (a
// matrix column by column): an f16 is in the lower half, a bool 0 or 1.
//
// A Stage is for one goroutine at a time; two of the same Program run at once, so
// far as their resources are distinct. RunOptions.MaxSteps bounds all that one
// Stage runs.
type Stage interface {
	Inputs() []Port
	Outputs() []Port

	// Run runs a batch. Its errors are the errors of Program.Fragments.
	Run(b *Batch) error

	// Close frees the stage. It isn't used afterwards.
	Close()
}

// A Lender is a Stage that lends the memory which it reads and writes records in: a batch
// whose records lie there isn't copied.
type Lender interface {
	// Lend returns memory for so many records, of zeros, or nil if they are too many. It is
	// the stage's until Close.
	Lend(count int) (in, out []uint32)
}

// A Port is one input or output of a stage.
type Port struct {
	ir.Binding
	Type    ir.TypeID
	First   int         // word in the record
	Scalars []ir.Scalar // one for each word
}

// Words is the length of the records that hold the ports.
func Words(ports []Port) int {
	n := 0
	for i := range ports {
		n = max(n, ports[i].First+len(ports[i].Scalars))
	}
	return n
}

// A Batch is invocations of a stage. Each four of a fragment stage are a Quad. The records of vertices lie one after the other;
// the records of a quad lie word by word, in the order of FragmentWord.
type Batch struct {
	Count int      // of invocations; for fragments a multiple of 4
	In    []uint32 // Count records
	Out   []uint32 // Count records; of vertices, what wasn't written is zero

	// Quads are a fragment stage's, Count/4 of them. Nil: none are named, and there are no
	// helpers.
	Quads []Quad
}

// A Quad describes four fragments of a batch: upper left, upper right, lower left, lower
// right, a bit for each from the lowest on.
type Quad struct {
	X, Y uint32 // the upper left pixel, which names the fragments in errors

	// Helpers run for the derivatives of their quad only: they write nothing, and have no
	// results.
	Helpers uint8

	// Discarded is set by Run: the fragments that were discarded, or have no result as they
	// are helpers.
	Discarded uint8
}

// Pixel is the pixel of a fragment.
func (q *Quad) Pixel(fragment int) [2]uint32 {
	return [2]uint32{q.X + uint32(fragment&1), q.Y + uint32(fragment>>1&1)}
}

// Helper reports whether a fragment of the batch is a helper.
func (b *Batch) Helper(fragment int) bool {
	return b.Quads != nil && b.Quads[fragment/4].Helpers>>(fragment%4)&1 != 0
}

// FragmentWord is the place of a word of a fragment's record in a batch of records of so
// many words: each word of the four fragments of a quad side by side.
func FragmentWord(words, fragment, word int) int {
	return fragment&^3*words + 4*word + fragment&3
}
