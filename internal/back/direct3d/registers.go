// Package direct3d is what the back ends for Direct3D share: registers of resources, and
// checks of semantics.
package direct3d

import (
	"cmp"
	"slices"
	"strings"

	"refract/internal/reuse"
	"refract/ir"
)

// Register is a place of the root signature: the number of a register, whose class follows
// from its resource, and its space.
type Register struct {
	Register uint32 `json:"register"`
	Space    uint32 `json:"space,omitempty"`
}

// BindingTarget is the place of a resource.
type BindingTarget struct {
	Register  uint32 `json:"register"`
	Space     uint32 `json:"space,omitempty"`
	ArraySize uint32 `json:"array_size,omitempty"` // of a binding array whose size the module leaves open
	// DynamicOffset is one more than the index of the buffer's offset in its
	// group's DynamicOffsets; 0: the buffer has none.
	DynamicOffset uint32 `json:"dynamic_offset,omitempty"`
}

// MappedBinding maps one resource.
type MappedBinding struct {
	Group   uint32        `json:"group"`
	Binding uint32        `json:"binding"`
	Target  BindingTarget `json:"target"`
}

// Of is the binding that is mapped.
func (b *MappedBinding) Of() ir.ResourceBinding {
	return ir.ResourceBinding{Group: b.Group, Binding: b.Binding}
}

// A Place is the registers of a resource.
type Place struct {
	Class  byte // 'b', 't', 's', 'u'; 0: none
	At     Register
	Count  uint32 // of a binding array; 0: no bound
	Offset uint32 // BindingTarget.DynamicOffset
	Placed bool   // a resource without a binding has a place
}

// A Problem is a resource that has no place.
type Problem uint8

const (
	// NoBinding is a resource without a binding.
	NoBinding Problem = iota
	// NotMapped is a resource that the map lacks.
	NotMapped
)

// An Assigner gives resources their registers.
type Assigner struct {
	Map       []MappedBinding // nil: all places are made up
	Fake      bool            // make up places that the map lacks
	Spaces    bool            // registers have spaces
	Shared    bool            // resources of several entry points have one binding
	Heaps     bool            // shaders reach descriptors by their place in a heap
	Counters  bool            // counters of structured buffers are part of these
	Special   ir.GlobalID     // the buffer of special constants; 0: there is none
	SpecialAt *Register       // its place; nil: made up
	Root      *Register       // the place of immediates; nil: made up

	// Report is called with a resource that has no place.
	Report func(g *ir.Global, p Problem)

	m      *ir.Module
	places []Place // by global
	spaces uint32  // behind all that are in use
}

// ClassOf is the class of register that a global takes, or 0.
func ClassOf(m *ir.Module, g *ir.Global) byte {
	t := m.Types.At(g.Type)
	if t.Kind == ir.TypeBindingArray {
		t = m.Types.At(t.Base)
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

// BufferName is the name of a resource in reflection.
func BufferName(g *ir.Global) string {
	switch {
	case g.Register.Names == ir.NamesLoose:
		return "$" + g.Name
	case g.Register.Form == ir.BufferCounter:
		return strings.TrimPrefix(g.Name, ir.CounterPrefix)
	}
	return g.Name
}

// Assign returns the places of the globals of a module, in the memory of places, and the
// number of spaces in use.
func (a *Assigner) Assign(m *ir.Module, places []Place) ([]Place, uint32) {
	a.m, a.places, a.spaces = m, reuse.Zeroed(places, len(m.Globals)), 0
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &a.places[i]
		if r.Class = ClassOf(m, g); r.Class == 0 {
			continue
		}
		r.Count = 1
		if t := m.Types.At(g.Type); t.Kind == ir.TypeBindingArray {
			r.Count = t.Length
		}
		if g.HasBinding {
			a.spaces = max(a.spaces, g.Binding.Group+1)
		}
		if a.isHidden(g) {
			r.At, r.Placed = Register{g.Register.Index, noSpace}, true
		}
		if a.isGiven(g) {
			a.spaces = max(a.spaces, g.Register.Space+1)
		}
	}
	for _, x := range a.Map {
		a.spaces = max(a.spaces, x.Target.Space+1)
	}
	a.mapBindings()
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &a.places[i]
		if r.Class == 0 || g.HasBinding {
			continue
		}
		at := Register{0, a.spaces}
		switch {
		case ir.GlobalID(i) == a.Special && a.SpecialAt != nil:
			at = *a.SpecialAt
		case g.Space == ir.SpaceImmediate && a.Root != nil:
			at = *a.Root
		case g.Space == ir.SpaceImmediate, g.Space == ir.SpaceShaderRecord, ir.GlobalID(i) == a.Special:
			if a.spaces++; !a.Spaces {
				at = Register{a.free('b'), 0}
			}
		default:
			a.Report(g, NoBinding)
		}
		r.At, r.Placed = at, true
	}
	a.placeCounters()
	return a.places, a.spaces
}

// placeCounters gives hidden counters the places of their buffers, if there are these.
func (a *Assigner) placeCounters() {
	var buffers map[Register]Register // by the register of the source
	for i := 1; i < len(a.m.Globals); i++ {
		if g := &a.m.Globals[i]; !a.isHidden(g) || g.Register.Heap {
			continue
		}
		if buffers == nil {
			buffers = map[Register]Register{}
			for j := 1; j < len(a.m.Globals); j++ {
				if g := &a.m.Globals[j]; g.Register.Form.IsStructured() && a.places[j].Class == 'u' {
					buffers[Register{g.Register.Index, g.Register.Space}] = a.places[j].At
				}
			}
		}
		r := &a.m.Globals[i].Register
		a.places[i].At = Register{r.Index, r.Space}
		if at, ok := buffers[a.places[i].At]; ok {
			a.places[i].At = at
		}
	}
}

// noSpace is the space of resources without a register.
const noSpace = ^uint32(0)

// isHidden reports whether a global has no place of its own: the descriptors of a heap, and a counter that is part of
// the buffer that it counts.
func (a *Assigner) isHidden(g *ir.Global) bool {
	return g.Register.Given && (a.Heaps && g.Register.Heap || a.Counters && !g.Register.Heap && g.Register.Form == ir.BufferCounter)
}

// isGiven reports whether a global has the register of its source.
func (a *Assigner) isGiven(g *ir.Global) bool {
	return a.Map == nil && g.HasBinding && g.Register.Given && g.Register.Form != ir.BufferCounter && !g.Register.Heap && (a.Spaces || g.Register.Space == 0)
}

// Kept is the places of the globals of a part of a module, which are in the order of the whole's.
func Kept(part, whole *ir.Module, all []Place) []Place {
	places := make([]Place, len(part.Globals))
	j := 1
	for i := 1; i < len(part.Globals); i++ {
		g := &part.Globals[i]
		for ; j < len(whole.Globals); j++ {
			x := &whole.Globals[j]
			if x.Name == g.Name && x.Space == g.Space && x.HasBinding == g.HasBinding && x.Binding == g.Binding {
				places[i] = all[j]
				j++
				break
			}
		}
	}
	return places
}

// free is the first register of a class behind all that are taken.
func (a *Assigner) free(class byte) uint32 {
	next := uint32(0)
	for i := range a.places {
		if r := &a.places[i]; r.Class == class && (a.m.Globals[i].HasBinding || r.Placed) {
			next = max(next, r.At.Register+max(1, r.Count))
		}
	}
	return next
}

// mapBindings places the globals that have a binding.
func (a *Assigner) mapBindings() {
	m := a.m
	var rest, given []int // rest is in the order of group and binding
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		r := &a.places[i]
		if r.Class == 0 || !g.HasBinding || a.isHidden(g) {
			continue
		}
		if a.isGiven(g) {
			r.At = Register{g.Register.Index, g.Register.Space}
			given = append(given, i)
			continue
		}
		found := false
		for _, x := range a.Map {
			if x.Of() == g.Binding {
				r.At, r.Offset = Register{x.Target.Register, x.Target.Space}, x.Target.DynamicOffset
				if r.Count == 0 {
					r.Count = x.Target.ArraySize
				}
				found = true
				break
			}
		}
		if found {
			continue
		}
		if a.Map != nil && !a.Fake {
			a.Report(g, NotMapped)
		}
		rest = append(rest, i)
	}
	slices.SortStableFunc(rest, func(x, y int) int {
		p, q := m.Globals[x].Binding, m.Globals[y].Binding
		return cmp.Or(cmp.Compare(p.Group, q.Group), cmp.Compare(p.Binding, q.Binding))
	})
	if a.Spaces {
		a.placeInSpaces(rest, given)
	} else {
		a.placeInOneSpace(rest, given)
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

func (t taken) with(r *Place) taken {
	return taken{max(t.next, r.At.Register+max(1, r.Count)), max(t.last, r.At.Register), true, t.unbounded || r.Count == 0}
}

// placeInSpaces gives each of the globals, which are in the order of group and binding, the
// register of its binding in the space of its group. An array takes a register for each
// element: the resources that it lies over move, and those in front of the given ones.
func (a *Assigner) placeInSpaces(globals, given []int) {
	spaces := map[registerSpace]taken{}
	same := map[registerSpace]Register{} // of the globals with the binding of the current one
	begin := 0                           // the first global with the binding
	add := func(globals []int) {
		for _, i := range globals {
			r := &a.places[i]
			k := registerSpace{r.Class, r.At.Space}
			spaces[k] = spaces[k].with(r)
		}
	}
	add(given)
	for k, i := range globals {
		a.m.Meter.Step()
		b, r := a.m.Globals[i].Binding, &a.places[i]
		if a.Shared || b != a.m.Globals[globals[begin]].Binding {
			add(globals[begin:k])
			begin = k
			clear(same)
		}
		key := registerSpace{r.Class, b.Group}
		t := spaces[key]
		if t.unbounded || t.some && r.Count == 0 && t.last >= b.Binding {
			r.At = Register{0, a.spaces} // an array without a bound takes the rest of its space
			a.spaces++
			continue
		}
		at, ok := same[key] // of another entry point, in the same place
		if !ok {
			at = Register{max(b.Binding, t.next), b.Group}
			same[key] = at
		}
		r.At = at
	}
}

// placeInOneSpace numbers the registers of globals, which are in the order of group and
// binding, if there are no spaces. Registers of class u begin behind the render
// targets, and those of each class behind the given ones.
func (a *Assigner) placeInOneSpace(globals, given []int) {
	classes := map[byte]taken{'u': {next: Targets(a.m)}}
	for _, i := range given {
		r := &a.places[i]
		classes[r.Class] = classes[r.Class].with(r)
	}
	last := map[byte]int{} // the global before of the class
	for _, i := range globals {
		a.m.Meter.Step()
		r := &a.places[i]
		if j, ok := last[r.Class]; ok && a.m.Globals[j].Binding == a.m.Globals[i].Binding {
			r.At = a.places[j].At // of another entry point, in the same place
		} else {
			r.At = Register{classes[r.Class].next, 0}
		}
		classes[r.Class] = classes[r.Class].with(r)
		last[r.Class] = i
	}
}

// Targets is the number of render targets that fragment shaders write.
func Targets(m *ir.Module) (n uint32) {
	note := func(b *ir.Binding) {
		if b.Kind == ir.BindLocation {
			n = max(n, b.Location+1, uint32(b.BlendSrc)+1)
		}
	}
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage.Info().Outputs != ir.Colors {
			continue
		}
		f := m.Func(m.EntryPoints[i].Function)
		note(&f.ResultBinding)
		if f.Result != 0 {
			if s := m.StructOf(f.Result); s != nil {
				for j := range s.Members {
					note(&s.Members[j].Binding)
				}
			}
		}
	}
	return n
}
