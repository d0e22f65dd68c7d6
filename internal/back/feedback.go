package back

import "refract/ir"

// Uncaptured adds to a list the transform feedback of a module, whose places in buffers the output
// lacks.
func Uncaptured(m *ir.Module, list []Dropped) []Dropped {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Setup().Feedback != (ir.FeedbackStrides{}) {
			return append(list, Dropped{What: "the places of outputs in buffers of transform feedback", Span: e.Span})
		}
	}
	return list
}
