package rules

// This file holds the automaton that finds the rules whose patterns a value may match.

import (
	"slices"
	"sync"

	"refract/ssa/op"
)

// A State identifies the parts of patterns that a value matches. States are numbers of
// one Matcher.
type State uint16

// The states of values that are no ALU operations.
const (
	Anything State = 0
	Constant State = 1
)

// maxStates bounds the automaton; values beyond it match no rule. rules.txt has 3,200.
const maxStates = 1 << 16

// An item is part of a pattern without the two things that states ignore: the variable,
// and the constant's value. Items 0 and 1 are any value and any constant.
type item struct {
	op   op.Op
	args [3]uint16
}

// makeItems numbers the parts of all patterns.
func (t *Table) makeItems() {
	t.items = make([]item, 2, len(t.Nodes))
	t.rulesOf = make([][]uint16, 2, len(t.Nodes))
	places := make(map[item]uint16, len(t.Nodes))
	ofNode := make([]uint16, len(t.Nodes)) // 0 is also a node not seen yet
	var place func(n uint16) uint16
	place = func(at uint16) uint16 {
		n := &t.Nodes[at]
		switch {
		case n.Kind == Var:
			return uint16(Anything)
		case n.Kind != Operate:
			return uint16(Constant)
		case ofNode[at] != 0:
			return ofNode[at]
		}
		it := item{op: n.Op}
		for k := range n.Op.Info().Srcs {
			it.args[k] = place(n.Args[k])
		}
		number, ok := places[it]
		if !ok {
			number = uint16(len(t.items))
			places[it] = number
			t.items = append(t.items, it)
			t.rulesOf = append(t.rulesOf, nil)
			t.ofOp[n.Op] = append(t.ofOp[n.Op], number)
		}
		ofNode[at] = number
		return number
	}
	for i := range t.Rules {
		root := place(t.Rules[i].Pattern)
		t.rulesOf[root] = append(t.rulesOf[root], uint16(i))
	}
}

// A Matcher computes the states of values. It is for one goroutine at a time.
type Matcher struct {
	*Table
	words       int      // of a set of items
	sets        []uint64 // by state: the set of items, in that many words
	candidates  [][]uint16
	byHash      map[uint64][]State // states, by the hash of their set
	transitions []transition       // a hash table of open addressing
	used        int                // of transitions
	set         []uint64           // scratch of compute
}

// A transition is a computed result of Next. Its key is 0 in free slots: an operation
// is never 0.
type transition struct {
	key  uint64
	next State
}

var free struct {
	sync.Mutex
	list []*Matcher
}

// Acquire returns a Matcher, with the transitions that earlier users computed.
func Acquire() *Matcher {
	free.Lock()
	defer free.Unlock()
	if n := len(free.list); n > 0 {
		m := free.list[n-1]
		free.list = free.list[:n-1]
		return m
	}
	return newMatcher()
}

// Release returns it for others to use.
func (m *Matcher) Release() {
	free.Lock()
	defer free.Unlock()
	free.list = append(free.list, m)
}

func newMatcher() *Matcher {
	t := Get()
	m := &Matcher{Table: t, words: (len(t.items) + 63) / 64, byHash: make(map[uint64][]State, 256), transitions: make([]transition, 1024)}
	m.set = make([]uint64, m.words)
	m.set[0] = 1 << Anything
	m.state()
	m.set[0] |= 1 << Constant
	m.state()
	return m
}

// Candidates are the rules whose pattern a value of a state may match, in the order of
// rules.txt.
func (m *Matcher) Candidates(s State) []uint16 { return m.candidates[s] }

// Next is the state of an operation's result.
func (m *Matcher) Next(o op.Op, states []State) State {
	if len(m.ofOp[o]) == 0 || len(states) != len(o.Info().Srcs) {
		return Anything
	}
	key := uint64(o) << 48
	for k, s := range states {
		key |= uint64(s) << (16 * k)
	}
	mask := uint64(len(m.transitions) - 1)
	for at := hash(key) & mask; ; at = (at + 1) & mask {
		switch t := &m.transitions[at]; t.key {
		case key:
			return t.next
		case 0:
			next := m.compute(o, states)
			m.insert(transition{key, next})
			return next
		}
	}
}

// compute finds the items of an operation that match, by their operands' states.
func (m *Matcher) compute(o op.Op, states []State) State {
	clear(m.set)
	m.set[0] = 1 << Anything
	for _, number := range m.ofOp[o] {
		all := true
		for k, s := range states {
			want := m.items[number].args[k]
			all = all && m.sets[int(s)*m.words+int(want/64)]&(1<<(want%64)) != 0
		}
		if all {
			m.set[number/64] |= 1 << (number % 64)
		}
	}
	return m.state()
}

// state is the state of the set of items in m.set.
func (m *Matcher) state() State {
	h := uint64(0)
	for _, w := range m.set {
		h = hash(h ^ w)
	}
	for _, s := range m.byHash[h] {
		if slices.Equal(m.sets[int(s)*m.words:][:m.words], m.set) {
			return s
		}
	}
	if len(m.candidates) == maxStates {
		return Anything
	}
	s := State(len(m.candidates))
	m.byHash[h] = append(m.byHash[h], s)
	m.sets = append(m.sets, m.set...)
	var rules []uint16
	for number := range m.items {
		if m.set[number/64]&(1<<(number%64)) != 0 {
			rules = append(rules, m.rulesOf[number]...)
		}
	}
	slices.Sort(rules)
	m.candidates = append(m.candidates, rules)
	return s
}

// insert adds a transition that isn't there.
func (m *Matcher) insert(t transition) {
	if m.used++; 2*m.used > len(m.transitions) {
		old := m.transitions
		m.transitions = make([]transition, 2*len(old))
		for _, o := range old {
			if o.key != 0 {
				m.put(o)
			}
		}
	}
	m.put(t)
}

func (m *Matcher) put(t transition) {
	mask := uint64(len(m.transitions) - 1)
	at := hash(t.key) & mask
	for m.transitions[at].key != 0 {
		at = (at + 1) & mask
	}
	m.transitions[at] = t
}

// hash mixes the bits of a key (the finalizer of Steele, Lea and Flood's SplitMix).
func hash(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
