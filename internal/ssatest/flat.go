package ssatest

// This file makes up functions in flat form: graphs of any kind, and graphs as
// compilers make them, with merges, and ways out of several constructs at once.

import (
	"math/rand/v2"

	"refract/diag"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Flow is a kind of graph.
type Flow int

const (
	FlowAny        Flow = iota // any block may lead anywhere but to the first
	FlowOnward                 // without cycles
	FlowConstructs             // ifs, switches and loops with merges, each left as SPIR-V allows
	FlowOdd                    // the same, left in other ways too; some merges are missing, or wrong
	FlowKinds
)

var flowNames = [...]string{"any", "onward", "constructs", "odd"}

func (k Flow) String() string { return flowNames[k] }

// RandomFlat is a shader of one function in flat form, of three integers that returns an
// integer, about size blocks. Every block changes the result.
func RandomFlat(seed uint64, kind Flow, size int) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFlatFunction("f")
	f.Result = ir.TypeU32
	g := flatMaker{r: rand.New(rand.NewPCG(seed, uint64(kind))), f: f, left: size}
	for _, name := range []string{"x", "y", "z"} {
		f.Params = append(f.Params, ir.Argument{Name: name, Type: ir.TypeU32})
	}
	for _, name := range []string{"acc", "state"} {
		g.vars = append(g.vars, f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite}))
	}
	entry := g.block()
	switch kind {
	case FlowAny, FlowOnward:
		g.anyGraph(size, kind == FlowOnward)
	default:
		g.odd = kind == FlowOdd
		body := g.block()
		g.end[entry] = plan{ending: ssa.EndGoto, to: []int{body}}
		if last := g.part(body, scope{exit: -1, again: -1, merge: -1}, 0); last >= 0 {
			g.end[last] = plan{ending: ssa.EndReturn}
		}
		g.extras()
	}
	g.write()
	return s
}

// plan is how a block is to end.
type plan struct {
	ending      ssa.Ending
	to          []int
	merge, cont int // 0: none
}

type flatMaker struct {
	r    *rand.Rand
	f    *ssa.Function
	vars []ssa.VarID
	end  []plan // by block from 0
	left int
	odd  bool
	all  []scope // constructs that a way may lead to the merges of, where it is odd
}

func (g *flatMaker) block() int {
	g.end = append(g.end, plan{})
	return len(g.end) - 1
}

// anyGraph makes a graph of any kind behind the first block.
func (g *flatMaker) anyGraph(size int, onward bool) {
	for len(g.end) < size {
		g.block()
	}
	for b := range g.end {
		pick := func() int {
			switch {
			case !onward && g.r.IntN(3) > 0 || b+2 > size-1:
				return 1 + g.r.IntN(size-1)
			case g.r.IntN(2) == 0:
				return min(b+1+g.r.IntN(3), size-1)
			}
			return b + 1 + g.r.IntN(size-1-b)
		}
		p := &g.end[b]
		switch k := g.r.IntN(16); {
		case b == size-1 || k == 0 && b > 0 || onward && b+1 >= size:
			p.ending = ssa.EndReturn
		case k < 5:
			p.ending, p.to = ssa.EndGoto, []int{pick()}
		case k < 12:
			p.ending, p.to = ssa.EndBranch, []int{pick(), pick()}
		case k == 15 && b > 0:
			p.ending = []ssa.Ending{ssa.EndHalt, ssa.EndUnreachable, ssa.EndReturn}[g.r.IntN(3)]
		default:
			p.ending = ssa.EndSwitch
			for range 1 + g.r.IntN(5) {
				p.to = append(p.to, pick())
			}
		}
		if len(p.to) > 1 && g.r.IntN(4) == 0 && size > 3 { // perhaps a lie
			p.merge = 1 + g.r.IntN(size-1)
			if g.r.IntN(2) == 0 {
				p.cont = 1 + g.r.IntN(size-1)
			}
		}
	}
}

// scope is the targets of ways from a place.
type scope struct {
	exit  int // the merge of the innermost loop, or -1
	again int // its continue target
	merge int // the merge of the innermost switch in it, or -1
	depth int
}

// part makes constructs, the first in a block that has no ending yet, and returns the
// block, without an ending, that control comes to behind the last; or -1.
func (g *flatMaker) part(b int, s scope, depth int) int {
	for range 1 + g.r.IntN(3) {
		if g.left--; g.left <= 0 || depth > 6 {
			break
		}
		switch k := g.r.IntN(12); {
		case k < 4:
			b = g.choice(b, s, depth)
		case k < 6:
			b = g.fork(b, s, depth)
		case k < 9:
			b = g.loop(b, s, depth)
		case k == 9:
			n := g.block()
			g.end[b] = plan{ending: ssa.EndGoto, to: []int{n}}
			b = n
		default:
			if depth > 0 && g.jump(b, s) {
				return -1
			}
		}
		if b < 0 {
			return -1
		}
	}
	return b
}

// jump ends a block with a way out of a construct.
func (g *flatMaker) jump(b int, s scope) bool {
	to := -1
	switch k := g.r.IntN(8); {
	case k < 3:
		to = s.exit
	case k < 5:
		to = s.again
	case k == 5:
		to = s.merge
	case k == 6 && g.odd && len(g.all) > 0:
		x := g.all[g.r.IntN(len(g.all))]
		to = []int{x.exit, x.again, x.merge}[g.r.IntN(3)]
	case k == 7:
		g.end[b] = plan{ending: []ssa.Ending{ssa.EndReturn, ssa.EndReturn, ssa.EndHalt, ssa.EndUnreachable}[g.r.IntN(4)]}
		return true
	}
	if to < 0 {
		return false
	}
	g.end[b] = plan{ending: ssa.EndGoto, to: []int{to}}
	return true
}

// arm makes the nodes that a construct leads to, up to the merge of its ways.
func (g *flatMaker) arm(to int, s scope, depth int) int {
	if g.r.IntN(4) == 0 {
		return to
	}
	b := g.block()
	if end := g.part(b, s, depth+1); end >= 0 {
		g.end[end] = plan{ending: ssa.EndGoto, to: []int{to}}
	}
	return b
}

func (g *flatMaker) choice(b int, s scope, depth int) int {
	m := g.block()
	then := g.arm(m, s, depth)
	els := m
	if g.r.IntN(2) == 0 {
		els = g.arm(m, s, depth)
	}
	if s.exit >= 0 && g.r.IntN(6) == 0 {
		els = []int{s.exit, s.again}[g.r.IntN(2)]
	}
	p := plan{ending: ssa.EndBranch, to: []int{then, els}, merge: m}
	if g.r.IntN(2) == 0 {
		p.to[0], p.to[1] = els, then
	}
	g.end[b] = p
	return m
}

func (g *flatMaker) fork(b int, s scope, depth int) int {
	m := g.block()
	s.merge = m
	g.all = append(g.all, s)
	p := plan{ending: ssa.EndSwitch, merge: m}
	next := m // what a clause may fall into
	for range 1 + g.r.IntN(4) {
		to := m
		if g.r.IntN(3) == 0 {
			to = next
		}
		next = g.arm(to, s, depth)
		p.to = append([]int{next}, p.to...)
		if g.r.IntN(4) == 0 {
			p.to = append(p.to, next)
		}
	}
	if s.exit >= 0 && g.r.IntN(4) == 0 {
		p.to = append(p.to, []int{s.exit, s.again}[g.r.IntN(2)])
	}
	if g.r.IntN(2) == 0 {
		p.to = append(p.to, m)
	}
	g.end[b] = p
	g.all = g.all[:len(g.all)-1]
	return m
}

func (g *flatMaker) loop(b int, s scope, depth int) int {
	h, c, m := g.block(), g.block(), g.block()
	g.end[b] = plan{ending: ssa.EndGoto, to: []int{h}}
	s = scope{exit: m, again: c, merge: -1}
	g.all = append(g.all, s)
	body := g.block()
	p := plan{ending: ssa.EndGoto, to: []int{body}, merge: m, cont: c}
	if g.r.IntN(2) == 0 {
		p = plan{ending: ssa.EndBranch, to: []int{body, m}, merge: m, cont: c}
		if g.r.IntN(3) == 0 {
			p.to[0], p.to[1] = m, body
		}
	}
	if g.r.IntN(10) == 0 {
		p.to[0] = c // no body
	}
	g.end[h] = p
	if end := g.part(body, s, depth+1); end >= 0 {
		g.end[end] = plan{ending: ssa.EndGoto, to: []int{c}}
	}
	last := c
	if g.r.IntN(3) == 0 {
		x := scope{exit: -1, again: -1, merge: -1}
		if g.odd {
			x = s
		}
		last = g.part(c, x, depth+1)
	}
	if last >= 0 {
		if g.r.IntN(3) == 0 {
			g.end[last] = plan{ending: ssa.EndBranch, to: []int{h, m}}
		} else {
			g.end[last] = plan{ending: ssa.EndGoto, to: []int{h}}
		}
	}
	g.all = g.all[:len(g.all)-1]
	return m
}

// extras changes a few ways and merges of an odd graph.
func (g *flatMaker) extras() {
	if !g.odd {
		return
	}
	for b := range g.end {
		p := &g.end[b]
		switch g.r.IntN(24) {
		case 0:
			p.merge, p.cont = 0, 0
		case 1:
			p.merge = 1 + g.r.IntN(len(g.end)-1)
		case 2:
			p.cont = 0
		case 3:
			if len(p.to) > 0 && g.r.IntN(2) == 0 {
				p.to[g.r.IntN(len(p.to))] = 1 + g.r.IntN(len(g.end)-1)
			}
		}
	}
	if g.r.IntN(5) == 0 {
		for b := range g.end {
			g.end[b].merge, g.end[b].cont = 0, 0
		}
	}
}

// write makes the function of the plans.
func (g *flatMaker) write() {
	f, r := g.f, g.r
	f.ReserveBlocks(len(g.end))
	// Blocks stand in any order but for the first.
	blocks := make([]ssa.NodeID, len(g.end))
	order := r.Perm(len(g.end) - 1)
	blocks[0] = f.AddBlock()
	for _, k := range order {
		blocks[k+1] = f.AddBlock()
	}
	var none diag.Span
	e := f.Build(f.EndOf(blocks[0]))
	var known []ssa.Value // parameters and constants
	for k := range f.Params {
		p := e.Instr(op.Param, ir.TypeU32)
		f.SetWords(p, [2]uint32{uint32(k)})
		known = append(known, p)
	}
	for k, v := range g.vars {
		d := e.Instr(op.Declare, 0, ssa.Whole(known[k]))
		f.SetWords(d, [2]uint32{uint32(v)})
	}
	known = append(known, e.U32(7), e.U32(0x9E3779B9))
	// Endings come first, so that predecessors and dominators are known; conditions
	// are set when there are values.
	for b, p := range g.end {
		at := f.Build(f.EndOf(blocks[b]))
		target := func(k int) ssa.NodeID { return blocks[p.to[k]] }
		switch p.ending {
		case ssa.EndGoto:
			f.SetGoto(blocks[b], target(0), none)
		case ssa.EndBranch:
			at = f.Build(f.EndOf(blocks[b]))
			f.SetBranch(blocks[b], g.random(&at, true), target(0), target(1), none)
		case ssa.EndSwitch:
			var cases []ssa.FlatCase
			for k := range p.to[1:] {
				cases = append(cases, ssa.FlatCase{Value: uint64(k), Target: target(k + 1)})
			}
			f.SetSwitch(blocks[b], g.random(&at, false), cases, target(0), none)
		case ssa.EndReturn:
			at.At.Before = 0
			f.SetReturn(blocks[b], at.Load(at.DerefVar(g.vars[0])), none)
		case ssa.EndHalt:
			f.SetHalt(blocks[b], none)
		default:
			f.SetUnreachable(blocks[b], none)
		}
		switch {
		case p.cont > 0 && p.merge > 0:
			f.SetLoopMerge(blocks[b], blocks[p.merge], blocks[p.cont])
		case p.merge > 0:
			f.SetMerge(blocks[b], blocks[p.merge])
		}
	}
	graph := f.Graph(nil)
	dom, preds := graph.Dominators(int32(blocks[0])), graph.Reverse()
	made := make([][]ssa.Value, f.NodeCount()) // by block: values for others
	for _, v := range dom.Walk.Pre {
		b := ssa.NodeID(v)
		var from []ssa.NodeID
		for k, p := range preds.Succs(v) {
			if k == 0 || ssa.NodeID(p) != from[len(from)-1] {
				from = append(from, ssa.NodeID(p))
			}
		}
		if len(from) > 0 {
			for range r.IntN(3) {
				made[b] = append(made[b], f.FlatPhi(b, ir.TypeU32, from, none))
			}
		}
	}
	made[blocks[0]] = known
	pick := func(b int32) ssa.Value {
		for b >= 0 && (r.IntN(3) == 0 || len(made[b]) == 0) && dom.Up[b] >= 0 {
			b = dom.Up[b]
		}
		return made[b][r.IntN(len(made[b]))]
	}
	for _, v := range dom.Walk.Pre {
		b := ssa.NodeID(v)
		at := f.Build(f.StartOf(b))
		if v == int32(blocks[0]) {
			continue
		}
		x := at.Op([]op.Op{op.IAdd, op.ISub, op.IXor, op.UMin}[r.IntN(4)], ir.TypeU32, pick(v), pick(v))
		acc := at.Op(op.IMul, ir.TypeU32, at.Load(at.DerefVar(g.vars[0])), at.U32(31))
		at.Store(at.DerefVar(g.vars[0]), at.Op(op.IAdd, ir.TypeU32, at.Op(op.IAdd, ir.TypeU32, acc, x), at.U32(uint32(v))))
		made[b] = append(made[b], x)
	}
	for _, v := range dom.Walk.Pre {
		b := ssa.NodeID(v)
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			for k := range f.NumSrcs(i) {
				p := f.PhiPred(i, k)
				if dom.Reached(int32(p)) {
					f.SetSrc(i, k, ssa.Whole(pick(int32(p))))
				} else {
					f.SetSrc(i, k, ssa.Whole(known[0]))
				}
			}
		}
	}
}

// random inserts a value that changes each time: below 8, or a bool.
func (g *flatMaker) random(at *ssa.Builder, truth bool) ssa.Value {
	p := at.DerefVar(g.vars[1])
	x := at.Op(op.IAdd, ir.TypeU32, at.Op(op.IMul, ir.TypeU32, at.Load(p), at.U32(1664525)), at.U32(1013904223+uint32(g.r.IntN(99))))
	at.Store(p, x)
	// The high bits are the better ones.
	high := at.Op(op.IAnd, ir.TypeU32, at.Op(op.IXor, ir.TypeU32, at.Op(op.IMul, ir.TypeU32, x, at.U32(0x10001)), x), at.U32(0x70000))
	if truth {
		return at.Op(op.ULt, ir.TypeBool, high, at.U32(0x30000+0x10000*uint32(g.r.IntN(3))))
	}
	return at.Op(op.UShr, ir.TypeU32, high, at.U32(16))
}
