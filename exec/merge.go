package exec

// This file declares how a fragment stage writes colors to pixels itself, instead of handing them to the
// rasterizer.

// A Merger is a fragment Stage that writes colors to the pixels of a target, quad by quad in the order of the
// batch.
type Merger interface {
	// Merge has later runs write the first color of each fragment to pixels, and no longer to the
	// records of outputs; it is the color at location 0, of four floats. The pixels and the quads are the
	// stage's memory until Close: pixels has Height rows of Width pixels, each with Samples samples of
	// four bytes, and quads describes the quads of a batch: as many as Lend had memory for. Both are
	// nil if the stage can't: the results stay in the records.
	Merge(t MergeTarget, count int) (pixels []byte, quads []MergedQuad)
}

// A MergeTarget is a target of four normalized bytes a sample, red first.
type MergeTarget struct {
	Width, Height int // pixels; even
	Samples       int // 1 or 4

	// With Blend, the source and the stored color are added up, times factors that follow from the
	// source's alpha: of colors and of alpha, for the source and for the stored color.
	Blend        bool
	Color, Alpha [2]MergeFactor
}

// A MergeFactor is a blend factor: a constant, and a multiple of the source's alpha.
type MergeFactor struct{ Constant, TimesAlpha float32 }

// A MergedQuad is the place of a quad in the pixels.
type MergedQuad struct {
	Offset   uint32 // of the upper left pixel, in bytes
	Coverage uint32 // samples to write: four bits for each pixel
}
