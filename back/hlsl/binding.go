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
	case ir.SpaceUniform, ir.SpaceImmediate, ir.SpaceShaderRecord:
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

// isConstants reports whether globals of a space are constant buffers. A shader record is one of a
// local root signature.
func isConstants(s ir.AddressSpace) bool {
	return s == ir.SpaceUniform || s == ir.SpaceImmediate || s == ir.SpaceShaderRecord
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
		case g.Space == ir.SpaceImmediate, g.Space == ir.SpaceShaderRecord, ir.GlobalID(i) == w.special:
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
	if w.opts.ShaderModel == ShaderModel50 {
		w.placeInOneSpace(rest)
	} else {
		w.placeInSpaces(rest)
	}
}

// registerSpace is the registers of a class in a space.
type registerSpace struct {
	class byte
	space uint32
}

// taken is the registers of a space that resources have.
type taken struct {
	next      uint32 // behind all of them
	last      uint32 // the highest first one
	some      bool
	unbounded bool // an array without a bound is among the resources
}

func (t taken) with(r *register) taken {
	return taken{max(t.next, r.at.Register+max(1, r.count)), max(t.last, r.at.Register), true, t.unbounded || r.count == 0}
}

// placeInSpaces gives each of the globals, which are in the order of group and binding, the
// register of its binding in the space of its group. An array takes a register for each
// element: the resources that it lies over move.
func (w *Writer) placeInSpaces(globals []int) {
	spaces := map[registerSpace]taken{}
	same := map[registerSpace]Register{} // of the globals with the binding of the current one
	begin := 0                           // the first global with the binding
	add := func(globals []int) {
		for _, i := range globals {
			r := &w.registers[i]
			k := registerSpace{r.class, r.at.Space}
			spaces[k] = spaces[k].with(r)
		}
	}
	for k, i := range globals {
		w.M.Meter.Step()
		b, r := w.M.Globals[i].Binding, &w.registers[i]
		if w.shared || b != w.M.Globals[globals[begin]].Binding {
			add(globals[begin:k])
			begin = k
			clear(same)
		}
		key := registerSpace{r.class, b.Group}
		t := spaces[key]
		if t.unbounded || t.some && r.count == 0 && t.last >= b.Binding {
			r.at = Register{0, w.spaces} // an array without a bound takes the rest of its space
			w.spaces++
			continue
		}
		at, ok := same[key] // of another entry point, in the same place
		if !ok {
			at = Register{max(b.Binding, t.next), b.Group}
			same[key] = at
		}
		r.at = at
	}
}

// placeInOneSpace numbers the registers of globals, which are in the order of group and
// binding, where there are no spaces. Registers of class u begin behind those of render
// targets.
func (w *Writer) placeInOneSpace(globals []int) {
	classes := map[byte]taken{'u': {next: w.targets()}}
	last := map[byte]int{} // the global before of the class
	for _, i := range globals {
		w.M.Meter.Step()
		r := &w.registers[i]
		if j, ok := last[r.class]; ok && w.M.Globals[j].Binding == w.M.Globals[i].Binding {
			r.at = w.registers[j].at // of another entry point, in the same place
		} else {
			r.at = Register{classes[r.class].next, 0}
		}
		classes[r.class] = classes[r.class].with(r)
		last[r.class] = i
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
