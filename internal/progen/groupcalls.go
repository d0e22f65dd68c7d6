package progen

// This file makes programs that call the functions of atomics, subgroups and quads, one
// after the other: each with each type that package builtin has for it.
//
// A workgroup is of four invocations, which are one subgroup and one quad everywhere. Some
// calls are in places that only some of the four reach. Atomics are on places that each
// invocation has for itself, and on a shared one whose sum alone is stored.

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"refract/internal/builtin"
	"refract/ir"
)

// A GroupCall is a function with the types of a call, as in "subgroupAdd(vec2<f32>)". An
// atomic has a call for each space, and for each way to name the place.
type GroupCall struct {
	Name  string
	Space string // of an atomic: storage or workgroup
	Place string // of an atomic: how it is named
	Args  []string
	F16   bool

	id     builtin.ID
	args   []ir.TypeID
	result ir.TypeID
	params []builtin.Param
}

// String is the call's types.
func (c *GroupCall) String() string {
	return strings.TrimSpace(c.Name + "(" + strings.Join(c.Args, ", ") + ") " + c.Space + " " + c.Place)
}

// places are the ways to name an atomic: PLACES is the variable, an array of structs with
// an atomic a, and an array b of them.
var places = []string{"&PLACES[i].a", "&PLACES[i].b[i % 3]", "&p.a", "a", "parameter"}

// GroupCalls are the calls. The order is always the same.
var GroupCalls = sync.OnceValue(func() (list []GroupCall) {
	m := ir.NewModule()
	var all []ir.TypeID
	for _, s := range builtinScalars {
		for n := 1; n <= 4; n++ {
			all = append(all, vectorOf(s, n))
		}
	}
	for i := range builtin.Names() {
		id := builtin.ID(i + 1)
		info := id.Info()
		if strings.HasPrefix(info.Name, "atomic") {
			for _, t := range []string{"i32", "u32"} {
				for _, space := range []string{"storage", "workgroup"} {
					for _, place := range places {
						list = append(list, GroupCall{Name: info.Name, Space: space, Place: place, Args: []string{t}, id: id})
					}
				}
			}
			continue
		}
		if info.Needs != builtin.FeatureSubgroups && info.Needs != builtin.FeatureQuads || info.Name == "subgroupBarrier" {
			continue
		}
		seen := map[string]bool{}
		for overload, o := range builtin.Overloads(id) {
			add := func(args ...ir.TypeID) {
				var match builtin.Match
				if builtin.Resolve(m, id, nil, args, true, &match) != nil || match.Overload != overload {
					return
				}
				c := GroupCall{Name: info.Name, id: id, args: slices.Clone(args), result: match.Result, params: o.Params}
				for _, t := range args {
					c.Args = append(c.Args, builtin.TypeName(m, t))
					c.F16 = c.F16 || m.Types.ScalarOf(t) == ir.F16
				}
				if !seen[c.String()] {
					seen[c.String()] = true
					list = append(list, c)
				}
			}
			switch len(o.Params) {
			case 0:
				add()
			case 1:
				for _, t := range all {
					add(t)
				}
			default:
				for _, t := range all {
					add(t, ir.TypeI32)
					add(t, ir.TypeU32)
				}
			}
		}
	}
	return list
})

// GroupPrograms makes programs that together make every call. f16 selects the calls with
// f16 operands; otherwise only the rest are made.
func GroupPrograms(seed uint64, f16 bool) []CallProgram[GroupCall] {
	r := random(seed*0x2545f4914f6cdd1d + 13)
	return callPrograms(&r, GroupCalls(), callsPerProgram, func(c *GroupCall) bool { return c.F16 == f16 }, func(part []*GroupCall) string {
		g := groupGen{r: &r, m: ir.NewModule()}
		return g.program(part, f16)
	})
}

// groupGen makes one program.
type groupGen struct {
	r     *random
	m     *ir.Module
	funcs strings.Builder
	body  strings.Builder
}

func (g *groupGen) program(calls []*GroupCall, f16 bool) string {
	for i, c := range calls {
		if c.Space != "" {
			g.atomic(i, c)
		} else {
			g.group(i, c)
		}
	}
	return fmt.Sprintf(`enable subgroups;
%sdiagnostic(off, subgroup_uniformity);
struct Is { a: atomic<i32>, b: array<atomic<i32>, 3> }
struct Us { a: atomic<u32>, b: array<atomic<u32>, 3> }
@group(0) @binding(0) var<storage, read_write> floats: array<vec4f, %[2]d>;
@group(0) @binding(1) var<storage, read_write> words: array<vec4u, %[2]d>;
@group(0) @binding(2) var<storage> f: array<vec4f, 16>;
@group(0) @binding(3) var<storage> u: array<vec4u, 16>;
@group(0) @binding(4) var<storage, read_write> storage_i32: array<Is, 4>;
@group(0) @binding(5) var<storage, read_write> storage_u32: array<Us, 4>;
@group(0) @binding(6) var<storage, read_write> shared_i32: atomic<i32>;
@group(0) @binding(7) var<storage, read_write> shared_u32: atomic<u32>;
var<workgroup> workgroup_i32: array<Is, 4>;
var<workgroup> workgroup_u32: array<Us, 4>;
%[3]s
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
%[4]s	words[%[5]d + i] = vec4u(u32(atomicLoad(&workgroup_i32[i].a)), atomicLoad(&workgroup_u32[i].a), u32(atomicLoad(&workgroup_i32[i].b[1])), atomicLoad(&workgroup_u32[i].b[2]));
}
`, enableF16(f16), 4*len(calls)+4, g.funcs.String(), g.body.String(), 4*len(calls))
}

// atomic writes a call of a function of atomics.
func (g *groupGen) atomic(at int, c *GroupCall) {
	t := c.Args[0]
	variable := c.Space + "_" + t
	value := func() string {
		return one(g.r, []string{
			fmt.Sprintf("%s(u[%d + i].x)", t, g.r.n(12)), fmt.Sprintf("%s(i * %d)", t, 1+g.r.n(9)), fmt.Sprintf("%s(%d)", t, g.r.n(100)),
			fmt.Sprintf("bitcast<%s>(u[i].%c ^ 0x%xu)", t, "xyzw"[g.r.n(4)], g.r.n(1<<20))})
	}
	barrier := func() { // p may be of another invocation
		if c.Place == "&p.a" {
			g.line("\t%sBarrier();", c.Space)
		}
	}
	barrier()
	g.line("\t{")
	place := strings.ReplaceAll(c.Place, "PLACES", variable)
	function := place == "parameter"
	switch c.Place {
	case "&p.a":
		g.line("\t\tlet p = &%s[%s];", variable, one(g.r, []string{"i", "3 - i", "i ^ 1"}))
	case "a":
		g.line("\t\tlet b = &%s[i].b;", variable)
		g.line("\t\tlet a = &b[%d];", g.r.n(3))
	case "parameter":
		place = "a"
	}
	args := []string{place}
	switch {
	case c.Name == "atomicLoad":
	case c.Name == "atomicCompareExchangeWeak":
		args = append(args, one(g.r, []string{fmt.Sprintf("atomicLoad(%s)", place), value()}), value())
	default:
		args = append(args, value())
	}
	call := c.Name + "(" + strings.Join(args, ", ") + ")"
	if function {
		name := fmt.Sprint("f", at)
		returns := " -> " + t
		switch c.Name {
		case "atomicStore":
			returns = ""
			fmt.Fprintf(&g.funcs, "fn %s(a: ptr<%s, atomic<%s>%s>, i: u32) { %s; }\n", name, c.Space, t, access(c.Space), call)
		case "atomicCompareExchangeWeak":
			fmt.Fprintf(&g.funcs, "fn %s(a: ptr<%s, atomic<%s>%s>, i: u32)%s { let r = %s; return select(r.old_value, 0 - r.old_value, r.exchanged); }\n", name, c.Space, t, access(c.Space), returns, call)
		default:
			fmt.Fprintf(&g.funcs, "fn %s(a: ptr<%s, atomic<%s>%s>, i: u32)%s { return %s; }\n", name, c.Space, t, access(c.Space), returns, call)
		}
		call = fmt.Sprintf("%s(&%s[i].b[%d], i)", name, variable, g.r.n(3))
	}
	conditional := g.r.n(3) == 0
	if conditional {
		g.line("\t\tif i %% 3 != %d {", g.r.n(3))
	}
	to := fmt.Sprintf("words[%d + i]", 4*at)
	compares := c.Name == "atomicCompareExchangeWeak" && !function
	switch {
	case c.Name == "atomicStore":
		g.line("\t\t%s;", call)
	case g.r.n(4) == 0: // for what it does alone
		if c.Name == "atomicLoad" || function {
			g.line("\t\t_ = %s;", call)
		} else {
			g.line("\t\t%s;", call)
		}
	case compares && g.r.n(2) == 0:
		g.line("\t\tlet r = %s;\n\t\t%s = vec4u(u32(r.old_value), u32(r.exchanged), 1, 2);", call, to)
	case compares:
		g.line("\t\t%s.x = u32(%s.%s);", to, call, one(g.r, []string{"old_value", "exchanged"}))
	default:
		g.line("\t\t%s.y = u32(%s);", to, call)
	}
	switch c.Name {
	case "atomicAdd", "atomicSub", "atomicMax", "atomicMin", "atomicOr", "atomicAnd", "atomicXor":
		g.line("\t\tatomicAdd(&shared_%s, %s);", t, value())
	}
	if conditional {
		g.line("\t\t}")
	}
	g.line("\t}")
	barrier()
}

// access is the access mode that a pointer to an atomic of a space has.
func access(space string) string {
	if space == "storage" {
		return ", read_write"
	}
	return ""
}

// group writes a call of a function of subgroups or quads.
func (g *groupGen) group(at int, c *GroupCall) {
	quad := strings.HasPrefix(c.Name, "quad")
	condition := ""
	if !quad && g.r.n(2) == 0 { // not all come
		condition = one(g.r, []string{"i != 2", "i > 0", "i < 3", "i == 1 || i == 3", "u[i].x % 2 == 0 || i == 1"})
	}
	var args []string
	valid := "true" // where the result is defined
	for k, p := range c.params {
		switch name := c.Args[k]; p.Role {
		case builtin.RoleLane:
			lane := "1"
			if condition == "" {
				lane = fmt.Sprint(g.r.n(4))
			}
			args = append(args, name+"("+lane+")")
		case builtin.RoleQuadLane:
			args = append(args, fmt.Sprintf("%s(%d)", name, g.r.n(4)))
		case builtin.RoleShuffle:
			by := g.r.n(4)
			if condition != "" {
				by = 0
			}
			x := fmt.Sprint(by)
			if g.r.n(2) == 0 {
				x = fmt.Sprintf("(%d + u[0].x * 0)", by)
			}
			switch c.Name {
			case "subgroupShuffle":
				if x = fmt.Sprintf("(i + %d) %% 4", by); condition != "" {
					x = "i"
				} else if g.r.n(2) == 0 {
					x = "u[i].y % 4"
				}
			case "subgroupShuffleUp":
				valid = fmt.Sprintf("i >= %d", by)
			case "subgroupShuffleDown":
				valid = fmt.Sprintf("i + %d < 4", by)
			}
			args = append(args, name+"("+x+")")
		default:
			args = append(args, g.value(c, k))
		}
	}
	if condition != "" {
		g.line("\tif %s {", condition)
	} else {
		g.line("\t{")
	}
	g.line("\t\tlet r = %s(%s);", c.Name, strings.Join(args, ", "))
	n := max(1, int(g.m.Types.At(c.result).Rows))
	scalar := g.m.Types.ScalarOf(c.result)
	to, buffer, value := "u32", "words", "r"
	if scalar.IsFloat() {
		to, buffer = "f32", "floats"
	}
	if n > 1 {
		value = fmt.Sprintf("vec%d<%s>(r)", n, to)
	} else {
		value = to + "(r)"
	}
	if valid != "true" {
		g.line("\t\tif %s {", valid)
	}
	g.line("\t\t%s[%d + i] = vec4(%s%s);", buffer, 4*at, value, strings.Repeat(", 0", 4-n))
	if valid != "true" {
		g.line("\t\t}")
	}
	g.line("\t}")
}

// value is an argument that four invocations combine without rounding.
func (g *groupGen) value(c *GroupCall, k int) string {
	n := max(1, int(g.m.Types.At(c.args[k]).Rows))
	scalar, name := g.m.Types.ScalarOf(c.args[k]), c.Args[k]
	at := fmt.Sprintf("[%d + i]%s", g.r.n(12), []string{".x", ".yz", ".xzw", ""}[n-1])
	switch {
	case scalar == ir.Bool:
		return fmt.Sprintf("(u%s %% 2 == %d)", at, g.r.n(2))
	case !scalar.IsFloat():
		return fmt.Sprintf("bitcast<%s>(u%s)", name, at)
	case strings.HasSuffix(c.Name, "Mul"):
		return fmt.Sprintf("clamp(floor(%s(f%s)), %[1]s(-3), %[1]s(4))", name, at)
	default:
		return name + "(f" + at + ")"
	}
}

func (g *groupGen) line(format string, args ...any) {
	fmt.Fprintf(&g.body, format+"\n", args...)
}
