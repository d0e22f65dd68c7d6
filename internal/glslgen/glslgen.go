// Package glslgen makes random compute shaders in GLSL, as people write it: macros,
// swizzles that are written to, arguments that are out and inout and alias globals,
// side effects in expressions, loops and switches with jumps out of them, shadowing,
// initializer lists, blocks with layouts of all kinds. A seed gives the same text for
// good. Only tests import it.
//
// Code whose result the language leaves open is avoided: indices stay in bounds, shifts
// below the width, remainders are of numbers that aren't negative, variables have values
// before they are read. Floats are multiples of 1/8 and small in all variables, and each
// expression keeps count of the bits that it may take, so that no operation rounds. Each
// invocation writes its own part of the output. If the order of evaluation isn't stated,
// the reference goes from left to right.
package glslgen

import (
	"fmt"
	"slices"
	"strings"
)

// Options select the kind of shader.
type Options struct {
	ES    bool // #version 310 es, without implicit conversions
	Plain bool // blocks only of a layout that every language has

	// Engine: with code in the style of engines: tables of structs, trees of macros,
	// functions that write swizzles and columns, blocks that are read and written in place.
	Engine bool
	// Styles: with code in the style of shaders that are kept small, or made for several
	// compilers.
	Styles bool
	// Rare: with numbers of 64 bits, and with specialization constants that size
	// workgroups and arrays; not in ES.
	Rare bool
}

// Program returns the shader of a seed.
func Program(seed uint64, o Options) string {
	g := &gen{r: random(seed), es: o.ES, plain: o.Plain, engine: o.Engine, styles: o.Styles, rare: o.Rare && !o.ES}
	return g.program()
}

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *random) n(n int) int           { return int((r.next() >> 1) % uint64(n)) }
func (r *random) percent(p int) bool    { return r.n(100) < p }
func pick[T any](r *random, list []T) T { return list[r.n(len(list))] }

// gen is a program under way.
type gen struct {
	r       random
	es      bool
	plain   bool
	engine  bool
	styles  bool
	rare    bool
	nested  bool // the blocks of rare shaders are an array of arrays
	out     strings.Builder
	indent  int
	vars    []variable // in scope
	structs []*structure
	funcs   []function
	fn      *function // under way; nil: main
	names   int
	depth   int // of statements
	loops   int // around
	inLoop  bool
	budget  int      // statements left in the function
	calls   int      // cost of calls still allowed
	blocked []string // counters of loops, which nothing may write
	effects bool     // the expression under way may have side effects
	taken   []string // names of the functions of shapes
	helpers helpers
	kit     kit
}

// variable is the meaning of a name.
type variable struct {
	name string
	t    *typ
	ro   bool
	glob bool
	kept bool // isn't among what main writes at its end
}

type function struct {
	name   string
	params []param
	result *typ // nil: void
	cost   int
}

type param struct {
	name string
	dir  string
	t    *typ
}

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// odd are names that other languages keep for themselves.
var odd = []string{"float2", "float4", "uint3", "matrix", "vector", "fn", "let", "var", "loop", "override", "ptr", "array", "f32", "i32", "vec2f",
	"mat4x4f", "select", "saturate", "lerp", "frac", "rsqrt", "ddx", "thread", "device", "constant", "kernel", "fragment", "vertex", "metal",
	"main0", "main_", "cbuffer", "register", "groupshared", "snorm", "tbuffer", "string", "bool2", "alias", "target", "self", "type", "pass",
	"technique", "compile", "and", "or", "xor", "bitand", "asfloat", "mul", "tex2D", "Texture2D", "_x", "INFINITY", "M_PI", "fallthrough",
	"discard_", "e", "x", "i", "j", "k", "n", "p", "uv", "col", "pos", "time", "a", "b", "c", "res", "ray", "hit", "tmp", "acc", "len", "storage",
	"workgroup", "private_", "function", "read", "write", "enable", "requires", "diagnostic", "from", "global", "local", "object", "thread_index",
	"half4", "uchar", "ushort", "size_t", "nullptr", "delete", "new_", "operator", "friend", "virtual", "explicit", "mutable", "typename",
	"texture2d", "threadgroup", "precise_", "sampler2d", "clip", "mad", "fmod", "in_", "out_", "dst", "src", "result", "value", "data", "elem", "abs_", "min16float", "min_", "sample_", "point", "line", "triangle"}

// hidden are functions of GLSL that nothing here calls: a declaration hides them.
var hidden = []string{"texture", "textureSize", "determinant", "inverse", "reflect", "smoothstep", "fma", "isnan", "faceforward", "sin", "pow", "length", "noise1",
	"imageLoad", "atomicAdd", "normalize", "distance", "exp2", "modf", "texelFetch", "unpackHalf2x16"}

// name makes a name that isn't in scope, but for shadowing.
func (g *gen) name() string {
	g.names++
	if g.r.percent(35) {
		list := odd
		if !g.es && g.r.percent(20) {
			list = hidden
		}
		s := pick(&g.r, list)
		if !g.declaredHere(s) {
			return s
		}
	}
	return fmt.Sprintf("%s%d", pick(&g.r, []string{"v", "t", "x", "k", "a_", "Val", "m", "q"}), g.names)
}

// declaredHere reports whether a name is taken: generated names shadow only by
// intention.
func (g *gen) declaredHere(s string) bool {
	for i := range g.vars {
		if g.vars[i].name == s {
			return true
		}
	}
	if slices.Contains(g.taken, s) {
		return true
	}
	for i := range g.funcs {
		if g.funcs[i].name == s {
			return true
		}
	}
	if g.fn != nil {
		for _, p := range g.fn.params {
			if p.name == s {
				return true
			}
		}
	}
	for _, st := range g.structs {
		if st.name == s {
			return true
		}
	}
	return false
}

// program writes all.
func (g *gen) program() string {
	if g.es {
		g.line("#version 310 es")
		g.line("precision highp float;\nprecision highp int;")
	} else {
		g.line("#version %d", pick(&g.r, []int{430, 450, 460}))
	}
	g.line("#define Q(x) (floor(mod((x), 64.0) * 8.0) / 8.0)")
	g.line("#define REP(i, n) for (int i = 0; i < n; ++i)")
	g.line("#define SWAP(T, a, b) { T swap_ = a; a = b; b = swap_; }")
	g.line("#define ONE 1\n#define PICK(c, a, b) ((c) ? (a) : (b))\n#if ONE + 1 == 2 && defined(Q)\n#define LANES 8\n#else\n#error no\n#endif")
	if !g.es && g.r.percent(50) {
		g.line("#define CAT(a, b) a##b")
		g.line("#define LIMIT (CAT(LA, NES) * 2)")
	} else {
		g.line("#define LIMIT (LANES * 2)")
	}
	g.line("#define DOSWAP(T, a, b) do { T swap_ = (a); (a) = (b); (b) = swap_; } while (false)")
	g.line("#define SORT2(T, a, b) if ((a) > (b)) { T swap_ = a; a = b; b = swap_; }")
	g.line("#define BUMP(a, by) do { if ((a) > 90) break; \\\n\t(a) += (by); /* with\n\ta comment */ } while (false)")
	g.line("#define XSWAP(a, b) a ^= b, b ^= a, a ^= b\n#define UNTIL(c, n) (c++ < (n))")
	g.line("layout(local_size_x = LANES) in;\nshared int all_[LANES];")
	g.help()
	if g.engine {
		g.engineGlobals()
		g.line("shared %s lamps_[LANES];", g.kit.lamp.name)
	}
	if g.styles {
		g.styleGlobals()
	}
	if g.rare {
		g.rareGlobals()
	}
	for range g.r.n(4) {
		g.structure()
	}
	fixed := map[string]bool{}
	ins := g.inputs(fixed)
	rec := g.record()
	if g.engine {
		g.inPlace(ins)
	}
	for range g.r.n(4) {
		g.global()
	}
	for range 1 + g.r.n(4) {
		g.function()
	}
	g.line("void main() {")
	g.indent++
	g.fn, g.budget, g.calls = nil, 12+g.r.n(18), 60
	base := len(g.vars)
	g.line("uint lid = gl_LocalInvocationIndex;")
	g.vars = append(g.vars, variable{name: "lid", t: uintT, ro: true})
	for _, in := range ins {
		local := g.name()
		if in.array {
			g.line("%s = %s[lid];", g.declare(in.t, local), in.path)
		} else {
			g.line("%s = %s;", g.declare(in.t, local), in.path)
		}
		if in.t.floats() {
			g.line("fix(%s);", local)
		}
		g.vars = append(g.vars, variable{name: local, t: in.t})
	}
	g.stmts(6 + g.r.n(8))
	// All values go out.
	ints, floats := 0, 0
	for i := len(g.vars) - 1; i >= 0; i-- {
		v := &g.vars[i]
		shadowed := v.kept
		for _, w := range g.vars[i+1:] {
			shadowed = shadowed || w.name == v.name
		}
		if shadowed {
			continue
		}
		g.leaves(v.name, v.t, func(path string, t *typ) {
			switch {
			case t.base == 'f' && floats < 60:
				g.line("o[lid].g[%d] = %s;", floats, path)
				floats++
			case t.base != 'f' && ints < 60:
				g.line("o[lid].r[%d] = int(%s);", ints, path)
				ints++
			}
		})
	}
	for _, m := range rec.members {
		g.line("o[lid].%s = %s;", m.name, g.settled(m.t))
	}
	g.vars = g.vars[:base]
	g.indent--
	g.line("}")
	return g.out.String() + g.helpers.after.String()
}

// input is a member of an input block.
type input struct {
	path  string
	t     *typ
	array bool // one element for each invocation
}

// inputs writes one or two input blocks.
func (g *gen) inputs(fixed map[string]bool) (list []input) {
	var types []*typ
	for b := range 1 + g.r.n(2) {
		kind := pick(&g.r, []string{"layout(std140, binding = %d%s) uniform", "layout(std430, binding = %d%s) readonly buffer", "layout(std140, binding = %d%s) readonly buffer"})
		major := pick(&g.r, []string{"", "", ", row_major", ", column_major"})
		if g.plain {
			kind, major = "layout(std430, binding = %d%s) readonly buffer", ""
		}
		g.line(kind+" In%d {", b, major, b)
		instance := ""
		if g.r.percent(50) {
			instance = fmt.Sprintf("block%d.", b)
		}
		for k := range 2 + g.r.n(5) {
			t := g.blockType()
			q := ""
			if t.hasMatrix() && !g.plain {
				q = pick(&g.r, []string{"", "layout(row_major) ", "layout(column_major) "})
			}
			name := fmt.Sprintf("m%d_%d", b, k)
			g.line("\t%s%s;", q, g.declare(t, name))
			list = append(list, input{instance + name, t, false})
			types = append(types, t)
		}
		t := pick(&g.r, []*typ{intT, uintT, floatT, {base: 'i', rows: 2}, {base: 'f', rows: 3}, {base: 'u', rows: 4}})
		name := fmt.Sprintf("lane%d", b)
		g.line("\t%s;", g.declare(t.arrayOf(8), name))
		list = append(list, input{instance + name, t, true})
		types = append(types, t)
		if instance != "" {
			g.line("} %s;", strings.TrimSuffix(instance, "."))
		} else {
			g.line("};")
		}
	}
	for _, t := range types {
		g.fixer(t, fixed)
	}
	return list
}

// fixer writes the function that makes the floats of a value small.
func (g *gen) fixer(t *typ, fixed map[string]bool) {
	key := g.spell(t)
	if fixed[key] || !t.floats() {
		return
	}
	fixed[key] = true
	switch {
	case len(t.dims) > 0:
		e := t.element()
		g.fixer(e, fixed)
		g.line("void fix(inout %s) { for (int i = 0; i < %d; i++) fix(x[i]); }", g.declare(t, "x"), t.dims[0])
	case t.st != nil:
		for _, m := range t.st.members {
			g.fixer(m.t, fixed)
		}
		g.line("void fix(inout %s x) {", t.st.name)
		for _, m := range t.st.members {
			if m.t.floats() {
				g.line("\tfix(x.%s);", m.name)
			}
		}
		g.line("}")
	case t.cols > 0:
		g.line("void fix(inout %s x) { for (int i = 0; i < %d; i++) x[i] = Q(x[i]); }", g.spell(t), t.cols)
	default:
		g.line("void fix(inout %s x) { x = Q(x); }", g.spell(t))
	}
}

// record writes the output block.
func (g *gen) record() *structure {
	rec := &structure{name: "Rec"}
	g.line("struct Rec {\n\tint r[60];\n\tfloat g[60];")
	for k := range 1 + g.r.n(4) {
		t := g.blockType()
		rec.members = append(rec.members, member{fmt.Sprintf("w%d", k), t})
		g.line("\t%s;", g.declare(t, rec.members[k].name))
	}
	g.line("};")
	rule, major := pick(&g.r, []string{"std430", "std140"}), pick(&g.r, []string{"", "", ", row_major"})
	if g.plain {
		rule, major = "std430", ""
	}
	g.line("layout(%s%s, binding = 7) buffer Out { Rec o[LANES]; };", rule, major)
	return rec
}

// global writes a global variable.
func (g *gen) global() {
	t := g.anyType()
	name := g.name()
	switch g.r.n(3) {
	case 0:
		g.line("const %s = %s;", g.declare(t, name), g.literal(t))
		g.vars = append(g.vars, variable{name: name, t: t, ro: true, glob: true})
	default:
		g.line("%s = %s;", g.declare(t, name), g.literal(t))
		g.vars = append(g.vars, variable{name: name, t: t, glob: true})
	}
}

// function writes a function.
func (g *gen) function() {
	f := function{name: g.name()}
	if slices.Contains(hidden, f.name) { // glslang wants a function's own result and precision
		f.name = fmt.Sprintf("f%d", g.names)
	}
	if len(g.funcs) > 0 && g.r.percent(30) {
		f.name = pick(&g.r, g.funcs).name // an overload
	}
	base := len(g.vars)
	g.fn = &f
	for range g.r.n(4) {
		t := g.anyType()
		f.params = append(f.params, param{g.name(), pick(&g.r, []string{"", "", "in ", "const in ", "inout ", "inout ", "out "}), t})
	}
	for _, old := range g.funcs {
		if old.name == f.name {
			f.name = fmt.Sprintf("f%d", g.names)
			if g.r.percent(60) && len(old.params) != len(f.params) {
				f.name = old.name
			}
			break
		}
	}
	for _, old := range g.funcs {
		if old.name == f.name && len(old.params) == len(f.params) {
			f.name = fmt.Sprintf("f%d", g.names)
		}
	}
	if g.r.percent(75) {
		f.result = g.anyType()
	}
	var ps []string
	for _, p := range f.params {
		ps = append(ps, p.dir+g.declare(p.t, p.name))
		g.vars = append(g.vars, variable{name: p.name, t: p.t, ro: p.dir == "const in "})
	}
	result := "void"
	if f.result != nil {
		result = g.spell(f.result)
	}
	g.line("%s %s(%s) {", result, f.name, strings.Join(ps, ", "))
	g.indent++
	for _, p := range f.params {
		if p.dir == "out " {
			g.line("%s = %s;", p.name, g.literal(p.t))
		}
	}
	g.budget, g.calls = 3+g.r.n(8), 12
	before := g.calls
	g.stmts(2 + g.r.n(4))
	if f.result != nil {
		g.line("return %s;", g.settled(f.result))
	}
	f.cost = 2 + before - g.calls
	g.indent--
	g.line("}")
	g.vars = g.vars[:base]
	g.fn = nil
	g.funcs = append(g.funcs, f)
}
