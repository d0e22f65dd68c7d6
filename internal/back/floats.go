package back

import "refract/ir"

// Loosened adds to a list the rules for floating-point numbers that an output has no word
// for. Their effects on operations are kept as far as precise operations keep them.
func Loosened(m *ir.Module, list []Dropped) []Dropped {
	rules := ir.FloatModes(0)
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Floats&^rules != 0 {
			list = append(list, Dropped{"rules for floating-point numbers: " + (e.Floats &^ rules).String(), e.Span})
			rules |= e.Floats
		}
	}
	return list
}
