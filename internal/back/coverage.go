package back

// This file finds sample masks that a fragment shader reads after the depth test.

import "refract/ir"

// UncoveredDepth adds to a list the sample masks whose tests of depth and stencil an output
// can't put ahead of the shader's reads.
func UncoveredDepth(m *ir.Module, list []Dropped) []Dropped {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.PostDepthCoverage {
			list = append(list, Dropped{"that the sample mask of fragments has passed the depth test: it is the one ahead of the test there", e.Span})
		}
	}
	return list
}
