package harness

import "refract/ir"

// OverrideValues gives every override without an initial value one.
func OverrideValues(m *ir.Module) map[string]float64 {
	v := map[string]float64{}
	for i := 1; i < len(m.Overrides); i++ {
		if o := &m.Overrides[i]; o.Init == 0 {
			v[o.Key()] = 1
		}
	}
	return v
}
