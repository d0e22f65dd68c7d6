package dxil

// This file makes the stages of ray-tracing pipelines: functions of libraries (shader model 6.3). A
// payload is the one member of a struct, as package hlsl has it, and a parameter of the function.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
)

// isLibrary reports whether the entry point is a function of a library.
func (w *Writer) isLibrary() bool { return w.entry.Stage.Info().RayTracing }

// rayStages are the stages of libraries.
var rayStages = [ir.NumStages]dxil.Stage{ir.StageRayGeneration: dxil.RayGeneration, ir.StageIntersection: dxil.Intersection, ir.StageAnyHit: dxil.AnyHit,
	ir.StageClosestHit: dxil.ClosestHit, ir.StageMiss: dxil.Miss, ir.StageCallable: dxil.Callable}

// rayValues are the functions that built-in values of these stages are.
var rayValues = [ir.BuiltInCount]dxil.Op{
	ir.BuiltInRayInvocationID: dxil.OpDispatchRaysIndex, ir.BuiltInNumRayInvocations: dxil.OpDispatchRaysDimensions,
	ir.BuiltInInstanceCustomData: dxil.OpInstanceID, ir.BuiltInInstanceID: dxil.OpInstanceIndex, ir.BuiltInGeometryIndex: dxil.OpGeometryIndex,
	ir.BuiltInWorldRayOrigin: dxil.OpWorldRayOrigin, ir.BuiltInWorldRayDirection: dxil.OpWorldRayDirection,
	ir.BuiltInObjectRayOrigin: dxil.OpObjectRayOrigin, ir.BuiltInObjectRayDirection: dxil.OpObjectRayDirection,
	ir.BuiltInRayTMin: dxil.OpRayTMin, ir.BuiltInRayTCurrentMax: dxil.OpRayTCurrent,
	ir.BuiltInObjectToWorld: dxil.OpObjectToWorld, ir.BuiltInWorldToObject: dxil.OpWorldToObject,
	ir.BuiltInPrimitiveIndex: dxil.OpPrimitiveIndex, ir.BuiltInHitKind: dxil.OpHitKind, ir.BuiltInIncomingRayFlags: dxil.OpRayFlags,
}

// rayValue reads a built-in value of these stages; false: there is none.
func (g *generator) rayValue(i ssa.InstrID, b ir.BuiltIn) bool {
	if !g.w.isLibrary() || rayValues[b] == 0 {
		return false
	}
	o := rayValues[b]
	g.needs(Profile60+Profile(o.Describe().Model), "the built-in value "+b.String())
	overload := g.i32
	if g.types.ScalarOf(g.f.Type(i)).IsFloat() {
		overload = g.f32
	}
	all := g.leaves(g.f.Type(i))
	list := make([]llvm.Value, len(all))
	for k := range all {
		if g.f.Comps(i) > 1 && g.used[i]>>k&1 == 0 {
			list[k] = g.literal(kindOf(all[k].scalar), 32, 0)
			continue
		}
		var args []llvm.Value
		switch len(o.Describe().Params) {
		case 1:
			args = []llvm.Value{g.out.I8(int64(k))}
		case 2: // of a matrix: row, column
			args = []llvm.Value{g.out.I32(int64(k)), g.out.I8(int64(g.f.Field(i, "column")))}
		}
		list[k] = g.call(o, overload, args...)
	}
	g.set(i, list...)
	return true
}

// box is the struct that holds values of a type.
func (g *generator) box(name string, t ir.TypeID) llvm.Type {
	return g.out.StructOf("struct."+name, g.memoryType(t))
}

// A rayVariable is the payload or the attributes of a shader.
type rayVariable struct {
	name string
	t    ir.TypeID
}

// rayParams are the parameters of the function: the payload, and the attributes of a hit.
func (g *generator) rayParams() (list []rayVariable) {
	find := func(mode ssa.Mode, otherwise ir.TypeID) ir.TypeID {
		for k := range g.f.Shader.Vars {
			if v := &g.f.Shader.Vars[k]; v.Mode == mode {
				return v.Type
			}
		}
		return otherwise
	}
	switch g.w.entry.Stage {
	case ir.StageAnyHit, ir.StageClosestHit:
		return []rayVariable{{"RayPayload", find(ssa.ModeIncomingRayPayload, ir.TypeU32)}, {"HitAttributes", find(ssa.ModeHitAttribute, ir.TypeVec2F32)}}
	case ir.StageMiss:
		return []rayVariable{{"RayPayload", find(ssa.ModeIncomingRayPayload, ir.TypeU32)}}
	case ir.StageCallable:
		return []rayVariable{{"CallableData", find(ssa.ModeIncomingCallableData, ir.TypeU32)}}
	}
	return nil
}

// paramTypes are the types of the parameters of the function, whose sizes in bytes it notes.
func (g *generator) paramTypes() (list []llvm.Type) {
	if !g.w.isLibrary() {
		return nil
	}
	for _, p := range g.rayParams() {
		list = append(list, g.out.PointerTo(g.box(p.name, p.t), 0))
		g.w.paramBytes = append(g.w.paramBytes, g.memorySize(p.t))
	}
	return list
}

// memorySize is the number of bytes that a type takes in memory, with padding at its end.
func (g *generator) memorySize(t ir.TypeID) uint32 {
	size, _ := g.memoryLayout(t)
	return size
}

// memoryLayout is the size and the alignment of memoryType's type: vectors are aligned as their
// components are.
func (g *generator) memoryLayout(t ir.TypeID) (size, align uint32) {
	switch ty := g.types.At(t); ty.Kind {
	case ir.TypeStruct:
		align = 1
		for _, m := range g.m.Structs[ty.Struct].Members {
			n, a := g.memoryLayout(m.Type)
			size, align = (size+a-1)&^(a-1)+n, max(align, a)
		}
		return (size + align - 1) &^ (align - 1), align
	case ir.TypeArray:
		size, align = g.memoryLayout(ty.Base)
		return size * ty.Length, align
	default:
		if align = 4; ty.Scalar != ir.Bool {
			align = uint32(ty.Scalar.Bits() / 8)
		}
		return align * uint32(max(1, ty.Rows)) * uint32(max(1, ty.Columns)), align
	}
}

// makeTyped makes the variables whose memory has a type.
func (g *generator) makeTyped() {
	vars := g.f.Shader.Vars
	g.typed = make([]typedMemory, len(vars))
	for k := range vars {
		v := &vars[k]
		if v.Mode&typedModes == 0 {
			continue
		}
		m := &g.typed[k]
		own := func(name string) {
			m.of, m.boxed = g.box(name, v.Type), true
			m.pointer = g.fn.Add(llvm.Instr{Op: llvm.OpAlloca, Type: g.out.PointerTo(m.of, 0), Base: m.of, Align: 8}, g.out.I32(1))
		}
		param := func(name string, at int) {
			m.of, m.boxed, m.pointer = g.box(name, v.Type), true, g.fn.Param(at)
		}
		switch v.Mode {
		case ssa.ModeTaskPayload:
			g.makePayload(m, v.Type)
		case ssa.ModeRayPayload:
			own("RayPayload" + g.suffix(k, v.Mode))
		case ssa.ModeCallableData:
			own("CallableData" + g.suffix(k, v.Mode))
		case ssa.ModeIncomingRayPayload:
			param("RayPayload", 0)
		case ssa.ModeIncomingCallableData:
			param("CallableData", 0)
		case ssa.ModeHitAttribute:
			if g.w.entry.Stage == ir.StageIntersection {
				own("HitAttributes")
			} else {
				param("HitAttributes", 1)
			}
		}
	}
}

// suffix distinguishes the structs of several variables of a mode that have other types.
func (g *generator) suffix(k int, mode ssa.Mode) string {
	vars := g.f.Shader.Vars
	for j := range k {
		if vars[j].Mode == mode && vars[j].Type != vars[k].Type {
			return "." + vars[k].Name
		}
	}
	if mode == ssa.ModeRayPayload || mode == ssa.ModeCallableData {
		for j := range vars { // what the shader itself was given
			if m := vars[j].Mode; (m == ssa.ModeIncomingRayPayload && mode == ssa.ModeRayPayload || m == ssa.ModeIncomingCallableData && mode == ssa.ModeCallableData) && vars[j].Type != vars[k].Type {
				return "." + vars[k].Name
			}
		}
	}
	return ""
}

// whole is the struct of a variable that an operation takes a pointer to.
func (g *generator) whole(v ssa.Value) *typedMemory {
	if m, path := g.pathOf(v); m != nil && len(path) <= 2 {
		return m
	}
	g.unsupported("a part of a payload as a payload")
	return nil
}

// pipeline makes an operation on the pipeline.
func (g *generator) pipeline(i ssa.InstrID) {
	f := g.f
	switch o := ir.PipelineOp(f.Field(i, "op")); o {
	case ir.TraceRay:
		m := g.whole(f.Arg(i, 10))
		if m == nil {
			return
		}
		args := []llvm.Value{g.handle(f.Arg(i, 0))}
		for k := 1; k <= 5; k++ {
			args = append(args, g.src(i, k, 0, whole))
		}
		for _, k := range []int{6, 7, 8, 9} { // origin, least, direction, most
			for c := range g.width(f.Arg(i, k)) {
				args = append(args, g.src(i, k, c, real))
			}
		}
		g.call(dxil.OpTraceRay, m.of, append(args, m.pointer)...)
	case ir.ExecuteCallable:
		if m := g.whole(f.Arg(i, 1)); m != nil {
			g.call(dxil.OpCallShader, m.of, g.src(i, 0, 0, whole), m.pointer)
		}
	case ir.ReadClock:
		g.unsupported("clocks")
	case ir.ReportIntersection:
		g.set(i, g.reportHit(i))
	case ir.IgnoreIntersection, ir.TerminateRay:
		which := dxil.OpIgnoreHit
		if o == ir.TerminateRay {
			which = dxil.OpAcceptHitAndEndSearch
		}
		g.call(which, 0)
		g.fn.Add(llvm.Instr{Op: llvm.OpUnreachable, Type: g.void})
		g.live = false
	case ir.EmitVertex:
		g.call(dxil.OpEmitStream, 0, g.out.I8(int64(f.Field(i, "stream"))))
	case ir.EndPrimitive:
		g.call(dxil.OpCutStream, 0, g.out.I8(int64(f.Field(i, "stream"))))
	case ir.SetMeshOutputs:
		g.call(dxil.OpSetMeshOutputCounts, 0, g.src(i, 0, 0, whole), g.src(i, 1, 0, whole))
	case ir.EmitMeshTasks:
		g.dispatch(i)
	default:
		g.unsupported(o.String())
		if f.Type(i) != 0 {
			g.zeros(i)
		}
	}
}

// reportHit reports an intersection with the attributes of the shader.
func (g *generator) reportHit(i ssa.InstrID) llvm.Value {
	for k := range g.typed {
		if m := &g.typed[k]; m.pointer != 0 && g.f.Shader.Vars[k].Mode == ssa.ModeHitAttribute {
			return g.call(dxil.OpReportHit, m.of, g.src(i, 0, 0, real), g.src(i, 1, 0, whole), m.pointer)
		}
	}
	of := g.box("HitAttributes", ir.TypeVec2F32)
	p := g.once(onceKey{op: onceAttributes}, func() llvm.Value {
		return g.fn.Add(llvm.Instr{Op: llvm.OpAlloca, Type: g.out.PointerTo(of, 0), Base: of, Align: 8}, g.out.I32(1))
	})
	return g.call(dxil.OpReportHit, of, g.src(i, 0, 0, real), g.src(i, 1, 0, whole), p)
}

// librarySymbol is a variable that stands for a resource, of elements of a type.
func (g *generator) librarySymbol(r *resource, t llvm.Type) llvm.Value {
	if r.count != 1 {
		t = g.out.ArrayOf(t, r.count)
	}
	return g.out.AddGlobal(llvm.Global{Name: g.w.module.Globals[r.global].Name, Type: t, Constant: true, Linkage: llvm.External, Align: 4})
}

// libraryHandle is the handle of a resource of a library: it is loaded from a variable that the
// linker knows.
func (g *generator) libraryHandle(r *resource, index llvm.Value) llvm.Value {
	t := g.w.symbolType(r)
	if g.w.opts.Profile >= Profile66 {
		t = g.handleType
	}
	if r.symbol == 0 {
		r.symbol = g.librarySymbol(r, t)
	}
	p := r.symbol
	if r.count != 1 {
		p = g.fn.Add(llvm.Instr{Op: llvm.OpGEP, Type: g.out.PointerTo(t, 0), Base: g.out.ArrayOf(t, r.count)}, p, g.out.I32(0), index)
	}
	v := g.fn.Add(llvm.Instr{Op: llvm.OpLoad, Type: t, Base: t, Align: 4}, p)
	return g.call(dxil.OpCreateHandleForLib, t, v)
}
