package rules

// This file reads rules.txt. Sets in a line are expanded, and commutative operations
// in patterns into both orders of their operands. Equal trees share one node.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/ssa"
	"refract/ssa/op"
)

// A tree is a pattern or replacement in the order of rules.txt.
type tree struct {
	node Node
	args [3]*tree // of an operation, one per source
}

// operands are the parts of an operation.
func (t *tree) operands() []*tree {
	if t.node.Kind != Operate {
		return nil
	}
	return t.args[:len(t.node.Op.Info().Srcs)]
}

// A reader reads rules into a table.
type reader struct {
	*Table
	places map[Node]uint16 // of Nodes
	trees  forest
}

// A forest allocates trees in blocks.
type forest struct{ block []tree }

func (f *forest) plant(n Node) *tree {
	if len(f.block) == cap(f.block) {
		f.block = make([]tree, 0, 256)
	}
	f.block = append(f.block, tree{node: n})
	return &f.block[len(f.block)-1]
}

// read reads rules in the notation of rules.txt. The error names the line.
func read(text string) (*Table, error) {
	r := reader{&Table{Nodes: make([]Node, 1, 4096), Rules: make([]Rule, 0, 2048)}, make(map[Node]uint16, 4096), forest{}}
	late, n := false, 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line == "late":
			late = true
			continue
		}
		for _, one := range expand(line) {
			rule, pattern, err := r.rule(one)
			if err != nil {
				return nil, fmt.Errorf("rules.txt:%d: %w\n%s", n, err, one)
			}
			rule.Line, rule.Late = uint16(n), late
			for _, rule.Pattern = range r.orders(pattern) {
				r.Rules = append(r.Rules, rule)
				rule.Reordered = true
			}
		}
	}
	return r.Table, nil
}

// place is the index of a node in Nodes.
func (r *reader) place(n Node) uint16 {
	at, ok := r.places[n]
	if !ok {
		at = uint16(len(r.Nodes))
		r.Nodes = append(r.Nodes, n)
		r.places[n] = at
	}
	return at
}

// flat is the index of a tree in the order of rules.txt.
func (r *reader) flat(t *tree) uint16 {
	n := t.node
	for k, a := range t.operands() {
		n.Args[k] = r.flat(a)
	}
	return r.place(n)
}

// orders are the indices of a tree in Nodes with the operands of commutative
// operations either way, the order of rules.txt first.
func (r *reader) orders(t *tree) []uint16 {
	if t.node.Kind != Operate {
		return []uint16{r.place(t.node)}
	}
	list := []Node{t.node}
	for k, a := range t.operands() {
		orders := r.orders(a)
		next := make([]Node, 0, len(list)*len(orders))
		for _, n := range list {
			for _, n.Args[k] = range orders {
				next = append(next, n)
			}
		}
		list = next
	}
	if t.node.Op.Has(op.Commutative) {
		for _, n := range list {
			n.Args[0], n.Args[1] = n.Args[1], n.Args[0]
			list = append(list, n)
		}
	}
	places := make([]uint16, 0, len(list))
	for _, n := range list {
		if at := r.place(n); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	return places
}

// expand gives a line for each word of its sets; sets of one length go in step.
func expand(line string) []string {
	from := strings.IndexByte(line, '{')
	if from < 0 {
		return []string{line}
	}
	words := func(s string) []string { return strings.Fields(s[:strings.IndexByte(s, '}')]) }
	n := len(words(line[from+1:]))
	var list []string
	for k := range n {
		var b strings.Builder
		rest := line
		for {
			at := strings.IndexByte(rest, '{')
			if at < 0 {
				break
			}
			end := strings.IndexByte(rest, '}') + 1
			set := words(rest[at+1:])
			b.WriteString(rest[:at])
			if len(set) == n {
				b.WriteString(set[k])
			} else {
				b.WriteString(rest[at:end])
			}
			rest = rest[end:]
		}
		b.WriteString(rest)
		list = append(list, expand(b.String())...)
	}
	return list
}

// freedomOf is the freedom of floating-point arithmetic that a word of a condition names.
func freedomOf(word string) (f ssa.FP, ok bool) {
	switch word {
	case "contract":
		return ssa.Contract, true
	case "reassoc":
		return ssa.Reassociate, true
	case "nsz":
		return ssa.NoSignedZero, true
	case "nnan":
		return ssa.NoNaN, true
	case "ninf":
		return ssa.NoInf, true
	case "approx":
		return ssa.Approximate, true
	}
	return 0, false
}

// rule reads a line without sets. The pattern is the caller's to place.
func (r *reader) rule(line string) (rule Rule, pattern *tree, err error) {
	line, conditions, _ := strings.Cut(line, " if ")
	line, freedom, _ := strings.Cut(line, " ~ ")
	left, right, ok := strings.Cut(line, " -> ")
	if !ok {
		return rule, nil, fmt.Errorf("no ->")
	}
	for w := range strings.FieldsSeq(freedom) {
		f, ok := freedomOf(w)
		if !ok {
			return rule, nil, fmt.Errorf("no freedom %q", w)
		}
		rule.FP |= f
	}
	var names []string
	if pattern, err = readTree(left, &names, &r.trees); err != nil {
		return rule, nil, err
	}
	known := len(names)
	replacement, err := readTree(right, &names, &r.trees)
	switch {
	case err != nil:
		return rule, nil, err
	case len(names) != known:
		return rule, nil, fmt.Errorf("the replacement has %s, which the pattern lacks", names[known])
	case pattern.node.Kind != Operate:
		return rule, nil, fmt.Errorf("the pattern is no operation")
	}
	rule.Vars, rule.Replacement = uint8(known), r.flat(replacement)
	rule.Tests, err = readTests(conditions, names)
	return rule, pattern, err
}

// readTests reads conditions on variables.
func readTests(text string, names []string) (tests [2]Test, err error) {
	for n := 0; text != ""; n++ {
		name, rest, ok := strings.Cut(text, "(")
		vars, after, ok2 := strings.Cut(rest, ")")
		c := slices.Index(conditionNames[:], strings.TrimSpace(name))
		if !ok || !ok2 || c <= 0 || n == len(tests) {
			return tests, fmt.Errorf("bad condition %q", text)
		}
		tests[n].Condition = Condition(c)
		k := 0
		for v := range strings.SplitSeq(vars, ",") {
			at := slices.Index(names, strings.TrimSpace(v))
			if at < 0 || k == len(tests[n].Vars) {
				return tests, fmt.Errorf("no variable %q", v)
			}
			tests[n].Vars[k] = uint8(at)
			k++
		}
		text = strings.TrimLeft(after, ", ")
	}
	return tests, nil
}

// readTree reads one tree; names are the variables so far.
func readTree(text string, names *[]string, trees *forest) (*tree, error) {
	r := treeReader{text: text, names: names, forest: trees}
	t := r.tree()
	if r.err == nil && strings.TrimSpace(r.text) != "" {
		return nil, fmt.Errorf("%q is too much", r.text)
	}
	return t, r.err
}

// A treeReader reads one tree.
type treeReader struct {
	text  string
	names *[]string
	err   error
	*forest
}

func (r *treeReader) word() string {
	r.text = strings.TrimSpace(r.text)
	if r.text == "" {
		return ""
	}
	n := strings.IndexAny(r.text, " ()")
	switch {
	case n < 0:
		n = len(r.text)
	case n == 0:
		n = 1
	}
	w := r.text[:n]
	r.text = r.text[n:]
	return w
}

func (r *treeReader) fail(format string, args ...any) *tree {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	return r.plant(Node{})
}

func (r *treeReader) tree() *tree {
	w := r.word()
	switch {
	case w == "(":
		return r.operation()
	case w == "true":
		return r.plant(Node{Kind: Int, Value: 1})
	case w == "false":
		return r.plant(Node{Kind: Int})
	case w == "":
		return r.fail("an operand is missing")
	}
	if w[0] <= '9' { // a digit or a sign
		if v, err := strconv.ParseInt(w, 0, 64); err == nil {
			return r.plant(Node{Kind: Int, Value: uint64(v)})
		}
		if v, err := strconv.ParseFloat(w, 64); err == nil {
			if w[0] == '-' && v == 0 {
				v = math.Copysign(0, -1)
			}
			return r.plant(Node{Kind: Float, Value: math.Float64bits(v)})
		}
	}
	name := strings.TrimPrefix(w, "#")
	if len(name) != 1 || name < "a" || name > "z" {
		return r.fail("%q is no operand", w)
	}
	at := slices.Index(*r.names, name)
	if at < 0 {
		at = len(*r.names)
		*r.names = append(*r.names, name)
	}
	kind := Var
	if name != w {
		kind = Const
	}
	return r.plant(Node{Kind: kind, Var: uint8(at)})
}

func (r *treeReader) operation() *tree {
	name := r.word()
	t, n := r.plant(Node{Kind: Operate}), 0
	if base, size, ok := strings.Cut(name, "@"); ok {
		bits, err := strconv.Atoi(size)
		if err != nil {
			return r.fail("bad size %q", size)
		}
		name, t.node.Size = base, uint8(bits)
	}
	if base, ok := strings.CutSuffix(name, "!"); ok {
		name, t.node.Once = base, true
	}
	o, ok := op.ByName(name)
	if !ok {
		return r.fail("no operation %q", name)
	}
	t.node.Op = o
	for {
		r.text = strings.TrimSpace(r.text)
		if strings.HasPrefix(r.text, ")") {
			r.text = r.text[1:]
			break
		}
		if r.text == "" || r.err != nil {
			return r.fail("an operation doesn't end")
		}
		if a := r.tree(); n < len(t.args) {
			t.args[n] = a
		}
		n++
	}
	info := o.Info()
	if n != len(info.Srcs) || !byComponents(o) {
		return r.fail("%s has %d operands and works by components: %v", name, len(info.Srcs), byComponents(o))
	}
	return t
}

// byComponents reports whether an operation makes each component of its result of
// the same components of its sources.
func byComponents(o op.Op) bool {
	info := o.Info()
	if info.Class != op.ClassALU || info.Props&op.Variadic != 0 || len(info.Srcs) > 3 {
		return false
	}
	if o == op.Bitcast {
		return true // of values of one size, which is asked where it is matched
	}
	ok := info.Result.Comps == 0 && info.Result.Base != op.Whole
	for _, s := range info.Srcs {
		ok = ok && s.Comps == 0 && s.Base != op.Whole
	}
	switch o {
	case op.FNormalize, op.FFaceForward, op.FReflect, op.FRefract:
		return false
	}
	return ok
}
