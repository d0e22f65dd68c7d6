package dxil

// This file knows the resources of a shader: their registers, their handles, and their kinds.

import (
	"cmp"
	"slices"

	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/ir/layout"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A class is a class of resources, in DXIL's numbers.
type class uint8

const (
	classSRV class = iota
	classUAV
	classCBuffer
	classSampler
	numClasses
)

// classOf is the class of a letter of registers.
func classOf(letter byte) class {
	switch letter {
	case 'u':
		return classUAV
	case 'b':
		return classCBuffer
	case 's':
		return classSampler
	}
	return classSRV
}

// A resource is a global with a register.
type resource struct {
	global ir.GlobalID
	class  class
	letter byte
	at     direct3d.Register
	count  uint32 // 0: no bound
	ty     ir.TypeID
	raw    bool   // a storage buffer
	stride uint32 // of a structured buffer: bytes of an element; 0: it is none
	hidden bool   // the counter alone of a structured buffer that the shader doesn't use otherwise
	counts bool   // the buffer's counter is used
	steps  direct3d.Counter
	heap   bool // any descriptor of a heap, which is no resource of its own
	shape  dxil.ResourceKind
	used   bool
	id     uint32     // the number in its class, of the resources in use
	bytes  uint32     // of constant buffers: the size
	symbol llvm.Value // of libraries: the variable that stands for it
	// atomic64 is set if 64-bit numbers change atomically.
	atomic64 bool
}

// findResources fills w.resources in the order of classes and declarations, as DXC numbers them.
func (w *Writer) findResources(m *ir.Module) {
	w.resources = w.resources[:0]
	places := layout.NewPlaces(m)
	for i := 1; i < len(m.Globals); i++ {
		p := &w.places[i]
		if p.Class == 0 {
			continue
		}
		g := &m.Globals[i]
		r := resource{global: ir.GlobalID(i), class: classOf(p.Class), letter: p.Class, at: p.At, count: p.Count, ty: g.Type, raw: g.Space == ir.SpaceStorage, heap: g.Register.Heap}
		if g.Register.Heap {
			w.needs(Profile66, "descriptor heaps", g.Span)
		}
		t := m.Types.At(g.Type)
		if t.Kind == ir.TypeBindingArray {
			r.ty = t.Base
			t = m.Types.At(t.Base)
		}
		switch {
		case r.class == classCBuffer:
			held, l := m.Held(g)
			r.bytes, r.shape = direct3d.Extent(m, places, layout.Place{Type: held, Layout: l}), dxil.KindCBuffer
		case r.class == classSampler:
			r.shape = dxil.KindSampler
		case r.raw && g.Register.Form != ir.BufferBytes:
			r.shape, r.stride, r.hidden = dxil.KindStructuredBuffer, g.Register.Stride, g.Register.Form == ir.BufferCounter
		case r.raw:
			r.shape = dxil.KindRawBuffer
		case t.Kind == ir.TypeAccelerationStructure:
			r.shape = dxil.KindAccelerationStructure
		default:
			r.shape = shapeOf(t)
		}
		w.resources = append(w.resources, r)
	}
	slices.SortStableFunc(w.resources, func(a, b resource) int {
		return cmp.Compare(a.class, b.class)
	})
	w.lookup.Reset(m, len(w.resources), func(k int) (ir.GlobalID, direct3d.SharedPlace) {
		r := &w.resources[k]
		place := direct3d.SharedPlace{At: r.at}
		if (r.class == classCBuffer || r.raw) && r.count == 1 || r.stride != 0 {
			place.Class = r.letter
		}
		return r.global, place
	})
	for k := range w.resources {
		first := &w.resources[w.lookup.Same(k)]
		first.bytes = max(first.bytes, w.resources[k].bytes)
		first.counts = first.counts || w.resources[k].hidden
		if w.resources[k].heap {
			w.resources[k].at = direct3d.Register{}
		}
	}
}

// isListed reports whether the shader uses a resource that the host binds.
func (r *resource) isListed() bool { return r.used && !r.heap }

// numberResources numbers the resources in use by class.
func (w *Writer) numberResources() {
	var next [numClasses]uint32
	for k := range w.resources {
		if r := &w.resources[k]; r.heap {
			r.id = 1<<16 + uint32(k) // of no metadata
		} else if r.used {
			r.id = next[r.class]
			next[r.class]++
		}
	}
}

// shapeOf is the shape of an image.
func shapeOf(t *ir.Type) dxil.ResourceKind {
	switch {
	case t.Dim == ir.DimBuffer:
		return dxil.KindTypedBuffer
	case t.Dim == ir.Dim1D && t.Arrayed:
		return dxil.KindTexture1DArray
	case t.Dim == ir.Dim1D:
		return dxil.KindTexture1D
	case t.Dim == ir.Dim3D:
		return dxil.KindTexture3D
	case t.Dim == ir.DimCube && t.Arrayed:
		return dxil.KindTextureCubeArray
	case t.Dim == ir.DimCube:
		return dxil.KindTextureCube
	case t.Multisampled && t.Arrayed:
		return dxil.KindTexture2DMSArray
	case t.Multisampled:
		return dxil.KindTexture2DMS
	case t.Arrayed:
		return dxil.KindTexture2DArray
	}
	return dxil.KindTexture2D
}

// Component types of signatures and resources, in DXIL's numbers.
const (
	componentI1       = 1
	componentI16      = 2
	componentU16      = 3
	componentI32      = 4
	componentU32      = 5
	componentI64      = 6
	componentU64      = 7
	componentF16      = 8
	componentF32      = 9
	componentF64      = 10
	componentSNormF32 = 13
	componentUNormF32 = 14
)

// componentOf is the component type of a scalar.
func componentOf(s ir.Scalar) uint8 {
	k := uint8(componentU32)
	switch s {
	case ir.F32:
		return componentF32
	case ir.F16:
		return componentF16
	case ir.F64:
		return componentF64
	case ir.I16:
		return componentI16
	case ir.U16:
		return componentU16
	case ir.I32:
		return componentI32
	case ir.I64:
		return componentI64
	case ir.U64:
		return componentU64
	}
	return k
}

// texelComponent is the component type of an image's texels.
func texelComponent(t *ir.Type) uint8 {
	if t.Class == ir.ImageStorage {
		switch t.Format {
		case ir.R8Unorm, ir.Rg8Unorm, ir.Rgba8Unorm, ir.Bgra8Unorm, ir.R16Unorm, ir.Rg16Unorm, ir.Rgba16Unorm, ir.Rgb10a2Unorm:
			return componentUNormF32
		case ir.R8Snorm, ir.Rg8Snorm, ir.Rgba8Snorm, ir.R16Snorm, ir.Rg16Snorm, ir.Rgba16Snorm:
			return componentSNormF32
		}
	}
	return componentOf(t.Texel())
}

// resourceOf is the resource that a variable of the SSA form is, or nil.
func (w *Writer) resourceOf(v *ssa.Variable) *resource {
	if k := w.lookup.Find(v); k >= 0 {
		return &w.resources[k]
	}
	return nil
}

// rootOf is the instruction that names a resource, the index of an element of an array of them or
// 0, and whether the index differs among invocations.
func (g *generator) rootOf(v ssa.Value) (root, index ssa.Value, varies bool) {
	f := g.f
	switch f.Op(v) {
	case op.DerefArray:
		return f.Arg(v, 0), f.Arg(v, 1), f.Flags(v)&ir.FlagNonUniform != 0
	case op.ResourceIndex:
		if f.NumSrcs(v) > 0 {
			return v, f.Arg(v, 0), f.Flags(v)&ir.FlagNonUniform != 0
		}
	}
	return v, 0, false
}

// markResources notes the resources that a function uses.
func (w *Writer) markResources(f *ssa.Function) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar, op.ResourceIndex:
				if r := w.resourceOf(f.Var(f.VarOf(i))); r != nil {
					r.used = true
				}
			}
		}
	}
}

// makeHandles makes the handles with known registers at the function's entry.
func (g *generator) makeHandles() {
	f := g.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar, op.ResourceIndex, op.DerefArray:
				root, index, _ := g.rootOf(i)
				if f.Op(root) != op.DerefVar && f.Op(root) != op.ResourceIndex {
					continue
				}
				r := g.w.resourceOf(f.Var(f.VarOf(root)))
				if r == nil || index == 0 && r.count != 1 {
					continue
				}
				if _, known := f.KnownBits(index, 0); index == 0 || known {
					g.handle(i)
				}
			}
		}
	}
}

// handle is the handle of a resource, a block or an element of an array of them.
func (g *generator) handle(v ssa.Value) llvm.Value {
	f := g.f
	root, index, varies := g.rootOf(v)
	if f.Op(root) != op.DerefVar && f.Op(root) != op.ResourceIndex {
		if f.Op(root) == op.DerefAddress {
			g.unsupported("acceleration structures made of addresses")
		} else {
			g.unsupported("a resource that is a " + f.Op(root).String())
		}
		return g.out.UndefOf(g.handleType)
	}
	r := g.w.resourceOf(f.Var(f.VarOf(root)))
	if r == nil {
		g.unsupported("the resource " + f.Var(f.VarOf(root)).Name)
		return g.out.UndefOf(g.handleType)
	}
	at := g.out.I32(int64(r.at.Register))
	if index != 0 {
		if bits, ok := f.KnownBits(index, 0); ok {
			at = g.out.I32(int64(r.at.Register) + int64(bits))
			varies = false
		} else if at = g.component(index, 0, whole); r.at.Register != 0 {
			at = g.once(onceKey{op: onceIndex, a: uint32(at), b: r.at.Register}, func() llvm.Value {
				return g.add(llvm.OpAdd, 0, g.i32, g.component(index, 0, whole), g.out.I32(int64(r.at.Register)))
			})
		}
	}
	n := uint32(0)
	if varies {
		n = 1
	}
	return g.once(onceKey{op: onceHandle, a: uint32(r.class)<<1 | n, b: r.id, c: uint32(at)}, func() llvm.Value {
		o := g.out
		var h llvm.Value
		switch {
		case r.heap:
			h = g.call(dxil.OpCreateHandleFromHeap, 0, at, o.I1(r.class == classSampler), o.I1(varies))
		case g.w.isLibrary():
			if h = g.libraryHandle(r, g.libraryIndex(r, index)); g.w.opts.Profile < Profile66 {
				return h
			}
		case g.w.opts.Profile < Profile66:
			return g.call(dxil.OpCreateHandle, 0, o.I8(int64(r.class)), o.I32(int64(r.id)), at, o.I1(varies))
		default:
			last := int64(r.at.Register) + int64(r.count) - 1
			if r.count == 0 {
				last = -1
			}
			bind := g.functions.Type(dxil.FormBinding, 0)
			h = g.call(dxil.OpCreateHandleFromBinding, 0, o.AggregateOf(bind, o.I32(int64(r.at.Register)), o.I32(last), o.I32(int64(r.at.Space)), o.I8(int64(r.class))), at, o.I1(varies))
		}
		a, b := g.w.properties(r)
		props := g.functions.Type(dxil.FormProperties, 0)
		return g.call(dxil.OpAnnotateHandle, 0, h, o.AggregateOf(props, o.I32(int64(a)), o.I32(int64(b))))
	})
}

// libraryIndex is the index of an element of an array of resources.
func (g *generator) libraryIndex(r *resource, index ssa.Value) llvm.Value {
	if index == 0 {
		return g.out.I32(0)
	}
	return g.component(index, 0, whole)
}

// properties are the words that describe a resource in annotations of handles: the shape and
// flags; the texels' type, or the size.
func (w *Writer) properties(r *resource) (a, b uint32) {
	const (
		isUAV      = 1 << 12
		isROV      = 1 << 13
		isCoherent = 1 << 14
		comparison = 1 << 15 // of buffers: a counter
	)
	a = uint32(r.shape)
	g := &w.module.Globals[r.global]
	t := w.module.Types.At(r.ty)
	if r.class == classUAV {
		a |= isUAV
		if g.Memory&ir.Coherent != 0 {
			a |= isCoherent
		}
	}
	switch r.shape {
	case dxil.KindCBuffer:
		b = r.bytes
	case dxil.KindStructuredBuffer:
		const alignsWords = 2 << 8
		if a, b = a|alignsWords, r.stride; r.counts {
			a |= comparison
		}
	case dxil.KindSampler:
		if t.Comparison {
			a |= comparison
		}
	case dxil.KindRawBuffer, dxil.KindAccelerationStructure:
	default:
		b = uint32(texelComponent(t)) | uint32(g.Register.TexelComponents(t))<<8
	}
	return a, b
}
