package dxil

// This file makes the function of an entry point.

import (
	"refract/diag"
	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/ir/layout"
	"refract/internal/llvm"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A generator makes LLVM IR of the function of an entry point.
type generator struct {
	lanes lanes // of the instruction under way
	w     *Writer
	f     *ssa.Function
	m     *ir.Module
	types *ir.Types
	span  diag.Span

	out        *llvm.Module
	fn         *llvm.Function
	fns        []*llvm.Function // all that were added
	void       llvm.Type
	i1, i32    llvm.Type
	f32        llvm.Type
	handleType llvm.Type

	functions dxil.Functions
	args      []llvm.Value

	preciseKind uint32
	preciseNode llvm.MD

	// Values.
	first    []int32 // by value: the first of its components in parts; 0: there are none yet
	parts    []llvm.Value
	used     []uint8 // by value: components that something reads
	folded   []bool  // by value: it is a factor of the sum that uses it
	computed map[onceKey]llvm.Value
	undo     []onceKey

	// Control flow.
	block    llvm.BlockID
	live     bool
	depth    int
	phis     []int32 // by block with phis: one more than the place of their sources in incoming
	incoming []llvm.Value
	ends     []llvm.BlockID // by block: one more than the block that control leaves it from; 0: it wasn't reached

	queries []queryHandles // by local variable
	typed   []typedMemory  // by variable of the shader

	// Memory.
	arrays  []registers
	shared  arena
	scratch arena
	data    arena
}

// start begins a module.
func (g *generator) start(w *Writer) {
	*g = generator{w: w, out: llvm.New(), functions: dxil.Functions{}, first: g.first, parts: g.parts, used: g.used, folded: g.folded,
		phis: g.phis, ends: g.ends, undo: g.undo, args: g.args}
	o := g.out
	g.functions.Module = o
	o.Triple = "dxil-ms-dx"
	g.void, g.i1, g.i32, g.f32 = o.Of(llvm.Void), o.IntType(1), o.IntType(32), o.Of(llvm.Float)
	g.handleType = g.functions.Type(dxil.FormHandle, 0)
	g.preciseKind = o.KindOf("dx.precise")
	g.preciseNode = o.Node(o.Int(1))
}

// function adds a function to the module.
func (g *generator) function(f *ssa.Function, name string) {
	n := f.InstrCount()
	g.f, g.m, g.types = f, f.Shader.Module, &f.Shader.Module.Types
	g.computed, g.undo = map[onceKey]llvm.Value{}, g.undo[:0]
	g.first, g.parts, g.used, g.folded = reuse.Zeroed(g.first, n), append(g.parts[:0], 0), reuse.Zeroed(g.used, n), reuse.Zeroed(g.folded, n)
	g.phis, g.ends, g.depth = reuse.Zeroed(g.phis, f.NodeCount()), reuse.Zeroed(g.ends, f.NodeCount()), 0
	g.fn = g.out.Define(name, g.out.FuncType(g.void, g.paramTypes()...))
	g.fns = append(g.fns, g.fn)
	g.findUses()
	g.foldProducts()
	g.phiPlaces()
	g.begin(g.fn.NewBlock())
	g.makeHandles()
	g.makeMemory()
	g.makeTyped()
	g.makeQueries()
	g.list(ssa.Body, targets{})
	if g.live {
		g.storeUnwritten()
		g.ret()
	}
}

// unsupported notes a feature that DXIL lacks.
func (g *generator) unsupported(feature string) { g.w.unsupported(feature, g.span) }

// needs notes a feature of a later shader model.
func (g *generator) needs(p Profile, feature string) { g.w.needs(p, feature, g.span) }

// findUses finds the components of values that something reads, and notes numbers of 8 bits.
func (g *generator) findUses() {
	f := g.f
	note := func(s ssa.Src) {
		if s.Value == 0 {
			return
		}
		if s.Comps == 0 {
			g.used[s.Value] = 0xFF
			return
		}
		for k := range int(s.Comps) {
			g.used[s.Value] |= 1 << s.Swizzle.At(k)
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Bits(i) == 8 {
				g.span = f.SpanOf(i)
				g.unsupported("numbers of type " + g.scalarOf(i).String())
			}
			if f.Op(i) == op.Extract && f.Comps(f.Arg(i, 0)) > 0 { // its source has no swizzle
				g.used[f.Arg(i, 0)] |= 1 << f.IndexOf(i)
				continue
			}
			for k := range f.NumSrcs(i) {
				note(f.Src(i, k))
			}
		}
	}
	for n := ssa.NodeID(1); int(n) < f.NodeCount(); n++ {
		switch f.Kind(n) {
		case ssa.NodeIf, ssa.NodeSwitch:
			note(f.Cond(n))
		}
	}
}

// makeMemory makes the arrays of the function, the workgroup and constants.
func (g *generator) makeMemory() {
	f := g.f
	one := g.out.I32(1)
	alloca := func(t llvm.Type, bits int) llvm.Value {
		return g.fn.Add(llvm.Instr{Op: llvm.OpAlloca, Type: g.out.PointerTo(t, 0), Base: t, Align: uint32(max(bits, 8) / 8)}, one)
	}
	g.arrays = make([]registers, len(f.Regs))
	for k := 1; k < len(f.Regs); k++ {
		r := &f.Regs[k]
		if r.Length == 0 {
			continue
		}
		s := g.types.ScalarOf(r.Type)
		kind, bits := kindOf(s), s.Bits()
		if kind == truth {
			kind, bits = whole, 32
		}
		a := &g.arrays[k]
		a.elem = g.typeOf(kind, bits)
		a.array = g.out.ArrayOf(a.elem, r.Length)
		for c := range max(1, g.types.ComponentCount(r.Type)) {
			a.values[c] = alloca(a.array, bits)
		}
	}
	if size := g.extent(f.Vars, ssa.ModeFunctionTemp); size > 0 && (f.MayHave(op.LoadScratch) || f.MayHave(op.StoreScratch)) {
		g.scratch = g.newArena(accesses(f, op.MemoryScratch), size, 0)
		g.scratch.value = alloca(g.scratch.array, g.scratch.bits)
	}
	if size := g.extent(f.Shader.Vars, ssa.ModeShared); size > 0 {
		g.shared = g.newArena(accesses(f, op.MemoryShared), size, 3)
		a := &g.shared
		a.value = g.out.AddGlobal(llvm.Global{Name: "shared", Type: a.array, Space: 3, Linkage: llvm.External, Align: uint32(a.bits / 8)})
		if g.w.sharedBytes = g.out.At(a.array).N * uint32(a.bits/8); g.w.entry.Stage == ir.StageMesh && g.w.sharedBytes > maxMeshShared {
			g.w.unsupported("a mesh shader whose outputs and workgroup memory take more than 28 KiB", g.w.entry.Span)
		} else if g.w.sharedBytes > maxShared {
			g.w.unsupported("more than 32 KiB of workgroup memory", g.w.entry.Span)
		}
	}
	if f.MayHave(op.LoadConstant) {
		g.makeConstants()
	}
}

// maxShared is the most bytes of shared memory of a workgroup.
const maxShared = 32 << 10

// extent is the number of bytes of variables in memory.
func (g *generator) extent(vars []ssa.Variable, mode ssa.Mode) (size uint32) {
	places := layout.NewPlaces(g.m)
	for k := range vars {
		if v := &vars[k]; v.HasAt && v.Mode == mode {
			size = max(size, v.At+direct3d.Size(places, v.Type, v.Layout))
		}
	}
	return size
}

// instruction makes the code of an instruction.
func (g *generator) instruction(i ssa.InstrID) {
	f := g.f
	if g.folded[i] {
		return
	}
	switch o := f.Op(i); o.Class() {
	case op.ClassALU:
		g.arithmetic(i)
	case op.ClassTex:
		g.texture(i)
	case op.ClassIntrinsic:
		g.intrinsic(i)
	case op.ClassConst, op.ClassUndef, op.ClassDeref:
	default:
		g.unsupported("the operation " + o.String())
		if f.Type(i) != 0 {
			g.zeros(i)
		}
	}
}
