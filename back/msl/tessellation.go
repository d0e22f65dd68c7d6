package msl

// This file writes tessellation stages (sections 5.1.2 and 5.2.3): the control stage is a kernel with a
// threadgroup for each patch, which writes control points and factors into buffers, and the evaluation stage
// a post-tessellation vertex function, which reads them by the number of its patch. The transform
// TessellationBuffers makes that of a module.

import (
	"errors"
	"fmt"

	"refract/internal/back"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
)

// TessDomain is that of package ir, as text.
type TessDomain ir.TessDomain

// MarshalText returns the name of the domain, or "none".
func (d TessDomain) MarshalText() ([]byte, error) { return []byte(ir.TessDomain(d).String()), nil }

// UnmarshalText reads "triangles", "quads" or "none".
func (d *TessDomain) UnmarshalText(text []byte) error {
	for _, v := range []ir.TessDomain{ir.NoTessDomain, ir.TessTriangles, ir.TessQuads} {
		if string(text) == v.String() {
			*d = TessDomain(v)
			return nil
		}
	}
	return fmt.Errorf("%q is no domain of Metal's tessellation: triangles and quads are", text)
}

// patchWords are the arguments of the attribute patch.
var patchWords = [...]string{ir.TessTriangles: "triangle", ir.TessQuads: "quad"}

// tessellation brings a tessellation stage to Metal's form.
func (w *Writer) tessellation(m *ir.Module) error {
	w.tessBuffers, w.evaluated = nil, -1
	if !transform.HasTessellation(m) {
		return nil
	}
	isTess := func(e *ir.EntryPoint) bool {
		return e.Stage == ir.StageTessellationControl || e.Stage == ir.StageTessellationEvaluation
	}
	transform.SplitInputs(m, func(e *ir.EntryPoint, _ ir.TypeID) bool { return !isTess(e) })
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage == ir.StageTessellationEvaluation {
			w.evaluated = i
		}
	}
	list, domain, err := transform.TessellationBuffers(m, transform.TessellationOptions{Vertices: w.opts.PatchVertices, Domain: ir.TessDomain(w.opts.Domain)})
	if e := (*transform.TessError)(nil); errors.As(err, &e) {
		return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: e.What, Hint: e.Hint, Span: e.Span}}
	} else if err != nil {
		return err
	}
	w.domain = domain
	kept := make([]ir.GlobalID, len(list))
	for i := range list {
		kept[i] = list[i].Global
	}
	compact.Module(m, compact.Options{Keep: kept, Pipelines: true})
	for i := range list {
		list[i].Global = kept[i]
	}
	w.tessBuffers = list
	return nil
}

// patchAttribute writes the attribute of a post-tessellation vertex function.
func (w *Writer) patchAttribute(i int) {
	if i != w.evaluated {
		return
	}
	o := &w.Out
	o.Str("[[patch(" + patchWords[w.domain])
	if w.opts.PatchVertices > 0 {
		o.Comma()
		o.Uint(uint64(w.opts.PatchVertices))
	}
	o.Str(")]]")
	o.Byte(' ')
}

// tessTable is the table of the buffer of an input or output of a tessellation stage, and the location of the
// value; "": it is none.
func (w *Writer) tessTable(g ir.GlobalID) (Table, uint32) {
	for _, b := range w.tessBuffers {
		if b.Global != g {
			continue
		}
		switch {
		case b.Place == (ir.Binding{}):
			return FactorTable, 0
		case b.Output:
			return PatchOutputTable, b.Place.Location
		default:
			return PatchInputTable, b.Place.Location
		}
	}
	return "", 0
}
