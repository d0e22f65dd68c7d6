package hlsl

// This file writes the connections of entry points to the pipeline: attributes,
// interpolation modifiers and semantics.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/ir"
)

// Limits of a workgroup of Direct3D 11 and 12: D3D12_CS_THREAD_GROUP_MAX_THREADS_PER_GROUP
// and D3D12_CS_THREAD_GROUP_MAX_Z.
const (
	maxGroup      = 1024
	maxGroupDepth = 64
)

// attributes writes the attributes of an entry point.
func (w *Writer) attributes() {
	o := &w.Out
	switch ep := w.entry; ep.Stage {
	case ir.StageVertex:
	case ir.StageFragment:
		if ep.EarlyDepth == ir.EarlyDepthForce {
			o.Str("[earlydepthstencil]")
			o.Line()
		}
	case ir.StageCompute:
		w.numThreads(ep, [3]uint64{maxGroup, maxGroup, maxGroupDepth}, maxGroup)
		if n := ep.SubgroupSize; n != 0 {
			if w.opts.ShaderModel < ShaderModel66 {
				w.Unsupported("a size of subgroups before shader model 6.6", ep.Span)
			}
			o.Str("[WaveSize(")
			o.Uint(uint64(n))
			o.Str(")]")
			o.Line()
		}
	default:
		w.Unsupported(back.StageFeature(ep.Stage), ep.Span)
	}
}

// numThreads writes the size of a workgroup; most are the limits of each dimension, and all that of
// their product.
func (w *Writer) numThreads(ep *ir.EntryPoint, most [3]uint64, all uint64) {
	o := &w.Out
	o.Str("[numthreads(")
	total := uint64(1)
	for i, n := range ep.WorkgroupSize {
		if i > 0 {
			o.Comma()
		}
		size := uint64(max(1, n))
		o.Uint(size)
		if total = min(total*size, 1<<32); size > most[i] || total > all {
			w.Unsupported(fmt.Sprintf("a workgroup of %d×%d×%d invocations: the most are %d, %d of them in the third dimension",
				ep.WorkgroupSize[0], ep.WorkgroupSize[1], ep.WorkgroupSize[2], all, most[2]), ep.Span)
			break
		}
	}
	o.Str(")]")
	o.Line()
}

// modifiers writes how an input or output is interpolated; varying is set if it passes
// between vertex and fragment stage.
func (w *Writer) modifiers(b *ir.Binding, varying bool) {
	o := &w.Out
	if b.Invariant {
		o.Str("precise ")
	}
	if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition && varying && w.limitsDepth() {
		o.Str("noperspective centroid ") // DXC asks for it
	}
	if b.Kind != ir.BindLocation && b.BuiltIn != ir.BuiltInBarycentric || !varying {
		return
	}
	switch b.Interpolation {
	case ir.InterpolateFlat, ir.InterpolatePerVertex:
		o.Str("nointerpolation ")
	case ir.InterpolateLinear:
		o.Str("noperspective ")
	}
	switch b.Sampling {
	case ir.SampleCentroid:
		o.Str("centroid ")
	case ir.SampleSample:
		o.Str("sample ")
	}
}

// limitsDepth reports whether the entry point under way declares that its depth only grows
// or shrinks.
func (w *Writer) limitsDepth() bool {
	if w.entry == nil {
		return false
	}
	limited := func(b *ir.Binding) bool {
		return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInFragDepth && int(b.Depth) < len(depthValues) && depthValues[b.Depth] != ""
	}
	f := w.M.Func(w.entry.Function)
	if s := w.M.StructOf(f.Result); s != nil {
		for i := range s.Members {
			if limited(&s.Members[i].Binding) {
				return true
			}
		}
	}
	return limited(&f.ResultBinding)
}

// systemValues are the semantics of built-in values.
var systemValues = [ir.BuiltInCount]struct {
	name  string
	model ShaderModel // from which on there is one
}{
	ir.BuiltInPosition:             {"SV_Position", ShaderModel50},
	ir.BuiltInViewIndex:            {"SV_ViewID", ShaderModel61},
	ir.BuiltInClipDistances:        {"SV_ClipDistance", ShaderModel50},
	ir.BuiltInCullDistances:        {"SV_CullDistance", ShaderModel50},
	ir.BuiltInInstanceIndex:        {"SV_InstanceID", ShaderModel50},
	ir.BuiltInVertexIndex:          {"SV_VertexID", ShaderModel50},
	ir.BuiltInPointSize:            {"PSIZE", ShaderModel50},
	ir.BuiltInFragDepth:            {"SV_Depth", ShaderModel50},
	ir.BuiltInFrontFacing:          {"SV_IsFrontFace", ShaderModel50},
	ir.BuiltInPrimitiveIndex:       {"SV_PrimitiveID", ShaderModel50},
	ir.BuiltInBarycentric:          {"SV_Barycentrics", ShaderModel61},
	ir.BuiltInSampleIndex:          {"SV_SampleIndex", ShaderModel50},
	ir.BuiltInSampleMask:           {"SV_Coverage", ShaderModel50},
	ir.BuiltInGlobalInvocationID:   {"SV_DispatchThreadID", ShaderModel50},
	ir.BuiltInLocalInvocationID:    {"SV_GroupThreadID", ShaderModel50},
	ir.BuiltInLocalInvocationIndex: {"SV_GroupIndex", ShaderModel50},
	ir.BuiltInWorkgroupID:          {"SV_GroupID", ShaderModel50},
	ir.BuiltInLayer:                {"SV_RenderTargetArrayIndex", ShaderModel50},
	ir.BuiltInViewportIndex:        {"SV_ViewportArrayIndex", ShaderModel50},
	ir.BuiltInStencilRef:           {"SV_StencilRef", ShaderModel51},
	ir.BuiltInShadingRate:          {"SV_ShadingRate", ShaderModel64},
	ir.BuiltInPrimitiveShadingRate: {"SV_ShadingRate", ShaderModel64},
}

// depthValues are the semantics of a depth that only grows or shrinks.
var depthValues = [...]string{ir.EarlyDepthGreaterEqual: "SV_DepthGreaterEqual", ir.EarlyDepthLessEqual: "SV_DepthLessEqual"}

// maxTargets is how many render targets Direct3D has
// (D3D12_SIMULTANEOUS_RENDER_TARGET_COUNT).
const maxTargets = 8

// semantic writes ` : SEMANTIC`. index is the index of clip distances; target is set if the
// value is an output of a fragment shader.
func (w *Writer) semantic(b *ir.Binding, index int, target bool, span diag.Span) {
	o := &w.Out
	switch b.Kind {
	case ir.NoBinding:
		return
	case ir.BindBuiltIn:
		v := systemValues[b.BuiltIn]
		if v.name == "" {
			w.Unsupported("the built-in value "+b.BuiltIn.String(), span)
			return
		}
		if w.opts.ShaderModel < v.model {
			w.needs(v.model, "the built-in value "+b.BuiltIn.String(), span)
		}
		o.Infix(":")
		if b.BuiltIn == ir.BuiltInFragDepth && int(b.Depth) < len(depthValues) && depthValues[b.Depth] != "" {
			o.Str(depthValues[b.Depth])
			return
		}
		o.Str(v.name)
		if b.BuiltIn == ir.BuiltInBarycentric && b.Interpolation == ir.InterpolateLinear {
			o.Uint(1) // as those with perspective have 0
		}
		if b.BuiltIn == ir.BuiltInClipDistances || b.BuiltIn == ir.BuiltInCullDistances {
			o.Uint(uint64(index))
		}
		return
	}
	o.Infix(":")
	if target {
		if b.Location >= maxTargets {
			w.Unsupported(fmt.Sprintf("a color output at location %d, which is past SV_Target%d", b.Location, maxTargets-1), span)
			return
		}
		o.Str("SV_Target")
		if b.HasBlendSrc {
			if !w.M.BlendsPairs() {
				w.Unsupported("outputs with a blend source that aren't two of one type, at location 0 and alone", span)
			}
			o.Uint(uint64(b.BlendSrc))
		} else {
			o.Uint(uint64(b.Location))
		}
		return
	}
	if b.Component != 0 {
		w.Unsupported("components of a location", span)
	}
	if given := w.opts.Semantics[b.Link.Name]; given != "" {
		o.Str(given)
		return
	}
	name, at := direct3d.SemanticOf(b, w.opts.Semantic)
	o.Str(name)
	o.Uint(uint64(at))
}

// clipIndex is the index of a member's clip distances: how many vectors of them
// come before.
func (w *Writer) clipIndex(id ir.StructID, i int) (n int) {
	list := w.M.Structs[id].Members
	for j := range i {
		if list[j].Binding.Kind == ir.BindBuiltIn && list[j].Binding.BuiltIn == list[i].Binding.BuiltIn {
			n++
		}
	}
	return n
}
