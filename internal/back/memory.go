package back

// This file finds qualifiers of memory that an output can't spell.

import (
	"fmt"

	"refract/ir"
)

// LostQualifiers adds to a list the qualifiers coherent and volatile of a module's
// resources that an output lacks. kept returns the qualifiers that the output has of a
// global.
func LostQualifiers(m *ir.Module, list []Dropped, kept func(*ir.Global) ir.MemoryDecoration) []Dropped {
	for i := range m.Globals {
		g := &m.Globals[i]
		if g.Memory&(ir.Coherent|ir.Volatile) == 0 || g.Space != ir.SpaceStorage && g.Space != ir.SpaceHandle {
			continue
		}
		lost := g.Memory &^ kept(g)
		for _, q := range [...]struct {
			decoration ir.MemoryDecoration
			word       string
		}{{ir.Coherent, "coherent"}, {ir.Volatile, "volatile"}} {
			if lost&q.decoration != 0 {
				list = append(list, Dropped{fmt.Sprintf("the qualifier %s of %q", q.word, g.Name), g.Span})
			}
		}
	}
	return list
}
