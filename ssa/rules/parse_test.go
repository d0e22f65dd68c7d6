package rules

// This file reads rules.txt. Sets in a line are expanded, and commutative operations
// in patterns into both orders of their operands.

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"refract/ssa"
	"refract/ssa/op"
)

// A tree is a pattern or replacement as it is written.
type tree struct {
	node Node
	args []*tree
}

// A parsed is a rule before its trees are flat.
type parsed struct {
	rule                 Rule
	text                 string
	pattern, replacement *tree
	first                bool // of the orders of operands, the one that is written
}

// readRules reads the rules. The error names the line.
func readRules(name string) (list []parsed, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	late := false
	for k, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line == "late":
			late = true
			continue
		}
		for _, one := range expand(line) {
			p, err := parseRule(one)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w\n%s", name, k+1, err, one)
			}
			p.rule.Line, p.rule.Late = uint16(k+1), late
			for i, pattern := range orders(p.pattern) {
				q := p
				q.pattern, q.first = pattern, i == 0
				list = append(list, q)
			}
		}
	}
	return list, nil
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

var freedoms = map[string]ssa.FP{"contract": ssa.Contract, "reassoc": ssa.Reassociate, "nsz": ssa.NoSignedZero,
	"nnan": ssa.NoNaN, "ninf": ssa.NoInf, "approx": ssa.Approximate}

func parseRule(line string) (p parsed, err error) {
	p.text = line
	line, conditions, _ := strings.Cut(line, " if ")
	line, freedom, _ := strings.Cut(line, " ~ ")
	left, right, ok := strings.Cut(line, " -> ")
	if !ok {
		return p, fmt.Errorf("no ->")
	}
	for _, w := range strings.Fields(freedom) {
		f, ok := freedoms[w]
		if !ok {
			return p, fmt.Errorf("no freedom %q", w)
		}
		p.rule.FP |= f
	}
	var names []string
	r := reader{text: left, names: &names}
	p.pattern = r.tree()
	if err := r.end(); err != nil {
		return p, err
	}
	known := len(names)
	r = reader{text: right, names: &names}
	p.replacement = r.tree()
	if err := r.end(); err != nil {
		return p, err
	}
	if len(names) != known {
		return p, fmt.Errorf("the replacement has %s, which the pattern lacks", names[known])
	}
	if p.pattern.node.Kind != Operate {
		return p, fmt.Errorf("the pattern is no operation")
	}
	p.rule.Vars = uint8(known)
	n := 0
	for conditions != "" {
		name, rest, ok := strings.Cut(conditions, "(")
		vars, after, ok2 := strings.Cut(rest, ")")
		c := slices.Index(conditionNames[:], strings.TrimSpace(name))
		if !ok || !ok2 || c <= 0 || n == len(p.rule.Tests) {
			return p, fmt.Errorf("bad condition %q", conditions)
		}
		p.rule.Tests[n].Condition = Condition(c)
		for k, v := range strings.Split(vars, ",") {
			at := slices.Index(names, strings.TrimSpace(v))
			if at < 0 {
				return p, fmt.Errorf("no variable %q", v)
			}
			p.rule.Tests[n].Vars[k] = uint8(at)
		}
		n++
		conditions = strings.TrimLeft(after, ", ")
	}
	return p, nil
}

// A reader reads one tree.
type reader struct {
	text  string
	names *[]string
	err   error
}

func (r *reader) end() error {
	if r.err == nil && strings.TrimSpace(r.text) != "" {
		return fmt.Errorf("%q is too much", r.text)
	}
	return r.err
}

func (r *reader) word() string {
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

func (r *reader) fail(format string, args ...any) *tree {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	return &tree{}
}

func (r *reader) tree() *tree {
	w := r.word()
	switch {
	case w == "(":
		return r.operation()
	case w == "true":
		return &tree{node: Node{Kind: Int, Value: 1}}
	case w == "false":
		return &tree{node: Node{Kind: Int}}
	case w == "":
		return r.fail("an operand is missing")
	}
	if v, err := strconv.ParseInt(w, 0, 64); err == nil {
		return &tree{node: Node{Kind: Int, Value: uint64(v)}}
	}
	if v, err := strconv.ParseFloat(w, 64); err == nil {
		if strings.HasPrefix(w, "-") && v == 0 {
			v = math.Copysign(0, -1)
		}
		return &tree{node: Node{Kind: Float, Value: math.Float64bits(v)}}
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
	return &tree{node: Node{Kind: kind, Var: uint8(at)}}
}

func (r *reader) operation() *tree {
	name := r.word()
	t := &tree{node: Node{Kind: Operate}}
	if base, size, ok := strings.Cut(name, "@"); ok {
		n, err := strconv.Atoi(size)
		if err != nil {
			return r.fail("bad size %q", size)
		}
		name, t.node.Size = base, uint8(n)
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
		t.args = append(t.args, r.tree())
	}
	info := o.Info()
	if len(t.args) != len(info.Srcs) || !byComponents(o) {
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

// orders are the tree with the operands of commutative operations either way, the
// written one first.
func orders(t *tree) []*tree {
	list := []*tree{{node: t.node}}
	for _, a := range t.args {
		var next []*tree
		for _, l := range list {
			for _, o := range orders(a) {
				next = append(next, &tree{t.node, append(slices.Clone(l.args), o)})
			}
		}
		list = next
	}
	if t.node.Kind == Operate && t.node.Op.Has(op.Commutative) {
		for _, l := range slices.Clone(list) {
			args := slices.Clone(l.args)
			args[0], args[1] = args[1], args[0]
			list = append(list, &tree{t.node, args})
		}
	}
	// Some are the same.
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(t *tree) bool {
		k := t.key()
		was := seen[k]
		seen[k] = true
		return was
	})
}

// key tells trees apart.
func (t *tree) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v", t.node)
	for _, a := range t.args {
		b.WriteString("(" + a.key() + ")")
	}
	return b.String()
}
