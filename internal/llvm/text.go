package llvm

// This file prints modules as LLVM 3.7's assembly, in the form of Microsoft's disassembler.

import (
	"fmt"
	"slices"
	"strconv"
)

// maxText bounds the text of a module in bytes. Longer text is cut: constants share their parts, so
// that a text may be much longer than its module.
const maxText = 1 << 27

// Assembly returns the module as LLVM's assembly.
func (m *Module) Assembly() string { return string(m.AppendAssembly(nil, nil)) }

// AppendAssembly appends the module's text. If comment isn't nil, it returns the comments that follow
// instructions, such as names of arguments; "" is none.
func (m *Module) AppendAssembly(b []byte, comment func(f *Function, in *Instr) string) []byte {
	p := &printer{
		m: m, out: b, limit: len(b) + maxText, comment: comment,
		typeTexts: make([]string, len(m.Types)), slots: make([]uint32, len(m.Metadata)+1), groupIDs: map[string]int{},
	}
	p.number()
	p.module()
	return p.out
}

// A printer prints a module.
type printer struct {
	m       *Module
	out     []byte
	limit   int
	comment func(f *Function, in *Instr) string

	typeTexts []string
	named     []Type           // structs with names, in the order of printing
	slots     []uint32         // by MD: the number of a node plus 1
	nodes     []MD             // by number
	groups    []attributeGroup // of functions and calls, without slots
	groupIDs  map[string]int   // by key
	unnamed   map[Value]int    // numbers of variables and functions without names

	f      *Function
	locals []int // numbers of parameters and instructions without names; -1: none
	labels []int // numbers of blocks without names
	calls  []CallAttributes
	attach []Attachment
}

func (p *printer) add(s string) { p.out = append(p.out, s...) }

func (p *printer) addf(format string, args ...any) { p.out = fmt.Appendf(p.out, format, args...) }

func (p *printer) addInt(n int) { p.out = strconv.AppendInt(p.out, int64(n), 10) }

// full reports whether the text has reached its bound.
func (p *printer) full() bool { return len(p.out) > p.limit }

// number numbers nodes, groups of attributes and values without names.
func (p *printer) number() {
	p.unnamed = map[Value]int{}
	for i := range p.m.Globals {
		if g := &p.m.Globals[i]; g.Name == "" {
			p.unnamed[g.Value] = len(p.unnamed)
		}
	}
	for i := range p.m.Named {
		for _, x := range p.m.Named[i].Ops {
			p.node(x)
		}
	}
	for _, f := range p.m.Functions {
		if f.Name == "" {
			p.unnamed[f.Value] = len(p.unnamed)
		}
		p.group(f.Attributes, f.Strings)
	}
	for _, f := range p.m.Functions {
		for i := range f.Attach {
			p.node(f.Attach[i].Node)
		}
		for i := range f.Calls {
			p.group(f.Calls[i].Attributes, nil)
		}
	}
	p.findTypes()
}

// node numbers a node, before its operands.
func (p *printer) node(x MD) {
	stack := []MD{x}
	for len(stack) > 0 {
		x, stack = stack[len(stack)-1], stack[:len(stack)-1]
		if x == 0 || p.m.Metadata[x-1].Kind != MDNode || p.slots[x] != 0 {
			continue
		}
		p.nodes = append(p.nodes, x)
		p.slots[x] = uint32(len(p.nodes))
		for _, o := range slices.Backward(p.m.Metadata[x-1].Ops) {
			stack = append(stack, o)
		}
	}
}

// group returns the number of a group of attributes, or -1 if it is empty.
func (p *printer) group(enums Attribute, strings []StringAttribute) int {
	if enums == 0 && len(strings) == 0 {
		return -1
	}
	g := attributeGroup{0, enums, strings}
	key := g.key()
	if i, ok := p.groupIDs[key]; ok {
		return i
	}
	p.groups = append(p.groups, g)
	p.groupIDs[key] = len(p.groups) - 1
	return len(p.groups) - 1
}

func (p *printer) module() {
	m := p.m
	if m.DataLayout != "" {
		p.addf("target datalayout = \"%s\"\n", m.DataLayout)
	}
	if m.Triple != "" {
		p.addf("target triple = \"%s\"\n", m.Triple)
	}
	if len(p.named) > 0 {
		p.add("\n")
	}
	for _, t := range p.named {
		p.add(p.typeText(t))
		p.add(" = type ")
		p.add(p.structText(&m.Types[t], 0))
		p.add("\n")
	}
	if len(m.Globals) > 0 {
		p.add("\n")
	}
	for i := range m.Globals {
		p.global(&m.Globals[i])
	}
	for _, f := range m.Functions {
		p.function(f)
	}
	if len(p.groups) > 0 {
		p.add("\n")
	}
	for i := range p.groups {
		g := &p.groups[i]
		p.addf("attributes #%d = { %s", i, attributeText(g.enums))
		for k, s := range g.strings {
			if k > 0 || g.enums != 0 {
				p.add(" ")
			}
			p.quoted(s.Key)
			if s.Value != "" {
				p.add("=")
				p.quoted(s.Value)
			}
		}
		p.add(" }\n")
	}
	p.metadata()
}

// metadata prints named lists and nodes.
func (p *printer) metadata() {
	if len(p.m.Named) > 0 {
		p.add("\n")
	}
	for i := range p.m.Named {
		n := &p.m.Named[i]
		p.add("!")
		p.metadataName(n.Name)
		p.add(" = !{")
		for k, x := range n.Ops {
			if k > 0 {
				p.add(", ")
			}
			p.addf("!%d", p.slots[x]-1)
		}
		p.add("}\n")
	}
	if len(p.nodes) > 0 {
		p.add("\n")
	}
	for i, x := range p.nodes {
		if p.full() {
			return
		}
		d := &p.m.Metadata[x-1]
		p.addf("!%d = ", i)
		if d.Distinct {
			p.add("distinct ")
		}
		p.add("!{")
		for k, o := range d.Ops {
			if k > 0 {
				p.add(", ")
			}
			p.metadataOperand(o)
		}
		p.add("}\n")
	}
}

func (p *printer) metadataOperand(o MD) {
	if o == 0 {
		p.add("null")
		return
	}
	switch d := &p.m.Metadata[o-1]; d.Kind {
	case MDString:
		p.add("!")
		p.quoted(d.Text)
	case MDValue:
		p.operand(d.Value, true)
	case MDNode:
		p.addf("!%d", p.slots[o]-1)
	}
}

// metadataName prints the name of a list or kind of metadata.
func (p *printer) metadataName(s string) {
	if s == "" {
		p.add("<empty name> ")
	}
	for i := range len(s) {
		switch c := s[i]; {
		case isLetter(c) || c == '-' || c == '$' || c == '.' || c == '_' || i > 0 && isDigit(c):
			p.out = append(p.out, c)
		default:
			p.addf("\\%02X", c)
		}
	}
}

// linkageTexts are the words of linkages.
var linkageTexts = [...]string{External: "", Internal: "internal ", Private: "private ", Appending: "appending ", LinkOnceODR: "linkonce_odr "}

func (p *printer) global(g *Global) {
	if p.full() {
		return
	}
	p.operand(g.Value, false)
	p.add(" = ")
	if g.Init == 0 && g.Linkage == External {
		p.add("external ")
	}
	p.add(linkageTexts[g.Linkage])
	if g.Unnamed {
		p.add("unnamed_addr ")
	}
	if g.Space != 0 {
		p.addf("addrspace(%d) ", g.Space)
	}
	if g.Constant {
		p.add("constant ")
	} else {
		p.add("global ")
	}
	p.add(p.typeText(g.Type))
	if g.Init != 0 {
		p.add(" ")
		p.operand(g.Init, false)
	}
	p.align(g.Align)
	p.add("\n")
}

func (p *printer) align(bytes uint32) {
	if bytes != 0 {
		p.addf(", align %d", bytes)
	}
}

// attributeText returns attributes as words.
func attributeText(a Attribute) string {
	s := ""
	for _, k := range attributeKinds {
		if a&k.attribute != 0 {
			if s != "" {
				s += " "
			}
			s += k.name
		}
	}
	return s
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// quoted prints a string in quotes.
func (p *printer) quoted(s string) {
	p.add(`"`)
	for i := range len(s) {
		if c := s[i]; c >= ' ' && c < 127 && c != '\\' && c != '"' {
			p.out = append(p.out, c)
		} else {
			p.addf("\\%02X", c)
		}
	}
	p.add(`"`)
}

// nameText returns a name behind its mark, in quotes if it needs them.
func nameText(mark, s string) string {
	plain := s != "" && !isDigit(s[0])
	for i := range len(s) {
		c := s[i]
		plain = plain && (isLetter(c) || isDigit(c) || c == '-' || c == '.' || c == '_')
	}
	if plain {
		return mark + s
	}
	p := &printer{}
	p.add(mark)
	p.quoted(s)
	return string(p.out)
}
