package main

// The attributes of a shader that its text and its reflection don't show: how inputs are
// interpolated, which memory others may write, when the depth test runs, and the like.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"refract/internal/ir/transform"
	"refract/ir"
)

// An attributeWriter lists the attributes of a module.
type attributeWriter struct {
	strings.Builder
	m    *ir.Module
	seen map[ir.TypeID]bool // structs whose members are listed
}

// notAttributes are the fields of the module IR's declarations that the rest of a meaning
// compares, or that mean nothing.
var notAttributes = []string{"Name", "Type", "Init", "Span", "Doc", "Function", "WorkgroupSizeExpr", "SubgroupSizeExpr", "Layout", "Members", "Binding", "Align", "Size"}

// fields adds the fields of a declaration that aren't zero.
func (w *attributeWriter) fields(what string, declaration any) {
	v := reflect.ValueOf(declaration)
	text := ""
	for _, f := range reflect.VisibleFields(v.Type()) {
		if slices.Contains(notAttributes, f.Name) && f.Type != reflect.TypeFor[ir.ResourceBinding]() {
			continue
		}
		if x := v.FieldByIndex(f.Index); !x.IsZero() {
			text += fmt.Sprintf(" %s=%v", f.Name, x.Interface())
		}
	}
	if text != "" {
		w.WriteString(what + text + "\n")
	}
}

// value adds an input or output, with the members of its struct.
func (w *attributeWriter) value(what string, b ir.Binding, t ir.TypeID) {
	w.fields(what, plainBinding(b))
	if s := w.m.StructOf(t); s != nil {
		for i := range s.Members {
			w.fields(fmt.Sprintf("%s %d", what, i), plainBinding(s.Members[i].Binding))
		}
	}
}

// plainBinding removes values that equal the default.
func plainBinding(b ir.Binding) ir.Binding {
	if b.Interpolation == ir.InterpolatePerspective {
		b.Interpolation = ir.DefaultInterpolation
	}
	if b.Sampling == ir.SampleCenter && b.Interpolation != ir.InterpolateFlat || b.Sampling == ir.SampleFirst {
		b.Sampling = ir.DefaultSampling
	}
	return b
}

// memory adds the members of structs in memory, and of those that are inputs or outputs.
func (w *attributeWriter) memory(what string, t ir.TypeID) {
	for {
		ty := w.m.Types.At(t)
		if ty.Kind != ir.TypeArray && ty.Kind != ir.TypeBindingArray {
			break
		}
		t = ty.Base
	}
	s := w.m.StructOf(t)
	if s == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	for i := range s.Members {
		at := fmt.Sprintf("%s %d", what, i)
		w.fields(at, s.Members[i])
		w.fields(at, plainBinding(s.Members[i].Binding))
		w.memory(at, s.Members[i].Type)
	}
}

// attributesOf are the attributes of a module's entry points, or of one, and of the items
// that they use.
func attributesOf(m *ir.Module, entry string) string {
	w := attributeWriter{m: m, seen: map[ir.TypeID]bool{}}
	used := map[ir.GlobalID]bool{}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if entry != "" && e.Name != entry {
			continue
		}
		what := "entry point " + e.Name
		w.fields(what, *e)
		f := m.Functions[e.Function]
		for k := range f.Args {
			w.value(fmt.Sprintf("%s, input %d", what, k), f.Args[k].Binding, f.Args[k].Type)
		}
		w.value(what+", output", f.ResultBinding, f.Result)
	}
	for _, f := range m.Functions[1:] {
		for id := range f.ExprCount() {
			if f.Kind(ir.ExprID(id)) == ir.KindGlobal {
				used[f.GlobalRef(ir.ExprID(id))] = true
			}
		}
	}
	for i := range m.Globals[1:] {
		g := &m.Globals[i+1]
		if !used[ir.GlobalID(i+1)] && !transform.IsPassed(m, g) {
			continue
		}
		w.fields("variable", *g)
		w.memory("member", g.Type)
	}
	for i := range m.Overrides[1:] {
		o := &m.Overrides[i+1]
		w.fields("override "+o.Key(), *o)
	}
	return w.String()
}

// relaxedOf lists the operations of a module's functions that may be computed with less
// precision, in order.
func relaxedOf(m *ir.Module) string {
	var b strings.Builder
	for _, f := range m.Functions[1:] {
		for id := range f.ExprCount() {
			if x := ir.ExprID(id); f.Flags(x)&ir.FlagRelaxed != 0 {
				fmt.Fprintf(&b, "%v\n", f.Kind(x))
			}
		}
	}
	return b.String()
}
