package transform

// This file parts combined images and samplers, for targets that have none:
//
//	global @tex : sampled_image<image<2d, f32>> handle group 0 binding 0
//	%1 = image_sample @tex at %uv
//
// becomes
//
//	global @tex : image<2d, f32> handle group 0 binding 0
//	global @tex_sampler : sampler handle group 0 binding 1
//	%1 = image_sample @tex with @tex_sampler at %uv
//
// Arrays of combined images become an array of each, and parameters a parameter of each. A
// texture that is compared with gets a comparison sampler; one that is sampled both ways,
// here or in functions that it is handed to, gets two samplers; one that is never sampled,
// none. CombineSamplers puts the pairs together again.
//
// Samplers get the bindings after the last of their texture's group.

import (
	"cmp"
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// A SplitSampler is the parts of a combined image and sampler. The texture is the former
// global.
type SplitSampler struct {
	Texture    ir.GlobalID
	Sampler    ir.GlobalID // 0: nothing samples the texture without comparing
	Comparison ir.GlobalID // 0: nothing compares
}

// SplitSamplers parts the combined images and samplers of a module, in the order of
// the globals.
func SplitSamplers(m *ir.Module) []SplitSampler {
	if !HasCombinedSamplers(m) {
		return nil
	}
	s := &splitting{m: m}
	s.find()
	s.uncombine()
	list := s.declare()
	for s.fn = 1; s.fn < len(m.Functions); s.fn++ {
		rewrite.Function(m, m.Functions[s.fn], s)
	}
	return list
}

// HasCombinedSamplers reports whether anything in a module is a combined image and
// sampler.
func HasCombinedSamplers(m *ir.Module) bool {
	for i := 1; i < len(m.Globals); i++ {
		if isCombinedSampler(m, m.Globals[i].Type) {
			return true
		}
	}
	for _, f := range m.Functions[1:] {
		for i := range f.Args {
			if isCombinedSampler(m, f.Args[i].Type) {
				return true
			}
		}
	}
	return false
}

// ReadsCombinedDepth reports whether depth is read without comparing from a combined
// image and sampler, which GLSL can't do: its shadow samplers only compare.
func ReadsCombinedDepth(m *ir.Module) bool {
	isDepth := func(f *ir.Function, x ir.ExprID) bool {
		t := m.Types.At(f.TypeOf(x))
		return t.Kind == ir.TypeSampledImage && m.Types.At(t.Base).Class == ir.ImageDepth
	}
	for _, f := range m.Functions[1:] {
		if !f.MayHave(ir.KindImageSample) && !f.MayHave(ir.KindImageLoad) {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			switch f.Kind(x) {
			case ir.KindImageSample:
				if v := f.ImageSample(x); v.DepthRef == 0 && isDepth(f, v.Image) {
					return true
				}
			case ir.KindImageLoad:
				if isDepth(f, f.ImageLoad(x).Image) {
					return true
				}
			}
		}
	}
	return false
}

// isCombinedSampler reports whether a type is a combined image and sampler, or an
// array of them.
func isCombinedSampler(m *ir.Module, t ir.TypeID) bool {
	if x := m.Types.At(t); x.Kind == ir.TypeBindingArray {
		t = x.Base
	}
	return m.Types.At(t).Kind == ir.TypeSampledImage
}

// sampling is how something is sampled.
type sampling uint8

const (
	plainly sampling = 1 << iota
	comparing
)

type splitting struct {
	m       *ir.Module
	globals []sampling   // by global
	args    [][]sampling // by function, by parameter
	// The parts that a function has: by the index of plainly and comparing.
	samplers [2][]ir.GlobalID // by global
	params   [2][][]int       // by function, by parameter: the parameter added, or 0
	added    []bool           // by function: it has new parameters
	fn       int              // the function that is rewritten
}

// origin is the global or parameter that a combined image is, or is an element of.
func origin(f *ir.Function, x ir.ExprID) ir.ExprID {
	for {
		switch f.Kind(x) {
		case ir.KindAccess:
			x = f.Access(x).Base
		case ir.KindAccessIndex:
			x = f.AccessIndex(x).Base
		default:
			return x
		}
	}
}

// uses notes that something is sampled, and reports whether that is new.
func (s *splitting) uses(fn int, x ir.ExprID, how sampling) bool {
	f := s.m.Functions[fn]
	var p *sampling
	switch x = origin(f, x); f.Kind(x) {
	case ir.KindGlobal:
		p = &s.globals[f.GlobalRef(x)]
	case ir.KindArgument:
		p = &s.args[fn][f.ArgumentIndex(x)]
	default:
		return false
	}
	if *p|how == *p {
		return false
	}
	*p |= how
	return true
}

// find finds how globals and parameters are sampled.
func (s *splitting) find() {
	m := s.m
	s.globals, s.args = make([]sampling, len(m.Globals)), make([][]sampling, len(m.Functions))
	callers := make([][]int, len(m.Functions))
	calls := make([][]ir.StmtID, len(m.Functions))
	var work []int
	for fn := 1; fn < len(m.Functions); fn++ {
		f := m.Functions[fn]
		s.args[fn] = make([]sampling, len(f.Args))
		work = append(work, fn)
		for x := ir.ExprID(1); f.MayHave(ir.KindImageSample) && int(x) < f.ExprCount(); x++ {
			if f.Kind(x) != ir.KindImageSample {
				continue
			}
			if v := f.ImageSample(x); v.Sampler == 0 {
				how := plainly
				if v.DepthRef != 0 {
					how = comparing
				}
				s.uses(fn, v.Image, how)
			}
		}
		for st := ir.StmtID(1); int(st) < f.StmtCount(); st++ {
			if f.StmtKind(st) != ir.StmtCall {
				continue
			}
			call := f.Call(st)
			if slices.ContainsFunc(call.Args, func(x ir.ExprID) bool { return isCombinedSampler(m, f.TypeOf(x)) }) {
				calls[fn] = append(calls[fn], st)
				if list := callers[call.Function]; len(list) == 0 || list[len(list)-1] != fn {
					callers[call.Function] = append(list, fn)
				}
			}
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		changed := false
		for _, st := range calls[fn] {
			call := m.Functions[fn].Call(st)
			for k, x := range call.Args {
				if isCombinedSampler(m, m.Functions[fn].TypeOf(x)) && s.uses(fn, x, s.args[call.Function][k]) {
					changed = true
				}
			}
		}
		if changed {
			work = append(work, callers[fn]...)
		}
	}
}

// uncombine gives everything the types of textures.
func (s *splitting) uncombine() {
	m := s.m
	m.MapTypes(func(id ir.TypeID) ir.TypeID {
		switch t := *m.Types.At(id); {
		case t.Kind == ir.TypeSampledImage:
			return t.Base
		case t.Kind == ir.TypeBindingArray && isCombinedSampler(m, id):
			t.Base = m.Types.At(t.Base).Base
			return m.Types.Intern(t)
		}
		return id
	})
}

// samplerType is the type of the samplers of a texture or an array of textures.
func (s *splitting) samplerType(texture ir.TypeID, how sampling) ir.TypeID {
	types := &s.m.Types
	sampler := types.Intern(ir.Type{Kind: ir.TypeSampler, Comparison: how == comparing})
	if t := *types.At(texture); t.Kind == ir.TypeBindingArray {
		t.Base = sampler
		return types.Intern(t)
	}
	return sampler
}

// samplerName is the name of a sampler of a texture.
func samplerName(texture string, how, all sampling) string {
	switch {
	case texture == "":
		return ""
	case how == comparing && all != comparing:
		return texture + "_comparison"
	}
	return texture + "_sampler"
}

// declare declares the samplers.
func (s *splitting) declare() (list []SplitSampler) {
	m := s.m
	next := map[uint32]uint32{} // by group: the first binding that is free
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding {
			next[g.Binding.Group] = max(next[g.Binding.Group], g.Binding.Binding+1)
		}
	}
	for how := range s.samplers {
		s.samplers[how] = make([]ir.GlobalID, len(s.globals))
		s.params[how] = make([][]int, len(m.Functions))
	}
	s.added = make([]bool, len(m.Functions))
	for i := range s.globals {
		if s.globals[i] == 0 {
			continue
		}
		x := SplitSampler{Texture: ir.GlobalID(i)}
		for k, to := range [2]*ir.GlobalID{&x.Sampler, &x.Comparison} {
			how := sampling(1) << k
			if s.globals[i]&how == 0 {
				continue
			}
			g := m.Globals[i]
			g.Name, g.Type, g.Doc = samplerName(g.Name, how, s.globals[i]), s.samplerType(g.Type, how), ""
			g.Memory, g.Default = 0, false
			if g.HasBinding {
				g.Binding.Binding = next[g.Binding.Group]
				next[g.Binding.Group]++
			}
			*to = ir.GlobalID(len(m.Globals))
			s.samplers[k][i] = *to
			m.Globals = append(m.Globals, g)
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b SplitSampler) int { return cmp.Compare(a.Texture, b.Texture) })
	for fn := 1; fn < len(m.Functions); fn++ {
		f := m.Functions[fn]
		for k := range s.params {
			s.params[k][fn] = make([]int, len(s.args[fn]))
		}
		for i, all := range s.args[fn] {
			for k := range s.params {
				how := sampling(1) << k
				if all&how == 0 {
					continue
				}
				a := f.Args[i]
				a.Name, a.Type = samplerName(a.Name, how, all), s.samplerType(a.Type, how)
				s.params[k][fn][i] = len(f.Args)
				f.Args = append(f.Args, a)
				s.added[fn] = true
			}
		}
	}
	return list
}

// sampler builds the sampler of a texture.
func (s *splitting) sampler(b *ir.Builder, x ir.ExprID, k int) ir.ExprID {
	f := b.F
	switch f.Kind(x) {
	case ir.KindGlobal:
		return b.Global(s.samplers[k][f.GlobalRef(x)])
	case ir.KindArgument:
		return b.Argument(s.params[k][s.fn][f.ArgumentIndex(x)])
	case ir.KindAccess:
		v := f.Access(x)
		y := b.Access(s.sampler(b, v.Base, k), v.Index)
		f.SetFlags(y, f.Flags(x))
		return y
	case ir.KindAccessIndex:
		v := f.AccessIndex(x)
		return b.AccessIndex(s.sampler(b, v.Base, k), v.Index)
	}
	panic("transform: a texture that is an expression of kind " + f.Kind(x).String())
}

// Expr implements rewrite.Visitor.
func (s *splitting) Expr(e *rewrite.Editor, x ir.ExprID) {
	if e.F.Kind(x) != ir.KindImageSample {
		return
	}
	v := e.F.ImageSample(x)
	if v.Sampler != 0 {
		return
	}
	b := e.Ahead()
	k := 0
	if v.DepthRef != 0 {
		k = 1
	}
	v.Sampler = s.sampler(b, v.Image, k)
	e.Become(b.ImageSample(v))
}

// Stmt implements rewrite.Visitor.
func (s *splitting) Stmt(e *rewrite.Editor, st ir.StmtID) {
	if e.F.StmtKind(st) != ir.StmtCall {
		return
	}
	call := e.F.Call(st)
	if !s.added[call.Function] {
		return
	}
	args := slices.Clone(call.Args)
	span := e.F.StmtSpan(st)
	b := e.Remove()
	for i := range s.args[call.Function] {
		for k := range s.params {
			if at := s.params[k][call.Function][i]; at != 0 {
				if at != len(args) {
					panic("transform: parameters out of order")
				}
				args = append(args, s.sampler(b, call.Args[i], k))
			}
		}
	}
	b.Push(e.F.AddCall(ir.Call{Function: call.Function, Args: args, Result: call.Result}, span))
}
