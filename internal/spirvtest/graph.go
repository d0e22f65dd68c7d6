package spirvtest

// This file makes up graphs of control flow: any graph, graphs without cycles, graphs like
// a compiler's, and these with oddities.

import "math/rand/v2"

// Flow is a kind of graph.
type Flow int

const (
	FlowAny        Flow = iota // any block may lead anywhere but to the first
	FlowOnward                 // without cycles
	FlowConstructs             // constructs with merges, left as SPIR-V allows
	FlowOdd                    // constructs left in other ways too; some merges are missing, or wrong
	FlowKinds
)

var flowNames = [...]string{"any", "onward", "constructs", "odd"}

func (k Flow) String() string { return flowNames[k] }

// ending is how a block ends.
type ending uint8

const (
	endGoto ending = iota
	endBranch
	endSwitch // the first target is the default's
	endReturn
	endKill
	endUnreachable
)

// plan is how a block is to end.
type plan struct {
	ending      ending
	to          []int
	merge, cont int // 0: none
}

// flow makes a graph; block 0 is the first.
type flow struct {
	r    *rand.Rand
	end  []plan
	left int
	odd  bool
	kill bool
	all  []scope
}

// newFlow makes a graph of about size blocks.
func newFlow(r *rand.Rand, kind Flow, size int, kill bool) []plan {
	g := &flow{r: r, left: size, kill: kill, odd: kind == FlowOdd}
	g.block()
	if kind == FlowAny || kind == FlowOnward {
		g.any(max(size, 3), kind == FlowOnward)
		return g.end
	}
	b := g.block()
	g.end[0] = plan{ending: endGoto, to: []int{b}}
	if last := g.part(b, scope{exit: -1, again: -1, merge: -1}, 0); last >= 0 {
		g.end[last] = plan{ending: endReturn}
	}
	g.extras()
	return g.end
}

func (g *flow) block() int {
	g.end = append(g.end, plan{ending: endUnreachable})
	return len(g.end) - 1
}

// one picks one of several.
func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (g *flow) leave() ending {
	switch k := g.r.IntN(8); {
	case k == 0 && g.kill:
		return endKill
	case k == 1:
		return endUnreachable
	}
	return endReturn
}

func (g *flow) any(size int, onward bool) {
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
		case b == size-1:
			p.ending = endReturn
		case k == 0 && b > 0:
			p.ending = g.leave()
		case k < 5:
			p.ending, p.to = endGoto, []int{pick()}
		case k < 12:
			p.ending, p.to = endBranch, []int{pick(), pick()}
		default:
			p.ending = endSwitch
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
	g.withoutRefused()
}

// scope is the targets of ways from a place.
type scope struct {
	exit, again int // of the innermost loop, or -1
	merge       int // of the innermost switch in it, or -1
}

// part makes constructs from a block that has no ending and returns the block, without an
// ending, that control comes to behind the last, or -1.
func (g *flow) part(b int, s scope, depth int) int {
	for range 1 + g.r.IntN(3) {
		if g.left--; g.left <= 0 || depth > 6 {
			break
		}
		switch k := g.r.IntN(13); {
		case k < 4:
			b = g.choice(b, s, depth)
		case k < 6:
			b = g.fork(b, s, depth)
		case k < 8:
			b = g.loop(b, s, depth)
		case k == 8:
			b = g.alone(b)
		case k == 9:
			b = g.returning(b, s, depth)
		case k == 10:
			n := g.block()
			g.end[b] = plan{ending: endGoto, to: []int{n}}
			b = n
		default:
			if depth > 0 && g.jump(b, s) {
				return -1
			}
		}
	}
	return b
}

// jump ends a block with a way out of a construct.
func (g *flow) jump(b int, s scope) bool {
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
		to = one(g.r, x.exit, x.again, x.merge)
	case k == 7:
		g.end[b] = plan{ending: g.leave()}
		return true
	}
	if to < 0 {
		return false
	}
	g.end[b] = plan{ending: endGoto, to: []int{to}}
	return true
}

// arm makes the nodes that a construct leads to, up to the merge of its ways.
func (g *flow) arm(to int, s scope, depth int) int {
	if g.r.IntN(4) == 0 {
		return to
	}
	b := g.block()
	if end := g.part(b, s, depth+1); end >= 0 {
		g.end[end] = plan{ending: endGoto, to: []int{to}}
	}
	return b
}

func (g *flow) choice(b int, s scope, depth int) int {
	m := g.block()
	then := g.arm(m, s, depth)
	els := m
	if g.r.IntN(2) == 0 {
		els = g.arm(m, s, depth)
	}
	if s.exit >= 0 && g.r.IntN(6) == 0 {
		els = one(g.r, s.exit, s.again)
	}
	p := plan{ending: endBranch, to: []int{then, els}, merge: m}
	if g.r.IntN(2) == 0 {
		p.to[0], p.to[1] = els, then
	}
	g.end[b] = p
	return m
}

// returning is a choice whose ways both leave, so that nothing comes to the merge.
func (g *flow) returning(b int, s scope, depth int) int {
	if g.r.IntN(3) > 0 {
		return b
	}
	m := g.block()
	p := plan{ending: endBranch, merge: m}
	for range 2 {
		x := g.block()
		p.to = append(p.to, x)
		if s.exit >= 0 && g.r.IntN(2) == 0 {
			g.end[x] = plan{ending: endGoto, to: []int{one(g.r, s.exit, s.again)}}
		} else {
			g.end[x] = plan{ending: endReturn}
		}
	}
	g.end[b] = p
	if g.r.IntN(2) == 0 {
		return m // more that control never comes to
	}
	g.end[m] = plan{ending: endUnreachable}
	n := g.block()
	if g.r.IntN(2) == 0 {
		g.end[m] = plan{ending: endGoto, to: []int{n}}
	}
	return n
}

func (g *flow) fork(b int, s scope, depth int) int {
	m := g.block()
	s.merge = m
	g.all = append(g.all, s)
	p := plan{ending: endSwitch, merge: m}
	next := m // what a clause may fall into
	for range 1 + g.r.IntN(4) {
		to := m
		if g.r.IntN(2) == 0 {
			to = next
		}
		next = g.arm(to, s, depth)
		p.to = append([]int{next}, p.to...)
		if g.r.IntN(4) == 0 {
			p.to = append(p.to, next)
		}
	}
	if s.exit >= 0 && g.r.IntN(4) == 0 {
		p.to = append(p.to, one(g.r, s.exit, s.again))
	}
	if g.r.IntN(2) == 0 {
		p.to = append(p.to, m)
	}
	if g.odd && g.r.IntN(3) == 0 { // the default stands in the middle
		k := g.r.IntN(len(p.to))
		p.to[0], p.to[k] = p.to[k], p.to[0]
	}
	g.end[b] = p
	g.all = g.all[:len(g.all)-1]
	return m
}

// alone is a loop of one block, which is its own continue target.
func (g *flow) alone(b int) int {
	h, m := g.block(), g.block()
	g.end[b] = plan{ending: endGoto, to: []int{h}}
	g.end[h] = plan{ending: endBranch, to: []int{h, m}, merge: m, cont: h}
	if g.r.IntN(2) == 0 {
		g.end[h].to = []int{m, h}
	}
	return m
}

func (g *flow) loop(b int, s scope, depth int) int {
	h, c, m := g.block(), g.block(), g.block()
	g.end[b] = plan{ending: endGoto, to: []int{h}}
	s = scope{exit: m, again: c, merge: -1}
	g.all = append(g.all, s)
	body := g.block()
	p := plan{ending: endGoto, to: []int{body}, merge: m, cont: c}
	switch g.r.IntN(6) {
	case 0, 1, 2:
		p.ending, p.to = endBranch, []int{body, m}
		if g.r.IntN(3) == 0 {
			p.to = []int{m, body}
		}
	case 3:
		if !g.odd {
			break // SPIR-V wants a branch there
		}
		p.ending, p.to = endSwitch, []int{body, m, body, c}[:2+g.r.IntN(3)]
	}
	if g.r.IntN(10) == 0 {
		p.to[0] = c // no body
	}
	g.end[h] = p
	if end := g.part(body, s, depth+1); end >= 0 {
		g.end[end] = plan{ending: endGoto, to: []int{c}}
		if g.r.IntN(8) == 0 { // it always leaves: perhaps nothing comes to the continue target
			g.end[end].to[0] = m
		}
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
		switch g.r.IntN(6) {
		case 0, 1:
			g.end[last] = plan{ending: endBranch, to: []int{h, m}}
		case 2:
			g.end[last] = plan{ending: endBranch, to: []int{m, h}}
		default:
			g.end[last] = plan{ending: endGoto, to: []int{h}}
		}
	}
	g.all = g.all[:len(g.all)-1]
	return m
}

// withoutRefused takes out the merges that readers refuse: of switches, whose cases may be
// reached otherwise, and of loops whose iterations end behind the loop.
func (g *flow) withoutRefused() {
	for b := range g.end {
		if p := &g.end[b]; p.ending == endSwitch || p.cont != 0 && p.cont == p.merge {
			p.merge, p.cont = 0, 0
		}
	}
}

// extras changes a few ways and merges of an odd graph.
func (g *flow) extras() {
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
	defer g.withoutRefused()
	if g.r.IntN(5) == 0 {
		for b := range g.end {
			g.end[b].merge, g.end[b].cont = 0, 0
		}
	}
}

// dominance computes reachable blocks, dominators, and predecessors.
type dominance struct {
	order []int   // the blocks reached, dominators first
	up    []int   // immediate dominators, -1: none
	preds [][]int // distinct, ascending
	seen  []bool
}

func dominators(end []plan) *dominance {
	n := len(end)
	d := &dominance{up: make([]int, n), preds: make([][]int, n), seen: make([]bool, n)}
	for b := range end {
		for _, to := range end[b].to {
			if l := d.preds[to]; len(l) == 0 || l[len(l)-1] != b {
				d.preds[to] = append(l, b)
			}
		}
	}
	var post []int
	var walk func(int)
	walk = func(b int) {
		d.seen[b] = true
		for _, to := range end[b].to {
			if !d.seen[to] {
				walk(to)
			}
		}
		post = append(post, b)
	}
	walk(0)
	number := make([]int, n)
	for k, b := range post {
		number[b] = k
	}
	for b := range d.up {
		d.up[b] = -1
	}
	meet := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = d.up[a]
			}
			for number[b] < number[a] {
				b = d.up[b]
			}
		}
		return a
	}
	d.up[0] = 0
	for changed := true; changed; {
		changed = false
		for k := len(post) - 1; k >= 0; k-- {
			b := post[k]
			if b == 0 {
				continue
			}
			up := -1
			for _, p := range d.preds[b] {
				switch {
				case !d.seen[p] || d.up[p] < 0:
				case up < 0:
					up = p
				default:
					up = meet(up, p)
				}
			}
			if d.up[b] != up {
				d.up[b], changed = up, true
			}
		}
	}
	d.up[0] = -1
	for k := len(post) - 1; k >= 0; k-- {
		d.order = append(d.order, post[k])
	}
	return d
}
