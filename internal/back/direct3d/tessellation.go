package direct3d

// This file finds the setup of tessellation: a hull shader has facts that other sources give the
// evaluation stage, and options stand in for a stage that is elsewhere.

import (
	"fmt"
	"strings"

	"refract/ir"
)

// Tessellation is the setup of both stages of tessellation: a fact that the entry point lacks is the other
// stage's.
func Tessellation(m *ir.Module, entry *ir.EntryPoint) ir.Tessellation {
	x := entry.Setup().Tessellation
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != ir.StageTessellationControl && e.Stage != ir.StageTessellationEvaluation || e.Stage == entry.Stage {
			continue
		}
		y := e.Setup().Tessellation
		if x.Vertices == 0 {
			x.Vertices = y.Vertices
		}
		if x.Domain == ir.NoTessDomain {
			x.Domain = y.Domain
		}
		if x.Spacing == ir.NoTessSpacing {
			x.Spacing = y.Spacing
		}
		if x.Order == ir.NoTessOrder {
			x.Order = y.Order
		}
		x.Points = x.Points || y.Points
	}
	return x
}

// StageOptionsOf are the facts about a stage: of its entry point, that of the other stage of
// tessellation, or those that are given. If one is missing, it returns the feature that is refused and
// the hint which option of the language has it.
func StageOptionsOf(m *ir.Module, e *ir.EntryPoint, patchVertices uint32, given ir.Tessellation, language string) (o StageOptions, feature, hint string) {
	control := e.Stage == ir.StageTessellationControl
	if !control && e.Stage != ir.StageTessellationEvaluation {
		return o, "", ""
	}
	x := Tessellation(m, e)
	if x.Domain == ir.NoTessDomain {
		x.Domain, x.Spacing, x.Order, x.Points = given.Domain, given.Spacing, given.Order, x.Points || given.Points
	}
	o.Setup = x
	if o.PatchVertices = patchVertices; o.PatchVertices == 0 || !control && x.Vertices != 0 {
		o.PatchVertices = x.Vertices
	}
	switch {
	case x.Domain == ir.NoTessDomain:
		return o, "a tessellation control shader without the domain, which its evaluation shader has", "the domain may be given (--set " + language + ".domain=quads)"
	case o.PatchVertices == 0:
		return o, "a tessellation evaluation shader without the number of its control points, which its control shader has",
			"it may be given (--set " + language + ".patch_vertices=4)"
	}
	return o, "", ""
}

// TessDomain, TessSpacing and TessOrder are those of package ir, as text.
type (
	TessDomain  ir.TessDomain
	TessSpacing ir.TessSpacing
	TessOrder   ir.TessOrder
)

// MarshalText returns the name of the domain.
func (d TessDomain) MarshalText() ([]byte, error) { return []byte(ir.TessDomain(d).String()), nil }

// UnmarshalText reads a name.
func (d *TessDomain) UnmarshalText(text []byte) error {
	return tessWord(d, text, []ir.TessDomain{ir.NoTessDomain, ir.TessTriangles, ir.TessQuads, ir.TessIsolines})
}

// MarshalText returns the name of the spacing.
func (s TessSpacing) MarshalText() ([]byte, error) { return []byte(ir.TessSpacing(s).String()), nil }

// UnmarshalText reads a name.
func (s *TessSpacing) UnmarshalText(text []byte) error {
	return tessWord(s, text, []ir.TessSpacing{ir.NoTessSpacing, ir.TessEqual, ir.TessFractionalEven, ir.TessFractionalOdd})
}

// MarshalText returns the name of the order.
func (o TessOrder) MarshalText() ([]byte, error) { return []byte(ir.TessOrder(o).String()), nil }

// UnmarshalText reads a name.
func (o *TessOrder) UnmarshalText(text []byte) error {
	return tessWord(o, text, []ir.TessOrder{ir.NoTessOrder, ir.TessCounterClockwise, ir.TessClockwise})
}

// tessWord finds a value by its name.
func tessWord[T, V interface {
	TessDomain | TessSpacing | TessOrder | ir.TessDomain | ir.TessSpacing | ir.TessOrder
}](to *T, text []byte, values []V) error {
	var names []string
	for _, v := range values {
		name := fmt.Sprint(v)
		if name == string(text) {
			*to = T(v)
			return nil
		}
		names = append(names, name)
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(names, ", "))
}
