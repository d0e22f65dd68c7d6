package back

import "refract/ir"

// Loosened adds to a list the rules for floating-point numbers that an output has no word
// for. What they say of operations is kept as far as precise operations keep it.
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
