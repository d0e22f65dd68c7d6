package analysis

// This file gathers the inputs, outputs, system values and resources that an entry point uses, and
// the kinds of operations that it has, before or after its inputs and outputs are lowered: back ends
// and drivers enable features and reserve slots by it.
//
// A mask has a bit for each location, or for each slot once accesses name slots.

import (
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Slots is a set of locations or slots up to 63.
type Slots uint64

// List are the elements.
func (s Slots) List() (list []int) {
	for ; s != 0; s &= s - 1 {
		list = append(list, bits.TrailingZeros64(uint64(s)))
	}
	return list
}

// BuiltIns is a set of built-in values.
type BuiltIns [(int(ir.BuiltInCount) + 63) / 64]uint64

func (s *BuiltIns) add(b ir.BuiltIn) { s[b/64] |= 1 << (b % 64) }

// Has reports whether the set has a built-in value.
func (s *BuiltIns) Has(b ir.BuiltIn) bool { return s[b/64]>>(b%64)&1 != 0 }

// List are the elements.
func (s *BuiltIns) List() (list []ir.BuiltIn) {
	for b := range ir.BuiltInCount {
		if s.Has(b) {
			list = append(list, b)
		}
	}
	return list
}

// An Interface is a set of inputs or outputs that are accessed.
type Interface struct {
	Vertex, Patch, Primitive Slots // of vertices, or of the invocation; of the patch; of primitives
	Indirect                 Slots // by an index that isn't constant
	BuiltIn                  BuiltIns
}

// Info is the uses of an entry point.
type Info struct {
	Read, Written, ReadBack Interface // inputs; outputs; outputs that are read
	SystemValues            BuiltIns  // inputs that the pipeline computes
	Modes                   ssa.Mode  // of variables and memory that are accessed
	WrittenModes            ssa.Mode
	Textures, Images        int // variables of sampled and of storage images
	FloatSizes, IntSizes    int // sizes in bits of arithmetic, added: 16 | 32
	Streams                 int // that a geometry stage emits to, a bit each

	Demotes, Derivatives, Barriers, Subgroups, Atomics, Indirects, PerSample, Traces bool
}

// Gather gathers the uses of the functions that an entry point reaches. Addresses of inputs and
// outputs that functions take as arguments aren't followed: calls are inlined first.
func Gather(s *ssa.Shader, ep *ir.EntryPoint) *Info {
	g := &gathering{s: s, ep: ep, Info: new(Info), vars: make([]bool, len(s.Vars))}
	for id, live := range s.ReachedFrom(ep.Function) {
		if live {
			g.f, g.entry = s.Funcs[id], ssa.FuncID(id) == ep.Function
			g.function()
		}
	}
	for k, used := range g.vars {
		switch t := s.Module.Types.At(s.Vars[k].Type); {
		case !used:
		case s.Vars[k].Mode == ssa.ModeImage:
			g.Images++
		case s.Vars[k].Mode == ssa.ModeResource && (t.Kind == ir.TypeImage || s.Module.Types.At(t.Base).Kind == ir.TypeImage):
			g.Textures++
		}
	}
	g.PerSample = g.SystemValues.Has(ir.BuiltInSampleIndex) || g.SystemValues.Has(ir.BuiltInSamplePosition) || g.PerSample
	return g.Info
}

type gathering struct {
	*Info
	s     *ssa.Shader
	f     *ssa.Function
	ep    *ir.EntryPoint
	entry bool // f is the entry point's
	vars  []bool
}

func (g *gathering) function() {
	f := g.f
	if f.IsFlat() {
		return
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			g.instr(i)
		}
	}
	if g.entry && f.Result != 0 {
		g.value(&g.Written, f.Result, f.ResultBinding)
	}
}

// value adds the parts of a parameter or result.
func (g *gathering) value(to *Interface, t ir.TypeID, at ir.Binding) {
	if st := g.s.Module.StructOf(t); st != nil && at.Kind == ir.NoBinding {
		for k := range st.Members {
			g.value(to, st.Members[k].Type, st.Members[k].Binding)
		}
		return
	}
	g.place(to, t, at, 0, g.s.Module.Locations(t), false)
}

// place adds a number of locations of an input or output, from one on.
func (g *gathering) place(to *Interface, t ir.TypeID, at ir.Binding, first, count uint32, indirect bool) {
	switch {
	case at.Kind == ir.BindBuiltIn && to == &g.Read && (g.s.Module.Types.ComponentCount(t) > 0 || g.s.Module.Types.At(t).Kind == ir.TypeMatrix):
		g.SystemValues.add(at.BuiltIn)
		return
	case at.Kind == ir.BindBuiltIn:
		to.BuiltIn.add(at.BuiltIn)
		return
	case at.Kind != ir.BindLocation:
		return
	}
	mask := slots(at.Location+first, count)
	switch {
	case at.Patch:
		to.Patch |= mask
	case at.PerPrimitive:
		to.Primitive |= mask
	default:
		to.Vertex |= mask
	}
	if indirect {
		to.Indirect |= mask
	}
	if to == &g.Read && at.Sampling == ir.SampleSample && g.ep.Stage.Info().Inputs == ir.Varyings {
		g.PerSample = true
	}
}

// slots is the set of so many slots from one on.
func slots(first, count uint32) Slots {
	if first > 63 {
		return 0
	}
	return (Slots(1)<<min(count, 64) - 1) << first
}

func (g *gathering) instr(i ssa.InstrID) {
	f := g.f
	o := f.Op(i)
	switch o.Class() {
	case op.ClassALU:
		g.sizes(i)
	case op.ClassTex:
		g.Derivatives = g.Derivatives || g.ep.HasQuads() && o == op.Tex
	}
	if m := o.Memory(); m.Kind != op.NoMemory {
		g.explicit(m)
	}
	switch o {
	case op.Param:
		if g.entry {
			p := &f.Params[f.IndexOf(i)]
			g.value(&g.Read, p.Type, p.Binding)
		}
	case op.DerefVar:
		if v := f.VarOf(i); !v.IsLocal() {
			g.vars[v] = true
			g.Modes |= g.s.Vars[v].Mode
		}
	case op.Load:
		g.access(&g.Read, &g.ReadBack, f.Arg(i, 0))
	case op.Store:
		g.access(nil, &g.Written, f.Arg(i, 0))
	case op.Atomic, op.ImageAtomic:
		g.Atomics = true
		g.WrittenModes |= ModeOf(f, f.Arg(i, 0))
	case op.ImageStore:
		g.WrittenModes |= ssa.ModeImage
	case op.LoadInput, op.LoadInterpolatedInput:
		g.slot(&g.Read, i, f.Arg(i, f.NumSrcs(i)-1))
	case op.LoadOutput:
		g.slot(&g.ReadBack, i, f.Arg(i, 0))
	case op.StoreOutput:
		g.slot(&g.Written, i, f.Arg(i, 1))
	case op.LoadSystemValue:
		g.SystemValues.add(ir.BuiltIn(f.Field(i, "value")))
	case op.LoadBarycentric:
		at := op.Barycentric(f.Field(i, "at"))
		g.PerSample = g.PerSample || at == op.BarycentricSample
	case op.Demote, op.DemoteIf, op.TerminateIf, op.Halt:
		g.Demotes = g.Demotes || g.ep.Stage.Info().Discards
	case op.Derivative:
		g.Derivatives = true
	case op.ControlBarrier, op.MemoryBarrier:
		g.Barriers = true
	case op.Ballot, op.BallotBits, op.SubgroupGather, op.SubgroupCollective:
		g.Subgroups = true
	case op.RayInitialize:
		g.Traces = true
	case op.Pipeline:
		switch ir.PipelineOp(f.Field(i, "op")) {
		case ir.EmitVertex:
			g.Streams |= 1 << f.Field(i, "stream")
		case ir.PassPrimitive:
			g.Streams |= 1
		case ir.TraceRay, ir.TraceHit:
			g.Traces = true
		}
	case op.EmitVertexWithCounter:
		g.Streams |= 1 << f.Field(i, "stream")
	}
}

// sizes adds the sizes of arithmetic.
func (g *gathering) sizes(i ssa.InstrID) {
	info := g.f.Op(i).Info()
	add := func(base op.Base, bits int) {
		switch base {
		case op.Float:
			g.FloatSizes |= bits
		case op.Int, op.Uint:
			g.IntSizes |= bits
		}
	}
	add(info.Result.Base, g.f.Bits(i))
	for k := range g.f.NumSrcs(i) {
		if v := g.f.Arg(i, k); v != 0 {
			add(info.Srcs[min(k, len(info.Srcs)-1)].Base, g.f.Bits(v))
		}
	}
}

// explicit adds memory that is accessed by offset.
func (g *gathering) explicit(m op.MemoryForm) {
	mode := [...]ssa.Mode{op.MemoryUBO: ssa.ModeUBO, op.MemorySSBO: ssa.ModeSSBO, op.MemoryPushConstant: ssa.ModePushConstant, op.MemoryShared: ssa.ModeShared,
		op.MemoryScratch: ssa.ModeFunctionTemp, op.MemoryConstant: ssa.ModeConstant, op.MemoryTaskPayload: ssa.ModeTaskPayload, op.MemoryGlobal: ssa.ModeSSBO}[m.Kind]
	g.Modes |= mode
	if m.Role != op.MemoryLoad {
		g.WrittenModes |= mode
	}
	g.Atomics = g.Atomics || m.Role == op.MemoryAtomic
}

// slot adds the slots that an access may name: the base's, or all that the index may add.
func (g *gathering) slot(to *Interface, i ssa.InstrID, index ssa.Value) {
	f := g.f
	first, count := f.Field(i, "base"), max(1, f.Field(i, "slots"))
	k, known := f.KnownBits(index, 0)
	if known {
		first, count = first+uint32(k), 1
	}
	if f.Op(i) != op.StoreOutput && f.Bits(i) == 64 && f.Comps(i) > 2 || f.Op(i) == op.StoreOutput && f.Bits(f.Arg(i, 0)) == 64 && f.Comps(f.Arg(i, 0)) > 2 {
		count++
	}
	mask := slots(first, count)
	to.Vertex |= mask
	if !known {
		to.Indirect |= mask
		g.Indirects = true
	}
}

// access adds the part of an input or output that an address names.
func (g *gathering) access(in, out *Interface, p ssa.Value) {
	f := g.f
	mode := ModeOf(f, p)
	to := in
	switch mode {
	case ssa.ModeShaderOut, ssa.ModeStageOut:
		to = out
	case ssa.ModeShaderIn, ssa.ModeStageIn, ssa.ModeSystemValue:
	default:
		if out == &g.Written {
			g.WrittenModes |= mode
		}
		return
	}
	root, steps, ok := path(f, p, nil)
	if to == nil || f.Op(root) != op.DerefVar {
		return
	}
	v := f.Var(f.VarOf(root))
	g.part(to, v, steps, ok)
}

// part follows the steps of an address into a variable.
func (g *gathering) part(to *Interface, v *ssa.Variable, steps []ssa.Value, ok bool) {
	f, m := g.f, g.s.Module
	t, at := v.Type, v.IO
	arrayed := v.Mode&(ssa.ModeStageIn|ssa.ModeStageOut) != 0 && g.ep.Stage.Arrayed(v.Mode == ssa.ModeStageOut, at.Patch) &&
		(at.Kind != ir.BindBuiltIn || at.BuiltIn.PerVertex())
	first, indirect := uint32(0), !ok
	if arrayed && len(steps) == 0 {
		t = m.Types.At(t).Base
	}
	for k, step := range steps {
		ty := m.Types.At(t)
		switch {
		case f.Op(step) == op.DerefStruct:
			st := &m.Structs[ty.Struct]
			if b := st.Members[f.IndexOf(step)].Binding; b.Kind != ir.NoBinding {
				b.Patch, b.PerPrimitive = b.Patch || at.Patch, b.PerPrimitive || at.PerPrimitive
				at, first = b, 0
			} else {
				for j := range f.IndexOf(step) {
					first += m.Locations(st.Members[j].Type)
				}
			}
			t = st.Members[f.IndexOf(step)].Type
			continue
		case k == 0 && arrayed: // the vertex or primitive
			t = ty.Base
			continue
		case m.Types.IsScalarOrVector(t): // a component
			g.place(to, t, at, first, m.Locations(t), indirect)
			return
		}
		element := m.ElementType(t, 0)
		if n, known := f.KnownBits(f.Arg(step, 1), 0); known {
			first += uint32(n) * m.Locations(element)
			t = element
			continue
		}
		g.Indirects = true
		g.place(to, t, at, first, m.Locations(t), true)
		return
	}
	if st := m.StructOf(t); st != nil && at.Kind == ir.NoBinding {
		g.value(to, t, at)
		return
	}
	g.place(to, t, at, first, m.Locations(t), indirect)
}
