package spirv

// This file makes entry points. SPIR-V's inputs and outputs are variables, here private
// ones: an entry point stores its parameters to the inputs at its start and returns the
// values of the outputs.
//
//	@location(0) var<in> color;     fn main(color) {
//	@location(0) var<out> result;     store %color_var, color
//	fn main() {                       ...
//	  ...                             return load %result_var
//	}                               }
//
// A function that is one entry point and nothing else becomes it; of others the entry
// point is a function that calls them. Blocks, arrays and matrices become one
// parameter, or one member of the result, for each thing that has a place of its own.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// builtIns are the built-in values.
var builtIns = lazy.Value[map[spirv.BuiltIn]ir.BuiltIn]{Make: func() map[spirv.BuiltIn]ir.BuiltIn {
	return map[spirv.BuiltIn]ir.BuiltIn{
		spirv.BuiltInPosition: ir.BuiltInPosition, spirv.BuiltInFragCoord: ir.BuiltInPosition, spirv.BuiltInViewIndex: ir.BuiltInViewIndex,
		spirv.BuiltInBaseInstance: ir.BuiltInBaseInstance, spirv.BuiltInBaseVertex: ir.BuiltInBaseVertex,
		spirv.BuiltInClipDistance: ir.BuiltInClipDistances, spirv.BuiltInCullDistance: ir.BuiltInCullDistances,
		spirv.BuiltInInstanceIndex: ir.BuiltInInstanceIndex, spirv.BuiltInPointSize: ir.BuiltInPointSize, spirv.BuiltInVertexIndex: ir.BuiltInVertexIndex,
		spirv.BuiltInDrawIndex: ir.BuiltInDrawIndex, spirv.BuiltInFragDepth: ir.BuiltInFragDepth, spirv.BuiltInPointCoord: ir.BuiltInPointCoord,
		spirv.BuiltInFrontFacing: ir.BuiltInFrontFacing, spirv.BuiltInPrimitiveId: ir.BuiltInPrimitiveIndex,
		spirv.BuiltInBaryCoordKHR: ir.BuiltInBarycentric, spirv.BuiltInBaryCoordNoPerspKHR: ir.BuiltInBarycentric,
		spirv.BuiltInSampleId: ir.BuiltInSampleIndex, spirv.BuiltInSamplePosition: ir.BuiltInSamplePosition,
		spirv.BuiltInSampleMask: ir.BuiltInSampleMask, spirv.BuiltInHelperInvocation: ir.BuiltInHelperInvocation,
		spirv.BuiltInGlobalInvocationId: ir.BuiltInGlobalInvocationID, spirv.BuiltInLocalInvocationId: ir.BuiltInLocalInvocationID,
		spirv.BuiltInLocalInvocationIndex: ir.BuiltInLocalInvocationIndex, spirv.BuiltInWorkgroupId: ir.BuiltInWorkgroupID,
		spirv.BuiltInNumWorkgroups: ir.BuiltInNumWorkgroups, spirv.BuiltInNumSubgroups: ir.BuiltInNumSubgroups,
		spirv.BuiltInSubgroupId: ir.BuiltInSubgroupID, spirv.BuiltInSubgroupSize: ir.BuiltInSubgroupSize,
		spirv.BuiltInSubgroupLocalInvocationId: ir.BuiltInSubgroupInvocationID, spirv.BuiltInLayer: ir.BuiltInLayer,
		spirv.BuiltInViewportIndex:           ir.BuiltInViewportIndex,
		spirv.BuiltInFragStencilRefEXT:       ir.BuiltInStencilRef,
		spirv.BuiltInDeviceIndex:             ir.BuiltInDeviceIndex,
		spirv.BuiltInShadingRateKHR:          ir.BuiltInShadingRate,
		spirv.BuiltInPrimitiveShadingRateKHR: ir.BuiltInPrimitiveShadingRate,
		spirv.BuiltInFullyCoveredEXT:         ir.BuiltInFullyCovered,
		spirv.BuiltInWarpsPerSMNV:            ir.BuiltInWarpsPerSM,
		spirv.BuiltInSMCountNV:               ir.BuiltInSMCount,
		spirv.BuiltInWarpIDNV:                ir.BuiltInWarpID,
		spirv.BuiltInSMIDNV:                  ir.BuiltInSMID,
		spirv.BuiltInCoreIDARM:               ir.BuiltInCoreID,
		spirv.BuiltInCoreCountARM:            ir.BuiltInCoreCount,
		spirv.BuiltInCoreMaxIDARM:            ir.BuiltInCoreMaxID,
		spirv.BuiltInWarpIDARM:               ir.BuiltInCoreWarpID,
		spirv.BuiltInWarpMaxIDARM:            ir.BuiltInCoreWarpMaxID,

		spirv.BuiltInInvocationId: ir.BuiltInInvocationID, spirv.BuiltInPatchVertices: ir.BuiltInPatchVertices,
		spirv.BuiltInTessLevelOuter: ir.BuiltInTessLevelOuter, spirv.BuiltInTessLevelInner: ir.BuiltInTessLevelInner,
		spirv.BuiltInTessCoord: ir.BuiltInTessCoord, spirv.BuiltInCullPrimitiveEXT: ir.BuiltInCullPrimitive,
		spirv.BuiltInPrimitivePointIndicesEXT: ir.BuiltInPointIndex, spirv.BuiltInPrimitiveLineIndicesEXT: ir.BuiltInLineIndices,
		spirv.BuiltInPrimitiveTriangleIndicesEXT: ir.BuiltInTriangleIndices,
		spirv.BuiltInLaunchIdKHR:                 ir.BuiltInRayInvocationID, spirv.BuiltInLaunchSizeKHR: ir.BuiltInNumRayInvocations,
		spirv.BuiltInInstanceCustomIndexKHR: ir.BuiltInInstanceCustomData, spirv.BuiltInInstanceId: ir.BuiltInInstanceID,
		spirv.BuiltInRayGeometryIndexKHR: ir.BuiltInGeometryIndex, spirv.BuiltInWorldRayOriginKHR: ir.BuiltInWorldRayOrigin,
		spirv.BuiltInWorldRayDirectionKHR: ir.BuiltInWorldRayDirection, spirv.BuiltInObjectRayOriginKHR: ir.BuiltInObjectRayOrigin,
		spirv.BuiltInObjectRayDirectionKHR: ir.BuiltInObjectRayDirection, spirv.BuiltInRayTminKHR: ir.BuiltInRayTMin,
		spirv.BuiltInRayTmaxKHR: ir.BuiltInRayTCurrentMax, spirv.BuiltInObjectToWorldKHR: ir.BuiltInObjectToWorld,
		spirv.BuiltInWorldToObjectKHR: ir.BuiltInWorldToObject, spirv.BuiltInHitKindKHR: ir.BuiltInHitKind,
		spirv.BuiltInIncomingRayFlagsKHR: ir.BuiltInIncomingRayFlags, spirv.BuiltInCullMaskKHR: ir.BuiltInCullMask,
		spirv.BuiltInHitTriangleVertexPositionsKHR: ir.BuiltInHitTriangleVertexPositions,
		spirv.BuiltInCurrentRayTimeNV:              ir.BuiltInRayTime, spirv.BuiltInClusterIDNV: ir.BuiltInClusterID,
		spirv.BuiltInHitIsSphereNV: ir.BuiltInHitIsSphere, spirv.BuiltInHitIsLSSNV: ir.BuiltInHitIsLSS,
		spirv.BuiltInHitSpherePositionNV: ir.BuiltInHitSpherePosition, spirv.BuiltInHitSphereRadiusNV: ir.BuiltInHitSphereRadius,
		spirv.BuiltInHitLSSPositionsNV: ir.BuiltInHitLSSPositions, spirv.BuiltInHitLSSRadiiNV: ir.BuiltInHitLSSRadii,
		spirv.BuiltInHitMicroTriangleVertexPositionsNV:    ir.BuiltInHitMicroVertexPositions,
		spirv.BuiltInHitMicroTriangleVertexBarycentricsNV: ir.BuiltInHitMicroVertexBarycentrics,
		spirv.BuiltInViewportMaskNV:                       ir.BuiltInViewportMask, spirv.BuiltInSecondaryPositionNV: ir.BuiltInSecondaryPosition,
		spirv.BuiltInSecondaryViewportMaskNV: ir.BuiltInSecondaryViewportMask, spirv.BuiltInPositionPerViewNV: ir.BuiltInPositionPerView,
		spirv.BuiltInViewportMaskPerViewNV:             ir.BuiltInViewportMaskPerView,
		spirv.BuiltInHitKindFrontFacingMicroTriangleNV: ir.BuiltInFrontMicroTriangleKind,
		spirv.BuiltInHitKindBackFacingMicroTriangleNV:  ir.BuiltInBackMicroTriangleKind,
	}
}}

// builtInTypes are the types that built-in values have in the module; the others
// have that of their variable.
var builtInTypes = lazy.Value[map[ir.BuiltIn]ir.TypeID]{Make: func() map[ir.BuiltIn]ir.TypeID {
	return map[ir.BuiltIn]ir.TypeID{
		ir.BuiltInBaseInstance: ir.TypeU32, ir.BuiltInBaseVertex: ir.TypeU32, ir.BuiltInInstanceIndex: ir.TypeU32, ir.BuiltInVertexIndex: ir.TypeU32,
		ir.BuiltInDrawIndex: ir.TypeU32, ir.BuiltInPrimitiveIndex: ir.TypeU32, ir.BuiltInSampleIndex: ir.TypeU32, ir.BuiltInSampleMask: ir.TypeU32,
		ir.BuiltInGlobalInvocationID: ir.VectorOf(ir.U32, 3), ir.BuiltInLocalInvocationID: ir.VectorOf(ir.U32, 3),
		ir.BuiltInLocalInvocationIndex: ir.TypeU32, ir.BuiltInWorkgroupID: ir.VectorOf(ir.U32, 3), ir.BuiltInNumWorkgroups: ir.VectorOf(ir.U32, 3),
		ir.BuiltInNumSubgroups: ir.TypeU32, ir.BuiltInSubgroupID: ir.TypeU32, ir.BuiltInSubgroupSize: ir.TypeU32,
		ir.BuiltInSubgroupInvocationID: ir.TypeU32, ir.BuiltInLayer: ir.TypeU32, ir.BuiltInViewportIndex: ir.TypeU32,
		ir.BuiltInStencilRef: ir.TypeU32, ir.BuiltInDeviceIndex: ir.TypeU32, ir.BuiltInShadingRate: ir.TypeU32, ir.BuiltInPrimitiveShadingRate: ir.TypeU32, ir.BuiltInWarpsPerSM: ir.TypeU32, ir.BuiltInSMCount: ir.TypeU32, ir.BuiltInWarpID: ir.TypeU32, ir.BuiltInSMID: ir.TypeU32, ir.BuiltInCoreID: ir.TypeU32, ir.BuiltInCoreCount: ir.TypeU32, ir.BuiltInCoreMaxID: ir.TypeU32, ir.BuiltInCoreWarpID: ir.TypeU32, ir.BuiltInCoreWarpMaxID: ir.TypeU32,
		ir.BuiltInInvocationID: ir.TypeU32, ir.BuiltInPatchVertices: ir.TypeU32, ir.BuiltInInstanceCustomData: ir.TypeU32, ir.BuiltInInstanceID: ir.TypeU32,
		ir.BuiltInGeometryIndex: ir.TypeU32, ir.BuiltInHitKind: ir.TypeU32, ir.BuiltInIncomingRayFlags: ir.TypeU32, ir.BuiltInCullMask: ir.TypeU32, ir.BuiltInClusterID: ir.TypeU32,
		ir.BuiltInFrontMicroTriangleKind: ir.TypeU32, ir.BuiltInBackMicroTriangleKind: ir.TypeU32,
		ir.BuiltInRayInvocationID: ir.VectorOf(ir.U32, 3), ir.BuiltInNumRayInvocations: ir.VectorOf(ir.U32, 3),
	}
}}

// leaf is one input or output: a part of a variable that has a place of its own.
type leaf struct {
	v       *variable
	path    []uint32 // members and elements
	name    string
	t       ir.TypeID
	binding ir.Binding
}

// isOnlyEntry reports whether a function is an entry point, and nothing else.
func (r *reader) isOnlyEntry(fn *function) bool {
	n := 0
	for _, at := range r.entries {
		if r.words[at+2] == fn.id {
			n++
			if isModelNV(r.words[at+1]) {
				return false // see meshCounts
			}
			inst := r.inst(int(at))
			_, words := spirv.String(inst[3:])
			if len(r.passedInputs(inst[1], inst[3+words:])) > 0 {
				return false // see passPrimitive
			}
		}
	}
	return n == 1 && fn.calls == 0
}

// entryPoints makes all entry points.
func (r *reader) entryPoints() {
	for _, at := range r.entries {
		r.at = int(at)
		r.entryPoint(r.inst(r.at))
	}
}

func (r *reader) entryPoint(inst spirv.Inst) {
	stage := stageOf(inst[1])
	d := r.definition(inst[2])
	if d.op != spirv.OpFunction || d.index == 0 {
		r.invalid("the entry point %%%d is no function", inst[2])
	}
	fn := r.functions[d.index]
	if len(fn.params) > 0 || fn.f.Result != 0 {
		r.invalid("an entry point has neither parameters nor a result")
	}
	name, n := spirv.String(inst[3:])
	if name == "" {
		name = "main"
	}
	ep := ir.EntryPoint{Name: name, Stage: stage, Function: fn.fid, Span: fn.f.Span}
	if info := stage.Info(); info.Workgroups {
		ep.WorkgroupSize = [3]uint32{1, 1, 1}
	}
	if stage.Info().HasPositions {
		ep.ClipSpace = ir.ClipSpaceVulkan
	}
	used := r.reached(fn)
	var in, out []leaf
	var unused []*variable
	r.masks = r.masks[:0]
	for _, id := range inst[3+n:] {
		vd := r.definition(id)
		if vd.op != spirv.OpVariable || vd.index == 0 {
			r.invalid("%%%d in the interface of an entry point is no variable", id)
		}
		v := &r.variables[vd.index]
		if v.class != spirv.StorageClassInput && v.class != spirv.StorageClassOutput || used[vd.index/64]>>(vd.index%64)&1 == 0 {
			if r.keeps(v, stage) {
				unused = append(unused, v)
			}
			continue
		}
		used[vd.index/64] &^= 1 << (vd.index % 64)
		if v.bad != "" {
			r.unsupported("%s", v.bad)
		}
		if v.stays {
			r.unsupported("an input or output that entry points of different stages share")
		}
		r.at = int(v.at)
		if v.class == spirv.StorageClassInput {
			in = r.leaves(in, v, stage)
		} else {
			out = r.leaves(out, v, stage)
		}
	}
	for _, v := range unused {
		r.at = int(v.at)
		if v.class == spirv.StorageClassInput {
			in = r.unusedLeaf(in, v, stage)
		} else {
			out = r.unusedLeaf(out, v, stage)
		}
	}
	if stage.Info().WritesPosition && !slices.ContainsFunc(out, isPosition) {
		out = append(out, leaf{name: "position", t: ir.VectorOf(ir.F32, 4), binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}})
	}
	r.at = int(d.offset)
	for k, set := range used {
		if set != 0 {
			r.invalid("the entry point %q uses inputs or outputs that its interface doesn't list: %%%d", name, r.variables[64*k+log2(uint32(lowest(set)))].id)
		}
	}
	r.capturing = false
	mode := r.executionModes(inst[2], &ep)
	r.feedbackStrides(&ep, inst[3+n:])
	for i := range out {
		if b := &out[i].binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInFragDepth {
			b.Depth = mode
		}
	}
	f := fn.f
	if !fn.entry {
		ep.Function, f = r.s.NewFlatFunction(name)
		f.Span = fn.f.Span
	}
	f.Name = name
	counts := r.countsOf(inst[1], inst[3+n:])
	if counts != nil && stage == ir.StageMesh && ep.Setup().Mesh.MaxPrimitives == 0 {
		r.invalid("a mesh shader without the execution mode OutputPrimitivesNV")
	}
	in = counts.inputs(in, &ep)
	in, copies := r.hiddenLeaves(in, fn)
	in, _, _ = maskLeaves(in, r.masks)
	r.signature(f, &ep, in, out)
	if fn.entry {
		b := r.prologueOf(fn)
		r.storeInputs(&b, in, copies)
		for _, x := range fn.returns {
			b := f.Build(f.EndOf(x.block))
			b.Span = x.span
			f.SetReturn(x.block, r.outputs(&b, out), x.span)
		}
	} else {
		block := f.AddBlock()
		b := f.Build(f.EndOf(block))
		r.storeInputs(&b, in, copies)
		passed := r.passedInputs(inst[1], inst[3+n:])
		if len(passed) > 0 {
			r.passPrimitive(f, &b, block, &ep, fn.fid, passed)
		} else if counts != nil {
			counts.wrap(r, f, &b, block, &ep, in, fn.fid)
		} else {
			b.Call(fn.fid, 0)
			f.SetReturn(block, r.outputs(&b, out), diag.Span{})
		}
	}
	r.s.EntryPoints = append(r.s.EntryPoints, ep)
}

// keeps reports whether a variable that nothing uses is an input or output nevertheless.
// Direct3D links vertex and fragment shaders by register, and so needs to know all of both;
// WebGPU needs an output for each input.
func (r *reader) keeps(v *variable, stage ir.Stage) bool {
	if stage.IO(v.class != spirv.StorageClassInput) != ir.Varyings {
		return false
	}
	if v.bad != "" || v.stays || !r.has(v.id, spirv.DecorationLocation) || r.has(v.id, spirv.DecorationBuiltIn) {
		return false
	}
	t := r.m.Types.At(r.types[v.pointee].t)
	return (t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector) && t.Scalar.Bits() == 32
}

// unusedLeaf appends a variable that keeps accepts, unless another has its location.
func (r *reader) unusedLeaf(list []leaf, v *variable, stage ir.Stage) []leaf {
	n := len(list)
	list = r.leaves(list, v, stage)
	taken := func(x leaf) bool {
		return slices.ContainsFunc(list[:n], func(l leaf) bool { return l.binding.Kind == x.binding.Kind && l.binding.Location == x.binding.Location })
	}
	if slices.ContainsFunc(list[n:], taken) {
		return list[:n]
	}
	return list
}

// isPosition reports whether an output is the position, which a vertex shader always has in
// the module: if nothing writes it, it is zero.
func isPosition(l leaf) bool {
	return l.binding.BuiltIn == ir.BuiltInPosition && l.binding.Kind == ir.BindBuiltIn
}

// lowest is the lowest bit set, as far as 32 bits go; it is only a hint for messages.
func lowest(set uint64) uint64 {
	set &= -set
	if set > 1<<31 {
		return 1
	}
	return set
}

func (r *reader) prologueOf(fn *function) ssa.Builder {
	at := fn.f.StartOf(fn.f.FirstBlock())
	if fn.last != 0 {
		at = fn.f.AfterInstr(fn.last)
	}
	return fn.f.Build(at)
}

// reached are the inputs and outputs that a function and its callees use.
func (r *reader) reached(fn *function) []uint64 {
	used := make([]uint64, len(r.variables)/64+1)
	seen := make([]bool, len(r.functions))
	work := []uint32{r.defs[fn.id].index}
	seen[work[0]] = true
	for len(work) > 0 {
		g := r.functions[work[len(work)-1]]
		work = work[:len(work)-1]
		for k, set := range g.used {
			used[k] |= set
		}
		for _, c := range g.callees {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return used
}

// signature gives an entry point its parameters and result.
func (r *reader) signature(f *ssa.Function, ep *ir.EntryPoint, in, out []leaf) {
	for i := range in {
		f.Params = append(f.Params, ir.Argument{Name: in[i].name, Type: in[i].t, Binding: in[i].binding})
	}
	if len(out) == 0 {
		return
	}
	if len(out) == 1 {
		f.Result, f.ResultBinding = out[0].t, out[0].binding
		return
	}
	members := make([]ir.Member, len(out))
	for i := range out {
		members[i] = ir.Member{Name: out[i].name, Type: out[i].t, Binding: out[i].binding}
	}
	uniqueNames(members)
	f.Result = r.m.AddStruct(ir.Struct{Name: outputName(ep), Members: members})
}

func outputName(ep *ir.EntryPoint) string {
	name := ep.Stage.Info().Name
	return strings.ToUpper(name[:1]) + name[1:] + "Output"
}

// storeInputs stores parameters to the variables that they are.
func (r *reader) storeInputs(b *ssa.Builder, in []leaf, copies []hiddenCopy) {
	params := make([]ssa.Value, len(in))
	for i := range in {
		p := b.Instr(op.Param, in[i].t)
		b.F.SetWords(p, [2]uint32{uint32(i)})
		params[i] = p
		if in[i].v != nil {
			b.Store(r.address(b, &in[i]), p)
		}
		for _, c := range copies {
			if c.index == i {
				b.Store(b.DerefVar(c.v), p)
			}
		}
	}
	_, lane, size := maskLeaves(in, r.masks)
	for i := range r.masks {
		m := &r.masks[i]
		of := ssa.Value(0)
		if size >= 0 {
			of = params[size]
		}
		b.Store(r.address(b, &m.leaf), m.value(b, params[lane], of))
	}
}

// address is the address of an input or output.
func (r *reader) address(b *ssa.Builder, l *leaf) ssa.Value {
	p := b.DerefVar(l.v.v)
	for _, k := range l.path {
		t := *r.m.Types.At(b.F.Type(p))
		et := r.m.ElementType(b.F.Type(p), k)
		if r.m.Types.At(t.Base).Kind == ir.TypeStruct {
			p = b.DerefStruct(et, p, int(k))
		} else {
			p = b.DerefArray(et, p, b.U32(k))
		}
	}
	return p
}

// outputs is the result of an entry point: 0 if there is none.
func (r *reader) outputs(b *ssa.Builder, out []leaf) ssa.Value {
	if len(out) == 0 {
		return 0
	}
	parts := make([]ssa.Value, len(out))
	for i := range out {
		if out[i].v == nil { // not written: see leaves
			parts[i] = b.Zero(out[i].t)
			continue
		}
		parts[i] = b.Load(r.address(b, &out[i]))
	}
	if len(out) == 1 {
		return parts[0]
	}
	return b.Op(op.Compose, b.F.Result, parts...)
}

// place is the decorations of a variable or member, on the way down.
type place struct {
	location    uint32
	hasLocation bool
	component   uint8
	feedback    feedbackPlace
	ir.Binding
}

// leaves appends the inputs or outputs that a variable is.
func (r *reader) leaves(list []leaf, v *variable, stage ir.Stage) []leaf {
	var p place
	r.placed(&p, v.id, -1, stage)
	name := r.s.Vars[v.v].Name
	info := &r.types[v.pointee]
	n := len(list)
	if info.op == spirv.OpTypeStruct && r.has(r.words[info.at+1], spirv.DecorationBlock) {
		list = r.block(list, v, info, &p, stage)
		if block := r.name(r.words[info.at+1]); block != "" && r.memberNameOf(r.words[info.at+1], 0) != "" {
			for i := n; i < len(list); i++ {
				list[i].link(block + "_" + list[i].name)
			}
		}
		return list
	}
	if p.Kind == ir.BindBuiltIn {
		return r.builtIn(list, v, nil, v.pointee, name, &p)
	}
	list = r.spreadOut(list, v, nil, v.pointee, name, &p, stage, 0)
	if r.name(v.id) == "" {
		return list
	}
	for i := n; i < len(list); i++ {
		l := &list[i]
		if l.link(l.name); len(l.path) == 1 && info.op != spirv.OpTypeStruct && info.count <= math.MaxUint8 {
			l.binding.Link = ir.Link{Name: name, Columns: info.op == spirv.OpTypeMatrix, Part: uint8(l.path[0]), Parts: uint8(info.count)}
		}
	}
	return list
}

// link names an input or output at a location.
func (l *leaf) link(name string) {
	if l.binding.Kind == ir.BindLocation {
		l.binding.Link = ir.Link{Name: name}
	}
}

// block appends the members of a block that are used, or that have a location.
func (r *reader) block(list []leaf, v *variable, info *typeInfo, p *place, stage ir.Stage) []leaf {
	id := r.words[info.at+1]
	for i, m := range info.members {
		q := *p
		r.placed(&q, id, int32(i), stage)
		name := r.memberName(id, i)
		if q.Kind == ir.BindBuiltIn {
			if v.whole || v.members>>min(i, 63)&1 != 0 {
				list = r.builtIn(list, v, []uint32{uint32(i)}, m, name, &q)
			}
			continue
		}
		list = r.spreadOut(list, v, []uint32{uint32(i)}, m, name, &q, stage, 0)
		p.location, p.hasLocation = q.location, q.hasLocation
	}
	return list
}

// placed reads the decorations of a variable or member.
func (r *reader) placed(p *place, id uint32, member int32, stage ir.Stage) {
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		d := &r.decorations[k]
		if d.member != member {
			continue
		}
		inst := r.inst(int(d.at))
		operand := uint32(0)
		if len(inst) > int(d.skip)+1 {
			operand = inst[d.skip+1]
		}
		switch d.kind {
		case spirv.DecorationBuiltIn:
			b, ok := builtIns.Get()[spirv.BuiltIn(operand)]
			if !ok {
				p.Kind, p.BuiltIn, p.Location = ir.BindBuiltIn, ir.NoBuiltIn, operand
				break
			}
			p.Kind, p.BuiltIn = ir.BindBuiltIn, b
			if spirv.BuiltIn(operand) == spirv.BuiltInBaryCoordNoPerspKHR {
				p.Interpolation = ir.InterpolateLinear
			}
		case spirv.DecorationLocation:
			p.location, p.hasLocation = operand, true
		case spirv.DecorationComponent:
			if operand > 3 {
				r.invalid("there is no component %d", operand)
			}
			p.component = uint8(operand)
		case spirv.DecorationIndex:
			p.HasBlendSrc, p.BlendSrc = true, uint8(min(operand, 255))
		case spirv.DecorationFlat:
			p.Interpolation = ir.InterpolateFlat
		case spirv.DecorationNoPerspective:
			p.Interpolation = ir.InterpolateLinear
		case spirv.DecorationCentroid:
			p.Sampling = ir.SampleCentroid
		case spirv.DecorationSample:
			p.Sampling = ir.SampleSample
		case spirv.DecorationPerVertexKHR:
			p.Interpolation = ir.InterpolatePerVertex
		case spirv.DecorationInvariant:
			p.Invariant = true
		case spirv.DecorationPatch:
			p.Patch = true
		case spirv.DecorationPerPrimitiveEXT:
			p.PerPrimitive = true
		case spirv.DecorationViewportRelativeNV:
			p.Relative = true
		case spirv.DecorationPassthroughNV:
			p.Passthrough = true
		case spirv.DecorationPerViewNV: // of values that are dropped or refused
		case spirv.DecorationStream:
			p.Stream = uint8(min(operand, 255))
		case spirv.DecorationXfbBuffer:
			p.feedback.buffer, p.feedback.hasBuffer = operand, true
		case spirv.DecorationOffset:
			p.feedback.offset, p.feedback.hasOffset = operand, true
		case spirv.DecorationRelaxedPrecision:
			p.Relaxed = true
		case spirv.DecorationBlock, spirv.DecorationBufferBlock, spirv.DecorationRowMajor,
			spirv.DecorationColMajor, spirv.DecorationArrayStride, spirv.DecorationMatrixStride, spirv.DecorationXfbStride,
			spirv.DecorationRestrict, spirv.DecorationAliased, spirv.DecorationVolatile, spirv.DecorationCoherent,
			spirv.DecorationNonWritable, spirv.DecorationNonReadable, spirv.DecorationConstant, spirv.DecorationUniform,
			spirv.DecorationUniformId, spirv.DecorationBinding, spirv.DecorationDescriptorSet, spirv.DecorationNoContraction,
			spirv.DecorationNonUniform, spirv.DecorationRestrictPointer, spirv.DecorationAliasedPointer,
			spirv.DecorationLinkageAttributes, spirv.DecorationAlignment, spirv.DecorationUserSemantic,
			spirv.DecorationUserTypeGOOGLE: // they don't change the value or its place
		default:
			r.unsupported("the decoration %s of an input or output", d.kind)
		}
	}
}

// builtIn appends a built-in value.
func (r *reader) builtIn(list []leaf, v *variable, path []uint32, typ uint32, name string, p *place) []leaf {
	t := r.valueType(typ)
	if k := spirv.BuiltIn(p.Location); p.BuiltIn == ir.NoBuiltIn {
		if !isLaneMask(k) || v.class != spirv.StorageClassInput || t != ir.VectorOf(ir.U32, 4) {
			r.unsupported("the built-in value %s", k)
		}
		r.masks = append(r.masks, laneMask{leaf{v: v, path: path}, k})
		return list
	}
	b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: p.BuiltIn, Relative: p.Relative, Feedback: r.capture(p, 0)}
	switch p.BuiltIn {
	case ir.BuiltInPosition:
		b.Invariant = p.Invariant && v.class == spirv.StorageClassOutput
	case ir.BuiltInBarycentric:
		b.Interpolation = p.Interpolation
	case ir.BuiltInSampleMask:
		if info := &r.types[typ]; info.op == spirv.OpTypeArray {
			if info.count != 1 {
				r.unsupported("a sample mask of more than 32 samples")
			}
			path, t = append(path[:len(path):len(path)], 0), r.valueType(info.element)
		}
	}
	if want := builtInTypes.Get()[p.BuiltIn]; want != 0 {
		if r.m.Types.ComponentCount(want) != r.m.Types.ComponentCount(t) || r.m.Types.ScalarOf(t).Bits() != 32 {
			r.unsupported("the built-in value %s as %s", p.BuiltIn, r.m.TypeName(t))
		}
		t = want
	}
	if v.class == spirv.StorageClassInput || name == "" || len(path) == 0 {
		name = r.s.Vars[v.v].Name
		if r.name(v.id) == "" {
			name = p.BuiltIn.String()
		}
	}
	return append(list, leaf{v: v, path: path, name: name, t: t, binding: b})
}

// maxLeaves bounds how many inputs or outputs there can be.
const maxLeaves = 1024

// spreadOut appends the values at locations: scalars and vectors, of a matrix its columns,
// of an array its elements.
func (r *reader) spreadOut(list []leaf, v *variable, path []uint32, typ uint32, name string, p *place, stage ir.Stage, depth int) []leaf {
	info := &r.types[typ]
	if len(list) > maxLeaves {
		r.unsupported("more than %d inputs or outputs", maxLeaves)
	}
	step := func(k uint32) []uint32 { return append(path[:len(path):len(path)], k) }
	part := func(k uint32) string { return fmt.Sprintf("%s_%d", name, k) }
	switch info.op {
	case spirv.OpTypeStruct:
		id := r.words[info.at+1]
		for i, m := range info.members {
			q := *p
			r.placed(&q, id, int32(i), stage)
			q.feedback = p.feedback // offsets of the members are those of buffers
			list = r.spreadOut(list, v, step(uint32(i)), m, name+"_"+r.memberName(id, i), &q, stage, depth+1)
			p.location = q.location
			p.feedback.taken = q.feedback.taken
		}
		return list
	case spirv.OpTypeArray, spirv.OpTypeMatrix:
		if p.Interpolation == ir.InterpolatePerVertex {
			return r.perVertex(list, v, path, info, name, p, stage)
		}
		if info.count == 0 || info.count > maxLeaves {
			r.unsupported("an input or output of so many elements")
		}
		for k := range info.count {
			list = r.spreadOut(list, v, step(k), info.element, part(k), p, stage, depth+1)
		}
		return list
	}
	t := r.valueType(typ)
	if r.m.Types.ComponentCount(t) == 0 {
		r.unsupported("an input or output of the type %s", r.m.TypeName(t))
	}
	if !p.hasLocation {
		r.unsupported("the input or output %q, which has no location", name)
	}
	b := p.Binding
	b.Kind, b.Location, b.Component, b.Invariant, b.Feedback = ir.BindLocation, p.location, p.component, false, r.capture(p, t)
	between := stage.IO(v.class == spirv.StorageClassOutput) == ir.Varyings
	if s := r.m.Types.ScalarOf(t); !between {
		b.Interpolation, b.Sampling = 0, 0
	} else if !s.IsFloat() || s == ir.F64 || b.Interpolation == ir.InterpolateFlat {
		b.Interpolation, b.Sampling = ir.InterpolateFlat, ir.DefaultSampling
	}
	p.location++
	if r.m.Types.ScalarOf(t).Bits() == 64 && r.m.Types.ComponentCount(t) > 2 {
		p.location++
	}
	return append(list, leaf{v: v, path: path, name: name, t: t, binding: b})
}

// perVertex appends an input that has the values of all vertices, an array of three.
func (r *reader) perVertex(list []leaf, v *variable, path []uint32, info *typeInfo, name string, p *place, stage ir.Stage) []leaf {
	if info.op != spirv.OpTypeArray || info.count != 3 || r.m.Types.ComponentCount(r.types[info.element].t) == 0 {
		r.unsupported("the values of each vertex of a type other than scalars and vectors")
	}
	if !p.hasLocation || stage.Info().Inputs != ir.Varyings || v.class != spirv.StorageClassInput {
		r.invalid("values of each vertex that are no input of the fragment stage at a location")
	}
	b := p.Binding
	b.Kind, b.Location, b.Component, b.Invariant, b.Sampling = ir.BindLocation, p.location, p.component, false, ir.DefaultSampling
	p.location++
	return append(list, leaf{v: v, path: path, name: name, t: info.t, binding: b})
}

// manyModes is how many execution modes are looked up by an index of them.
const manyModes = 32

// executionModes reads the modes of an entry point. It returns the relation of the depth
// that a fragment shader writes to its own.
func (r *reader) executionModes(id uint32, ep *ir.EntryPoint) (depth ir.EarlyDepth) {
	back := r.at
	list := r.modes
	if len(list) > manyModes && r.modesOf == nil {
		r.modesOf = make(map[uint32][]uint32, len(r.modes))
		for _, at := range r.modes {
			of := r.inst(int(at))[1]
			r.modesOf[of] = append(r.modesOf[of], at)
		}
	}
	if r.modesOf != nil {
		list = r.modesOf[id]
	}
	for _, at := range list {
		inst := r.inst(int(at))
		if inst[1] != id {
			continue
		}
		r.at = int(at)
		switch mode := spirv.ExecutionMode(inst[2]); mode {
		case spirv.ExecutionModeLocalSize:
			if !ep.Stage.Info().Workgroups {
				r.invalid("a %s shader has no workgroup", ep.Stage)
			}
			for k := range ep.WorkgroupSize {
				ep.WorkgroupSize[k] = inst[3+k]
			}
		case spirv.ExecutionModeLocalSizeId:
			r.at = len(r.words)
			r.workgroupSize(ep, inst[3:6])
		case spirv.ExecutionModeEarlyFragmentTests:
			ep.EarlyDepth = ir.EarlyDepthForce
		case spirv.ExecutionModeDerivativeGroupQuadsKHR:
			ep.DerivativeGroup = ir.DerivativeGroupQuads
		case spirv.ExecutionModeDerivativeGroupLinearKHR:
			ep.DerivativeGroup = ir.DerivativeGroupLinear
		case spirv.ExecutionModePostDepthCoverage:
			ep.PostDepthCoverage = true
		case spirv.ExecutionModeDepthGreater:
			depth = ir.EarlyDepthGreaterEqual
		case spirv.ExecutionModeDepthLess:
			depth = ir.EarlyDepthLessEqual
		case spirv.ExecutionModeDepthUnchanged:
			depth = ir.EarlyDepthUnchanged
		case spirv.ExecutionModeOriginUpperLeft, spirv.ExecutionModeDepthReplacing, spirv.ExecutionModeLocalSizeHint,
			spirv.ExecutionModeContractionOff, spirv.ExecutionModeStencilRefReplacingEXT: // what is written says it
		case spirv.ExecutionModeSignedZeroInfNanPreserve:
			r.floatMode(ep, ir.FloatPreserve, inst[3])
		case spirv.ExecutionModeDenormPreserve:
			r.floatMode(ep, ir.FloatDenormals, inst[3])
		case spirv.ExecutionModeDenormFlushToZero:
			r.floatMode(ep, ir.FloatFlush, inst[3])
		case spirv.ExecutionModeRoundingModeRTE:
			r.floatMode(ep, ir.FloatRoundEven, inst[3])
		case spirv.ExecutionModePixelInterlockOrderedEXT:
			ep.Interlock = ir.InterlockPixelOrdered
		case spirv.ExecutionModePixelInterlockUnorderedEXT:
			ep.Interlock = ir.InterlockPixelUnordered
		case spirv.ExecutionModeSampleInterlockOrderedEXT:
			ep.Interlock = ir.InterlockSampleOrdered
		case spirv.ExecutionModeSampleInterlockUnorderedEXT:
			ep.Interlock = ir.InterlockSampleUnordered
		case spirv.ExecutionModeShadingRateInterlockOrderedEXT:
			ep.Interlock = ir.InterlockShadingRateOrdered
		case spirv.ExecutionModeShadingRateInterlockUnorderedEXT:
			ep.Interlock = ir.InterlockShadingRateUnordered
		default:
			if !r.setupMode(ep, mode, inst[3:]) {
				r.unsupported("the execution mode %s", mode)
			}
		}
	}
	if ep.Stage.Info().Workgroups {
		for id := range r.marks { // the constant that is the size, if there is one
			if r.marks[id] != 0 && r.defs[id].op.Class() == spirv.ClassConstantCreation && r.builtInOf(uint32(id)) == spirv.BuiltInWorkgroupSize {
				r.at = len(r.words)
				if c := r.constantAt(uint32(id)); len(c.parts) == 3 {
					r.workgroupSize(ep, c.parts)
				}
			}
		}
	}
	r.at = back
	return depth
}

// floatMode notes a rule for the floating-point numbers of an entry point.
func (r *reader) floatMode(ep *ir.EntryPoint, rule ir.FloatModes, bits uint32) {
	if bits != 16 && bits != 32 && bits != 64 {
		r.invalid("floating-point numbers of %d bits", bits)
	}
	ep.Floats |= rule.For(int(bits))
}

// keepFloats makes the operations on floating-point numbers precise if an entry point
// preserves zeros, infinities and NaNs.
func (r *reader) keepFloats() {
	kept := ir.FloatModes(0)
	for i := range r.s.EntryPoints {
		kept |= r.s.EntryPoints[i].Floats
	}
	if kept&(ir.FloatPreserve.For(16)|ir.FloatPreserve.For(32)|ir.FloatPreserve.For(64)) == 0 {
		return
	}
	for _, f := range r.s.Funcs[1:] {
		for i := ssa.Value(1); int(i) < f.InstrCount(); i++ {
			if !f.Op(i).Has(op.FloatControl) {
				continue
			}
			bits := f.Bits(i)
			if f.NumSrcs(i) > 0 {
				bits = max(bits, f.Bits(f.Arg(i, 0)))
			}
			if bits >= 16 && kept&ir.FloatPreserve.For(bits) != 0 {
				f.SetFlags(i, f.Flags(i)|ir.FlagPrecise)
			}
		}
	}
}

// workgroupSize takes the size of a workgroup from constants.
func (r *reader) workgroupSize(ep *ir.EntryPoint, ids []uint32) {
	for k, id := range ids {
		c := r.constantAt(id)
		t := r.valueType(c.typ)
		if t != ir.TypeU32 && t != ir.TypeI32 {
			r.invalid("the size of a workgroup is three integers of 32 bits")
		}
		n, ok := r.constantNumber(c)
		if ok && !c.spec {
			ep.WorkgroupSize[k], ep.WorkgroupSizeExpr[k] = uint32(n), 0
			continue
		}
		ep.WorkgroupSizeExpr[k] = r.moduleExpr(id)
		ep.WorkgroupSize[k] = 1
		if ok {
			ep.WorkgroupSize[k] = uint32(n)
		}
	}
}
