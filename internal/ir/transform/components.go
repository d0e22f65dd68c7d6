package transform

// This file puts inputs and outputs that share a location, each with components of its
// own, into one vector of four:
//
//	func @fs($a : vec2<f32> location(0), $b : f32 location(0) component(2)) { ... $b ... }
//
// becomes
//
//	func @fs($a : vec4<f32> location(0)) {
//	  %1 = swizzle $a xy
//	  %2 = access_index $a, 2
//	  ... %2 ...
//	}
//
// The outputs of a vertex shader and the inputs of a fragment shader have four components
// either way, so that they fit together.

import (
	"refract/ir"
)

// HasComponents reports whether an input or output begins within a location.
func HasComponents(m *ir.Module) bool {
	if !mentionsComponents(m) {
		return false
	}
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if (&sharedLocations{m: m}).outputs(f) || (&sharedLocations{m: m}).inputs(f) {
			return true
		}
	}
	return false
}

// MergeComponents merges the inputs and outputs of entry points that share a location. The
// ones of several types, or of several interpolations, stay.
func MergeComponents(m *ir.Module) {
	if !mentionsComponents(m) {
		return
	}
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if in := (&sharedLocations{m: m}); in.inputs(f) {
			in.mergeInputs(m.OwnFunction(i))
		}
		if out := (&sharedLocations{m: m}); out.outputs(m.Functions[m.EntryPoints[i].Function]) {
			out.mergeOutputs(m.OwnFunction(i))
		}
	}
	forgetComponents(m)
}

// mentionsComponents reports whether anything is bound within a location: what few
// modules have.
func mentionsComponents(m *ir.Module) bool {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if f.ResultBinding.Component != 0 {
			return true
		}
		for j := range f.Args {
			if f.Args[j].Binding.Component != 0 {
				return true
			}
		}
	}
	for i := range m.Structs {
		for j := range m.Structs[i].Members {
			if m.Structs[i].Members[j].Binding.Component != 0 {
				return true
			}
		}
	}
	return false
}

// forgetComponents takes the bindings from structs that were inputs or outputs, so that
// they can be written as plain structs.
func forgetComponents(m *ir.Module) {
	passes := func(t ir.TypeID) bool {
		for i := range m.EntryPoints {
			f := m.Functions[m.EntryPoints[i].Function]
			if f.Result == t {
				return true
			}
			for j := range f.Args {
				if f.Args[j].Type == t {
					return true
				}
			}
		}
		return false
	}
	for k := range m.Types.Len() {
		t := ir.TypeID(k)
		s := m.StructOf(t)
		if s == nil || passes(t) {
			continue
		}
		within := false
		for i := range s.Members {
			within = within || s.Members[i].Binding.Component != 0
		}
		for i := range s.Members {
			if within {
				s.Members[i].Binding = ir.Binding{}
			}
		}
	}
}

// sharedLocation is a location, and the values there.
type sharedLocation struct {
	binding ir.Binding // of the whole
	name    string
	scalar  ir.Scalar
	within  bool // something begins at another component than the first
	bad     bool
	at      int // of the merged parameter or member, behind its first use; -1 before
}

type sharedLocations struct {
	m    *ir.Module
	list []sharedLocation
}

// add takes note of a value.
func (s *sharedLocations) add(name string, t ir.TypeID, b ir.Binding) {
	if b.Kind != ir.BindLocation {
		return
	}
	ty := s.m.Types.At(t)
	whole := b
	whole.Component, whole.Link, whole.Semantic, whole.Feedback = 0, ir.Link{}, ir.Semantic{}, ir.Feedback{}
	bad := ty.Kind != ir.TypeScalar && ty.Kind != ir.TypeVector || ty.Scalar.Bits() > 32 || b.PerPrimitive ||
		int(b.Component)+s.m.Types.ComponentCount(t) > 4
	l := s.of(b)
	if l == nil {
		s.list = append(s.list, sharedLocation{binding: whole, name: name, scalar: ty.Scalar, at: -1})
		l = &s.list[len(s.list)-1]
	}
	l.within = l.within || b.Component != 0
	l.bad = l.bad || bad || l.binding != whole || l.scalar != ty.Scalar
}

// of is the location of a binding, or nil.
func (s *sharedLocations) of(b ir.Binding) *sharedLocation {
	for i := range s.list {
		if x := &s.list[i].binding; x.Location == b.Location && x.HasBlendSrc == b.HasBlendSrc && x.BlendSrc == b.BlendSrc {
			return &s.list[i]
		}
	}
	return nil
}

// merged is the location of a binding whose values are merged, or nil.
func (s *sharedLocations) merged(b ir.Binding) *sharedLocation {
	if b.Kind != ir.BindLocation {
		return nil
	}
	if l := s.of(b); l != nil && l.within && !l.bad {
		return l
	}
	return nil
}

func (s *sharedLocations) some() bool {
	for i := range s.list {
		if s.list[i].within && !s.list[i].bad {
			return true
		}
	}
	return false
}

// inputs finds the locations of parameters, and reports whether some are merged.
func (s *sharedLocations) inputs(f *ir.Function) bool {
	for i := range f.Args {
		a := &f.Args[i]
		s.add(a.Name, a.Type, a.Binding)
		if x := s.m.StructOf(a.Type); x != nil && a.Binding.Kind == ir.NoBinding {
			for j := range x.Members {
				s.add(x.Members[j].Name, x.Members[j].Type, x.Members[j].Binding)
			}
		}
	}
	return s.some()
}

// outputs is inputs for the result.
func (s *sharedLocations) outputs(f *ir.Function) bool {
	if f.Result == 0 {
		return false
	}
	s.add("value", f.Result, f.ResultBinding)
	if x := s.m.StructOf(f.Result); x != nil {
		for j := range x.Members {
			s.add(x.Members[j].Name, x.Members[j].Type, x.Members[j].Binding)
		}
	}
	return s.some()
}

func (s *sharedLocations) mergeInputs(f *ir.Function) {
	want := func(a *ir.Argument) bool {
		if s.merged(a.Binding) != nil {
			return true
		}
		if x := s.m.StructOf(a.Type); x != nil && a.Binding.Kind == ir.NoBinding {
			for j := range x.Members {
				if s.merged(x.Members[j].Binding) != nil {
					return true
				}
			}
		}
		return false
	}
	splitArguments(s.m, f, want, func(b *ir.Builder, a ir.Argument) ir.ExprID {
		l := s.merged(a.Binding)
		if l == nil {
			f.Args = append(f.Args, a)
			return b.Argument(len(f.Args) - 1)
		}
		if l.at < 0 {
			l.at = len(f.Args)
			f.Args = append(f.Args, ir.Argument{Name: l.name, Type: ir.VectorOf(l.scalar, 4), Binding: l.binding, Span: a.Span})
		}
		v := b.Argument(l.at)
		n := s.m.Types.ComponentCount(a.Type)
		if n == 1 {
			return b.AccessIndex(v, uint32(a.Binding.Component))
		}
		if n == 4 {
			return v
		}
		pattern := make([]uint8, n)
		for k := range pattern {
			pattern[k] = a.Binding.Component + uint8(k)
		}
		return b.Swizzle(v, pattern...)
	})
}

func (s *sharedLocations) mergeOutputs(f *ir.Function) {
	x := s.m.StructOf(f.Result)
	if x == nil {
		l := s.merged(f.ResultBinding)
		first := f.ResultBinding.Component
		f.ResultBinding, f.Result = l.binding, ir.VectorOf(l.scalar, 4)
		mapReturns(s.m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
			return s.vector(b, l, []ir.ExprID{v}, []uint8{first})
		})
		return
	}
	old := append([]ir.Member(nil), x.Members...)
	grown := ir.Struct{Name: x.Name, Span: x.Span, Doc: x.Doc}
	for _, mem := range old {
		if l := s.merged(mem.Binding); l != nil {
			if l.at >= 0 {
				continue
			}
			l.at = len(grown.Members)
			mem.Type, mem.Binding = ir.VectorOf(l.scalar, 4), l.binding
		}
		grown.Members = append(grown.Members, mem)
	}
	f.Result = s.m.AddStruct(grown)
	mapReturns(s.m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		values := parts(b, v)
		var list []ir.ExprID
		for i, mem := range old {
			l := s.merged(mem.Binding)
			switch {
			case l == nil:
				list = append(list, values[i])
			case l.at == len(list): // the first of its location
				var of []ir.ExprID
				var at []uint8
				for k := i; k < len(old); k++ {
					if s.merged(old[k].Binding) == l {
						of, at = append(of, values[k]), append(at, old[k].Binding.Component)
					}
				}
				list = append(list, s.vector(b, l, of, at))
			}
		}
		return b.Compose(f.Result, list...)
	})
}

// vector is the vector of four of values that begin at components; the others are zero.
func (s *sharedLocations) vector(b *ir.Builder, l *sharedLocation, values []ir.ExprID, at []uint8) ir.ExprID {
	var list [4]ir.ExprID
	for i, v := range values {
		n := s.m.Types.ComponentCount(b.TypeOf(v))
		for k := range n {
			if n == 1 {
				list[at[i]] = v
				continue
			}
			list[int(at[i])+k] = b.AccessIndex(v, uint32(k))
		}
	}
	for k := range list {
		if list[k] == 0 {
			list[k] = b.Bits(ir.ScalarTypeOf(l.scalar), 0)
		}
	}
	return b.Compose(ir.VectorOf(l.scalar, 4), list[:]...)
}
