package ssa

// This file copies parts of functions: for inlining, unrolling and cloning.

import (
	"slices"

	"refract/ssa/op"
)

// Clone is a copy of the shader that shares nothing with it that either may
// change. The module-level declarations are copied too.
func (s *Shader) Clone() *Shader {
	c := &Shader{Module: s.Module.Clone(), Vars: slices.Clone(s.Vars), EntryPoints: slices.Clone(s.EntryPoints)}
	for _, f := range s.Funcs {
		if f != nil {
			f = f.clone()
			f.Shader = c
		}
		c.Funcs = append(c.Funcs, f)
	}
	return c
}

// CloneFunction adds a copy of a function under another name. Instructions, nodes and lists of the copy
// have the numbers of the originals.
func (s *Shader) CloneFunction(f *Function, name string) (FuncID, *Function) {
	c := f.clone()
	c.Name, c.Shader = name, s
	s.Funcs = append(s.Funcs, c)
	return FuncID(len(s.Funcs) - 1), c
}

func (f *Function) clone() *Function {
	c := *f
	c.Params, c.Diagnostics = slices.Clone(f.Params), slices.Clone(f.Diagnostics)
	c.Vars, c.Regs = slices.Clone(f.Vars), slices.Clone(f.Regs)
	c.instrs, c.spans, c.names, c.text = slices.Clone(f.instrs), slices.Clone(f.spans), slices.Clone(f.names), slices.Clone(f.text)
	c.srcs, c.consts, c.nodes, c.lists = slices.Clone(f.srcs), slices.Clone(f.consts), slices.Clone(f.nodes), slices.Clone(f.lists)
	c.cases, c.values, c.preds, c.words = slices.Clone(f.cases), slices.Clone(f.values), slices.Clone(f.preds), slices.Clone(f.words)
	if f.flat != nil {
		c.flat = &flatForm{slices.Clone(f.flat.blocks), slices.Clone(f.flat.cases)}
	}
	c.analyses, c.spare, c.dropped, c.flatMemory = [numAnalyses]any{}, [numAnalyses]any{}, [numAnalyses]any{}, nil
	return &c
}

// IsCopyOf reports whether nothing at all has changed in the functions and variables of the
// shader since it was cloned, or was the clone: not even invisible numbers. It compares the
// numbers of types, structs, layouts and constants of the module.
func (s *Shader) IsCopyOf(o *Shader) bool {
	m, n := s.Module, o.Module
	if m.Types.Len() != n.Types.Len() || len(m.Structs) != len(n.Structs) || len(m.Layouts) != len(n.Layouts) || len(m.Constants) != len(n.Constants) ||
		len(m.Overrides) != len(n.Overrides) || m.Consts.ExprCount() != n.Consts.ExprCount() || len(s.EntryPoints) != len(o.EntryPoints) {
		return false
	}
	return slices.Equal(s.Vars, o.Vars) && slices.EqualFunc(s.Funcs, o.Funcs, func(f, g *Function) bool {
		return f == nil && g == nil || f != nil && g != nil && f.isCopyOf(g)
	})
}

func (f *Function) isCopyOf(g *Function) bool {
	return f.flat == nil && g.flat == nil && f.Name == g.Name && f.Result == g.Result && f.ResultBinding == g.ResultBinding && f.MustUse == g.MustUse &&
		f.Span == g.Span && f.Doc == g.Doc && slices.Equal(f.Params, g.Params) && slices.Equal(f.Diagnostics, g.Diagnostics) &&
		slices.Equal(f.Vars, g.Vars) && slices.Equal(f.Regs, g.Regs) &&
		slices.Equal(f.instrs, g.instrs) && slices.Equal(f.spans, g.spans) && slices.Equal(f.names, g.names) && slices.Equal(f.text, g.text) &&
		slices.Equal(f.srcs, g.srcs) && slices.Equal(f.consts, g.consts) && slices.Equal(f.nodes, g.nodes) && slices.Equal(f.lists, g.lists) &&
		slices.Equal(f.cases, g.cases) && slices.Equal(f.values, g.values) && slices.Equal(f.preds, g.preds) && slices.Equal(f.words, g.words)
}

// Copier copies lists and instructions from one function of a shader into
// another or the same.
type Copier struct {
	From, To *Function
	Values   []Value // by handle in From: what stands for it in To; 0: see Outside
	Vars     []VarID // by index of From's local variables: their handles in To; nil: the same
	Regs     []RegID // likewise of registers
	// Outside is called for values that weren't copied; nil keeps the handle
	// (From and To are the same function).
	Outside func(Value) Value
	pending []pendingUse
	nodes   []NodeID // by node of From: its copy by the call of List that is under way
	copied  []NodeID // nodes of From that have one
}

type pendingUse struct {
	use  UseID
	from Value
}

// NewCopier prepares a copy.
func NewCopier(from, to *Function) *Copier {
	return &Copier{From: from, To: to, Values: make([]Value, len(from.instrs))}
}

func (c *Copier) value(v Value) Value {
	if v == 0 {
		return 0
	}
	if int(v) < len(c.Values) && c.Values[v] != 0 {
		return c.Values[v]
	}
	if c.Outside != nil {
		return c.Outside(v)
	}
	return v
}

// List copies a list into a detached one: see Insert. Jumps that lead out of the
// list lead nowhere until then.
func (c *Copier) List(l ListID) ListID {
	for len(c.nodes) < len(c.From.nodes) {
		c.nodes = append(c.nodes, make([]NodeID, len(c.From.nodes)-len(c.nodes))...)
	}
	nl := c.copyList(l, 0, c.nodes)
	for _, p := range c.pending {
		s := c.To.use(p.use)
		s.Value = c.value(p.from)
		c.To.setUse(p.use, s)
	}
	c.pending = c.pending[:0]
	// Inner edges, in the order of the originals, so that phi sources keep their places.
	for _, from := range c.copied {
		if c.From.nodes[from].kind == NodeBlock {
			for _, p := range c.From.Preds(from) {
				c.To.pushPred(c.nodes[from], c.nodes[p])
			}
		}
	}
	for _, from := range c.copied {
		to := c.nodes[from]
		if c.To.nodes[to].kind != NodeBlock {
			continue
		}
		for k := 0; k < int(c.To.nodes[to].n); {
			if c.To.Preds(to)[k] == 0 {
				c.To.removePred(to, k)
			} else {
				k++
			}
		}
	}
	for _, from := range c.copied {
		c.nodes[from] = 0
	}
	c.copied = c.copied[:0]
	return nl
}

// pushPred records an edge whose phi sources are there already.
func (f *Function) pushPred(b, p NodeID) {
	x := &f.nodes[b]
	first := x.a
	x.a = 0 // no phis to extend
	f.addPred(b, p)
	f.nodes[b].a = first
}

func (c *Copier) copyList(l ListID, parent NodeID, nodes []NodeID) ListID {
	nl := ListID(len(c.To.lists))
	c.To.lists = append(c.To.lists, list{parent: parent})
	var prev NodeID
	for n := c.From.lists[l].first; n != 0; n = c.From.nodes[n].next {
		nn := c.copyNode(n, nl, nodes)
		c.To.nodes[nn].prev = prev
		if prev != 0 {
			c.To.nodes[prev].next = nn
		} else {
			c.To.lists[nl].first = nn
		}
		prev = nn
	}
	c.To.lists[nl].last = prev
	return nl
}

func (c *Copier) copyNode(n NodeID, l ListID, nodes []NodeID) NodeID {
	x := c.From.nodes[n]
	nn := c.To.newNode(x.kind, l, x.span)
	c.To.nodes[nn].control = x.control
	nodes[n] = nn
	c.copied = append(c.copied, n)
	if x.cond != 0 {
		s := c.From.use(x.cond)
		from := s.Value
		s.Value = 0
		c.To.setNodeCond(nn, s)
		c.pending = append(c.pending, pendingUse{c.To.nodes[nn].cond, from})
	}
	switch x.kind {
	case NodeBlock:
		for i := c.From.First(n); i != 0; i = c.From.instrs[i].next {
			c.To.linkInstr(c.copyInstr(i), nn, 0)
		}
	case NodeIf, NodeLoop:
		a := c.copyList(ListID(x.a), nn, nodes)
		c.To.nodes[nn].a = uint32(a)
		if x.b != 0 {
			b := c.copyList(ListID(x.b), nn, nodes)
			c.To.nodes[nn].b = uint32(b)
		}
	case NodeSwitch:
		off := uint32(len(c.To.cases))
		for _, k := range c.From.Cases(n) {
			values := c.From.CaseValues(&k)
			k.off = uint32(len(c.To.values))
			c.To.values = append(c.To.values, values...)
			c.To.cases = append(c.To.cases, k)
		}
		c.To.nodes[nn].a, c.To.nodes[nn].b = off, x.b
		for k := range x.b {
			l := c.copyList(c.From.cases[x.a+k].List, nn, nodes)
			c.To.cases[off+k].List = l
			c.To.lists[l].clause = k
		}
	}
	return nn
}

// copyInstr copies an instruction into no block; sources come with finish.
func (c *Copier) copyInstr(i InstrID) InstrID {
	x := c.From.instrs[i]
	ni := c.To.addInstr(x.op, x.ty, nil, c.From.spans[i])
	srcs := make([]Src, x.nsrc)
	for k := range srcs {
		srcs[k] = c.From.use(x.src + UseID(k))
		srcs[k].Value = 0
	}
	at := c.To.addSrcs(uint32(ni), srcs)
	for k := range srcs {
		if v := c.From.srcs[x.src+UseID(k)].value; v != 0 {
			c.pending = append(c.pending, pendingUse{at + UseID(k), v})
		}
	}
	n := &c.To.instrs[ni]
	n.src, n.nsrc, n.flags, n.fp, n.words = at, x.nsrc, x.flags, x.fp, x.words
	switch {
	case x.op == op.Const && c.From.Comps(i) > 1 && c.From != c.To:
		comps := c.From.Comps(i)
		n.words[0] = uint32(len(c.To.consts))
		c.To.consts = append(c.To.consts, c.From.consts[x.words[0]:int(x.words[0])+comps]...)
	case (x.op == op.DerefVar || x.op == op.Declare) && c.Vars != nil && VarID(x.words[0]).IsLocal():
		n.words[0] = uint32(c.Vars[VarID(x.words[0])&^LocalVar])
	case (x.op == op.LoadReg || x.op == op.StoreReg) && c.Regs != nil:
		n.words[0] = uint32(c.Regs[x.words[0]])
	case x.op == op.ParallelCopy:
		n.words[0] = uint32(len(c.To.words))
		for _, r := range c.From.CopyRegs(i) {
			if c.Regs != nil {
				r = uint32(c.Regs[r])
			}
			c.To.words = append(c.To.words, r)
		}
	}
	if name := c.From.NameOf(i); name != "" {
		c.To.SetName(ni, name)
	}
	c.Values[i] = ni
	return ni
}

// Instr copies one instruction to a cursor, its sources as the values that stand
// for them.
func (c *Copier) Instr(i InstrID, at Cursor) InstrID {
	ni := c.copyInstr(i)
	c.To.linkInstr(ni, at.Block, at.Before)
	for _, p := range c.pending {
		s := c.To.use(p.use)
		s.Value = c.value(p.from)
		c.To.setUse(p.use, s)
	}
	c.pending = c.pending[:0]
	return ni
}
