// Package hlslgen makes random compute and pixel shaders in HLSL: scalars, vectors and matrices
// of all kinds, swizzles that are read and written, structs with bases, functions and operators,
// bit fields, templates, overloads, arguments that are out and inout, loops, switches, implicit
// conversions, constant buffers in both orders of matrices, textures of all dimensions with the
// functions that sample, gather and load, buffers of all forms, workgroup memory, waves and
// derivatives. A seed gives the same text until the package changes. Only tests import it.
//
// Indices stay in bounds, divisors aren't zero, variables have values before they are read,
// and floats are small whole numbers, so that no operation rounds.
package hlslgen

import (
	"fmt"
	"strings"
)

// A Dialect is the language that a program is written in.
type Dialect uint8

const (
	Modern Dialect = iota // HLSL 2021, shader model 6.6
	Old                   // shader model 5.0, as FXC compiles it
	Slang                 // that part of Old that slangc compiles: see plain
)

// Options of a program.
type Options struct {
	Dialect Dialect
	// Pixel makes a pixel shader of Threads invocations, in a row, instead of a compute shader.
	Pixel bool
}

// Places of buffers, all in space 0: the programs read b0, b1, t0 and t1, of any content, and
// write u0 and u1. Some use Resources, too.
const (
	Threads = 8    // invocations of the workgroup, at most
	Words   = 4000 // of u0 that are written, at most
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *random) n(n int) int { return int((r.next() >> 1) % uint64(n)) }

// one reports whether one of n equal chances comes.
func (r *random) one(n int) bool { return r.n(n) == 0 }

type gen struct {
	r random
	Options
	out       strings.Builder
	vars      []variable // in scope
	inputs    []variable // constants of buffers, of any bits
	structs   []structure
	funcs     []function
	globals   []variable
	templates bool // the templates of declareTemplates are declared
	operated  bool // so is the struct of operators
	deeper    bool // so are the templates of deeperTemplates
	passes    bool // so are the functions of passed
	resources bool // so are Resources
	rows      bool // matrices lie by rows
	element   int  // of elements: the index of a struct, or -1
	changes   int  // the struct of structFunctions, or -1
	result    typ  // of the function under way; no scalar: it doesn't return early
	threads   int
	names     int
	depth     int // of blocks
	loops     int // around
}

// Program returns the shader of a seed.
func Program(seed uint64, o Options) string {
	g := &gen{r: random(seed), Options: o, threads: 1, changes: -1}
	if g.r.one(3) || g.Pixel {
		g.threads = Threads
	}
	if g.r.one(3) && !g.plain() {
		order := g.either("row", "column")
		g.rows = order == "row"
		g.line("#pragma pack_matrix(%s_major)", order)
	}
	g.line("ByteAddressBuffer src : register(t0);")
	g.line("RWStructuredBuffer<uint> o : register(u0);")
	g.line("RWByteAddressBuffer scratch : register(u1);")
	g.line("static uint at = 0, thread = 0;")
	g.line("void put(uint v) { o[thread * %d + at] = v; at = min(at + 1, %du); }", Words/g.threads, Words/g.threads-1)
	g.line("int small(int v) { return v & 15; }")
	if g.modern() {
		g.line("void put64(uint64_t v) { put((uint)v); put((uint)(v >> 32)); }")
	}
	g.macros()
	for range 1 + g.r.n(3) {
		g.structure()
	}
	g.buffers()
	g.staticGlobals()
	if g.Pixel || g.r.one(2) {
		g.declareResources()
		if g.passes = g.modern() && g.r.one(2); g.passes {
			g.passed()
		}
	}
	if g.modern() && g.r.one(2) {
		g.declareTemplates()
		if g.deeper = g.r.one(2); g.deeper {
			g.deeperTemplates()
		}
	}
	if g.operated = g.modern() && g.r.one(3); g.operated {
		g.operators()
	}
	if g.r.one(3) {
		g.structFunctions()
	}
	for range 1 + g.r.n(4) {
		g.function()
	}
	if g.r.one(3) {
		g.overloads()
	}
	g.main()
	return g.out.String()
}

func (g *gen) modern() bool { return g.Dialect == Modern }

// plain reports whether a program has no constructs that slangc refuses or reads in another way: vectors that
// are truncated, matrices made of vectors, swizzles of scalars, orders of matrices, types with several
// names, numbers of 16 bits, uniforms outside of constant buffers, texels by mips and sample, structs of
// ones, structs in buffers, whose layout is another and which lavapipe fails to copy (OpCopyLogical), and
// counters, whose bindings are others.
func (g *gen) plain() bool { return g.Dialect == Slang }

func (g *gen) main() {
	if g.threads > 1 && !g.Pixel {
		g.line("groupshared int shared_ints[%d]; groupshared float4 shared_vectors[%d]; groupshared uint total;", g.threads, g.threads)
	}
	if g.Pixel {
		g.line("void main(float4 position : SV_Position) {\nthread = (uint)position.x;")
	} else {
		g.line("[numthreads(%d, 1, 1)] void main(uint thread_id : SV_GroupIndex) {\nthread = thread_id;", g.threads)
	}
	g.vars = append(g.vars[:0], g.globals...)
	g.vars = append(g.vars, variable{name: "thread", t: typ{"uint", 0, 1}})
	for range 3 {
		g.declare()
	}
	if g.resources {
		g.places()
	}
	for k := range g.structs {
		g.declareStruct(k)
	}
	if g.Pixel {
		g.implicit()
	}
	g.block(10)
	if g.threads > 1 && !g.Pixel {
		g.exchange()
	}
	if g.templates {
		g.useTemplates()
	}
	g.parts()
	g.block(4)
	for _, v := range g.vars {
		g.print(v)
	}
	g.line("}")
}

// parts uses the declarations of the program, each kind by chance.
func (g *gen) parts() {
	for _, p := range []struct {
		chance  int // one of so many programs has it
		has     bool
		declare func()
	}{
		{1, g.operated, g.useOperators},
		{1, g.deeper, g.useDeeperTemplates},
		{1, true, g.useStructFunctions},
		{1, g.resources, g.useResources},
		{1, g.passes, g.usePassed},
		{3, true, g.grid},
		{3, g.modern(), g.localTypes},
		{3, !g.plain(), g.minimum},
		{3, g.modern(), g.falls},
		{3, true, g.effects},
		{2, true, g.rounded},
		{2, g.modern() && g.threads > 1 && !g.Pixel, g.lanes},
	} {
		if p.has && g.r.one(p.chance) {
			p.declare()
		}
	}
}

// exchange passes values between the invocations.
func (g *gen) exchange() {
	g.line("shared_ints[thread] = %s; shared_vectors[thread] = %s; if (thread == 0) total = 0;", g.expr(typ{"int", 0, 1}, 2), g.bounded(typ{"float", 0, 4}, 2))
	g.line("GroupMemoryBarrierWithGroupSync();")
	n := g.name()
	g.line("int %s = shared_ints[(thread + %d) %% %d];", n, 1+g.r.n(3), g.threads)
	g.vars = append(g.vars, variable{name: n, t: typ{"int", 0, 1}, set: true})
	n = g.name()
	g.line("float3 %s = shared_vectors[(thread + %d) %% %d].%s;", n, 1+g.r.n(3), g.threads, g.either("xyz", "wzy", "xxw"))
	g.vars = append(g.vars, variable{name: n, t: typ{"float", 0, 3}, set: true})
	g.line("Interlocked%s(total, (uint)%s);", g.either("Add", "Max", "Or", "Xor"), g.expr(typ{"int", 0, 1}, 2))
	g.line("scratch.Interlocked%s(%d, (uint)%s);", g.either("Add", "Max", "Or", "Xor"), 4*g.r.n(8), g.expr(typ{"int", 0, 1}, 2))
	g.line("GroupMemoryBarrierWithGroupSync();")
	g.line("put(total);")
	if !g.modern() {
		return
	}
	t := []typ{{"int", 0, 1}, {"uint", 0, 2}, {"float", 0, 3}}[g.r.n(3)]
	n = g.name()
	switch e := g.bounded(t, 2); g.r.n(5) {
	case 0:
		g.line("%s %s = WaveActive%s(%s);", t, n, g.either("Sum", "Min", "Max"), e)
	case 1:
		g.line("%s %s = WavePrefixSum(%s);", t, n, e)
	case 2:
		g.line("%s %s = WaveReadLaneFirst(%s);", t, n, e)
	case 3:
		g.line("%s %s = WaveReadLaneAt(%s, %d);", t, n, e, g.r.n(2))
	default:
		g.line("%s %s = QuadReadAcross%s(%s);", t, n, g.either("X", "Y", "Diagonal"), e)
	}
	g.vars = append(g.vars, variable{name: n, t: t, set: true})
}

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

func (g *gen) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func (g *gen) either(list ...string) string { return list[g.r.n(len(list))] }

// filled is the number that a struct is filled with.
func (g *gen) filled() string {
	if g.plain() {
		return "0"
	}
	return g.either("0", "1")
}
