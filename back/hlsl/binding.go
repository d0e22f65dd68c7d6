package hlsl

// This file gives resources their registers.

import (
	"slices"

	"refract/diag"
	"refract/internal/reuse"
	"refract/ir"
)

// register is the place of a resource.
type register struct {
	class  byte // 'b', 't', 's', 'u'; 0: none
	at     Register
	count  uint32 // of a binding array; 0: no bound
	offset uint32 // BindingTarget.DynamicOffset
	placed bool
	heap   bool // a sampler that is an element of the heap
}

// classOf is the class of register that a global takes, or 0.
func (w *Writer) classOf(g *ir.Global) byte {
	t := w.M.Types.At(g.Type)
	if t.Kind == ir.TypeBindingArray {
		t = w.M.Types.At(t.Base)
	}
	switch g.Space {
	case ir.SpaceUniform, ir.SpaceImmediate:
		return 'b'
	case ir.SpaceStorage:
		if g.Access&ir.AccessWrite != 0 {
			return 'u'
		}
		return 't'
	case ir.SpaceHandle:
		switch {
		case t.Kind == ir.TypeSampler:
			return 's'
		case t.Kind == ir.TypeImage && t.Class == ir.ImageStorage && t.Access&^ir.AccessRead != 0:
			return 'u'
		}
		return 't'
	}
	return 0
}

// assignRegisters fills w.registers.
func (w *Writer) assignRegisters() {
	m := w.M
	w.registers = reuse.Zeroed(w.registers, len(m.Globals))
	w.spaces = 0
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &w.registers[i]
		if r.class = w.classOf(g); r.class == 0 {
			continue
		}
		r.count = 1
		if t := m.Types.At(g.Type); t.Kind == ir.TypeBindingArray {
			r.count = t.Length
		}
		if g.HasBinding {
			w.spaces = max(w.spaces, g.Binding.Group+1)
		}
	}
	for _, x := range w.opts.BindingMap {
		w.spaces = max(w.spaces, x.Target.Space+1)
	}
	w.mapBindings()
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &w.registers[i]
		if r.class == 0 || g.HasBinding {
			continue
		}
		at := Register{0, w.spaces}
		switch {
		case ir.GlobalID(i) == w.special && w.opts.SpecialConstants != nil:
			at = *w.opts.SpecialConstants
		case g.Space == ir.SpaceImmediate && w.opts.RootConstants != nil:
			at = *w.opts.RootConstants
		case g.Space == ir.SpaceImmediate, ir.GlobalID(i) == w.special:
			if w.spaces++; w.opts.ShaderModel == ShaderModel50 {
				at = Register{w.free('b'), 0}
			}
		default:
			w.Unsupported("the resource "+g.Name+", which has no binding", g.Span)
		}
		r.at, r.placed = at, true
	}
}

// free is the first register of a class behind all that are taken.
func (w *Writer) free(class byte) uint32 {
	next := uint32(0)
	for i := range w.registers {
		if r := &w.registers[i]; r.class == class && (w.M.Globals[i].HasBinding || r.placed) {
			next = max(next, r.at.Register+max(1, r.count))
		}
	}
	return next
}

// mapBindings places the globals that have a binding.
func (w *Writer) mapBindings() {
	m := w.M
	var rest []int // in the order of group and binding
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &w.registers[i]
		if r.class == 0 || !g.HasBinding {
			continue
		}
		r.heap = r.class == 's' && w.opts.SamplerHeap != nil
		found := false
		for _, x := range w.opts.BindingMap {
			if x.Group == g.Binding.Group && x.Binding == g.Binding.Binding {
				r.at, r.offset = Register{x.Target.Register, x.Target.Space}, x.Target.DynamicOffset
				if r.count == 0 {
					r.count = x.Target.ArraySize
				}
				found = true
				break
			}
		}
		if found {
			continue
		}
		if w.opts.BindingMap != nil && !w.opts.FakeMissingBindings {
			w.UnsupportedUnless("registers can be made up (--set hlsl.fake_missing_bindings=true)", "the resource "+g.Name+", for which the binding map has no place", g.Span)
		}
		rest = append(rest, i)
	}
	slices.SortStableFunc(rest, func(a, b int) int {
		x, y := m.Globals[a].Binding, m.Globals[b].Binding
		return compare(uint64(x.Group)<<32|uint64(x.Binding), uint64(y.Group)<<32|uint64(y.Binding))
	})
	for k, i := range rest {
		b := m.Globals[i].Binding
		r := &w.registers[i]
		r.at = Register{b.Binding, b.Group}
		if w.opts.ShaderModel != ShaderModel50 {
			// An array takes a register for each element: overlapped resources move.
			for _, j := range rest[:k] {
				o := &w.registers[j]
				switch {
				case o.class != r.class || o.at.Space != r.at.Space:
				case m.Globals[j].Binding == b && !w.shared:
					r.at = o.at // of another entry point, in the same place
				case o.count == 0 || r.count == 0 && o.at.Register >= r.at.Register:
					r.at = Register{0, w.spaces} // an array without a bound takes the rest of its space
					w.spaces++
				default:
					r.at.Register = max(r.at.Register, o.at.Register+max(1, o.count))
				}
			}
			continue
		}
		// There are no spaces: number them. Registers of class u begin behind the render
		// targets'.
		r.at = Register{0, 0}
		if r.class == 'u' {
			r.at.Register = w.targets()
		}
		for _, j := range rest[:k] {
			if o := &w.registers[j]; o.class == r.class {
				if m.Globals[j].Binding == b {
					r.at = o.at // of another entry point, in the same place
				} else {
					r.at.Register = max(r.at.Register, o.at.Register+max(1, o.count))
				}
			}
		}
	}
}

// targets is the number of render targets that fragment shaders write.
func (w *Writer) targets() (n uint32) {
	note := func(b *ir.Binding) {
		if b.Kind == ir.BindLocation {
			n = max(n, b.Location+1, uint32(b.BlendSrc)+1)
		}
	}
	for i := range w.M.EntryPoints {
		if w.M.EntryPoints[i].Stage.Info().Outputs != ir.Colors {
			continue
		}
		f := w.M.Func(w.M.EntryPoints[i].Function)
		note(&f.ResultBinding)
		if f.Result != 0 {
			if s := w.M.StructOf(f.Result); s != nil {
				for j := range s.Members {
					note(&s.Members[j].Binding)
				}
			}
		}
	}
	return n
}

func compare(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// placed writes ` : register(b0, space1)`.
func (w *Writer) placed(r *register) { w.register(r.class, r.at) }

func (w *Writer) register(class byte, at Register) {
	o := &w.Out
	o.Infix(":")
	o.Str("register(")
	o.Byte(class)
	o.Uint(uint64(at.Register))
	if at.Space != 0 {
		if w.opts.ShaderModel == ShaderModel50 {
			w.needs(ShaderModel51, "register spaces", diag.Span{})
			return
		}
		o.Comma()
		o.Str("space")
		o.Uint(uint64(at.Space))
	}
	o.Byte(')')
}
