package dxil

// This file prints resources: the definitions of buffers, and the table of bindings.

import (
	"fmt"
	"strconv"

	"refract/internal/llvm"
)

// classTexts are the texts of classes: in tables, in numbers of resources and in registers.
var classTexts = [classes]struct{ name, id, register string }{
	ClassSRV:     {"texture", "T", "t"},
	ClassUAV:     {"UAV", "U", "u"},
	ClassCBV:     {"cbuffer", "CB", "cb"},
	ClassSampler: {"sampler", "S", "s"},
}

func (p *printer) bindings(m *llvm.Module) {
	p.line(";\n; Resource Bindings:\n;")
	p.line("; Name                                 Type  Format         Dim      ID      HLSL Bind  Count")
	p.line("; ------------------------------ ---------- ------- ----------- ------- -------------- ------")
	all := resourcesOf(m)
	for _, c := range []ResourceClass{ClassCBV, ClassSampler, ClassSRV, ClassUAV} {
		for i := range all[c] {
			r := &all[c][i]
			t := &classTexts[c]
			bind := t.register + strconv.Itoa(int(r.lower))
			if r.space != 0 {
				bind += ",space" + strconv.Itoa(int(r.space))
			}
			count := "unbounded"
			if r.count != ^uint32(0) {
				count = strconv.Itoa(int(r.count))
			}
			p.line("; %-31s%10s%8s%12s%8s%15s%6s", r.name, t.name, r.format(), r.dim(), t.id+strconv.Itoa(int(r.id)), bind, count)
		}
	}
	p.line(";")
}

// format returns the text of a resource's components.
func (r *resource) format() string {
	switch {
	case r.class == ClassCBV || r.class == ClassSampler:
		return "NA"
	case r.kind == KindRawBuffer:
		return "byte"
	case r.kind == KindStructuredBuffer:
		return "struct"
	case r.elem >= 0 && r.elem < int64(components):
		return componentTexts[r.elem].table
	}
	return "invalid"
}

// dim returns the text of a resource's shape.
func (r *resource) dim() string {
	switch {
	case r.class == ClassCBV || r.class == ClassSampler:
		return "NA"
	case r.kind == KindRawBuffer || r.kind == KindStructuredBuffer:
		switch {
		case r.class == ClassSRV:
			return "r/o"
		case r.counter:
			return "r/w+cnt"
		}
		return "r/w"
	case r.kind >= kinds:
		return "invalid"
	}
	s := kindTexts[r.kind].table
	if r.samples != 0 && (r.kind == KindTexture2DMS || r.kind == KindTexture2DMSArray) {
		s += strconv.Itoa(int(r.samples))
	}
	return s
}

// A layoutPrinter prints the members of buffers.
type layoutPrinter struct {
	*printer
	m       *llvm.Module
	notes   map[llvm.Type]*structNote
	minimum bool // 16 bits are of minimum precision
	layout  *dataLayout
	depth   int
}

// offsetColumn is where the offsets of members begin.
const offsetColumn = 50

func (p *printer) buffers(m *llvm.Module) {
	p.line(";\n; Buffer Definitions:\n;")
	l := &layoutPrinter{printer: p, m: m, notes: notesOf(m), minimum: minimumPrecision(m), layout: newDataLayout(m)}
	all := resourcesOf(m)
	for i := range all[ClassCBV] {
		r := &all[ClassCBV][i]
		l.constants("cbuffer", r, r.size)
	}
	for i := range all[ClassSRV] {
		switch r := &all[ClassSRV][i]; r.kind {
		case KindStructuredBuffer:
			l.structured(r)
		case KindTBuffer:
			l.constants("tbuffer", r, 0)
		}
	}
	for i := range all[ClassUAV] {
		if r := &all[ClassUAV][i]; r.kind == KindStructuredBuffer {
			l.structured(r)
		}
	}
}

// minimumPrecision reports whether the module's types of 16 bits are of minimum precision.
func minimumPrecision(m *llvm.Module) bool { return shaderFlags(m)&flagNative == 0 }

// content returns the struct of a resource's variable.
func (l *layoutPrinter) content(r *resource) llvm.Type {
	t := r.typ
	if info := l.m.At(t); info.Kind == llvm.Pointer {
		t = info.Elem
	}
	if info := l.m.At(t); info.Kind == llvm.Array {
		t = info.Elem
	}
	return t
}

// constants prints the definition of a constant buffer.
func (l *layoutPrinter) constants(word string, r *resource, size uint32) {
	l.line("; %s %s\n; {\n;", word, r.name)
	t := l.content(r)
	note := l.notes[t]
	switch {
	case note == nil && word == "tbuffer":
		l.line(";   (type annotation not present)\n;")
	case note == nil:
		l.line(";   [%d x i8] (type annotation not present)\n;", size)
	default:
		if word == "tbuffer" {
			size = note.size
		}
		l.structure(t, nil, r.name, 0, 3, offsetColumn, size)
	}
	l.line("; }\n;")
}

// structured prints the definition of a structured buffer.
func (l *layoutPrinter) structured(r *resource) {
	l.line("; Resource bind info for %s\n; {\n;", r.name)
	t := l.content(r)
	info := l.m.At(t)
	elem := t
	if info.Kind == llvm.Struct && len(info.Fields) > 0 {
		elem = info.Fields[0]
	}
	if inner := l.m.At(elem); inner.Kind == llvm.Struct && !isMatrix(inner) {
		if l.notes[elem] == nil {
			l.line(";   [%d x i8] (type annotation not present)", l.layout.size(elem))
		} else {
			l.structure(elem, l.layout, "$Element", 0, 3, offsetColumn, l.layout.size(elem))
		}
	} else {
		note := l.notes[t]
		if note == nil || len(note.fields) == 0 {
			l.line(";   [%d x i8] (type annotation not present)", l.layout.size(t))
		} else {
			f := note.fields[0]
			f.name = "$Element"
			l.field(elem, &f, nil, 0, 3, offsetColumn, l.layout.size(t))
		}
		l.line(";")
	}
	l.line("; }\n;")
}

// maxDepth bounds the nesting of structs.
const maxDepth = 64

// structure prints a struct. Offsets are those of constant buffers if there is no layout.
func (l *layoutPrinter) structure(t llvm.Type, layout *dataLayout, name string, offset uint32, indent, column int, size uint32) {
	if l.depth++; l.depth > maxDepth || l.Len() >= maxComments {
		l.depth--
		return
	}
	defer func() { l.depth-- }()
	info := l.m.At(t)
	l.line(";%*sstruct %s\n;%*s{\n;", indent, "", info.Name, indent, "")
	switch note := l.notes[t]; {
	case note == nil && size == 0:
		l.line(";%*s/* empty struct */", indent+4, "")
	case note == nil:
		l.line(";%*s[%d x i8] (type annotation not present)", indent+4, "", size)
	default:
		for i := range note.fields {
			f := &note.fields[i]
			at := offset + f.offset
			if layout != nil {
				at = offset + layout.offset(t, i)
			}
			l.field(info.Fields[i], f, layout, at, indent+4, column-4, 0)
		}
	}
	l.line(";%*s", indent, "")
	s := fmt.Sprintf(";%*s} %-*s; Offset:%5d", indent, "", column-2, name+";", offset)
	if size != 0 {
		s += fmt.Sprintf(" Size: %5d", size)
	}
	l.line("%s\n;", s)
}

// isMatrix reports whether a struct is a matrix of HLSL.
func isMatrix(info *llvm.TypeInfo) bool {
	return info.Kind == llvm.Struct && len(info.Name) > 13 && info.Name[:13] == "class.matrix."
}

// field prints a member.
func (l *layoutPrinter) field(t llvm.Type, f *fieldNote, layout *dataLayout, offset uint32, indent, column int, size uint32) {
	info := l.m.At(t)
	if info.Kind == llvm.Struct && !f.matrix {
		l.structure(t, layout, f.name, offset, indent, column, 0)
		return
	}
	count, levels := uint64(0), 0
	for elem := info; elem.Kind == llvm.Array; elem = l.m.At(t) {
		count = max(count, 1) * uint64(elem.N)
		t = elem.Elem
		levels++
	}
	if f.matrix {
		switch {
		case f.orientation == 1 && f.rows != 0:
			count /= uint64(f.rows)
		case f.orientation == 2 && f.cols != 0:
			count /= uint64(f.cols)
		}
		if levels == 1 {
			count = 0
		}
	}
	suffix := ""
	if count != 0 {
		suffix = "[" + strconv.FormatUint(uint64(uint32(count)), 10) + "]"
	}
	elem := l.m.At(t)
	if elem.Kind == llvm.Struct && !isMatrix(elem) && !f.matrix {
		l.structure(t, layout, f.name+suffix+";", offset, indent, column, 0)
		return
	}
	text := l.typeText(elem, f) + " " + f.name + suffix + ";"
	s := fmt.Sprintf(";%*s%-*s; Offset:%5d", indent, "", column, text, offset)
	if size != 0 {
		s += fmt.Sprintf(" Size: %5d", size)
	}
	l.line("%s", s)
}

// typeText returns the type of a member in HLSL.
func (l *layoutPrinter) typeText(elem *llvm.TypeInfo, f *fieldNote) string {
	name := "invalid"
	if f.comp >= 0 && f.comp < int64(components) {
		name = componentTexts[f.comp].hlsl
		if l.minimum {
			name = componentTexts[f.comp].minimum
		}
	}
	switch {
	case f.matrix:
		order := ""
		switch f.orientation {
		case 1:
			order = "row_major "
		case 2:
			order = "column_major "
		}
		return fmt.Sprintf("%s%s%dx%d", order, name, f.rows, f.cols)
	case elem.Kind == llvm.Vector:
		return name + strconv.Itoa(int(elem.N))
	}
	return name
}
