package progen

// This file puts programs together: their parts, and their module-scope declarations.

import (
	"fmt"
	"slices"
	"strings"
)

// Options select the kind of programs.
type Options struct {
	Size     int  // 1 and up: how large a program may grow; 0 means 4
	F16      bool // with f16 values
	Rounding bool // let f32 arithmetic round: results are equal only where no operation is fused or reassociated
	Solo     bool // always a single invocation

	// The options below are for engines that have the features; the others' seeds give the
	// same programs without.
	More      bool // with atomics whose results are kept, more matrices in buffers, exchanges through storage memory
	Subgroups bool // with operations of subgroups
	Wide      bool // with the shapes and names in which translators have been wrong before
	Fragment  bool // a fragment shader, for package differential to draw
	Vertex    bool // a vertex and a fragment shader, the latter called FragmentEntry, that draw VertexPixels triangles
	Calls     bool // with functions that pack and unpack, and atomics in structs
	Views     bool // with memory that is viewed as several types: buffer_view
	Helpers   bool // fragments whose derivatives come after discards, which are last in their blocks
	Odd       bool // and with what has several results: accesses out of bounds, NaN, infinities, denormals
}

// A Program is a generated program. Its buffers are the storage and uniform
// variables that it declares.
type Program struct {
	Source     string
	Entry      string
	Workgroups [3]uint32
	Overrides  map[string]float64 // values for some of its overrides, by name or id
}

// Generate makes the program of a seed.
func Generate(seed uint64, o Options) Program {
	if o.Size <= 0 {
		o.Size = 4
	}
	o.Fragment = o.Fragment || o.Vertex || o.Helpers // invocations beside each other
	r := random(seed*0x2545f4914f6cdd1d + 1)
	g := &gen{r: &r, o: o, types: newTypes(), support: map[string]bool{}}
	return g.program()
}

// swarm is the features of a program. Programs that lack some things have more of the
// others, and so get further with them.
type swarm struct {
	floats, halves, matrices, structs, arrays, bools bool
	loops, switches, pointers, calls, exits, nested  bool
	constants, overrides, shadow, subPointers        bool
	storage, uniform, atomics, workgroup, barriers   bool
	transposes                                       bool // else products of matrices: lavapipe crashes on some with both
	solo                                             bool
}

// gen is the state of making one program.
type gen struct {
	r *random
	o Options
	*types
	swarm swarm

	decls   []string        // texts of module-scope declarations
	support map[string]bool // functions that the generator itself needs and has declared
	pool    []*typ          // types that variables have
	globals []*variable
	atomics []atomicPlace
	own     []atomicPlace // that other invocations leave alone
	cells   []cells       // of Options.Calls
	views   bool          // z_bytes is declared
	swap    *variable     // storage memory with an element for each invocation of the one workgroup; nil: none
	shared  []*variable   // workgroup memory with an element for each invocation
	funcs   []*function
	lengths bool // there is an array whose length its buffer decides:
	many    *typ // of this
	names   namer
	nextID  int
	entry   string // name of the entry point

	localNeeded bool // z_local is wanted
	shape       shape

	// The function at hand.
	out    *strings.Builder
	indent int
	fn     *function
	scopes []*scope
	flow   flow
	budget int // statements left
}

// shape is how invocations are arranged.
type shape struct {
	size, groups [3]int
	perGroup     int
	total        int
	slots        int // words of output for each invocation
}

func (g *gen) program() Program {
	g.chooseSwarm()
	if o := &g.names; g.o.Wide {
		o.left = append(o.left, foreign...)
		if g.o.Views { // where it is a type
			o.left = slices.DeleteFunc(o.left, func(name string) bool { return name == "buffer" })
		}
		shuffle(g.r, o.left)
	}
	g.chooseShape()
	g.chooseTypes()
	overrides := g.overrideDecls()
	g.constantDecls()
	g.globalDecls()
	g.moreDecls()
	if !g.o.Fragment {
		g.callDecls()
	}
	for range g.r.between(0, 1+g.o.Size/2) {
		if g.swarm.calls {
			g.helper()
		}
	}
	if g.o.Vertex {
		g.vertexMain()
	} else if g.o.Fragment {
		g.fragmentMain()
	} else {
		g.main()
	}
	if g.r.percent(50) {
		shuffle(g.r, g.decls)
	}
	var b strings.Builder
	if g.swarm.halves {
		b.WriteString("enable f16;\n")
	}
	if g.o.Subgroups {
		b.WriteString("enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n")
	}
	if g.views {
		b.WriteString("requires buffer_view;\n")
	}
	b.WriteString(strings.Join(g.decls, "\n"))
	p := Program{Source: b.String(), Entry: g.entry, Overrides: overrides}
	for i, n := range g.shape.groups {
		p.Workgroups[i] = uint32(n)
	}
	return p
}

// need declares a function that the generator itself needs, once.
func (g *gen) need(name string, text func() string) {
	if !g.support[name] {
		g.support[name] = true
		g.decls = append(g.decls, text())
	}
}

func (g *gen) chooseSwarm() {
	on := func(percent int) bool { return g.r.percent(percent) }
	g.swarm = swarm{
		floats: on(70), halves: g.o.F16, matrices: on(40), structs: on(60), arrays: on(70), bools: on(50),
		loops: on(85), switches: on(60), pointers: on(60), calls: on(80), exits: on(80), nested: on(50),
		constants: on(50), overrides: on(40), shadow: on(50), subPointers: on(50),
		storage: on(60), uniform: on(40), atomics: on(30), workgroup: on(40), barriers: on(50),
		solo: g.o.Solo || on(50), transposes: on(50),
	}
	if !g.swarm.floats && !g.swarm.halves {
		g.swarm.matrices = false
	}
	if g.o.Fragment { // invocations run beside each other
		g.swarm.solo, g.swarm.storage, g.swarm.atomics, g.swarm.workgroup, g.swarm.barriers = true, false, false, false, false
	}
}

func (g *gen) chooseShape() {
	s := &g.shape
	s.size, s.groups = [3]int{1, 1, 1}, [3]int{1, 1, 1}
	if !g.swarm.solo {
		s.size = one(g.r, [][3]int{{4, 1, 1}, {8, 1, 1}, {3, 1, 1}, {2, 2, 1}, {2, 1, 3}, {1, 5, 1}, {16, 1, 1}})
		s.groups = one(g.r, [][3]int{{1, 1, 1}, {1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}})
	}
	s.perGroup = s.size[0] * s.size[1] * s.size[2]
	s.total = s.perGroup * s.groups[0] * s.groups[1] * s.groups[2]
	s.slots = 16
}

// chooseTypes makes the types that variables are given.
func (g *gen) chooseTypes() {
	scalars := []*typ{g.i32, g.u32}
	if g.swarm.floats {
		scalars = append(scalars, g.f32)
	}
	if g.swarm.halves {
		scalars = append(scalars, g.f16)
	}
	hosted := len(scalars)
	if g.swarm.bools {
		scalars = append(scalars, g.bool)
	}
	pool := append([]*typ(nil), scalars...)
	for range 3 {
		pool = append(pool, g.vector(one(g.r, scalars), g.r.between(2, 4)))
	}
	if g.swarm.matrices {
		for range 2 {
			pool = append(pool, g.matrix(one(g.r, scalars[2:hosted]), g.r.between(2, 4), g.r.between(2, 4)))
		}
	}
	for range g.r.between(1, 2+g.o.Size/2) {
		switch elem := one(g.r, pool); {
		case elem.leaves > 24:
		case g.swarm.arrays && g.r.percent(50):
			pool = append(pool, g.array(elem, g.r.between(1, 5)))
		case g.swarm.structs:
			pool = append(pool, g.newStruct(pool, false))
		}
	}
	for _, t := range pool {
		if g.r.percent(5) && t.kind > kF16 && t.alias == "" {
			g.nextID++
			t.alias = fmt.Sprintf("A%d", g.nextID)
			g.decls = append(g.decls, "alias "+t.alias+" = "+t.name+";\n")
		}
	}
	g.pool = pool
}

// newStruct declares a struct with members of the types in the pool.
func (g *gen) newStruct(pool []*typ, host bool) *typ {
	name := g.foreignName(fmt.Sprintf("S%d", len(g.structs)))
	var members []member
	for i := range g.r.between(1, 4) {
		t := one(g.r, pool)
		if t.leaves > 24 || host && !t.host {
			t = one(g.r, []*typ{g.i32, g.u32})
		}
		m := member{name: g.memberName(fmt.Sprintf("%c%d", "amxv"[g.r.n(4)], i), i), t: t}
		switch {
		case !t.host || g.r.percent(85):
		case t.kind <= kVector:
			m.attr = one(g.r, []string{"@align(16) ", "@align(32) ", "@size(64) ", "@size(20) @align(32) "})
		default:
			m.attr = "@align(64) "
		}
		members = append(members, m)
	}
	t := g.structure(name, members)
	g.decls = append(g.decls, t.declaration())
	return t
}

// spell is the name of a type, in one of its spellings.
func (g *gen) spell(t *typ) string {
	if t.alias != "" && g.r.percent(70) {
		return t.alias
	}
	if (t.kind == kVector && t.elem.kind != kBool || t.kind == kMatrix) && g.r.percent(50) {
		short := map[kind]string{kI32: "i", kU32: "u", kF32: "f", kF16: "h"}
		return t.name[:strings.IndexByte(t.name, '<')] + short[t.elem.kind]
	}
	return t.name
}
