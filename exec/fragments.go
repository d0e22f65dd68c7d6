package exec

// This file declares how a fragment stage takes over parts of a rasterizer: the interpolation of its inputs, and
// the colors of pixels.

import "refract/ir"

// A Merger is a fragment Stage that writes colors to the pixels of a target, quad by quad in the order of the
// batch.
type Merger interface {
	// Merge has later runs write the first color of each fragment to pixels, and no longer to the
	// records of outputs; it is the color at location 0, of four floats. The pixels and the quads are the
	// stage's memory until Close: pixels has Height rows of Width pixels, each with Samples samples of
	// four bytes or floats, and quads describes the quads of a batch: as many as Lend had memory for. Both are
	// nil if the stage can't: the results stay in the records.
	Merge(t MergeTarget, count int) (pixels []byte, quads []QuadPlace)
}

// A MergeTarget is a target of four normalized bytes a sample, or of four floats, red first.
type MergeTarget struct {
	Width, Height int  // pixels; even
	Samples       int  // 1 or 4
	Floats        bool // of 32 bits

	// With Blend, the source and the stored color are added up, times factors that follow from the
	// source's alpha: of colors and of alpha, for the source and for the stored color.
	Blend        bool
	Color, Alpha [2]MergeFactor
}

// A MergeFactor is a blend factor: a constant, and a multiple of the source's alpha.
type MergeFactor struct{ Constant, TimesAlpha float32 }

// A QuadPlace is a quad of a batch, for stages that interpolate or merge.
type QuadPlace struct {
	X, Y     uint32 // the upper left pixel
	Triangle uint32 // byte offset of its record among the triangles
	Offset   uint32 // of the upper left pixel in the pixels of a Merger, in bytes

	// Coverage are the samples to write: four bits for each pixel, none for helpers. A run leaves out samples
	// of fragments that were discarded.
	Coverage uint32
}

// An Interpolator is a fragment Stage that computes its inputs itself, at the centers of pixels.
type Interpolator interface {
	// Interpolate has later runs compute the inputs of their fragments from quads and records of
	// triangles, in the stage's memory until Close: as many quads and triangles as Lend had memory for. Batches
	// then have no In and no Quads. Both are nil if the stage has an input that follows from more
	// than that.
	Interpolate(count int) (quads []QuadPlace, triangles [][2]float64)
}

// The record of a triangle, in pairs of 64-bit floats: all but the origin are a number twice, as vectors have
// them. Weights and depth are linear over the window: their value at the origin, and how much it rises to the right
// and down.
const (
	TriangleOrigin = 0  // x and y
	TriangleSecond = 1  // the weight of the second vertex
	TriangleThird  = 4  // of the third
	TriangleDepth  = 7  // the depth
	TriangleOverW  = 10 // 1/w of the vertices
	TriangleFlatW  = 13 // not zero if the three are one
	TriangleWords  = 14 // three pairs for each word of the inputs' records

	// The three of a word are its value at the first vertex, and how much more it is at the others; of a
	// word that is constant on the triangle, the first pair is its bits, four times.
	TriangleWord = 3
)

// InterpolationOf is how the scalars of a fragment stage's input at a location are interpolated: perspective,
// linear or flat. Those of each vertex are flat.
func (p *Port) InterpolationOf(scalar int) ir.Interpolation {
	switch {
	case p.Interpolation == ir.InterpolatePerVertex, !p.Scalars[scalar].IsFloat(), p.PerPrimitive:
		return ir.InterpolateFlat
	case p.Interpolation == ir.DefaultInterpolation:
		return ir.InterpolatePerspective
	}
	return p.Interpolation
}
