package ssa

// This file reads the text form of shaders (see print.go): the shader, its variables, and
// the control flow of bodies. Labels of blocks may be left out if no phi needs them.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// maxTextSize bounds the input of Parse, so that handles can't run over.
const maxTextSize = 1 << 28

// Parse reads the text form of a shader. Its error is a *diag.Diagnostics with positions in
// the text. It doesn't verify. The shader has the positions stated in the text, else the
// lines of the text.
func Parse(name string, src []byte) (*Shader, error) {
	if len(src) > maxTextSize {
		return nil, fmt.Errorf("%s: the text exceeds %d bytes", name, maxTextSize)
	}
	return (&parser{}).parse(name, string(src))
}

// parseHeads reads a text whose functions have types instead of instructions:
// see Encode. The types come by function.
func parseHeads(text string) (*Shader, [][]ir.TypeID, error) {
	p := &parser{heads: true}
	s, err := p.parse("", text)
	return s, p.types, err
}

func (p *parser) parse(name, text string) (*Shader, error) {
	var sources diag.Sources
	var diags diag.List
	s := p.read(text, sources.Add(name, text), &diags)
	return s, diags.Err(&sources)
}

// ParseText is Parse of a text at base of the space of a diag.Sources. On errors,
// which it reports to diags, it returns nil.
func ParseText(text string, base uint32, diags *diag.List) *Shader {
	if len(text) > maxTextSize {
		diags.Errorf("input-too-large", diag.Span{Start: base, End: base}, "the text exceeds %d bytes", maxTextSize)
		return nil
	}
	return new(parser).read(text, base, diags)
}

func (p *parser) read(text string, base uint32, diags *diag.List) *Shader {
	m := ir.ParseEmbedding(text, base, diags, p)
	if m == nil {
		return nil
	}
	s := p.shader(m)
	s.EntryPoints = m.EntryPoints
	m.Globals, m.Functions, m.EntryPoints = m.Globals[:1], m.Functions[:1], nil
	return s
}

type parser struct {
	r    *ir.TextReader
	s    *Shader
	vars []Variable

	f      *Function
	locals map[string]VarID
	regs   map[string]RegID
	values labels
	blocks labels
	fixes  []fix
	phis   []phiSource
	ends   []flatEnd

	negative []negativeValue

	// The fields of the instruction being read.
	srcs   []Src
	consts []string
	copied []uint32 // registers of a parallel copy

	block NodeID // that instructions are appended to

	heads bool // see parseHeads
	fn    FuncID
	types [][]ir.TypeID
}

// fix is a source whose value isn't known when it is read.
type fix struct {
	use   UseID
	label string
	span  diag.Span
	whole bool // takes the value whole, as the text says
	k     int
	op    op.Op
	swz   Src // Comps 0: as the operation implies
}

// labels are the handles of labels in a function. Numbers that come about in order, as in
// printed text, need no map.
type labels struct {
	numbers []uint32
	words   map[string]uint32
}

func (l *labels) reset() {
	l.numbers = l.numbers[:0]
	clear(l.words)
}

// number is the number that a label is, or -1.
func number(label string) int {
	if len(label) > 8 || label == "" || label[0] == '0' && len(label) > 1 {
		return -1
	}
	n := 0
	for k := range len(label) {
		c := label[k] - '0'
		if c > 9 {
			return -1
		}
		n = 10*n + int(c)
	}
	return n
}

// get is the handle of a label, or 0.
func (l *labels) get(label string) uint32 {
	if n := number(label); n >= 0 && n < len(l.numbers) && l.numbers[n] != 0 {
		return l.numbers[n]
	}
	return l.words[label]
}

func (l *labels) set(label string, handle uint32) {
	n := number(label)
	if n < 0 || n > 2*len(l.numbers)+64 {
		if l.words == nil {
			l.words = map[string]uint32{}
		}
		l.words[label] = handle
		return
	}
	if n >= len(l.numbers) {
		l.numbers = append(l.numbers, make([]uint32, n+1-len(l.numbers))...)
	}
	l.numbers[n] = handle
}

// negativeValue is a value of a clause that is cut to the selector's size.
type negativeValue struct {
	node NodeID
	at   int // in values
}

// phiSource is one source of a phi.
type phiSource struct {
	phi   InstrID
	block string
	value string
	span  diag.Span
}

// shader is the shader of a module whose functions have heads.
func (p *parser) shader(m *ir.Module) *Shader {
	if p.s == nil {
		p.s = NewShader(m)
		if len(p.vars) > 0 {
			p.s.Vars = p.vars
		}
		for id := 1; id < len(m.Functions); id++ {
			g := m.Functions[id]
			_, f := p.s.NewFunction(g.Name)
			f.Params, f.Result, f.ResultBinding = g.Args, g.Result, g.ResultBinding
			f.MustUse, f.Diagnostics, f.Span, f.Doc = g.MustUse, g.Diagnostics, g.Span, g.Doc
		}
	}
	return p.s
}

// Var reads the line of a shader variable. It is part of ir.TextHost.
func (p *parser) Var(r *ir.TextReader, handle uint32, name string, start int) {
	for len(p.vars) <= int(handle) {
		p.vars = append(p.vars, Variable{})
	}
	p.r = r
	v := p.variable(name, start)
	if v.Mode == ModeFunctionTemp {
		r.Fail("function_temp is the mode of a function's own variables")
	}
	p.vars[handle] = v
}

func (p *parser) variable(name string, start int) Variable {
	r := p.r
	v := Variable{Name: name}
	r.Expect(':')
	v.Type = r.Type()
	v.Init = r.Init()
	if v.Mode = ModeByName(r.Peek()); v.Mode == 0 {
		r.Fail("expected a mode of variables")
	}
	r.Word("a mode")
	v.Access, v.Layout = defaultAccess(v.Mode), defaultLayout(v.Mode)
	if r.Is('(') {
		r.InParens(func() { v.Access = r.Access() })
	}
	v.Span = r.Attributes(start, func(word string) bool {
		switch word {
		case "binding":
			v.HasBinding = true
			r.InParens(func() {
				v.Binding.Group = r.Uint32()
				r.Expect(',')
				v.Binding.Binding = r.Uint32()
			})
		case "register":
			v.Register = r.Register()
		case "attachment":
			r.InParens(func() { v.Attachment = r.Uint32() })
		case "at":
			v.HasAt = true
			r.InParens(func() { v.At = r.Uint32() })
		case "layout":
			r.InParens(func() { v.Layout = r.Layout() })
		case "block":
			v.Block = r.BlockForm()
		default:
			return r.Binding(word, &v.IO) || r.Memory(word, &v.Memory) || r.Doc(word, &v.Doc)
		}
		return true
	})
	return v
}

// Body reads the body of a function. It is part of ir.TextHost.
func (p *parser) Body(r *ir.TextReader, fn ir.FuncID, text string) {
	p.r = r
	s := p.shader(r.Module())
	f := s.Funcs[fn]
	p.f, p.fn = f, fn
	p.locals, p.regs = map[string]VarID{}, map[string]RegID{}
	p.values.reset()
	p.blocks.reset()
	p.fixes, p.phis, p.negative, p.ends = p.fixes[:0], p.phis[:0], p.negative[:0], p.ends[:0]
	// A line is an instruction at most, and each operand other than a result is a source.
	lines, lists := strings.Count(text, "\n"), strings.Count(text, "{")
	f.Reserve(lines, max(0, strings.Count(text, "%")-lines))
	f.nodes, f.lists = slices.Grow(f.nodes, 2*lists), slices.Grow(f.lists, lists)
	p.list(Body)
	r.Expect('}')
	if r.Failed() {
		return
	}
	p.resolve()
	if f.IsFlat() {
		p.resolveFlat()
		return
	}
	for _, x := range p.negative {
		if v := f.Cond(x.node).Value; v != 0 {
			if size := f.Bits(v); size > 0 && size < 64 {
				f.values[x.at] &= 1<<size - 1
			}
		}
	}
	for b := range f.Blocks() {
		var buf [8]NodeID
		for _, x := range f.Succs(b, buf[:0]) {
			f.pushPred(x, b)
		}
	}
	p.resolvePhis()
}

// list reads a list up to its closing brace.
func (p *parser) list(l ListID) {
	r, f := p.r, p.f
	r.Nest()
	p.block = f.lists[l].first
	r.Lines(func() bool {
		if r.Is('}') || r.EOF() {
			return false
		}
		if !r.Newline() {
			p.line(l)
			r.EndLine()
		}
		return true
	})
	r.Leave()
}

// line reads a line of a list.
func (p *parser) line(l ListID) {
	r, f := p.r, p.f
	start := r.Start()
	word := r.Peek()
	if f.IsFlat() && p.flatLine(word, start) {
		return
	}
	switch word {
	case "if", "loop", "switch":
		if p.heads {
			r.Fail("a function's head has no body")
		}
		p.needOpen()
		r.Word(word)
		b := p.block
		p.node(word, b, start)
		nb := f.newNode(NodeBlock, l, diag.Span{})
		f.insertAfter(nb, f.lists[l].last)
		p.block = nb
	case "var":
		r.Word(word)
		label, name := r.Declared('$', "a variable's name")
		v := p.variable(name, start)
		if v.Mode != ModeFunctionTemp {
			r.Fail("a function's own variables are of mode function_temp")
		}
		if _, twice := p.locals[label]; twice {
			r.Fail("$%s is declared twice", label)
		}
		p.locals[label] = f.AddVar(v)
	case "reg":
		r.Word(word)
		p.register()
	case "flat":
		p.startFlat()
	default:
		if p.heads {
			p.headType()
			break
		}
		if p.blockLabel(word) {
			break
		}
		p.needOpen()
		p.instr(start)
	}
}

// headType reads a line of a type.
func (p *parser) headType() {
	if p.r.Word("a type"); p.f.First(p.block) != 0 {
		p.r.Fail("a type among instructions")
	}
	p.r.Expect(':')
	for len(p.types) <= int(p.fn) {
		p.types = append(p.types, nil)
	}
	p.types[p.fn] = append(p.types[p.fn], p.r.Type())
}

// needOpen fails if a block ends in a jump already.
func (p *parser) needOpen() {
	if p.f.Jump(p.block) != 0 {
		p.r.Fail("the block has ended with a jump")
	}
}

// blockLabel reads b1: if that is next.
func (p *parser) blockLabel(word string) bool {
	r := p.r
	if len(word) < 2 || word[0] != 'b' || word[1] < '0' || word[1] > '9' {
		return false
	}
	if _, err := strconv.ParseUint(word[1:], 10, 32); err != nil {
		return false
	}
	if p.blocks.get(word[1:]) != 0 {
		r.Fail("block %s is declared twice", word)
	}
	if p.f.IsFlat() {
		p.block = p.f.AddBlock()
	} else if p.f.First(p.block) != 0 {
		r.Fail("two blocks without an if, loop or switch between them")
	}
	p.blocks.set(word[1:], uint32(p.block))
	r.Word("a block")
	r.Expect(':')
	return true
}

func (p *parser) register() {
	r := p.r
	word := r.Word("a register")
	if _, twice := p.regs[word]; twice || word[0] != 'r' {
		r.Fail("%s can't be the name of another register", word)
	}
	r.Expect(':')
	reg := Register{Type: r.Type()}
	if r.AcceptWord("length") {
		r.InParens(func() { reg.Length = r.Uint32() })
	}
	if r.IsString() {
		reg.Name = r.String()
	}
	p.regs[word] = p.f.AddReg(reg)
}

// open reads the brace that opens a list.
func (p *parser) open() {
	p.r.Expect('{')
	p.r.Newline()
}

// sub reads a list in braces.
func (p *parser) sub(l ListID) {
	p.open()
	p.list(l)
	p.r.Expect('}')
}

// node reads an if, loop or switch after a block.
func (p *parser) node(word string, b NodeID, start int) {
	r, f := p.r, p.f
	kind := NodeKind(slices.Index(nodeNames[:], word))
	n := f.newNode(kind, 0, diag.Span{})
	f.insertAfter(n, b)
	if kind != NodeLoop {
		f.setNodeCond(n, Src{})
		p.setUse(f.nodes[n].cond, 0, 0)
	} else if word := r.Peek(); word != "" {
		f.nodes[n].control = uint8(r.Shape())
	}
	span := r.Span(start)
	r.SpanAttr(&span)
	f.nodes[n].span = span
	switch kind {
	case NodeIf:
		then := f.newList(n)
		els := f.newList(n)
		f.nodes[n].a, f.nodes[n].b = uint32(then), uint32(els)
		p.sub(then)
		if r.AcceptWord("else") {
			p.sub(els)
		}
	case NodeLoop:
		body := f.newList(n)
		f.nodes[n].a = uint32(body)
		p.sub(body)
		if r.AcceptWord("continue") {
			l := f.newList(n)
			f.nodes[n].b = uint32(l)
			p.sub(l)
		}
	case NodeSwitch:
		p.clauses(n)
	}
}

// clauses reads the clauses in the braces of a switch.
func (p *parser) clauses(n NodeID) {
	r, f := p.r, p.f
	p.open()
	var cases []Case
	for !r.Is('}') {
		if r.Newline() {
			continue
		}
		c := Case{off: uint32(len(f.values))}
		switch {
		case r.AcceptWord("default"):
			c.Default = true
		case r.AcceptWord("case"):
			for r.IsNumber() || r.Peek() == "default" {
				if r.AcceptWord("default") {
					c.Default = true
				} else {
					text := r.Number()
					v, err := strconv.ParseUint(text, 10, 64)
					if text[0] == '-' {
						var x int64
						x, err = strconv.ParseInt(text, 10, 64)
						v = uint64(x)
						p.negative = append(p.negative, negativeValue{n, len(f.values)})
					}
					if err != nil {
						r.Fail("malformed value of a case")
					}
					f.values = append(f.values, v)
					c.n++
				}
				if !r.Accept(',') {
					break
				}
			}
		default:
			r.Fail("expected case or default")
		}
		c.FallThrough = r.AcceptWord("fallthrough")
		c.List = f.newList(n)
		f.lists[c.List].clause = uint32(len(cases))
		cases = append(cases, c)
		p.sub(c.List)
	}
	r.Expect('}')
	if len(cases) == 0 {
		r.Fail("a switch has at least one case")
	}
	f.nodes[n].a, f.nodes[n].b = uint32(len(f.cases)), uint32(len(cases))
	f.cases = append(f.cases, cases...)
}

// resolve gives the sources their values.
func (p *parser) resolve() {
	f := p.f
	for _, x := range p.fixes {
		v := InstrID(p.values.get(x.label))
		if v == 0 {
			p.r.Errorf(x.span, "no value %%%s in this function", x.label)
			continue
		}
		f.setUse(x.use, x.source(f, v))
	}
}

// source is the source that reads a value.
func (x *fix) source(f *Function, v Value) Src {
	s := x.swz
	s.Value = v
	if s.Comps == 0 && !x.whole {
		if n := f.implied(x.op, x.k, v); n > 0 {
			s.Comps, s.Swizzle = uint8(n), Identity
		}
	}
	return s
}

// resolvePhis gives phis their sources, in the order of predecessors.
func (p *parser) resolvePhis() {
	f := p.f
	for at := 0; at < len(p.phis); {
		phi := p.phis[at].phi
		end := at
		for end < len(p.phis) && p.phis[end].phi == phi {
			end++
		}
		preds := f.Preds(f.instrs[phi].block)
		p.srcs = append(p.srcs[:0], make([]Src, len(preds))...)
		place := p.placeOf(preds, end-at)
		for _, x := range p.phis[at:end] {
			b := NodeID(0)
			if x.block[0] == 'b' {
				b = NodeID(p.blocks.get(x.block[1:]))
			}
			k := place(b)
			v := InstrID(p.values.get(x.value))
			switch {
			case b == 0:
				p.r.Errorf(x.span, "no block %s in this function", x.block)
			case k < 0 || p.srcs[k].Value != 0:
				p.r.Errorf(x.span, "%s is no predecessor of the block, or has a source already", x.block)
			case v == 0:
				p.r.Errorf(x.span, "no value %%%s in this function", x.value)
			default:
				p.srcs[k] = Whole(v)
			}
		}
		if end-at != len(preds) {
			p.r.Errorf(p.phis[at].span, "the phi has %d sources, its block %d predecessors", end-at, len(preds))
		} else {
			f.setSrcs(phi, p.srcs)
		}
		at = end
	}
}

// placeOf returns the function from blocks to places among predecessors, or -1, for a phi
// with so many sources.
func (p *parser) placeOf(preds []NodeID, sources int) func(NodeID) int {
	if sources <= 16 {
		return func(b NodeID) int { return slices.Index(preds, b) }
	}
	place := make(map[NodeID]int, len(preds))
	for k, b := range preds {
		place[b] = k
	}
	return func(b NodeID) int {
		if k, ok := place[b]; ok {
			return k
		}
		return -1
	}
}
