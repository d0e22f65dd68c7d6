package progen

// This file makes the code of Options.More and Options.Subgroups: atomics whose results are
// kept, as each invocation has its own or the order has no influence on the final values,
// exchanges through storage, and operations of subgroups.

import (
	"fmt"
	"strings"
)

// moreDecls declares the buffers of Options.More.
func (g *gen) moreDecls() {
	if !g.o.More {
		return
	}
	g.matrixDecls()
	t := one(g.r, []*typ{g.i32, g.u32})
	g.decls = append(g.decls, fmt.Sprintf("@group(0) @binding(5) var<storage, read_write> own: array<atomic<%s>, %d>;\n", t.name, g.shape.total))
	g.own = append(g.own, atomicPlace{"own[z_here]", t, nil, inStorage})
	if g.r.percent(50) {
		t := one(g.r, []*typ{g.i32, g.u32})
		g.decls = append(g.decls, fmt.Sprintf("var<workgroup> wown: array<atomic<%s>, %d>;\n", t.name, g.shape.perGroup),
			"var<private> z_local: u32;\n")
		g.localNeeded = true
		g.own = append(g.own, atomicPlace{"wown[z_local]", t, nil, inWorkgroup})
	}
	g.decls = append(g.decls, "@group(0) @binding(6) var<storage, read_write> tickets: array<atomic<u32>, 3>;\n")
	if g.shape.total == g.shape.perGroup && !g.swarm.solo && strings.Count(strings.Join(g.decls, ""), "var<storage") < 8 { // as many as a device has
		elem := one(g.r, g.hosted())
		g.swap = &variable{name: "swap", t: elem}
		g.decls = append(g.decls, fmt.Sprintf("@group(0) @binding(7) var<storage, read_write> swap: array<%s, %d>;\n", elem.name, g.shape.total))
	}
}

// matrixDecls declares buffers with matrices in several layouts.
func (g *gen) matrixDecls() {
	if !g.swarm.floats && !g.swarm.halves {
		return
	}
	elems := []*typ{g.f32}
	if g.swarm.halves {
		elems = append(elems, g.f16)
	}
	if !g.swarm.floats {
		elems = elems[1:]
	}
	matrix := func() *typ { return g.matrix(one(g.r, elems), g.r.between(2, 4), g.r.between(2, 4)) }
	a, b := matrix(), matrix()
	g.pool = append(g.pool, a, b)
	structure := func(members ...member) *typ {
		s := g.structure(fmt.Sprintf("S%d", len(g.structs)), members)
		g.decls = append(g.decls, s.declaration())
		return s
	}
	inner := structure(member{name: "mi", t: b}, member{name: "n", t: g.u32, attr: one(g.r, []string{"", "@size(12) "})})
	s := structure(member{name: "head", t: g.u32}, member{name: "ma", t: a, attr: one(g.r, []string{"", "@align(32) ", "@size(128) "})},
		member{name: "mb", t: g.array(b, g.r.between(1, 3))}, member{name: "mc", t: g.array(inner, 2)},
		member{name: "mv", t: g.vector(a.elem, g.r.between(2, 4))})
	whole, v := s.name, &variable{name: "mats", t: s, space: inStorage, mutable: true}
	if !g.swarm.solo {
		v.text, whole = "mats[z_here]", fmt.Sprintf("array<%s, %d>", s.name, g.shape.total)
	}
	g.global(v, fmt.Sprintf("@group(1) @binding(1) var<storage, read_write> mats: %s;\n", whole))
	members := []member{{name: "ua", t: a}, {name: "tail", t: g.f32}, {name: "ub", t: b}}
	if g.strideOf16(b) {
		members = append(members, member{name: "uc", t: g.array(b, g.r.between(1, 3)), attr: "@align(16) "})
	}
	u := structure(members...)
	g.global(&variable{name: "umats", t: u, space: inUniform, uniform: true}, fmt.Sprintf("@group(1) @binding(2) var<uniform> umats: %s;\n", u.name))
}

// keptAtomic uses an atomic that only this invocation touches, with its result.
func (g *gen) keptAtomic() {
	saved := g.atomics
	g.atomics = g.own
	if g.r.percent(70) {
		g.atomic()
		g.atomics = saved
		return
	}
	g.atomics = saved
	a := one(g.r, g.own)
	space, access := "storage", ", read_write"
	if a.space == inWorkgroup {
		space, access = "workgroup", ""
	}
	name := fmt.Sprintf("z_bump_%s_%s", space, a.t.name)
	g.need(name, func() string {
		return fmt.Sprintf("fn %s(p: ptr<%s, atomic<%s>%s>, x: %s) -> u32 {\n\tlet before = %s(p, x);\n\treturn bitcast<u32>(before ^ atomicLoad(p));\n}\n",
			name, space, a.t.name, access, a.t.name, one(g.r, one(g.r, families)))
	})
	g.line("z_note(%s(&%s, %s));", name, a.text, g.expr(a.t, 2).s)
}

// together is work that invocations share in any order: tickets that are summed, additions
// by comparing and exchanging, and an exchange through storage memory.
func (g *gen) together() {
	if g.r.percent(50) {
		g.line("atomicAdd(&tickets[1], atomicAdd(&tickets[0], 1u));")
	}
	if g.r.percent(50) {
		g.need("z_add", func() string {
			return "fn z_add(p: ptr<storage, atomic<u32>, read_write>, x: u32) {\n\tvar old = atomicLoad(p);\n\tloop {\n" +
				"\t\tlet r = atomicCompareExchangeWeak(p, old, old + x);\n\t\tif r.exchanged { break; }\n\t\told = r.old_value;\n\t}\n}\n"
		})
		g.line("z_add(&tickets[2], %s);", g.expr(g.u32, 2).s)
	}
	if g.swap == nil || !g.swarm.barriers {
		return
	}
	g.line("swap[z_here] = %s;", g.stored(g.expr(g.swap.t, 2), g.swap.t))
	g.line("storageBarrier();")
	g.nextID++
	name := fmt.Sprintf("v%d", g.nextID)
	g.line("let %s = swap[(z_here + %du) %% %du];", name, g.r.n(g.shape.total), g.shape.total)
	g.note(g.declare(&variable{name: name, t: g.swap.t}))
	g.line("storageBarrier();")
}

// subgroupLaws are functions that compute a value of a type by operations of the
// subgroup, which is the value of their argument whichever invocations take part.
// TYPE is the type.
var subgroupLaws = []struct{ name, body string }{
	{"scan", "return subgroupInclusiveAdd(x) - subgroupExclusiveAdd(x);"}, // exact for floats of variables: 128 of them have 17 bits, or 11 of f16
	{"shuffle", "return subgroupShuffle(x, z_lane);"},
	{"xor", "return subgroupShuffleXor(x, 0u);"},
	{"up", "return subgroupShuffleUp(x, 0u);"},
	{"down", "return subgroupShuffleDown(x, 0u);"},
	{"range", "return clamp(x, subgroupMin(x), subgroupMax(x));"},
	{"first", "let f = subgroupBroadcastFirst(x);\n\treturn subgroupBroadcastFirst(f) - f + x;"},
	{"sum", "let s = subgroupAdd(x);\n\treturn subgroupMax(s) - subgroupMin(s) + x;"},
}

// integerLaws are such functions for integers only.
var integerLaws = []struct{ name, body string }{
	{"and", "return x | subgroupAnd(x);"},
	{"or", "return x & subgroupOr(x);"},
	{"parity", "let p = subgroupXor(x);\n\treturn x ^ (p ^ subgroupBroadcastFirst(p));"},
	{"product", "return x * subgroupMul(TYPE(1)) + (subgroupInclusiveMul(x) - subgroupExclusiveMul(x) * x);"},
}

// aloneLaws are functions for a single invocation.
var aloneLaws = []struct{ name, body string }{
	{"alone", "return subgroupAdd(x) - subgroupExclusiveAdd(x);"},
	{"lane0", "return subgroupBroadcast(x, 0u) + subgroupMax(x) - subgroupMin(x);"},
	{"quad", "return quadBroadcast(x, 0u);"},
}

// boolLaws are functions of a condition that return it.
var boolLaws = []struct{ name, body string }{
	{"ballot", "return ((subgroupBallot(x)[z_lane / 32u] >> (z_lane % 32u)) & 1u) == 1u;"},
	{"vote", "return select(subgroupAny(x) && x, subgroupAll(x) || x, x);"},
	{"split", "return select(any((subgroupBallot(x) & subgroupBallot(!x)) != vec4u()), x, all((subgroupBallot(x) | subgroupBallot(!x)) == subgroupBallot(true)));"},
	{"elect", "let b = countOneBits(subgroupBallot(subgroupElect()));\n\treturn x && b.x + b.y + b.z + b.w == 1u;"},
	{"count", "let b = countOneBits(subgroupBallot(true));\n\treturn b.x + b.y + b.z + b.w == subgroupAdd(1u) && x;"},
}

// throughSubgroup is an expression whose value takes the way through operations
// of the subgroup.
func (g *gen) throughSubgroup(t *typ, depth int) (val, bool) {
	s := t.scalar()
	if g.fn == nil || t.kind > kVector || s.kind == kBool && t.kind == kVector {
		return val{}, false
	}
	laws := boolLaws
	if s.kind != kBool {
		laws = subgroupLaws
		if s.isInteger() && g.r.percent(40) {
			laws = integerLaws
		} else if g.swarm.solo && g.r.percent(40) {
			laws = aloneLaws
		}
	}
	law := one(g.r, laws)
	name := fmt.Sprintf("z_%s_%s_%d", law.name, s.name, t.width())
	g.need(name, func() string {
		return fmt.Sprintf("fn %s(x: %s) -> %s {\n\t%s\n}\n", name, t.name, t.name, strings.ReplaceAll(law.body, "TYPE", t.name))
	})
	return stdVal(t, name+"("+g.stored(g.varying(t, depth-1), t)+")", false), true
}
