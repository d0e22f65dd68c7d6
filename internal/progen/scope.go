package progen

// This file holds variables, their scopes, and the ways into them.

import (
	"fmt"
	"strings"
)

type space uint8

const (
	inValue space = iota // let, const, override, parameter: no memory
	inFunction
	inPrivate
	inWorkgroup
	inStorage
	inUniform
)

// variable is a name that expressions can use.
type variable struct {
	name    string
	t       *typ // what it holds, or points to
	text    string
	space   space
	mutable bool      // assignments may change it
	fixed   bool      // a const or an override
	pointer bool      // the name is that of a pointer
	root    *variable // of a pointer: what it points into
	deep    bool      // it points to a part of a variable
	lent    bool      // only main uses it by name; others get pointers
	gone    bool      // it hides what has its name, but must not be used
	index   int       // a counter: always from 0 to less than this; 0: not known
	uniform bool      // the same for all invocations of a workgroup
}

// origin is the variable whose memory it is in.
func (v *variable) origin() *variable {
	for v.root != nil {
		v = v.root
	}
	return v
}

// scope is a block's variables.
type scope struct{ vars []*variable }

func (g *gen) push() { g.scopes = append(g.scopes, &scope{}) }
func (g *gen) pop()  { g.scopes = g.scopes[:len(g.scopes)-1] }

// declare brings a variable into the innermost scope.
func (g *gen) declare(v *variable) *variable {
	if v.text == "" {
		v.text = v.name
	}
	s := g.scopes[len(g.scopes)-1]
	s.vars = append(s.vars, v)
	return v
}

// newName is a name for a declaration in the innermost scope: if programs shadow, one that
// may mean something outside.
func (g *gen) newName() string {
	if g.swarm.shadow && g.r.percent(40) {
		name := string(rune('a' + g.r.n(8)))
		if g.r.percent(20) && len(g.globals) > 0 {
			name = one(g.r, g.globals).name
		}
		if !g.isReserved(name) && !g.inScope(g.scopes[len(g.scopes)-1], name) {
			return name
		}
	}
	g.nextID++
	if g.o.Wide {
		return g.foreignName(fmt.Sprintf("v%d", g.nextID))
	}
	return fmt.Sprintf("v%d", g.nextID)
}

// isReserved reports whether the generator's own code needs the name's meaning.
func (g *gen) isReserved(name string) bool {
	return strings.HasPrefix(name, "z_") || name == "here" || name == "acc" || name == "result"
}

func (g *gen) inScope(s *scope, name string) bool {
	for _, v := range s.vars {
		if v.name == name {
			return true
		}
	}
	return false
}

// visible calls f with each variable that can be named here.
func (g *gen) visible(f func(*variable)) {
	hidden := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		vars := g.scopes[i].vars
		for j := len(vars) - 1; j >= 0; j-- {
			if !hidden[vars[j].name] && !vars[j].gone {
				f(vars[j])
			}
		}
		for _, v := range vars {
			hidden[v.name] = true
		}
	}
	for _, v := range g.globals {
		if !hidden[v.name] && (!v.lent || g.fn == nil || g.fn.isMain) {
			f(v)
		}
	}
}

// candidates are the visible variables that are or hold a value of the type, inner ones
// twice.
func (g *gen) candidates(t *typ, want func(*variable) bool) (list []*variable) {
	g.visible(func(v *variable) {
		if g.has(v.t, t) && (want == nil || want(v)) {
			list = append(list, v)
			if v.space <= inFunction {
				list = append(list, v)
			}
		}
	})
	return list
}

// path is a way to a value of the type inside a variable.
type path struct {
	text string // an operand that needs no parentheses
	v    *variable
	deep bool // not the whole variable
	part bool // a component of a vector, of which there are no pointers
}

// pathTo chooses a way to a value of the type in a variable that is wanted.
func (g *gen) pathTo(t *typ, depth int, want func(*variable) bool) (p path, ok bool) {
	list := g.candidates(t, want)
	if len(list) == 0 {
		return p, false
	}
	v := one(g.r, list)
	p = path{text: v.text, v: v}
	if v.pointer {
		p.text = "(*" + v.name + ")"
	}
	if v.t != t && v.pointer && g.r.percent(40) {
		p.text = v.name // members and elements can be named through the pointer itself
	}
	at := v.t
	for at != t {
		p.deep = true
		p.text, at, p.part = g.step(p.text, at, t, depth)
	}
	return p, true
}

// step goes from a value of one type a step towards a part of another.
func (g *gen) step(text string, from, to *typ, depth int) (string, *typ, bool) {
	switch from.kind {
	case kVector:
		if g.r.percent(70) {
			return text + "." + string("xyzw"[g.r.n(from.n)]), from.elem, true
		}
		return text + "[" + g.index(from.n, depth) + "]", from.elem, true
	case kMatrix:
		return text + "[" + g.index(from.columns, depth) + "]", g.vector(from.elem, from.n), false
	case kArray:
		return text + "[" + g.index(from.n, depth) + "]", from.elem, false
	case kStruct:
		var list []member
		for _, m := range from.members {
			if g.has(m.t, to) {
				list = append(list, m)
			}
		}
		m := one(g.r, list)
		return text + "." + m.name, m.t, false
	}
	panic("progen: no way from " + from.name + " to " + to.name)
}

// index is an index below n.
func (g *gen) index(n, depth int) string {
	if depth > 0 && g.r.percent(50) {
		var counters []*variable
		g.visible(func(v *variable) {
			if v.index > 0 && v.index <= n {
				counters = append(counters, v)
			}
		})
		if len(counters) > 0 && g.r.percent(60) {
			return one(g.r, counters).text
		}
		x := g.varying(g.u32, depth-1)
		switch {
		case n&(n-1) == 0 && g.r.percent(50):
			return x.at(precUnary) + fmt.Sprintf(" & %du", n-1)
		case g.r.percent(30):
			return fmt.Sprintf("min(%s, %du)", x.s, n-1)
		case g.r.percent(20):
			return fmt.Sprintf("clamp(%s, 0, %d)", g.varying(g.i32, depth-1).s, n-1)
		}
		return x.at(precMultiply) + fmt.Sprintf(" %% %du", n)
	}
	return fmt.Sprint(g.r.n(n)) + one(g.r, []string{"", "i", "u"})
}
