package opt

// This file packs the values between two stages: scalars and vectors of one kind share locations.
//
//	before                        after
//	%uv : vec2<f32> location(0)   %uv : vec2<f32> location(0)
//	%fade : f32 location(1)       %fade : f32 location(0) component(2)
//	%id : u32 location(2)         %id : u32 location(1)
//
// Values that are interpolated otherwise, of other scalars, or of patches or primitives, have
// locations of their own (Vulkan, section "Location and Component Assignment"). Arrays, matrices and
// doubles stay in place.

import (
	"cmp"
	"slices"
	"strconv"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LinkOptions configures the linking of stages.
type LinkOptions struct {
	Packing bool `doc:"scalars and vectors of one kind share locations"`
}

// LinkStagesOf is the pass with options.
func LinkStagesOf(o LinkOptions) *pass.Pass {
	p := *LinkStages
	p.Shader = func(s *ssa.Shader) bool {
		changed := linkStages(s)
		if o.Packing {
			stages := pipelineOf(s)
			for k := 1; k < len(stages); k++ {
				x := &linkPair{s: s, from: stages[k-1], to: stages[k]}
				changed = x.pack() || changed
			}
		}
		return changed
	}
	return &p
}

// A packed is an output and its input.
type packed struct {
	out, in *linkPart
	comps   int
}

// A packing is a location that is shared.
type packing struct {
	scalar   ir.Scalar
	from, to ir.Binding // but for places and links
	location uint32
	used     int
}

// kindOf is a binding without its place.
func kindOf(b ir.Binding) ir.Binding {
	b.Location, b.Component, b.Link, b.Semantic, b.Feedback = 0, 0, ir.Link{}, ir.Semantic{}, ir.Feedback{}
	return b
}

// pack gives outputs and inputs places. It reports whether they take fewer locations now.
func (x *linkPair) pack() bool {
	var list []packed
	taken := map[uint32]bool{}
	keep := func(p *linkPart) {
		for k := range x.s.Module.Locations(p.t) {
			taken[p.at.Location+k] = true
		}
	}
	partner := map[*linkPart]bool{}
	for k := range x.from.outs {
		out := &x.from.outs[k]
		in := x.input(out)
		if in == nil || out.at.Passthrough || in.at.Passthrough || in.at.Interpolation == ir.InterpolatePerVertex || x.s.Module.Types.ScalarOf(out.t).Bits() != 32 || x.outputs(in) != 1 {
			keep(out)
			continue
		}
		partner[in] = true
		list = append(list, packed{out, in, x.s.Module.Types.ComponentCount(out.t)})
	}
	for k := range x.to.ins {
		if in := &x.to.ins[k]; !partner[in] {
			keep(in)
		}
	}
	slices.SortStableFunc(list, func(a, b packed) int { return cmp.Compare(b.comps, a.comps) })
	before := map[uint32]bool{}
	var bins []packing
	next := uint32(0)
	places := make([][2]uint32, len(list))
	for k, p := range list {
		before[p.out.at.Location] = true
		scalar, from, to := x.s.Module.Types.ScalarOf(p.out.t), kindOf(p.out.at), kindOf(p.in.at)
		i := slices.IndexFunc(bins, func(b packing) bool {
			return b.scalar == scalar && b.from == from && b.to == to && b.used+p.comps <= 4
		})
		if i < 0 {
			for taken[next] {
				next++
			}
			bins = append(bins, packing{scalar, from, to, next, 0})
			next++
			i = len(bins) - 1
		}
		places[k] = [2]uint32{bins[i].location, uint32(bins[i].used)}
		bins[i].used += p.comps
	}
	if len(bins) >= len(before) {
		return false
	}
	moved := map[[2]uint32][2]uint32{}
	for k, p := range list {
		moved[[2]uint32{p.in.at.Location, uint32(p.in.at.Component)}] = places[k]
		x.from.place(x.s, p.out, true, places[k])
		x.to.place(x.s, p.in, false, places[k])
	}
	x.to.moveInterpolations(moved)
	return true
}

// outputs is how many outputs an input reads.
func (x *linkPair) outputs(in *linkPart) (n int) {
	for k := range x.from.outs {
		if x.overlaps(&x.from.outs[k], in) {
			n++
		}
	}
	return n
}

// bindingOf is the binding of an input or output, for changes.
func (x *linkStage) bindingOf(s *ssa.Shader, p *linkPart, output bool) *ir.Binding {
	var b *ir.Binding
	var t ir.TypeID
	switch {
	case p.v != 0:
		b, t = &s.Vars[p.v].IO, s.Vars[p.v].Type
		if ty := s.Module.Types.At(t); p.member >= 0 && ty.Kind == ir.TypeArray {
			t = ty.Base
		}
	case output:
		b, t = &x.f.ResultBinding, x.f.Result
	default:
		x.f.Params = slices.Clone(x.f.Params)
		b, t = &x.f.Params[p.index].Binding, x.f.Params[p.index].Type
	}
	if p.member >= 0 {
		b = &s.Module.StructOf(t).Members[p.member].Binding
	}
	return b
}

// place gives an input or output a place.
func (x *linkStage) place(s *ssa.Shader, p *linkPart, output bool, at [2]uint32) {
	b := x.bindingOf(s, p, output)
	b.Location, b.Component, b.Semantic = at[0], uint8(at[1]), ir.Semantic{}
	if l := &b.Link; l.Parts > 0 {
		*l = ir.Link{Name: l.Name + "_" + strconv.Itoa(int(l.Part)), Open: l.Open}
	}
}

// moveInterpolations gives inputs that are interpolated elsewhere their new places.
func (x *linkStage) moveInterpolations(moved map[[2]uint32][2]uint32) {
	for _, f := range x.fns {
		if !f.MayHave(op.Interpolate) {
			continue
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.Interpolate {
					continue
				}
				if to, ok := moved[[2]uint32{f.Field(i, "location"), f.Field(i, "component")}]; ok {
					f.SetField(i, "location", to[0])
					f.SetField(i, "component", to[1])
				}
			}
		}
	}
}
