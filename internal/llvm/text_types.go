package llvm

// This file prints types and constants, and finds the structs whose bodies are printed.

import (
	"math"
	"strconv"
	"strings"
)

// typeText returns the text of a type.
func (p *printer) typeText(t Type) string {
	for int(t) >= len(p.typeTexts) { // pointers to globals
		p.typeTexts = append(p.typeTexts, "")
	}
	if p.typeTexts[t] == "" {
		p.typeTexts[t] = p.makeTypeText(t, 0)
	}
	return p.typeTexts[t]
}

// maxTypeDepth bounds the nesting of types without names in texts.
const maxTypeDepth = 128

// partText returns the text of a part of a type.
func (p *printer) partText(t Type, depth int) string {
	if int(t) < len(p.typeTexts) && p.typeTexts[t] != "" {
		return p.typeTexts[t]
	}
	s := p.makeTypeText(t, depth+1)
	if int(t) < len(p.typeTexts) {
		p.typeTexts[t] = s
	}
	return s
}

func (p *printer) makeTypeText(t Type, depth int) string {
	info := &p.m.Types[t]
	if depth > maxTypeDepth {
		return "..."
	}
	switch info.Kind {
	case Void:
		return "void"
	case Half:
		return "half"
	case Float:
		return "float"
	case Double:
		return "double"
	case Label:
		return "label"
	case MetadataType:
		return "metadata"
	case Integer:
		return "i" + strconv.Itoa(int(info.N))
	case Pointer:
		s := p.partText(info.Elem, depth)
		if info.N != 0 {
			s += " addrspace(" + strconv.Itoa(int(info.N)) + ")"
		}
		return s + "*"
	case Array:
		return "[" + strconv.Itoa(int(info.N)) + " x " + p.partText(info.Elem, depth) + "]"
	case Vector:
		return "<" + strconv.Itoa(int(info.N)) + " x " + p.partText(info.Elem, depth) + ">"
	case Struct:
		if info.Name != "" {
			return nameText("%", info.Name)
		}
		return p.structText(info, depth)
	case FunctionType:
		list := p.partTexts(info.Fields, depth)
		if info.VarArg {
			list = append(list, "...")
		}
		return p.partText(info.Elem, depth) + " (" + strings.Join(list, ", ") + ")"
	}
	return "?"
}

func (p *printer) partTexts(types []Type, depth int) (list []string) {
	for _, t := range types {
		list = append(list, p.partText(t, depth))
	}
	return list
}

// structText returns the body of a struct.
func (p *printer) structText(info *TypeInfo, depth int) string {
	s := "{}"
	switch {
	case info.Opaque:
		return "opaque"
	case len(info.Fields) > 0:
		s = "{ " + strings.Join(p.partTexts(info.Fields, depth), ", ") + " }"
	}
	if info.Packed {
		return "<" + s + ">"
	}
	return s
}

// findTypes finds the structs with names: those of variables, of functions and of metadata, each
// before its members.
func (p *printer) findTypes() {
	s := &typeSearch{p: p, types: make([]bool, len(p.m.Types)), values: make([]bool, len(p.m.values)), nodes: make([]bool, len(p.m.Metadata)+1)}
	for i := range p.m.Globals {
		g := &p.m.Globals[i]
		s.typ(p.m.TypeOf(g.Value))
		if g.Init != 0 {
			s.value(g.Init)
		}
	}
	for _, f := range p.m.Functions {
		s.typ(p.m.TypeOf(f.Value))
		attached := f.Attach
		for i := range f.Instrs {
			in := &f.Instrs[i]
			if f.HasValue(in) {
				s.typ(in.Type)
			}
			for _, v := range f.inOrder(in) {
				if v&Local == 0 {
					s.value(v)
				}
			}
			for len(attached) > 0 && attached[0].Instr == uint32(i) {
				s.node(attached[0].Node)
				attached = attached[1:]
			}
		}
	}
	for i := range p.m.Named {
		for _, x := range p.m.Named[i].Ops {
			s.node(x)
		}
	}
}

// A typeSearch finds the structs of a module.
type typeSearch struct {
	p      *printer
	types  []bool // that were seen
	values []bool
	nodes  []bool
}

// see marks element i of a list, and reports whether it was marked.
func see(list *[]bool, i int) bool {
	for i >= len(*list) {
		*list = append(*list, false)
	}
	was := (*list)[i]
	(*list)[i] = true
	return was
}

func (s *typeSearch) typ(t Type) {
	if see(&s.types, int(t)) {
		return
	}
	work := []Type{t}
	for len(work) > 0 {
		t, work = work[len(work)-1], work[:len(work)-1]
		info := &s.p.m.Types[t]
		if info.Kind == Struct && info.Name != "" {
			s.p.named = append(s.p.named, t)
		}
		parts := info.Fields
		if info.Kind == FunctionType {
			parts = append([]Type{info.Elem}, parts...)
		} else if info.Elem != 0 {
			parts = []Type{info.Elem}
		}
		for i := len(parts) - 1; i >= 0; i-- {
			if !see(&s.types, int(parts[i])) {
				work = append(work, parts[i])
			}
		}
	}
}

func (s *typeSearch) value(v Value) {
	c := s.p.m.ConstantAt(v)
	if c == nil || see(&s.values, int(v)) {
		return
	}
	s.typ(c.Type)
	if s.p.m.isData(c) {
		return
	}
	for _, e := range c.Elems {
		s.value(e)
	}
}

func (s *typeSearch) node(x MD) {
	type visit struct {
		x    MD
		next int
	}
	if x == 0 || see(&s.nodes, int(x)) {
		return
	}
	stack := []visit{{x, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		d := &s.p.m.Metadata[top.x-1]
		if top.next == len(d.Ops) {
			stack = stack[:len(stack)-1]
			continue
		}
		o := d.Ops[top.next]
		top.next++
		if o == 0 {
			continue
		}
		switch e := &s.p.m.Metadata[o-1]; e.Kind {
		case MDNode:
			if !see(&s.nodes, int(o)) {
				stack = append(stack, visit{o, 0})
			}
		case MDValue:
			s.value(e.Value)
		}
	}
}

// operand prints a value, behind its type if typed.
func (p *printer) operand(v Value, typed bool) {
	if p.full() {
		return
	}
	if v&Local != 0 {
		if typed {
			p.add(p.typeText(p.f.TypeOf(v)))
			p.add(" ")
		}
		p.local(v)
		return
	}
	if typed {
		p.add(p.typeText(p.m.TypeOf(v)))
		p.add(" ")
	}
	ref := p.m.values[v]
	name := ""
	switch ref.kind {
	case valueConstant:
		p.constant(&p.m.Constants[ref.index])
		return
	case valueGlobal:
		name = p.m.Globals[ref.index].Name
	case valueFunction:
		name = p.m.Functions[ref.index].Name
	}
	if name == "" {
		p.add("@")
		p.addInt(p.unnamed[v])
		return
	}
	p.add(nameText("@", name))
}

// constant prints a constant without its type.
func (p *printer) constant(c *Constant) {
	info := &p.m.Types[c.Type]
	switch c.Kind {
	case Null:
		p.zero(info)
	case Undef:
		p.add("undef")
	case Int:
		if info.N == 1 {
			p.add("true")
		} else {
			p.out = strconv.AppendInt(p.out, int64(c.Bits), 10)
		}
	case Real:
		p.float(info.Kind, c.Bits)
	case Aggregate:
		p.aggregate(c, info)
	case ElementPointer:
		p.add("getelementptr ")
		if c.InBounds {
			p.add("inbounds ")
		}
		p.add("(")
		p.add(p.typeText(c.Base))
		for _, e := range c.Elems {
			p.add(", ")
			p.operand(e, true)
		}
		p.add(")")
	case CastConstant:
		p.add(c.Cast.String())
		p.add(" (")
		p.operand(c.Elems[0], true)
		p.add(" to ")
		p.add(p.typeText(c.Type))
		p.add(")")
	}
}

// zero prints the zero of a type.
func (p *printer) zero(info *TypeInfo) {
	switch info.Kind {
	case Integer:
		if info.N == 1 {
			p.add("false")
		} else {
			p.add("0")
		}
	case Half, Float, Double:
		p.float(info.Kind, 0)
	case Pointer:
		p.add("null")
	default:
		p.add("zeroinitializer")
	}
}

func (p *printer) aggregate(c *Constant, info *TypeInfo) {
	if elem := p.m.Types[info.Elem]; info.Kind == Array && elem.Kind == Integer && elem.N == 8 && p.m.isData(c) {
		b := make([]byte, len(c.Elems))
		for i, e := range c.Elems {
			b[i] = byte(p.m.ConstantAt(e).Bits)
		}
		p.add("c")
		p.quoted(string(b))
		return
	}
	open, end := "[", "]"
	switch {
	case info.Kind == Vector:
		open, end = "<", ">"
	case info.Kind == Struct && info.Packed:
		open, end = "<{ ", " }>"
	case info.Kind == Struct:
		open, end = "{ ", " }"
	}
	p.add(open)
	for i, e := range c.Elems {
		if i > 0 {
			p.add(", ")
		}
		p.operand(e, true)
	}
	p.add(end)
}

// float prints a float: in decimals if these are exact, or as the bits of a double.
func (p *printer) float(k TypeKind, bits uint64) {
	var x float64
	switch k {
	case Half:
		p.addf("0xH%04X", bits)
		return
	case Float:
		x = float64(math.Float32frombits(uint32(bits)))
		if x != x { // the conversion keeps no signals
			bits = bits>>31<<63 | 0x7ff<<52 | bits&(1<<23-1)<<29
		} else {
			bits = math.Float64bits(x)
		}
	default:
		x = math.Float64frombits(bits)
	}
	if !math.IsInf(x, 0) && x == x {
		s := strconv.FormatFloat(x, 'e', 6, 64)
		if again, err := strconv.ParseFloat(s, 64); err == nil && again == x {
			p.add(s)
			return
		}
	}
	p.addf("0x%X", bits)
}
