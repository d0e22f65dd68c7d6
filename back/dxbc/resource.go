package dxbc

// This file knows the resources of a shader: their registers, and how they are declared.

import (
	"cmp"
	"slices"

	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A resource is a global with a register.
type resource struct {
	global ir.GlobalID
	class  byte
	at     direct3d.Register
	count  uint32 // 0: no bound
	ty     ir.TypeID
	raw    bool   // a storage buffer
	stride uint32 // of a structured buffer: bytes of an element; 0: it is none
	hidden bool   // the counter alone of a structured buffer that the shader doesn't use otherwise
	counts bool   // the buffer's counter is used
	steps  direct3d.Counter
	used   bool
	id     uint32 // model 5.1: the number of the declaration in its class
	// Of constant buffers: the registers that the shader reads, and whether indices are
	// computed.
	top     uint32
	dynamic bool
	bytes   uint32 // the size; 0: not known
	reads   []bool // by 16 bytes: something is read
}

// classOrder is the order of declarations.
func classOrder(c byte) int { return slices.Index([]byte{'b', 's', 't', 'u'}, c) }

// findResources fills w.resources in the order of classes and registers.
func (w *Writer) findResources(m *ir.Module) {
	w.resources = w.resources[:0]
	places := layout.NewPlaces(m)
	for i := 1; i < len(m.Globals); i++ {
		p := &w.places[i]
		if p.Class == 0 {
			continue
		}
		g := &m.Globals[i]
		r := resource{global: ir.GlobalID(i), class: p.Class, at: p.At, count: p.Count, ty: g.Type, raw: g.Space == ir.SpaceStorage}
		if r.class == 'b' {
			t, l := m.Held(g)
			r.bytes = direct3d.Size(places, t, l)
			r.reads = make([]bool, (r.bytes+15)/16)
		}
		if g.Register.Heap && g.Register.Form == ir.BufferCounter {
			w.unsupported("counters of buffers in descriptor heaps", g.Span)
		}
		if reg := &g.Register; r.raw && reg.Form != ir.BufferBytes {
			r.stride, r.hidden = reg.Stride, reg.Form == ir.BufferCounter
		}
		w.resources = append(w.resources, r)
	}
	slices.SortStableFunc(w.resources, func(a, b resource) int {
		return cmp.Or(cmp.Compare(classOrder(a.class), classOrder(b.class)), cmp.Compare(a.at.Space, b.at.Space), cmp.Compare(a.at.Register, b.at.Register))
	})
	w.lookup.Reset(m, len(w.resources), func(k int) (ir.GlobalID, direct3d.SharedPlace) {
		r := &w.resources[k]
		place := direct3d.SharedPlace{At: r.at}
		if (r.class == 'b' || r.raw) && r.count == 1 || r.stride != 0 {
			place.Class = r.class
		}
		return r.global, place
	})
	for k := range w.resources {
		r, first := &w.resources[k], &w.resources[w.lookup.Same(k)]
		if r.bytes > first.bytes {
			first.bytes, first.reads = r.bytes, r.reads
		}
		first.counts = first.counts || r.hidden
	}
}

// numberResources numbers the resources that are used, by class, as declarations of model 5.1 do,
// and returns the numbers in the memory of ids.
func (w *Writer) numberResources(ids []uint32) []uint32 {
	ids = reuse.Zeroed(ids, len(w.resources))
	next, class := uint32(0), byte(0)
	for k := range w.resources {
		r := &w.resources[k]
		if r.class != class {
			next, class = 0, r.class
		}
		if r.used {
			r.id, ids[k] = next, next
			next++
		}
	}
	return ids
}

// resourceOf is the resource that a variable of the SSA form is, or nil, and its place in
// w.resources.
func (w *Writer) resourceOf(v *ssa.Variable) (*resource, int) {
	if k := w.lookup.Find(v); k >= 0 {
		return &w.resources[k], k
	}
	return nil, 0
}

// resource is the operand of a resource, a block or an element of an array of them.
func (g *generator) resource(v ssa.Value) operand {
	f := g.f
	var index ssa.Value
	root := v
	switch f.Op(v) {
	case op.DerefArray:
		index = f.Arg(v, 1)
		root = f.Arg(v, 0)
	case op.ResourceIndex:
		if f.NumSrcs(v) > 0 {
			index = f.Arg(v, 0)
		}
	}
	if f.Op(root) != op.DerefVar && f.Op(root) != op.ResourceIndex {
		g.unsupported("a resource that is a " + f.Op(root).String())
		return operand{kind: dxbc.Resource, dims: 1, swizzle: identity}
	}
	r, k := g.w.resourceOf(f.Var(f.VarOf(root)))
	if r == nil {
		g.unsupported("the resource " + f.Var(f.VarOf(root)).Name)
		return operand{kind: dxbc.Resource, dims: 1, swizzle: identity}
	}
	r.used = true
	if r.raw {
		g.needs(Profile50, "storage buffers")
	} else if r.class == 'u' {
		g.needs(Profile50, "storage textures that are written")
	}
	kind := dxbc.ConstantBuffer
	switch r.class {
	case 't':
		kind = dxbc.Resource
	case 's':
		kind = dxbc.Sampler
	case 'u':
		kind = dxbc.UnorderedAccessView
	}
	o := operand{kind: kind, dims: 1, swizzle: identity, reg: r.at.Register, free: true}
	if g.w.opts.Profile >= Profile51 {
		o.space, o.imm[0] = true, uint32(k)
	}
	if index != 0 {
		if bits, ok := f.KnownBits(index, 0); ok {
			o.reg += uint32(bits)
		} else {
			g.needs(Profile51, "indices of arrays of resources that aren't constant")
			o.rel = g.index(index)
		}
	}
	return o
}

// note records a read of a constant buffer.
func (w *Writer) reads(f *ssa.Function, block ssa.Value, element uint32, dynamic bool, lane uint8, comps int) {
	r, _ := w.resourceOf(f.Var(f.VarOf(block)))
	if r == nil {
		return
	}
	if dynamic {
		r.dynamic = true
		r.top = max(r.top, (r.bytes+15)/16)
		for k := range r.reads {
			r.reads[k] = true
		}
		return
	}
	r.top = max(r.top, element+1)
	if int(element) < len(r.reads) {
		r.reads[element] = true
	}
}

// declareResources emits the declarations of resources.
func (w *Writer) declareResources(p *dxbc.Program) {
	for k := range w.resources {
		r := &w.resources[k]
		if !r.used {
			continue
		}
		n := max(1, r.count)
		model51 := w.opts.Profile >= Profile51
		emit := func(in dxbc.Instruction, kind dxbc.OperandKind, form dxbc.Form, words ...uint32) {
			if model51 {
				last := r.at.Register + n - 1
				if r.count == 0 {
					last = ^uint32(0)
				}
				o := p.Register(kind, form, dxbc.Identity, dxbc.At(r.id), dxbc.At(r.at.Register), dxbc.At(last))
				p.Emit(in, []dxbc.Operand{o}, append(words, r.at.Space)...)
				return
			}
			for j := range n {
				p.Emit(in, []dxbc.Operand{p.Register(kind, form, dxbc.Identity, dxbc.At(r.at.Register+j))}, words...)
			}
		}
		g := &w.module.Globals[r.global]
		t := w.module.Types.At(r.ty)
		if t.Kind == ir.TypeBindingArray {
			t = w.module.Types.At(t.Base)
		}
		switch r.class {
		case 'b':
			in := dxbc.Instruction{Opcode: dxbc.OpDclConstantBuffer}
			if r.dynamic {
				in.Control = dxbc.DynamicIndexed
			}
			if model51 {
				emit(in, dxbc.ConstantBuffer, dxbc.Swizzled, (r.bytes+15)/16)
				continue
			}
			for j := range n {
				p.Emit(in, []dxbc.Operand{p.Register(dxbc.ConstantBuffer, dxbc.Swizzled, dxbc.Identity, dxbc.At(r.at.Register+j), dxbc.At(max(1, r.top)))})
			}
		case 's':
			mode := dxbc.SamplerDefault
			if t.Comparison {
				mode = dxbc.SamplerComparison
			}
			emit(dxbc.Instruction{Opcode: dxbc.OpDclSampler, Control: dxbc.SampleMode(mode)}, dxbc.Sampler, dxbc.None)
		case 't':
			if r.stride != 0 {
				emit(dxbc.Instruction{Opcode: dxbc.OpDclResourceStructured}, dxbc.Resource, dxbc.None, r.stride)
				continue
			}
			if r.raw {
				emit(dxbc.Instruction{Opcode: dxbc.OpDclResourceRaw}, dxbc.Resource, dxbc.None)
				continue
			}
			emit(dxbc.Instruction{Opcode: dxbc.OpDclResource, Control: dxbc.Dimension(dimensionOf(t), 0)}, dxbc.Resource, dxbc.None, uint32(returnsOf(t)))
		case 'u':
			control := dxbc.Control(0)
			if g.Memory&ir.Coherent != 0 {
				control = dxbc.GloballyCoherent
			}
			if r.stride != 0 {
				if r.counts && g.Register.Form != ir.BufferAppend && g.Register.Form != ir.BufferConsume {
					control |= dxbc.HasCounter
				}
				emit(dxbc.Instruction{Opcode: dxbc.OpDclUAVStructured, Control: control}, dxbc.UnorderedAccessView, dxbc.None, r.stride)
				continue
			}
			if r.raw {
				emit(dxbc.Instruction{Opcode: dxbc.OpDclUAVRaw, Control: control}, dxbc.UnorderedAccessView, dxbc.None)
				continue
			}
			emit(dxbc.Instruction{Opcode: dxbc.OpDclUAVTyped, Control: control | dxbc.Dimension(dimensionOf(t), 0)}, dxbc.UnorderedAccessView, dxbc.None, uint32(returnsOf(t)))
		}
	}
}
