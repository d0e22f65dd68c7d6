package rules

// This file makes tables_gen.go of rules.txt: the flat rules, and the automaton.

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"refract/ssa/op"
)

var update = flag.Bool("update", false, "write tables_gen.go")

// TestTables makes the tables anew and compares them.
func TestTables(t *testing.T) {
	list, err := readRules("rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := generate(list)
	if err != nil {
		t.Fatal(err)
	}
	const name = "tables_gen.go"
	if *update {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(name); err != nil || !bytes.Equal(have, text) {
		t.Fatalf("%s is stale: run go generate", name)
	}
}

// generate writes the tables as Go.
func generate(list []parsed) ([]byte, error) {
	var w bytes.Buffer
	w.WriteString("// Code generated from rules.txt; DO NOT EDIT.\n\npackage rules\n\nimport \"refract/ssa/op\"\n\n")

	// Nodes: equal trees are one.
	nodes := []Node{{}}
	places := map[Node]uint16{}
	var flat func(t *tree) uint16
	flat = func(t *tree) uint16 {
		n := t.node
		for k, a := range t.args {
			n.Args[k] = flat(a)
		}
		at, ok := places[n]
		if !ok {
			at = uint16(len(nodes))
			nodes = append(nodes, n)
			places[n] = at
		}
		return at
	}
	for i := range list {
		list[i].rule.Pattern, list[i].rule.Replacement = flat(list[i].pattern), flat(list[i].replacement)
	}
	w.WriteString("// Nodes are the parts of rules; the first is none.\nvar Nodes = [...]Node{\n")
	for _, n := range nodes {
		fmt.Fprintf(&w, "{%d, %v, %d, %d, %d, [3]uint16{%d, %d, %d}, %#x},\n", n.Kind, n.Once, n.Var, n.Size, n.Op, n.Args[0], n.Args[1], n.Args[2], n.Value)
	}
	w.WriteString("}\n\n// Rules are all, with each order of operands, as they stand in rules.txt.\nvar Rules = [...]Rule{\n")
	for _, p := range list {
		r := p.rule
		fmt.Fprintf(&w, "{%d, %d, %d, %v, %d, [2]Test{{%d, [3]uint8{%d, %d, %d}}, {%d, [3]uint8{%d, %d, %d}}}, %d},\n",
			r.Pattern, r.Replacement, r.FP, r.Late, r.Vars,
			r.Tests[0].Condition, r.Tests[0].Vars[0], r.Tests[0].Vars[1], r.Tests[0].Vars[2],
			r.Tests[1].Condition, r.Tests[1].Vars[0], r.Tests[1].Vars[1], r.Tests[1].Vars[2], r.Line)
	}
	w.WriteString("}\n\n")
	m := build(list)
	if err := m.write(&w, list); err != nil {
		return nil, err
	}
	return format.Source(w.Bytes())
}

// An item is a part of patterns without what an automaton doesn't see: which
// variable, which constant.
type item struct {
	op   op.Op // 0: anything or a constant
	args [3]int
}

const (
	anything = 0
	constant = 1
)

// A machine is the automaton while it is made.
type machine struct {
	items  []item
	byItem map[item]int
	roots  []int // by rule

	states  [][]int // the items that a state matches, sorted
	byState map[string]int
	ops     map[op.Op]*machineOp
}

type machineOp struct {
	items   []int            // of the operation
	wanted  [][]int          // by place: the items of operands that matter
	classes [][][]int        // by place: the sets of such items that states have
	byClass []map[string]int // by place
	filters [][]int          // by place and state: the class
	next    map[[3]int]int
}

func build(list []parsed) *machine {
	m := &machine{byItem: map[item]int{}, byState: map[string]int{}, ops: map[op.Op]*machineOp{}}
	m.items = []item{{}, {}}
	for i := range list {
		m.roots = append(m.roots, m.item(list[i].pattern))
	}
	for i, it := range m.items {
		if it.op == 0 {
			continue
		}
		o := m.ops[it.op]
		if o == nil {
			n := len(it.op.Info().Srcs)
			o = &machineOp{wanted: make([][]int, n), classes: make([][][]int, n), byClass: make([]map[string]int, n), filters: make([][]int, n), next: map[[3]int]int{}}
			for k := range n {
				o.byClass[k] = map[string]int{}
			}
			m.ops[it.op] = o
		}
		o.items = append(o.items, i)
		for k := range o.wanted {
			if !slices.Contains(o.wanted[k], it.args[k]) {
				o.wanted[k] = append(o.wanted[k], it.args[k])
			}
		}
	}
	m.state([]int{anything})
	m.state([]int{anything, constant})
	ops := slices.Sorted(maps.Keys(m.ops))
	for grown := true; grown; {
		grown = false
		for _, k := range ops {
			grown = m.grow(k) || grown
		}
	}
	return m
}

// item is the place of a tree among the items.
func (m *machine) item(t *tree) int {
	switch t.node.Kind {
	case Var:
		return anything
	case Const, Int, Float:
		return constant
	}
	it := item{op: t.node.Op}
	for k, a := range t.args {
		it.args[k] = m.item(a)
	}
	at, ok := m.byItem[it]
	if !ok {
		at = len(m.items)
		m.items = append(m.items, it)
		m.byItem[it] = at
	}
	return at
}

func (m *machine) state(items []int) int {
	slices.Sort(items)
	key := fmt.Sprint(items)
	at, ok := m.byState[key]
	if !ok {
		at = len(m.states)
		m.states = append(m.states, items)
		m.byState[key] = at
	}
	return at
}

// grow takes in the states that have come since, and reports whether there are new
// ones of it.
func (m *machine) grow(k op.Op) bool {
	o := m.ops[k]
	before := len(m.states)
	for place := range o.wanted {
		for s := len(o.filters[place]); s < before; s++ {
			var set []int
			for _, i := range m.states[s] {
				if slices.Contains(o.wanted[place], i) {
					set = append(set, i)
				}
			}
			key := fmt.Sprint(set)
			class, ok := o.byClass[place][key]
			if !ok {
				class = len(o.classes[place])
				o.classes[place] = append(o.classes[place], set)
				o.byClass[place][key] = class
			}
			o.filters[place] = append(o.filters[place], class)
		}
	}
	var each func(place int, at [3]int)
	each = func(place int, at [3]int) {
		if place == len(o.wanted) {
			if _, ok := o.next[at]; ok {
				return
			}
			set := []int{anything}
			for _, i := range o.items {
				all := true
				for p := range o.wanted {
					all = all && slices.Contains(o.classes[p][at[p]], m.items[i].args[p])
				}
				if all {
					set = append(set, i)
				}
			}
			o.next[at] = m.state(set)
			return
		}
		for c := range o.classes[place] {
			at[place] = c
			each(place+1, at)
		}
	}
	each(0, [3]int{})
	return len(m.states) > before
}

func (m *machine) write(w *bytes.Buffer, list []parsed) error {
	fmt.Fprintf(w, "// automata has %d states and is about %d operations.\nvar automata = [op.Count]automaton{\n", len(m.states), len(m.ops))
	for _, k := range slices.Sorted(maps.Keys(m.ops)) {
		o := m.ops[k]
		fmt.Fprintf(w, "%d: { // %s\nfilters: [][]uint8{\n", k, k)
		for place := range o.filters {
			if len(o.classes[place]) > 256 {
				return fmt.Errorf("%s: too many classes", k)
			}
			// States that came after the operation was last looked at can't be: it was
			// looked at until none came.
			if len(o.filters[place]) != len(m.states) {
				return fmt.Errorf("%s: not all states are known", k)
			}
			fmt.Fprintf(w, "{%s},\n", numbers(o.filters[place]))
		}
		w.WriteString("},\nclasses: []uint16{")
		size := 1
		for place := range o.classes {
			fmt.Fprintf(w, "%d,", len(o.classes[place]))
			size *= len(o.classes[place])
		}
		next := make([]int, size)
		for at, s := range o.next {
			i := 0
			for place := range o.classes {
				i = i*len(o.classes[place]) + at[place]
			}
			next[i] = s
		}
		fmt.Fprintf(w, "},\nnext: []uint16{%s},\n},\n", numbers(next))
	}
	w.WriteString("}\n\n")
	var bounds, candidates []int
	for _, s := range m.states {
		bounds = append(bounds, len(candidates))
		var rules []int
		for r, root := range m.roots {
			if slices.Contains(s, root) {
				rules = append(rules, r)
			}
		}
		slices.SortStableFunc(rules, func(a, b int) int { return cmp.Compare(list[a].rule.Line, list[b].rule.Line) })
		candidates = append(candidates, rules...)
	}
	bounds = append(bounds, len(candidates))
	fmt.Fprintf(w, "// candidates are the rules that a state may match, from bounds of the state to the next.\nvar candidates = [...]uint16{%s}\n\nvar bounds = [...]uint32{%s}\n", numbers(candidates), numbers(bounds))
	return nil
}

// numbers writes a list in lines that aren't too long.
func numbers(list []int) string {
	var b strings.Builder
	for i, n := range list {
		if i%32 == 0 && len(list) > 32 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%d,", n)
	}
	if len(list) > 32 {
		b.WriteString("\n")
	}
	return b.String()
}
