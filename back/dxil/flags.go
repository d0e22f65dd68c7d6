package dxil

// This file finds the features that a shader needs, as the validator does.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
)

// Shader flags of the metadata, in DXIL.rst's numbers.
const (
	flagDoubles          = 1 << 2
	flagEarlyDepth       = 1 << 3
	flagRawBuffers       = 1 << 4
	flagLowPrecision     = 1 << 5
	flagDoubleExtensions = 1 << 6
	flagArrayIndices     = 1 << 9
	flagStencilRef       = 1 << 11
	flagTiled            = 1 << 12 // tiled resources, which have least levels
	flagTypedLoads       = 1 << 13
	flag64Views          = 1 << 15
	flagViewsInAllStages = 1 << 16
	flagWaveOps          = 1 << 19
	flagInt64            = 1 << 20
	flagViewID           = 1 << 21
	flagBarycentrics     = 1 << 22
	flagNative           = 1 << 23
	flagRaytracing11     = 1 << 25
	flagAtomic64Typed    = 1 << 27
	flagAtomic64Shared   = 1 << 28
	flagMeshDerivatives  = 1 << 29 // in mesh and amplification shaders
	flagResourceHeap     = 1 << 30
	flagSamplerHeap      = 1 << 31
	flagMayNotAlias      = 1 << 33 // of views, from shader model 6.7 on
	flagAdvancedTextures = 1 << 34
	flagCompareGradients = 1 << 37
)

// shaderFlags are the flags of the shader.
func (w *Writer) shaderFlags() (flags uint64) {
	g := &w.gen
	for _, g.fn = range g.fns {
		for k := range g.fn.Instrs {
			in := &g.fn.Instrs[k]
			if w.takesDerivatives(in) {
				flags &^= flagCompareGradients // the validator forgets it, as it assigns the flag at each of them
				if w.entry.Stage != ir.StageFragment && w.entry.Stage != ir.StageCompute {
					flags |= flagMeshDerivatives
				}
			}
			flags |= w.instrFlags(in)
		}
	}
	views := uint32(0)
	for k := range w.resources {
		r := &w.resources[k]
		if !r.used {
			continue
		}
		if r.raw && !r.heap {
			flags |= flagRawBuffers
		}
		switch {
		case r.heap && r.class == classSampler:
			flags |= flagSamplerHeap
		case r.heap:
			flags |= flagResourceHeap
		}
		if r.class == classUAV && !r.heap {
			views += max(1, r.count)
			if r.count == 0 {
				views = 9
			}
		}
	}
	stage := w.entry.Stage
	if views > 0 && w.opts.Profile >= Profile67 {
		flags |= flagMayNotAlias
	}
	if views > 8 {
		flags |= flag64Views
	}
	if views > 0 && stage != ir.StageCompute && stage != ir.StageFragment && !w.isLibrary() && !w.isMesh() {
		flags |= flagViewsInAllStages
	}
	for k := range w.outputs {
		switch w.outputs[k].kind {
		case dxil.SemanticTargetArrayIndex, dxil.SemanticViewportIndex:
			if stage != ir.StageGeometry { // which always has them
				flags |= flagArrayIndices
			}
		case dxil.SemanticStencilRef:
			flags |= flagStencilRef
		}
	}
	for k := range w.inputs {
		if w.inputs[k].kind == dxil.SemanticBarycentrics {
			flags |= flagBarycentrics
		}
	}
	if w.entry.EarlyDepth == ir.EarlyDepthForce {
		flags |= flagEarlyDepth
	}
	for _, list := range [][]element{w.inputs, w.outputs} {
		for k := range list {
			if list[k].narrow() {
				flags |= flagNative
			}
		}
	}
	if flags&flagLowPrecision != 0 {
		flags |= flagNative // 16-bit numbers are themselves, not numbers of at least so many bits
	}
	return flags
}

// takesDerivatives reports whether an instruction needs quads and is no comparison with a bias.
func (w *Writer) takesDerivatives(in *llvm.Instr) bool {
	if in.Op != llvm.OpCall {
		return false
	}
	switch dxil.Op(w.gen.out.ConstantAt(w.gen.fn.Operands(in)[1]).Bits) {
	case dxil.OpDerivCoarseX, dxil.OpDerivCoarseY, dxil.OpDerivFineX, dxil.OpDerivFineY, dxil.OpCalculateLOD, dxil.OpSample, dxil.OpSampleBias, dxil.OpSampleCmp:
		return true
	}
	return false
}

// instrFlags are the flags that an instruction needs.
func (w *Writer) instrFlags(in *llvm.Instr) (flags uint64) {
	g := &w.gen
	types := func(t llvm.Type) {
		switch x := g.out.At(t); x.Kind {
		case llvm.Double:
			flags |= flagDoubles
		case llvm.Half:
			flags |= flagLowPrecision
		case llvm.Integer:
			switch x.N {
			case 16:
				flags |= flagLowPrecision
			case 64:
				flags |= flagInt64
			}
		}
	}
	types(in.Type)
	list := g.fn.Operands(in)
	for _, v := range list {
		if v != 0 {
			types(g.fn.TypeOf(v))
		}
	}
	if flags&flagDoubles != 0 {
		switch in.Op {
		case llvm.OpSDiv, llvm.OpUIToFP, llvm.OpSIToFP, llvm.OpFPToUI, llvm.OpFPToSI:
			flags |= flagDoubleExtensions
		}
	}
	switch in.Op {
	case llvm.OpAtomicRMW, llvm.OpCmpXchg:
		if flags&flagInt64 != 0 {
			flags |= flagAtomic64Shared
		}
	case llvm.OpCall:
		flags |= w.callFlags(dxil.Op(g.out.ConstantAt(list[1]).Bits), list, flags)
	}
	return flags
}

// callFlags are the flags that a call needs.
func (w *Writer) callFlags(o dxil.Op, list []llvm.Value, have uint64) (flags uint64) {
	switch {
	case o >= dxil.OpWaveIsFirstLane && o <= dxil.OpQuadOp:
		return flagWaveOps
	case o == dxil.OpCheckAccessFullyMapped:
		return flagTiled
	case o == dxil.OpViewID:
		return flagViewID
	case o == dxil.OpAttributeAtVertex:
		return flagBarycentrics
	case o == dxil.OpAllocateRayQuery || o == dxil.OpGeometryIndex:
		return flagRaytracing11
	case o == dxil.OpSampleCmpLevel:
		return flagAdvancedTextures
	case o == dxil.OpSample || o == dxil.OpSampleBias || o == dxil.OpSampleGrad || o == dxil.OpSampleCmp || o == dxil.OpSampleCmpGrad || o == dxil.OpSampleCmpBias:
		if c := w.gen.out.ConstantAt(list[len(list)-1]); c == nil || c.Kind != llvm.Undef {
			flags |= flagTiled
		}
		if o == dxil.OpSampleCmpGrad || o == dxil.OpSampleCmpBias {
			flags |= flagCompareGradients
		}
		return flags
	case o == dxil.OpFma:
		return flagDoubleExtensions
	case o == dxil.OpTextureLoad || o == dxil.OpBufferLoad:
		if r := w.resourceOfHandle(list[2]); r != nil && r.class == classUAV && !r.raw && w.module.Globals[r.global].Register.TexelComponents(w.module.Types.At(r.ty)) > 1 {
			return flagTypedLoads
		}
	case (o == dxil.OpAtomicBinOp || o == dxil.OpAtomicCompareExchange) && have&flagInt64 != 0:
		if r := w.resourceOfHandle(list[2]); r != nil {
			if r.atomic64 = true; !r.raw {
				return flagAtomic64Typed
			}
		}
	}
	return 0
}

// resourceOfHandle is the resource whose handle a value is.
func (w *Writer) resourceOfHandle(h llvm.Value) *resource {
	g := &w.gen
	for in := g.fn.InstrOf(h); in != nil; {
		list := g.fn.Operands(in)
		switch dxil.Op(g.out.ConstantAt(list[1]).Bits) {
		case dxil.OpAnnotateHandle:
			in = g.fn.InstrOf(list[2])
			continue
		case dxil.OpCreateHandleForLib:
			return w.loaded(list[2])
		case dxil.OpCreateHandle:
			return w.numbered(class(g.out.ConstantAt(list[2]).Bits), uint32(g.out.ConstantAt(list[3]).Bits))
		case dxil.OpCreateHandleFromBinding:
			c := g.out.ConstantAt(list[2])
			bits := func(k int) uint32 {
				if c.Kind != llvm.Aggregate { // all are zero
					return 0
				}
				return uint32(g.out.ConstantAt(c.Elems[k]).Bits)
			}
			for k := range w.resources {
				r := &w.resources[k]
				if r.used && r.at.Register == bits(0) && r.at.Space == bits(2) && uint32(r.class) == bits(3)&3 {
					return r
				}
			}
		}
		return nil
	}
	return nil
}

// loaded is the resource whose variable a value is loaded from.
func (w *Writer) loaded(v llvm.Value) *resource {
	g := &w.gen
	for in := g.fn.InstrOf(v); in != nil; in = g.fn.InstrOf(v) { // a load, an address of an element
		v = g.fn.Operands(in)[0]
	}
	for k := range w.resources {
		if r := &w.resources[k]; r.used && r.symbol != 0 && r.symbol == v {
			return r
		}
	}
	return nil
}

// numbered is the resource with a number in its class.
func (w *Writer) numbered(c class, id uint32) *resource {
	for k := range w.resources {
		if r := &w.resources[k]; r.used && r.class == c && r.id == id {
			return r
		}
	}
	return nil
}

// featuresOf are the features of the container that flags mean.
func featuresOf(flags uint64) (f dxil.Features) {
	for _, x := range [...]struct {
		flag    uint64
		feature dxil.Features
	}{
		{flagDoubles, dxil.FeatureDoubles}, {flagDoubleExtensions, dxil.FeatureDoubleExtensions}, {flagArrayIndices, dxil.FeatureArrayIndices},
		{flagTiled, dxil.FeatureTiledResources}, {flagStencilRef, dxil.FeatureStencilRef}, {flagTypedLoads, dxil.FeatureTypedLoads}, {flag64Views, dxil.Feature64Views},
		{flagViewsInAllStages, dxil.FeatureViewsInAllStages}, {flagWaveOps, dxil.FeatureWaveOps}, {flagInt64, dxil.FeatureInt64},
		{flagViewID, dxil.FeatureViewID}, {flagBarycentrics, dxil.FeatureBarycentrics}, {flagAtomic64Typed, dxil.FeatureAtomicInt64Typed},
		{flagAtomic64Shared, dxil.FeatureAtomicInt64Shared}, {flagAdvancedTextures, dxil.FeatureAdvancedTextures}, {flagRaytracing11, dxil.FeatureRaytracing11},
		{flagMeshDerivatives, dxil.FeatureDerivativesInMesh}, {flagResourceHeap, dxil.FeatureResourceHeap}, {flagSamplerHeap, dxil.FeatureSamplerHeap}, {flagCompareGradients, dxil.FeatureSampleCmpGradientOrBias}, {flagLowPrecision, dxil.FeatureNativeLowPrecision},
	} {
		if flags&x.flag != 0 {
			f |= x.feature
		}
	}
	return f
}
