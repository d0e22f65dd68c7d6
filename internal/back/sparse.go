package back

// This file finds the residency of texels, which only some outputs can express.

import (
	"refract/internal/ir/transform"
	"refract/ir"
)

// ComparedChannel is the feature of gathers that compare another channel than the first: only Direct3D
// has them, though depth formats have one channel.
const ComparedChannel = "a gather that compares another channel than the first"

// Unsparse adds to a list the first residency of texels of a module, for an output in which all texels
// are taken to have memory.
func Unsparse(m *ir.Module, list []Dropped) []Dropped {
	for _, f := range m.Functions[1:] {
		if x := transform.NextResidency(f, 0); x != 0 {
			return append(list, Dropped{"whether texels have memory: all have it there", f.SpanOf(x)})
		}
	}
	return list
}
