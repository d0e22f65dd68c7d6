// Package hlslgen makes random compute shaders in HLSL: scalars, vectors and matrices of all
// kinds, swizzles that are read and written, structs with bases, functions and operators,
// templates, overloads, arguments that are out and inout, loops, switches, implicit
// conversions, constant buffers in both orders of matrices, structured buffers, workgroup
// memory and waves. A seed gives the same text until the package changes. Only tests import it.
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
)

// Places of resources, all in space 0: the programs read b0, b1, t0 and t1, of any content, and
// write u0 and u1.
const (
	Threads = 8    // invocations of the workgroup, at most
	Words   = 1000 // of u0 that are written, at most
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
	r         random
	dialect   Dialect
	out       strings.Builder
	vars      []variable // in scope
	inputs    []variable // constants of buffers, of any bits
	structs   []structure
	funcs     []function
	globals   []variable
	templates bool // the templates of templates.go are declared
	threads   int
	names     int
	depth     int // of blocks
	loops     int // around
}

// Program returns the shader of a seed.
func Program(seed uint64, d Dialect) string {
	g := &gen{r: random(seed), dialect: d, threads: 1}
	if g.r.one(3) {
		g.threads = Threads
	}
	if g.r.one(3) {
		g.line("#pragma pack_matrix(%s_major)", g.either("row", "column"))
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
	if g.modern() && g.r.one(2) {
		g.declareTemplates()
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

func (g *gen) modern() bool { return g.dialect == Modern }

func (g *gen) main() {
	if g.threads > 1 {
		g.line("groupshared int shared_ints[%d]; groupshared float4 shared_vectors[%d]; groupshared uint total;", g.threads, g.threads)
	}
	g.line("[numthreads(%d, 1, 1)] void main(uint thread_id : SV_GroupIndex) {", g.threads)
	g.line("thread = thread_id;")
	g.vars = append(g.vars[:0], g.globals...)
	g.vars = append(g.vars, variable{name: "thread", t: typ{"uint", 0, 1}})
	for range 3 {
		g.declare()
	}
	for k := range g.structs {
		g.declareStruct(k)
	}
	g.block(10)
	if g.threads > 1 {
		g.exchange()
	}
	if g.templates {
		g.useTemplates()
	}
	g.block(4)
	for _, v := range g.vars {
		g.print(v)
	}
	g.line("}")
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
