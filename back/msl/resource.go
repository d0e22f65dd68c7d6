package msl

// This file decides the places of an entry point's resources, and writes the ones that are
// no parameters: samplers in the text, and the contents of argument buffers.

import (
	"cmp"
	"slices"
	"strconv"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/ir"
)

// place is a place of an entry point's resource.
type place struct {
	table  Table
	index  uint32
	index2 uint32 // GroupTable, ArgumentTable: in Writer.groups; InlineTable: in Options.InlineSamplers
	global ir.GlobalID
}

// attribute is the name of the attribute that binds a parameter.
func (p place) attribute() string {
	switch p.table {
	case TextureTable, SamplerTable:
		return string(p.table)
	}
	return string(BufferTable)
}

// tableOf is the table that holds a global, and how many places it takes there.
func (w *Writer) tableOf(g *ir.Global) (Table, uint32) {
	t, n := w.M.Types.At(g.Type), uint32(1)
	if t.Kind == ir.TypeBindingArray {
		n = max(1, t.Length)
		t = w.M.Types.At(t.Base)
	}
	switch t.Kind {
	case ir.TypeImage:
		return TextureTable, n
	case ir.TypeSampler:
		return SamplerTable, n
	}
	return BufferTable, n
}

// pulledAt is the buffer index of the vertex buffer that a global stands for.
func (w *Writer) pulledAt(g ir.GlobalID) (index uint8, is bool) {
	for i, p := range w.pulled {
		if p == g && g != 0 {
			return w.opts.VertexBuffers[i].Index, true
		}
	}
	return 0, false
}

// slots are the places of a table that are taken, a bit each; there are more than
// any device has.
type slots [16]uint64

func (s *slots) take(at, n uint32) {
	for i := at; i < min(at+n, 64*uint32(len(s))); i++ {
		s[i/64] |= 1 << (i % 64)
	}
}

// free takes the first n places in a row that are free.
func (s *slots) free(n uint32) uint32 {
	run := uint32(0)
	for i := range 64 * uint32(len(s)) {
		if s[i/64]>>(i%64)&1 != 0 {
			run = 0
		} else if run++; run == n {
			s.take(i+1-n, n)
			return i + 1 - n
		}
	}
	return 64 * uint32(len(s)) // none: no device has so many
}

// assign gives everything that an entry point uses a place: that of the options,
// or the next that is free, in the order of groups and bindings.
func (w *Writer) assign(e *ir.EntryPoint) []place {
	m := w.M
	u := &w.uses[e.Function]
	var options *EntryPointResources
	for i := range w.opts.Resources {
		r := &w.opts.Resources[i]
		if r.EntryPoint == e.Name && (r.Stage == ir.NoStage || r.Stage == e.Stage) {
			options = r
		}
	}
	order := w.bound[:0]
	w.eachGlobal(u, func(g ir.GlobalID) {
		switch space := m.Globals[g].Space; {
		case space.IsResource():
			order = append(order, g)
		case space == ir.SpacePrivate, space == ir.SpaceWorkgroup, space == ir.SpaceTaskPayload:
		default:
			w.Unsupported(space.String()+" memory", m.Globals[g].Span)
		}
	})
	slices.SortStableFunc(order, func(a, b ir.GlobalID) int {
		x, y := &m.Globals[a], &m.Globals[b]
		if x.HasBinding != y.HasBinding { // immediate data comes last
			if x.HasBinding {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(x.Binding.Group, y.Binding.Group), cmp.Compare(x.Binding.Binding, y.Binding.Binding))
	})

	var taken [3]slots // of buffers, textures and samplers
	of := func(t Table) *slots {
		switch t {
		case TextureTable:
			return &taken[1]
		case SamplerTable:
			return &taken[2]
		}
		return &taken[0]
	}
	take := func(t Table, at, n uint32) { of(t).take(at, n) }
	free := func(t Table, n uint32) uint32 { return of(t).free(n) }
	target := func(g *ir.Global) *Target {
		if options != nil {
			for i := range options.Resources {
				if r := &options.Resources[i]; r.Group == g.Binding.Group && r.Binding == g.Binding.Binding {
					return &r.Target
				}
			}
		}
		return nil
	}
	for _, id := range order {
		g := &m.Globals[id]
		t, n := w.tableOf(g)
		if at, is := w.pulledAt(id); is {
			take(t, uint32(at), 1)
		} else if g.Space == ir.SpaceImmediate {
			if options != nil && options.Immediates != nil {
				take(t, uint32(*options.Immediates), 1)
			}
		} else if at := target(g); at != nil && at.InlineSampler == nil {
			take(t, uint32(at.Index), n)
		}
	}
	if options != nil && options.Sizes != nil {
		take(BufferTable, uint32(*options.Sizes), 1)
	}

	w.bound = order
	places := make([]place, 0, len(order)+1)
	seen := make([]bool, len(w.groups))
	for _, id := range order {
		g := &m.Globals[id]
		t, n := w.tableOf(g)
		at := target(g)
		if !g.HasBinding {
			at = nil
		}
		buffer, isPulled := w.pulledAt(id)
		switch {
		case isPulled:
			places = append(places, place{VertexTable, uint32(buffer), 0, id})
		case g.Space == ir.SpaceImmediate:
			if options != nil && options.Immediates != nil {
				places = append(places, place{ImmediateTable, uint32(*options.Immediates), 0, id})
			} else {
				places = append(places, place{ImmediateTable, free(t, 1), 0, id})
			}
		case at != nil && at.InlineSampler != nil:
			i := *at.InlineSampler
			if t != SamplerTable || i < 0 || i >= len(w.opts.InlineSamplers) {
				w.Unsupported("the inline sampler "+strconv.Itoa(i), g.Span)
				break
			}
			places = append(places, place{InlineTable, uint32(i), uint32(i), id})
		case w.groupOf(g) >= 0:
			i := w.groupOf(g)
			if !seen[i] {
				seen[i] = true
				places = append(places, place{GroupTable, free(BufferTable, 1), uint32(i), 0})
			}
			places = append(places, place{ArgumentTable, g.Binding.Binding, uint32(i), id})
		case at != nil:
			places = append(places, place{t, uint32(at.Index), 0, id})
		default:
			places = append(places, place{t, free(t, n), 0, id})
		}
	}
	if u.sizes {
		at := uint32(0)
		if options != nil && options.Sizes != nil {
			at = uint32(*options.Sizes)
		} else {
			at = free(BufferTable, 1)
		}
		places = append(places, place{table: SizesTable, index: at})
	}
	return places
}

// inlineSampler declares a sampler that is part of the shader (section 2.9).
func (w *Writer) inlineSampler(p place) {
	o := &w.Out
	g := &w.M.Globals[p.global]
	s := &w.opts.InlineSamplers[p.index2]
	o.Str("constexpr ")
	w.typeName(g.Type)
	o.Byte(' ')
	w.Globals[p.global] = w.declareLocal(g.Name, "global")
	some := false
	argument := func(kind, value string) {
		if value == "" {
			return
		}
		if some {
			o.Comma()
		} else {
			o.Byte('(')
		}
		some = true
		o.Str(kind + value)
	}
	enumerant := func(kind, value string) {
		if value == "" {
			return
		}
		if !words.Has(value) {
			w.Unsupported("a sampler with "+kind+"::"+value, g.Span)
		}
		argument(kind+"::", value)
	}
	enumerant("coord", s.Coord)
	for i, a := range s.Address {
		enumerant([...]string{"s_address", "t_address", "r_address"}[i], a)
	}
	enumerant("border_color", s.BorderColor)
	enumerant("mag_filter", s.MagFilter)
	enumerant("min_filter", s.MinFilter)
	enumerant("mip_filter", s.MipFilter)
	if s.MaxAnisotropy > 1 {
		argument("max_anisotropy(", strconv.Itoa(s.MaxAnisotropy)+")")
	}
	if l := s.LodClamp; l != nil {
		number := func(v float32) string { return strconv.FormatFloat(float64(v), 'g', -1, 32) }
		argument("lod_clamp(", number(l[0])+", "+number(l[1])+")")
	}
	enumerant("compare_func", s.CompareFunc)
	if some {
		o.Byte(')')
	}
}

// group is a group of resources in an argument buffer.
type group struct {
	number uint32
	name   text.Name // of the struct
	param  text.Name // in the entry point under way
	list   []ir.GlobalID
	names  []string
}

// groupOf is the index of the argument buffer that holds a global, or -1.
func (w *Writer) groupOf(g *ir.Global) int {
	if g.HasBinding {
		for i := range w.groups {
			if w.groups[i].number == g.Binding.Group {
				return i
			}
		}
	}
	return -1
}

// groupDecls declares the structs of argument buffers (section 2.13).
func (w *Writer) groupDecls() {
	o, m := &w.Out, w.M
	w.groups = w.groups[:0]
	for _, n := range w.opts.ArgumentBuffers {
		g := group{number: n}
		for i := 1; i < len(m.Globals); i++ {
			if m.Globals[i].HasBinding && m.Globals[i].Binding.Group == n {
				g.list = append(g.list, ir.GlobalID(i))
			}
		}
		if len(g.list) == 0 {
			continue
		}
		slices.SortStableFunc(g.list, func(a, b ir.GlobalID) int {
			return cmp.Compare(m.Globals[a].Binding.Binding, m.Globals[b].Binding.Binding)
		})
		var wanted []string
		for _, id := range g.list {
			wanted = append(wanted, m.Globals[id].Name)
		}
		if g.names = memberNames(wanted); g.names == nil {
			g.names = wanted
		}
		w.since(200, "argument buffers", m.Globals[g.list[0]].Span)
		g.name = w.moduleName("Group"+strconv.Itoa(int(n)), "", false)
		o.Blank()
		w.startStruct(g.name)
		for i, id := range g.list {
			o.Line()
			w.pointerOrValue(&m.Globals[id])
			o.Str(g.names[i])
			o.Str(" [[id(")
			o.Uint(uint64(m.Globals[id].Binding.Binding))
			o.Str(")]];")
		}
		o.Outdent()
		o.Line()
		o.Str("};")
		o.End()
		w.groups = append(w.groups, g)
	}
}

// hasCoherent reports whether the version of Metal has memory that is coherent within the
// device (section 4.8).
func (o *Options) hasCoherent() bool { return o.Version >= 302 }

// isCoherent reports whether memory is declared coherent within the device, as volatile
// memory is, too.
func (o *Options) isCoherent(m ir.MemoryDecoration) bool {
	return m&(ir.Coherent|ir.Volatile) != 0 && o.hasCoherent()
}

// coherent writes the qualifier of a buffer.
func (w *Writer) coherent(m ir.MemoryDecoration) {
	if w.opts.isCoherent(m) {
		w.Out.Str("coherent(device) ")
	}
}

// imageType spells the type of a texture, sampler or other resource without an address.
func (w *Writer) imageType(g *ir.Global) {
	w.coherentImage = w.opts.isCoherent(g.Memory)
	w.typeName(g.Type)
	w.coherentImage = false
}

// hasCoherentImages reports whether a module has textures whose types are coherent.
func (o *Options) hasCoherentImages(m *ir.Module) bool {
	return slices.ContainsFunc(m.Globals, func(g ir.Global) bool { return g.Space == ir.SpaceHandle && o.isCoherent(g.Memory) })
}

// lostQualifiers adds to a list the qualifiers of memory that the output lacks.
func (w *Writer) lostQualifiers(m *ir.Module, list []back.Dropped) []back.Dropped {
	return back.LostQualifiers(m, list, func(g *ir.Global) ir.MemoryDecoration {
		if w.opts.hasCoherent() {
			return ir.Coherent
		}
		return 0
	})
}

// pointerOrValue writes the type of a resource in an argument buffer.
func (w *Writer) pointerOrValue(g *ir.Global) {
	o := &w.Out
	switch {
	case g.Space == ir.SpaceHandle:
		w.imageType(g)
		o.Byte(' ')
		return
	case g.Space == ir.SpaceUniform:
		o.Str("constant ")
	case g.Access&ir.AccessWrite == 0:
		w.coherent(g.Memory)
		o.Str("device const ")
	default:
		w.coherent(g.Memory)
		o.Str("device ")
	}
	w.checkGlobal(g)
	w.typeName(g.Type)
	o.Str("* ")
}

func (w *Writer) groupParameter(i int) {
	o := &w.Out
	g := &w.groups[i]
	o.Str("constant ")
	o.Name(g.name)
	o.Str("& ")
	g.param = w.declareLocal("group"+strconv.Itoa(int(g.number)), "")
}

// fromGroup declares a resource that an argument buffer holds.
func (w *Writer) fromGroup(p place) {
	o := &w.Out
	g := &w.M.Globals[p.global]
	group := &w.groups[p.index2]
	isPointer := w.M.Types.At(g.Type).IsRuntimeSized()
	w.parameter(p.global)
	o.Infix("=")
	if g.Space != ir.SpaceHandle && !isPointer {
		o.Byte('*')
	}
	o.Name(group.param)
	o.Byte('.')
	for i, id := range group.list {
		if id == p.global {
			o.Str(group.names[i])
		}
	}
}
