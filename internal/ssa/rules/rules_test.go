package rules

// Both sides of each rule are evaluated, by the functions that the interpreter uses,
// on edge values and random ones, at every size that the rule's places can have.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/internal/num"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// TestRules evaluates them.
func TestRules(t *testing.T) {
	list, text := Get(), strings.Split(source, "\n")
	lines, kept := map[uint16]bool{}, 0
	for _, r := range list.Rules {
		lines[r.Line] = true
		if !r.Reordered {
			kept++
		}
		p := &sides{rule: r, pattern: treeOf(list.Nodes, r.Pattern), replacement: treeOf(list.Nodes, r.Replacement)}
		if err := check(p); err != nil {
			t.Errorf("rules.txt:%d: %s: %v", r.Line, text[r.Line-1], err)
		}
	}
	t.Logf("%d lines, %d rules, %d with operands in each order", len(lines), kept, len(list.Rules))
}

// sides are a rule whose parts are separate, even if they are equal.
type sides struct {
	rule                 Rule
	pattern, replacement *tree
}

func treeOf(nodes []Node, at uint16) *tree {
	t := &tree{node: nodes[at]}
	if t.node.Kind == Operate {
		for k := range t.node.Op.Info().Srcs {
			t.args[k] = treeOf(nodes, t.node.Args[k])
		}
	}
	return t
}

// TestReadErrors reads lines that aren't rules.
func TestReadErrors(t *testing.T) {
	for line, want := range map[string]string{
		"(iadd a 0)":                       "no ->",
		"(iadd a 0) -> b":                  "which the pattern lacks",
		"a -> a":                           "the pattern is no operation",
		"(iadd a) -> a":                    "has 2 operands",
		"(iadd a 0 -> a":                   "doesn't end",
		"(iadd a 0) b -> a":                "is too much",
		"(nothing a) -> a":                 "no operation",
		"(iadd@x a 0) -> a":                "bad size",
		"(iadd a ab) -> a":                 "is no operand",
		"(iadd a ) -> a":                   "has 2 operands",
		"(fadd a 0.0) -> a ~ speed":        "no freedom",
		"(iadd a #b) -> a if big(b)":       "bad condition",
		"(iadd a #b) -> a if pow2(c)":      "no variable",
		"(iadd a #b) -> a if odd(b,b,b,b)": "no variable",
		"(iadd a #b) -> a if odd(b), odd(": "bad condition",
	} {
		if _, err := read("# a comment\n" + line); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "rules.txt:2: ") {
			t.Errorf("%s: %v instead of %s", line, err, want)
		}
	}
}

// A place is a part of a rule whose size is being found out; places whose sizes are
// the same have the same root.
type place struct {
	parent  *place
	fixed   int // bits; 0: not known
	isFloat bool
	isInt   bool
	isBool  bool
}

func (p *place) root() *place {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

func join(a, b *place) error {
	a, b = a.root(), b.root()
	if a == b {
		return nil
	}
	if a.fixed != 0 && b.fixed != 0 && a.fixed != b.fixed {
		return fmt.Errorf("%d bits meet %d", a.fixed, b.fixed)
	}
	b.parent = a
	a.fixed = max(a.fixed, b.fixed)
	a.isFloat, a.isInt, a.isBool = a.isFloat || b.isFloat, a.isInt || b.isInt, a.isBool || b.isBool
	return nil
}

// A sizing gives every part of a rule a place.
type sizing struct {
	vars  [8]*place
	nodes map[*tree]*place
	all   []*place
	err   error
}

func (s *sizing) fresh() *place {
	p := &place{}
	s.all = append(s.all, p)
	return p
}

func (s *sizing) join(a, b *place) {
	if err := join(a, b); err != nil && s.err == nil {
		s.err = err
	}
}

// visit is the place of a tree.
func (s *sizing) visit(t *tree) *place {
	p := s.place(t)
	s.nodes[t] = p
	return p
}

func (s *sizing) place(t *tree) *place {
	n := &t.node
	switch n.Kind {
	case Var, Const:
		if s.vars[n.Var] == nil {
			s.vars[n.Var] = s.fresh()
		}
		return s.vars[n.Var]
	case Int, Float:
		p := s.fresh()
		p.isFloat = n.Kind == Float
		return p
	}
	info := n.Op.Info()
	shared := s.fresh()
	note := func(p *place, o op.Operand) {
		p = p.root()
		switch o.Base {
		case op.Float:
			p.isFloat = true
		case op.Int, op.Uint:
			p.isInt = true
		case op.Bool:
			p.isBool = true
		}
	}
	for k, a := range t.operands() {
		at := s.visit(a)
		switch o := info.Srcs[k]; {
		case o.Base == op.Bool:
			s.join(&place{fixed: 1}, at)
		case o.Bits == 0:
			s.join(shared, at)
		case o.Bits != op.VarBits:
			s.join(&place{fixed: int(o.Bits)}, at)
		}
		note(at, info.Srcs[k])
	}
	result := shared
	if info.Result.Bits != 0 {
		result = s.fresh()
		if info.Result.Bits != op.VarBits {
			result.fixed = int(info.Result.Bits)
		}
	}
	if n.Op == op.Bitcast {
		s.join(result, s.nodes[t.args[0]])
	}
	switch {
	case n.Size != 0 && info.Result.Bits == 1:
		s.join(&place{fixed: int(n.Size)}, shared)
	case n.Size != 0:
		s.join(&place{fixed: int(n.Size)}, result)
	}
	note(result, info.Result)
	return result
}

// check evaluates a rule at each of its sizes.
func check(p *sides) error {
	s := sizing{nodes: map[*tree]*place{}}
	left := s.visit(p.pattern)
	for _, c := range p.rule.Tests {
		if c.Condition == SumInSize {
			s.join(s.vars[c.Vars[0]], s.vars[c.Vars[1]])
		}
	}
	kinds := s.kinds(int(p.rule.Vars), left)
	right := s.visit(p.replacement)
	s.join(left, right)
	if s.err != nil {
		return s.err
	}
	if s.kinds(int(p.rule.Vars), left) != kinds {
		return fmt.Errorf("the replacement asks for sizes that the pattern doesn't")
	}
	var open []*place
	for _, q := range s.all {
		if r := q.root(); r.fixed == 0 && !slices.Contains(open, r) {
			open = append(open, r)
		}
	}
	tried := 0
	var each func(k int) error
	each = func(k int) error {
		if k < len(open) {
			q := open[k]
			for _, n := range []int{1, 8, 16, 32, 64} {
				if q.isFloat && n < 16 || q.isInt && n == 1 || q.isBool && n > 1 || n == 8 && ir.ScalarOf(ir.UintKind, 8) == ir.NoScalar {
					continue
				}
				q.fixed = n
				err := each(k + 1)
				q.fixed = 0
				if err != nil {
					return err
				}
			}
			return nil
		}
		tried++
		return evaluate(p, &s)
	}
	if err := each(0); err != nil {
		return err
	}
	if tried == 0 {
		return fmt.Errorf("no sizes fit")
	}
	return nil
}

// kinds tells which variables, and the result, are known to have one size, and which.
func (s *sizing) kinds(vars int, result *place) (text string) {
	list := append(slices.Clone(s.vars[:vars]), result)
	for i, p := range list {
		if n := p.root().fixed; n != 0 {
			text += fmt.Sprintf(" %d bits", n)
		} else {
			text += fmt.Sprintf(" as %d", slices.IndexFunc(list, func(q *place) bool { return q.root() == p.root() }))
		}
		if i == vars {
			break
		}
	}
	return text
}

// A run is one evaluation of both sides.
type run struct {
	s        *sizing
	vars     [8]uint64
	nan, inf bool
	most     float64 // the greatest number met
	least    float64 // the least that isn't zero
	failed   op.Op
}

func (r *run) eval(t *tree) uint64 {
	n := &t.node
	size := r.s.nodes[t].root().fixed
	var v uint64
	switch n.Kind {
	case Var, Const:
		v = r.vars[n.Var]
	case Int, Float:
		return n.Bits(size)
	default:
		var a [4]uint64
		for k := range t.operands() {
			a[k] = r.eval(t.args[k])
		}
		var ok bool
		if v, ok = op.Fold(n.Op, r.s.nodes[t.args[0]].root().fixed, size, a); !ok {
			r.failed = n.Op
		}
		if size := r.s.nodes[t.args[0]].root().fixed; n.Op == op.FMix && size >= 16 {
			// The mixture adds products, which may be far greater than the sum.
			x, _, _ := number(size, a[0])
			y, _, _ := number(size, a[1])
			at, _, _ := number(size, a[2])
			if m := max(math.Abs(x*at), math.Abs(y*at)); m < math.Inf(1) {
				r.most = max(r.most, m)
			}
		}
	}
	if r.s.nodes[t].root().isFloat && size >= 16 {
		x, least, _ := number(size, v)
		r.nan, r.inf = r.nan || math.IsNaN(x), r.inf || math.IsInf(x, 0)
		if m := math.Abs(x); !math.IsNaN(x) && !math.IsInf(x, 0) {
			r.most = max(r.most, m)
			if x != 0 && m < least {
				r.least = 0 // of what is denormal nobody promises digits
			} else if x != 0 {
				r.least = min(r.least, m)
			}
		}
	}
	return v
}

// evaluate compares the sides with values of the sizes chosen.
func evaluate(p *sides, s *sizing) error {
	rng := rand.New(rand.NewPCG(uint64(p.rule.Line), 7))
	n := int(p.rule.Vars)
	result := s.nodes[p.pattern].root()
	var edgesOfVar [8][]uint64
	for k := range n {
		edgesOfVar[k] = edgesOf(s.vars[k].root())
	}
	value := func(k, round int) uint64 {
		q, edges := s.vars[k].root(), edgesOfVar[k]
		if round < 4*len(edges) || rng.IntN(2) == 0 {
			return edges[rng.IntN(len(edges))]
		}
		return randomOf(q, rng)
	}
	met := false
	rounds := 1200
	if p.rule.Reordered {
		rounds = 100 // what differs with the order shows soon
	}
	for round := range rounds {
		r := run{s: s, least: math.Inf(1)}
		for k := range n {
			r.vars[k] = value(k, round)
		}
		if n == 1 && round < len(edgesOfVar[0]) {
			r.vars[0] = edgesOfVar[0][round]
		}
		holds := true
		read := ^uint64(0) >> (64 - result.fixed) // bits of the result that matter
		for tries := 0; ; tries++ {               // conditions are seldom met by chance
			holds = true
			for _, c := range p.rule.Tests {
				if c.Condition == 0 {
					continue
				}
				if c.Condition.IsRead() {
					read = readOf(rng, r.vars[c.Vars[0]]) & (^uint64(0) >> (64 - result.fixed))
					holds = holds && c.Condition.HoldsReading(r.vars[c.Vars[0]], read)
					continue
				}
				v := [3]uint64{r.vars[c.Vars[0]], r.vars[c.Vars[1]], r.vars[c.Vars[2]]}
				holds = holds && c.Condition.Holds(s.vars[c.Vars[0]].root().fixed, result.fixed, v)
			}
			if holds || tries == 30 {
				break
			}
			for k := range n {
				r.vars[k] = value(k, round)
			}
		}
		if !holds {
			continue
		}
		want := r.eval(p.pattern)
		if p.rule.FP&ssa.NoNaN != 0 && r.nan || p.rule.FP&ssa.NoInf != 0 && r.inf {
			continue
		}
		met = true
		nan := r.nan
		got := r.eval(p.replacement)
		if r.failed != 0 {
			return fmt.Errorf("%s isn't folded", r.failed)
		}
		if want&read == got&read {
			continue
		}
		if result.isFloat && result.fixed >= 16 {
			x, _, most := number(result.fixed, want)
			y, _, _ := number(result.fixed, got)
			if math.IsNaN(x) && math.IsNaN(y) || p.rule.FP&ssa.NoSignedZero != 0 && x == 0 && y == 0 {
				continue
			}
			if p.rule.FP&(ssa.Reassociate|ssa.Approximate|ssa.Contract) != 0 {
				digits := map[int]int{16: 10, 32: 23, 64: 52}[result.fixed]
				if nan || r.nan || r.inf || r.least == 0 || r.most > math.Sqrt(most) || r.least < 1/math.Sqrt(most) {
					continue // out of range on one of the ways
				}
				if math.Abs(x-y) <= math.Ldexp(max(r.most, math.Abs(x)), -digits+7) {
					continue
				}
			}
		} else if p.rule.FP&(ssa.Reassociate|ssa.Approximate) != 0 {
			continue
		} else if result.fixed >= 16 && hasFloat(p.pattern) {
			x, _, _ := number(result.fixed, want)
			y, _, _ := number(result.fixed, got)
			if math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
		}
		return fmt.Errorf("with %#x (%d bits) it is %#x and becomes %#x", r.vars[:n], result.fixed, want, got)
	}
	if !met {
		return fmt.Errorf("no values were tried (%d bits)", result.fixed)
	}
	return nil
}

// readOf is a set of bits that users read, which is likely to meet a condition on a constant.
func readOf(rng *rand.Rand, v uint64) uint64 {
	switch rng.IntN(4) {
	case 0:
		return rng.Uint64() & v
	case 1:
		return rng.Uint64() &^ v
	case 2:
		return 1<<rng.IntN(64) - 1
	}
	return rng.Uint64()
}

func hasFloat(t *tree) bool {
	return t.node.Kind == Float || slices.ContainsFunc(t.operands(), hasFloat)
}

// edgesOf are values where operations change their ways.
func edgesOf(q *place) (list []uint64) {
	size := q.fixed
	mask := ^uint64(0) >> (64 - size)
	if !q.isFloat || size < 16 {
		for _, v := range []uint64{0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 0xffff, 0x10000} {
			list = append(list, v&mask, -v&mask)
		}
		return append(list, mask>>1, mask>>1+1, (mask>>1-1)&mask, (mask>>1+2)&mask)
	}
	_, least, most := number(size, 0)
	for _, x := range []float64{0, 1, 2, 3, 4, 0.5, 0.25, 1.5, 2.5, 10, 100, 1.0 / 3, math.Pi, 7, 16, 1000.5, least, least / 2, most, math.Inf(1), math.Sqrt(most) / 2} {
		for _, y := range []float64{x, -x} {
			list = append(list, floatBits(size, y))
		}
	}
	return append(list, floatBits(size, math.Copysign(0, -1)), floatBits(size, math.NaN()))
}

func floatBits(size int, x float64) uint64 {
	switch size {
	case 16:
		return uint64(num.F16FromF64(x))
	case 32:
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func randomOf(q *place, rng *rand.Rand) uint64 {
	mask := ^uint64(0) >> (64 - q.fixed)
	switch {
	case q.isFloat && q.fixed >= 16 && rng.IntN(4) > 0:
		return floatBits(q.fixed, rng.NormFloat64()*math.Exp2(float64(rng.IntN(9)-4)))
	case rng.IntN(3) == 0:
		return rng.Uint64() & mask >> rng.IntN(q.fixed)
	}
	return rng.Uint64() & mask
}

// TestStates follows the automaton through each pattern: the state of a tree that
// looks like a rule's pattern has the rule among its candidates. Two matchers agree,
// whatever they saw before.
func TestStates(t *testing.T) {
	m, backward := newMatcher(), newMatcher()
	var state func(m *Matcher, at uint16) State
	state = func(m *Matcher, at uint16) State {
		switch n := &m.Nodes[at]; n.Kind {
		case Var:
			return Anything
		case Const, Int, Float:
			return Constant
		default:
			var states []State
			for k := range n.Op.Info().Srcs {
				states = append(states, state(m, n.Args[k]))
			}
			return m.Next(n.Op, states)
		}
	}
	found := make([][]uint16, len(m.Rules))
	for i, r := range m.Rules {
		found[i] = m.Candidates(state(m, r.Pattern))
		if !slices.Contains(found[i], uint16(i)) {
			t.Errorf("rules.txt:%d isn't found", r.Line)
		}
	}
	for i, r := range slices.Backward(m.Rules) {
		if got := backward.Candidates(state(backward, r.Pattern)); !slices.Equal(got, found[i]) {
			t.Errorf("rules.txt:%d: %d and %d are candidates", r.Line, found[i], got)
		}
	}
	if len(m.Candidates(Anything))+len(m.Candidates(Constant)) != 0 {
		t.Error("rules for values that are no operations")
	}
	t.Logf("%d items, %d states, %d transitions", len(m.items), len(m.candidates), m.used)
}

// BenchmarkTable reads rules.txt.
func BenchmarkTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		table, err := read(source)
		if err != nil {
			b.Fatal(err)
		}
		table.makeItems()
	}
}

// BenchmarkNext looks up computed transitions.
func BenchmarkNext(b *testing.B) {
	m := newMatcher()
	for b.Loop() {
		s := m.Next(op.IAdd, []State{Anything, Constant})
		m.Next(op.INeg, []State{s})
	}
}
