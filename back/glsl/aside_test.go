package glsl

// This file tests that an entry point written alone is what it is among the others.

import (
	"reflect"
	"testing"

	"refract/internal/harness"
)

// TestAlone writes the entry points of modules that have several alone and together:
// text and reflection are the same.
func TestAlone(t *testing.T) {
	compared := 0
	for i, s := range harness.Shaders(t) {
		m, _ := parse(s.Source)
		if m == nil || len(m.EntryPoints) < 2 || !harness.Chosen(i, &s, 5) {
			continue
		}
		for _, c := range settings {
			o := NewOptions()
			c.set(&o)
			var together, alone Writer
			at := -1
			together.WriteEach(m, nil, o, func(text []byte, r *Reflection) error {
				for at++; m.EntryPoints[at].Name != r.EntryPoint; at++ {
				}
				one := o
				one.EntryPoint, one.Stage = m.EntryPoints[at].Name, m.EntryPoints[at].Stage
				got, names, err := alone.Write(m, nil, one)
				switch {
				case err != nil:
					t.Errorf("%s, %s, %s: %v", s.Name, c.name, r.EntryPoint, err)
				case string(got) != string(text):
					t.Errorf("%s, %s, %s: written alone\n%s\ntogether\n%s", s.Name, c.name, r.EntryPoint, got, text)
				case !reflect.DeepEqual(names, r):
					t.Errorf("%s, %s, %s: reflection written alone\n%+v\ntogether\n%+v", s.Name, c.name, r.EntryPoint, names, r)
				}
				compared++
				return nil
			})
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}
