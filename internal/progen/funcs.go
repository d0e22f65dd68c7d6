package progen

// This file makes functions, calls of them, and the entry point.

import (
	"fmt"
	"strings"
)

type param struct {
	t     *typ
	space space // of a pointer; inValue: not a pointer
}

type function struct {
	name    string
	params  []param
	result  *typ // nil: none
	mustUse bool
	isMain  bool
	cost    int // how many statements a call runs at most
	size    int // how many statements it is, calls expanded
}

// Bounds of a program's work: statements run by an invocation, and statements with calls
// expanded, which drivers compile.
const (
	maxCost       = 20000
	maxHelperCost = 1000
	maxSize       = 700
	maxHelperSize = 150
)

// flow is the set of jumps allowed at a statement's place.
type flow struct {
	loop, inSwitch bool // break is possible: of the loop or the switch
	canContinue    bool
	canReturn      bool
	times          int // how often the place may run in one call of the function
}

// begin starts the body of a function.
func (g *gen) begin(f *function) {
	g.fn, g.out, g.indent = f, new(strings.Builder), 1
	g.scopes = nil
	g.flow = flow{canReturn: g.swarm.exits, times: 1}
	g.push()
}

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(g.out, format, args...)
	g.out.WriteByte('\n')
}

// spend counts a statement.
func (g *gen) spend(cost, size int) {
	g.budget--
	g.fn.cost += cost * g.flow.times
	g.fn.size += size
}

// affords reports whether a call fits here.
func (g *gen) affords(f *function) bool {
	cost, size := maxHelperCost, maxHelperSize
	if g.fn.isMain {
		cost, size = maxCost, maxSize
	}
	return g.fn.cost+f.cost*g.flow.times <= cost && g.fn.size+f.size <= size
}

// helper makes a function.
func (g *gen) helper() {
	f := &function{name: g.foreignName(fmt.Sprintf("f%d", len(g.funcs)))}
	g.begin(f)
	var params []string
	for i := range g.r.between(0, 3) {
		p := param{t: one(g.r, g.pool)}
		v := &variable{t: p.t, name: g.foreignName(fmt.Sprintf("q%d", i))}
		if g.swarm.shadow && g.r.percent(30) {
			if name := string(rune('a' + g.r.n(8))); !g.inScope(g.scopes[0], name) {
				v.name = name
			}
		}
		text := g.spell(p.t)
		if g.swarm.pointers && g.r.percent(50) {
			p.space = inFunction
			if g.r.percent(35) {
				p.space = inPrivate
			}
			text = "ptr<function, " + text + ">"
			if p.space == inPrivate {
				text = strings.Replace(text, "function", "private", 1)
			}
			switch {
			case g.swarm.subPointers && g.swarm.storage && p.t.host && g.r.percent(30):
				p.space, text = inStorage, "ptr<storage, "+p.t.name+", read_write>"
			case g.swarm.subPointers && g.swarm.workgroup && g.swarm.solo && g.r.percent(20):
				p.space, text = inWorkgroup, "ptr<workgroup, "+p.t.name+">"
			}
			v.pointer, v.mutable, v.space, v.lent = true, true, p.space, true
		}
		g.declare(v)
		f.params = append(f.params, p)
		params = append(params, v.name+": "+text)
	}
	head := ""
	if g.r.percent(80) {
		f.result = one(g.r, g.pool)
		if f.mustUse = g.r.percent(20); f.mustUse {
			head = "@must_use "
		}
	}
	g.budget = g.r.between(1, 3*g.o.Size)
	g.statements(g.budget, 2)
	switch {
	case f.result != nil && g.o.Wide && g.r.percent(20):
		g.endless(f.result)
	case f.result != nil:
		g.ending(f.result, 2)
	}
	head += "fn " + f.name + "(" + strings.Join(params, ", ") + ")"
	if f.result != nil {
		head += " -> " + g.spell(f.result)
	}
	g.decls = append(g.decls, head+" {\n"+g.out.String()+"}\n")
	g.pop()
	g.fn = nil
	f.cost++
	g.funcs = append(g.funcs, f)
}

// ending returns a value on every path.
func (g *gen) ending(t *typ, depth int) {
	give := func() { g.line("return %s;", g.stored(g.expr(t, depth), t)) }
	nested := func(head string) {
		g.line("%s", head)
		g.indent++
		g.push()
		if g.budget > 0 {
			g.statement(1)
		}
		g.ending(t, depth-1)
		g.pop()
		g.indent--
	}
	kind := g.r.weighted(60, 15, 12, 6)
	if depth <= 0 || !g.swarm.exits {
		kind = 0
	}
	switch kind {
	case 0:
		give()
	case 1:
		nested("if " + g.condition(2) + " {")
		nested("} else {")
		g.line("}")
	case 2:
		s := one(g.r, []*typ{g.i32, g.u32})
		g.line("switch %s {", g.varying(s, 2).s)
		g.indent++
		for i := range g.r.between(0, 2) {
			nested(fmt.Sprintf("case %d {", i))
			g.line("}")
		}
		nested("default {")
		g.line("}")
		g.indent--
		g.line("}")
	case 3:
		saved := g.flow
		g.flow.loop, g.flow.canContinue, g.flow.inSwitch = false, false, false
		nested("loop {")
		g.line("}")
		g.flow = saved
	}
}

// call is a call of a function that returns the type, or something with the
// type inside.
func (g *gen) call(t *typ, depth int) (val, bool) {
	if g.fn == nil {
		return val{}, false
	}
	var list []*function
	for _, f := range g.funcs {
		if f.result != nil && g.has(f.result, t) && g.affords(f) && g.argumentsExist(f) {
			list = append(list, f)
			if f.result == t {
				list = append(list, f, f)
			}
		}
	}
	if len(list) == 0 {
		return val{}, false
	}
	f := one(g.r, list)
	text, ok := g.callText(f, depth)
	if !ok {
		return val{}, false
	}
	for at := f.result; at != t; {
		text, at, _ = g.step(text, at, t, depth-1)
	}
	return stdVal(t, text, false), true
}

// lendable reports whether a pointer to the variable can be given for the
// parameter.
func lendable(p param) func(*variable) bool {
	return func(v *variable) bool {
		if !v.mutable || v.index > 0 || v.space != p.space {
			return false
		}
		return v.space == inFunction || v.lent
	}
}

func (g *gen) argumentsExist(f *function) bool {
	for _, p := range f.params {
		if p.space != inValue && len(g.candidates(p.t, lendable(p))) == 0 {
			return false
		}
	}
	return true
}

// callText is a call with arguments. No two pointers are to the same variable.
func (g *gen) callText(f *function, depth int) (string, bool) {
	g.fn.cost += f.cost * g.flow.times
	g.fn.size += f.size
	lent := map[*variable]bool{}
	var args []string
	for _, p := range f.params {
		if p.space == inValue {
			args = append(args, g.stored(g.expr(p.t, depth-1), p.t))
			continue
		}
		way, ok := g.pathTo(p.t, min(depth-1, 1), func(v *variable) bool {
			whole := v.t == p.t && v.text == v.name && !v.deep
			return lendable(p)(v) && !lent[v.origin()] && (whole || g.swarm.subPointers && !g.componentOnly(v.t, p.t))
		})
		if !ok || way.part {
			return "", false
		}
		lent[way.v.origin()] = true
		switch {
		case way.v.pointer && !way.deep:
			args = append(args, way.v.name)
		default:
			args = append(args, "&"+way.text)
		}
	}
	return f.name + "(" + strings.Join(args, ", ") + ")", true
}

// componentOnly reports whether the parts of the type inside another are all
// components of vectors.
func (g *gen) componentOnly(t, part *typ) bool {
	if !part.isScalar() {
		return false
	}
	return t.kind == kVector || t.kind == kMatrix
}

// main makes the entry point.
func (g *gen) main() {
	g.entry = g.foreignName("main")
	f := &function{name: g.entry, isMain: true}
	g.begin(f)
	g.flow.canReturn = g.swarm.solo && g.r.percent(10) // the results are lost then, but not the buffers
	s := g.shape
	var builtins []string
	input := func(name, builtin, t string, v variable) {
		builtins = append(builtins, "@builtin("+builtin+") "+name+": "+t)
		v.name = name
		g.declare(&v)
	}
	vec3 := g.vector(g.u32, 3)
	input("gid", "global_invocation_id", "vec3u", variable{t: vec3})
	input("lid", "local_invocation_index", "u32", variable{t: g.u32, index: s.perGroup})
	if g.r.percent(50) {
		input("wid", "workgroup_id", "vec3<u32>", variable{t: vec3, uniform: true})
		input("nwg", "num_workgroups", "vec3u", variable{t: vec3, uniform: true})
	}
	if g.r.percent(30) {
		input("local", "local_invocation_id", "vec3u", variable{t: vec3})
	}
	if g.o.Subgroups {
		input("sid", "subgroup_invocation_id", "u32", variable{t: g.u32, gone: true})
	}
	head := "fn " + g.entry + "(" + strings.Join(builtins, ", ") + ") {\n"
	if g.r.percent(25) {
		g.decls = append(g.decls, "struct Inputs {\n\t"+strings.Join(builtins, ",\n\t")+",\n}\n")
		head = "fn " + g.entry + "(inputs: Inputs) {\n"
		for _, v := range g.scopes[0].vars {
			v.text = "inputs." + v.name
			v.name, v.uniform = "inputs", false // one struct with what differs
		}
	}
	gid := "gid"
	if strings.Contains(head, "inputs") {
		gid = "inputs.gid"
	}
	g.line("z_here = %s.x + %s.y * %du + %s.z * %du;", gid, gid, s.size[0]*s.groups[0], gid, s.size[0]*s.groups[0]*s.size[1]*s.groups[1])
	if g.o.Wide {
		g.line("z_none = z_here >> 31u;")
		g.line("z_nil = f32(z_none);")
	}
	if g.localNeeded {
		g.line("z_local = %s;", strings.Replace(gid, "gid", "lid", 1))
	}
	if g.o.Subgroups {
		g.line("z_lane = %s;", strings.Replace(gid, "gid", "sid", 1))
	}
	for range g.r.between(1, 3) {
		g.phase()
	}
	g.results()
	text := "@compute @workgroup_size(" + g.workgroupSize() + ")\n" + head + g.out.String() + "}\n"
	g.decls = append(g.decls, text)
	g.fn = nil
}

// workgroupSize is the arguments of the attribute.
func (g *gen) workgroupSize() string {
	s := g.shape.size
	switch {
	case g.r.percent(15):
		g.decls = append(g.decls, fmt.Sprintf("override z_size = %d;\n", s[0]))
		return fmt.Sprintf("z_size, %d, z_size / z_size * %d", s[1], s[2])
	case s[2] != 1 || g.r.percent(30):
		return fmt.Sprintf("%d, %d, %d", s[0], s[1], s[2])
	case s[1] != 1:
		return fmt.Sprintf("%d, %d", s[0], s[1])
	}
	return fmt.Sprint(s[0])
}

// phase is a part of main: invocations go their own ways, then do something together.
func (g *gen) phase() {
	g.budget = g.r.between(2, 4*g.o.Size)
	g.statements(g.budget, 3)
	if g.swarm.solo {
		return
	}
	if g.o.More {
		g.together()
	}
	if len(g.shared) > 0 && g.swarm.barriers {
		if condition, ok := g.agreed(); ok && g.r.percent(30) {
			g.line("if (%s) {", condition)
			g.indent++
			g.push()
			g.exchange()
			g.pop()
			g.indent--
			g.line("}")
		} else {
			g.exchange()
		}
	}
	for _, a := range g.atomics {
		if g.r.percent(60) {
			g.line("%s(&%s, %s);", one(g.r, a.ops), a.text, g.expr(a.t, 2).s)
		}
	}
	if g.swarm.barriers && g.swarm.workgroup && g.swarm.atomics {
		g.line("workgroupBarrier();")
		for _, a := range g.atomics {
			if a.space == inWorkgroup {
				g.line("z_note(u32(atomicLoad(&%s)));", a.text)
			}
		}
		g.line("workgroupBarrier();")
	}
}

// agreed is a condition that all invocations of a workgroup agree on.
func (g *gen) agreed() (string, bool) {
	t := one(g.r, []*typ{g.i32, g.u32})
	p, ok := g.pathTo(t, 0, func(v *variable) bool { return v.uniform && !v.fixed })
	return p.text + one(g.r, []string{" < ", " >= ", " != "}) + g.integerLiteral(t), ok
}

// exchange has each invocation write its element of workgroup memory and read
// another's.
func (g *gen) exchange() {
	v := one(g.r, g.shared)
	n := g.shape.perGroup
	lid := "lid"
	if g.scopes[0].vars[0].name == "inputs" {
		lid = "inputs.lid"
	}
	if g.o.Wide && g.r.percent(30) { // cleared first, for nobody
		g.line("%s[%s] = %s;", v.name, lid, g.stored(g.expr(v.t, 1), v.t))
		g.line("workgroupBarrier();")
	}
	around := g.r.percent(30)
	if around { // the number of rounds is the same for all
		g.nextID++
		g.line("for (var r%d = 0u; r%d < %du; r%d++) {", g.nextID, g.nextID, g.r.between(0, 3), g.nextID)
		g.indent++
	}
	g.line("%s[%s] = %s;", v.name, lid, g.stored(g.expr(v.t, 2), v.t))
	g.line("workgroupBarrier();")
	g.nextID++
	name := fmt.Sprintf("v%d", g.nextID)
	if g.r.percent(25) {
		g.line("let %s = workgroupUniformLoad(&%s[%d]);", name, v.name, g.r.n(n))
	} else {
		g.line("let %s = %s[(%s + %du) %% %du];", name, v.name, lid, g.r.n(n+1), n)
	}
	g.push()
	x := g.declare(&variable{name: name, t: v.t})
	g.note(x)
	g.pop()
	g.line("workgroupBarrier();")
	if g.o.Wide && g.r.percent(20) {
		g.line("storageBarrier();")
	}
	if around {
		g.indent--
		g.line("}")
	} else {
		g.declare(x)
	}
}

// results writes main's values to the buffer of results.
func (g *gen) results() {
	slot := 0
	write := func(text string) {
		if slot < g.shape.slots {
			if g.o.Fragment {
				g.line("z_result[%d] = %s;", slot, text)
			} else {
				g.line("result[z_here * %du + %du] = %s;", g.shape.slots, slot, text)
			}
			slot++
		}
	}
	var known []*variable
	g.visible(func(v *variable) {
		if v.space == inFunction || v.space == inPrivate || v.space == inValue && !v.fixed {
			known = append(known, v)
		}
	})
	for _, v := range known {
		g.note(v)
	}
	write("z_acc")
	for _, v := range known {
		if text, ok := g.word(v); ok {
			write(text)
		}
	}
}
