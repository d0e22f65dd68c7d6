package reflection

// This file prints a reflection for people: tables whose columns line up, and
// structs as WGSL with the place of each member in comments.

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// AppendTable appends the reflection as text.
func (r *Reflection) AppendTable(dst []byte) []byte {
	p := &printer{out: dst}
	for i := range r.EntryPoints {
		p.entryPoint(&r.EntryPoints[i])
	}
	if len(r.Bindings) > 0 {
		t := table{{"group", "binding", "name", "kind", "type", "count", "bytes", "stages", "source"}}
		for i := range r.Bindings {
			t = append(t, bindingRow(&r.Bindings[i]))
		}
		p.section("bindings")
		p.table(t)
	}
	if len(r.Immediates) > 0 {
		t := table{{"name", "type", "bytes", "source"}}
		for _, m := range r.Immediates {
			t = append(t, []string{m.Name, m.Type.Name, fmt.Sprint(m.Size), m.Source})
		}
		p.section("immediates")
		p.table(t)
	}
	if len(r.Overrides) > 0 {
		t := table{{"key", "name", "type", "default", "source"}}
		for _, o := range r.Overrides {
			def := string(o.Default)
			switch {
			case o.Required:
				def = "(required)"
			case def == "":
				def = "(needs others)"
			}
			t = append(t, []string{o.Key, o.Name, o.Type, def, o.Source})
		}
		p.section("overrides")
		p.table(t)
	}
	for i := range r.Structs {
		p.structure(&r.Structs[i])
	}
	if len(r.Limits) > 0 || len(r.Features) > 0 || len(r.Capabilities) > 0 {
		p.section("a device needs")
		var t table
		for _, l := range r.Limits {
			t = append(t, []string{l.Name, fmt.Sprint(l.Value)})
		}
		p.table(t)
		p.list("features", r.Features)
		p.list("capabilities", r.Capabilities)
	}
	return p.out
}

type printer struct{ out []byte }

func (p *printer) printf(format string, args ...any) { p.out = fmt.Appendf(p.out, format, args...) }

// section starts a part, with a blank line before it unless it is the first.
func (p *printer) section(format string, args ...any) {
	if len(p.out) > 0 {
		p.printf("\n")
	}
	p.printf(format+"\n", args...)
}

func (p *printer) list(name string, items []string) {
	if len(items) > 0 {
		p.printf("  %s: %s\n", name, strings.Join(items, ", "))
	}
}

// A table is rows of cells; columns that are empty but for the title, which is
// the first row, are left out.
type table [][]string

func (p *printer) table(t table) {
	if len(t) == 0 {
		return
	}
	widths := make([]int, len(t[0]))
	for i, row := range t {
		for c, cell := range row {
			if cell != "" && (i > 0 || len(t) == 1) {
				widths[c] = max(widths[c], utf8.RuneCountInString(cell), utf8.RuneCountInString(t[0][c]))
			}
		}
	}
	for _, row := range t {
		var line strings.Builder
		for c, cell := range row {
			if widths[c] > 0 {
				fmt.Fprintf(&line, "  %-*s", widths[c], cell)
			}
		}
		p.printf("%s\n", strings.TrimRight(line.String(), " "))
	}
}

func (p *printer) entryPoint(e *EntryPoint) {
	p.section("%s %s", e.Stage, e.Name)
	var t table
	row := func(name, value string) {
		if value != "" {
			t = append(t, []string{name, value})
		}
	}
	row("source", e.Source)
	if w := e.Workgroup; w != nil {
		size := "(needs overrides)"
		if len(w.Size) == 3 { // it may have been read from JSON
			size = fmt.Sprintf("%d x %d x %d", w.Size[0], w.Size[1], w.Size[2])
		}
		var by []string
		for i, names := range w.SizeOverrides {
			if len(names) > 0 && i < 3 {
				by = append(by, string("xyz"[i])+" by "+strings.Join(names, ", "))
			}
		}
		if len(by) > 0 {
			size += " (" + strings.Join(by, "; ") + ")"
		}
		row("workgroup", size)
		if w.SubgroupSize != 0 {
			row("subgroups of", fmt.Sprint(w.SubgroupSize))
		}
		for _, v := range w.Variables {
			row("workgroup memory", v.Name+": "+v.Type.Name+", "+bytesOf(v.Size))
		}
		if len(w.Variables) > 1 {
			row("", "together "+bytesOf(w.Memory))
		}
	}
	row("early depth test", e.EarlyDepth)
	row("overrides", strings.Join(e.Overrides, ", "))
	row("uses", strings.ReplaceAll(strings.Join(e.Uses, ", "), "_", " "))
	var pairs []string
	for _, s := range e.Samplings {
		pairs = append(pairs, s.Texture+" with "+s.Sampler)
	}
	row("samples", strings.Join(pairs, ", "))
	p.table(t)
	p.varyings("vertex inputs", e.VertexInputs)
	p.varyings("inputs", e.Inputs)
	p.varyings("outputs", e.Outputs)
	if len(e.Feedback) > 0 {
		t := table{{"buffer", "stride", "offset", "size", "name", "type"}}
		for i := range e.Feedback {
			b := &e.Feedback[i]
			for k := range b.Outputs {
				o := &b.Outputs[k]
				t = append(t, []string{fmt.Sprint(b.Buffer), fmt.Sprint(b.Stride), fmt.Sprint(o.Offset), fmt.Sprint(o.Size), o.Name, o.Type})
			}
		}
		p.printf(" transform feedback\n")
		p.table(t)
	}
	if len(e.Resources) > 0 {
		t := table{{"group", "binding", "name", "access"}}
		for _, u := range e.Resources {
			var how []string
			for _, a := range []struct {
				is   bool
				name string
			}{{u.Read, "read"}, {u.Write, "write"}, {u.Atomic, "atomic"}, {u.Query, "size"}} {
				if a.is {
					how = append(how, a.name)
				}
			}
			t = append(t, []string{u.Group.String(), u.Binding.String(), u.Name, strings.Join(how, ", ")})
		}
		p.printf(" resources\n")
		p.table(t)
	}
}

func (p *printer) varyings(title string, list []Varying) {
	if len(list) == 0 {
		return
	}
	t := table{{"place", "name", "type", "format", "interpolation", "source"}}
	for i := range list {
		v := &list[i]
		place := "builtin " + v.BuiltIn
		if v.Location.Is() {
			place = "location " + v.Location.String()
			if v.Component > 0 {
				place += " component " + fmt.Sprint(v.Component)
			}
		}
		if v.BlendSrc != nil {
			place += " blend " + fmt.Sprint(*v.BlendSrc)
		}
		if v.Invariant {
			place += " invariant"
		}
		t = append(t, []string{place, v.Name, v.Type, v.Format, strings.TrimSpace(v.Interpolation + " " + v.Sampling), v.Source})
	}
	p.printf(" %s\n", title)
	p.table(t)
}

func bindingRow(b *Binding) []string {
	kind := strings.ReplaceAll(b.Kind, "_", " ")
	typ := ""
	switch {
	case b.Type != nil:
		typ = b.Type.Name
	case b.Dimension != "":
		typ = strings.TrimSpace(b.Dimension + " " + b.SampleType + b.Format)
		if b.Multisampled {
			typ = "multisampled " + typ
		}
	case b.SamplerType != "":
		typ = b.SamplerType
	}
	if b.Access != "" {
		kind += " " + b.Access
	}
	count := ""
	if b.Count.Is() {
		count = b.Count.String()
		if b.Count == NumberOf(0) {
			count = "any"
		}
	}
	size := ""
	if b.MinBindingSize > 0 {
		size = fmt.Sprint(b.MinBindingSize)
		if b.RuntimeSized {
			size += "+"
		}
	}
	return []string{b.Group.String(), b.Binding.String(), b.Name, kind, typ, count, size, strings.Join(b.Visibility, ", "), b.Source}
}

// structure prints a struct as WGSL, with a comment before each member.
func (p *printer) structure(s *Struct) {
	size := fmt.Sprint(s.Size)
	if s.RuntimeSized {
		size += "+"
	}
	p.section("struct %s { // %s layout, %s bytes, align %d", s.Name, s.Layout, size, s.Align)
	type line struct{ offset, size, align, stride, text string }
	var lines []line
	for i := range s.Members {
		m := &s.Members[i]
		l := line{fmt.Sprint(m.Offset), fmt.Sprint(m.Size), fmt.Sprint(m.Align), "", m.Name + ": " + m.Type.Name + ","}
		if m.Type.Stride > 0 {
			l.stride = fmt.Sprint(m.Type.Stride)
		}
		if m.Type.RowMajor {
			l.text += " // rows"
		}
		if len(m.Default) > 0 {
			values := make([]string, len(m.Default))
			for i, v := range m.Default {
				values[i] = string(v)
			}
			l.text += " // begins as " + strings.Join(values, ", ")
		}
		lines = append(lines, l)
		if m.Padding > 0 {
			lines = append(lines, line{fmt.Sprint(uint64(m.Offset) + m.Size), fmt.Sprint(m.Padding), "", "", "// padding"})
		}
	}
	var w [4]int
	for _, l := range lines {
		for i, cell := range []string{l.offset, l.size, l.align, l.stride} {
			w[i] = max(w[i], len(cell))
		}
	}
	column := func(name, value string, width int) string {
		switch {
		case width == 0:
			return ""
		case value == "":
			return strings.Repeat(" ", len(name)+width+2)
		}
		return fmt.Sprintf(" %s %*s", name, width, value)
	}
	for _, l := range lines {
		p.printf("  /*%s%s%s%s */ %s\n", column("offset", l.offset, w[0]), column("size", l.size, w[1]),
			column("align", l.align, w[2]), column("stride", l.stride, w[3]), l.text)
	}
	p.printf("}\n")
}

func bytesOf(n *uint64) string {
	if n == nil {
		return "size needs overrides"
	}
	return fmt.Sprintf("%d bytes", *n)
}
