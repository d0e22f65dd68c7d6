package wgsl

// This file adapts a module to wgpu: no pointers into workgroups and storage as parameters,
// uniform buffers by the rule of 16 bytes, no bitcasts of two 16-bit integers.

import (
	"slices"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// lacksWGPU reports whether a module may have a feature that wgpu lacks.
func lacksWGPU(m *ir.Module, info *validate.Info) bool {
	if info != nil && info.Required.HasAny(validate.UniformStandardLayout, validate.Int16) {
		return true
	}
	return slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool { return takesMemory(m, f) || shiftsOut(m, f) || generates(f) })
}

// generates reports whether a function commits generated intersections.
func generates(f *ir.Function) bool {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtRayQuery && f.RayQuery(s).Op == ir.RayGenerateIntersection {
			return true
		}
	}
	return false
}

// nameDistances names the distances of generated intersections: naga forgets to evaluate an expression there.
func nameDistances(f *ir.Function) {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) != ir.StmtRayQuery {
			continue
		}
		if v := f.RayQuery(s); v.Op == ir.RayGenerateIntersection && f.Kind(v.A).NeedsEmit() {
			f.SetName(v.A, "t")
		}
	}
}

// shiftsOut reports whether a function shifts by a known amount that is at least the width.
func shiftsOut(m *ir.Module, f *ir.Function) bool {
	shifts := ir.BinaryOps(ir.Shl, ir.Shr)
	for x := f.Next(0, shifts); x != 0; x = f.Next(x, shifts) {
		v := f.Binary(x)
		for i := range m.Types.ComponentCount(f.TypeOf(v.Right)) {
			if bits, known := text.Component(m, &f.Exprs, v.Right, i); known && bits >= uint64(m.Types.ScalarOf(f.TypeOf(x)).Bits()) {
				return true
			}
		}
	}
	return false
}

// takesMemory reports whether a function has a parameter that points into memory that other
// invocations see.
func takesMemory(m *ir.Module, f *ir.Function) bool {
	return slices.ContainsFunc(f.Args, func(a ir.Argument) bool {
		t := m.Types.At(a.Type)
		return t.Kind == ir.TypePointer && t.Space != ir.SpaceFunction && t.Space != ir.SpacePrivate
	})
}

// passedQuery finds a function that is passed a ray query, which wgpu has as local variables alone.
func passedQuery(m *ir.Module) error {
	for _, f := range m.Functions[1:] {
		for i := range f.Args {
			if t := m.Types.At(f.Args[i].Type); t.Kind == ir.TypePointer && m.Types.At(t.Base).Kind == ir.TypeRayQuery {
				return &UnsupportedError{back.Unsupported{Feature: "ray queries as parameters of functions", Hint: "the pass inline-functions removes them", Span: f.Span}}
			}
		}
	}
	return nil
}

func (w *Writer) forWGPU(m *ir.Module, info *validate.Info) error {
	if err := transform.PointerParams(m, transform.PointerParamOptions{Workgroup: true, Parts: true}); err != nil {
		return err
	}
	compact.Module(m, compact.Options{KeepUnused: true, Drop: func(f *ir.Function) bool { return takesMemory(m, f) }})
	for _, f := range m.Functions[1:] {
		if generates(f) {
			nameDistances(f)
		}
	}
	if slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool { return shiftsOut(m, f) }) {
		transform.Shifts(m)
	}
	if info == nil {
		return nil
	}
	if info.Required.Has(validate.Int16) {
		is16 := func(t ir.TypeID) bool { s := m.Types.ScalarOf(t); return s == ir.I16 || s == ir.U16 }
		transform.SplitBitcastsBut(m, func(from, to ir.TypeID) bool { return !is16(from) && !is16(to) })
	}
	if info.Required.Has(validate.UniformStandardLayout) {
		w.Layout.Reset(m)
		transform.UniformWords(m, func(id ir.GlobalID) bool {
			g := &m.Globals[id]
			return g.Space == ir.SpaceUniform && g.Layout == ir.LayoutNatural && w.Layout.CheckSpace(g.Type, g.Space, false) != nil
		})
		w.Layout.Reset(m)
	}
	return nil
}
