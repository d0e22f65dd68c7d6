// Package override checks the values that a pipeline gives to overrides: whether they fit
// the module, and the errors of making pipelines with them.
package override

import (
	"maps"
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// Check reports values for overrides that the module doesn't have, and values outside the
// override's type; without these, the errors of making pipelines.
func Check(m *ir.Module, values map[string]float64, list *diag.List) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		id := transform.FindOverride(m, key)
		if id == 0 {
			d := list.Errorf(transform.CodeNoOverride, diag.Span{}, "%s: there is no such override", key)
			overridesThere(m, key, d)
			continue
		}
		for ; int(id) < len(m.Overrides); id++ {
			o := &m.Overrides[id]
			if _, fits := transform.OverrideBits(m.Types.ScalarOf(o.Type), values[key]); !fits && o.Key() == key {
				list.Errorf(transform.CodeOverrideValue, o.Span, "%s: %v is no value of type %s", o.Name, values[key], m.TypeName(o.Type))
			}
		}
	}
	if !list.HasErrors() {
		checkPipelines(m, values, list)
	}
	if !list.HasErrors() && len(m.Overrides) > 1 {
		checkSubstituted(m, values, list)
	}
}

// checkSubstituted reports the errors of writers that put the values in place: an override
// without a value that no entry point uses, and sizes that are too large then.
func checkSubstituted(m *ir.Module, values map[string]float64, list *diag.List) {
	m = m.Clone()
	if err := transform.SubstituteOverrides(m, values); err != nil {
		if e, ok := err.(*transform.OverrideError); ok {
			list.Errorf(e.Code, e.Span, "%s", e.Error())
		} else {
			list.Errorf(transform.CodeOverrideValue, diag.Span{}, "%s", err.Error())
		}
		return
	}
	new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, list)
}

// overridesThere lists the overrides that exist instead of the one named so.
func overridesThere(m *ir.Module, key string, d *diag.Diagnostic) {
	const most = 20
	var keys []string
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		if o.HasID && o.Name == key {
			d.Label(o.Span, "%s has an id, by which it is set: %d", key, o.ID)
			return
		}
		keys = append(keys, o.Key())
	}
	switch n := len(keys); {
	case n == 0:
		d.Note("there are no overrides")
	case n > most:
		d.Note("there are %s and %d more", strings.Join(keys[:most], ", "), n-most)
	default:
		d.Note("there are %s", strings.Join(keys, ", "))
	}
}
