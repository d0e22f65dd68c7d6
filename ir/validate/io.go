package validate

// This file checks the inputs and outputs of entry points: built-ins and locations of
// parameters, results and their members.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/internal/ir/typing"
	"refract/ir"
)

// ioState is scratch of checking one direction of one entry point.
type ioState struct {
	builtIns  [maxBuiltIns]bool
	linear    bool // barycentric coordinates without perspective are there
	locations []location
	order     []int
	bound     []ir.GlobalID
	captures  []capture
}

// location is the components that one varying occupies.
type location struct {
	number       uint32
	components   uint8 // a bit for each of the four
	blend        uint8 // blend source plus one
	perPrimitive bool
	span         diag.Span
}

// direction is one side of an entry point.
type direction struct {
	e      *ir.EntryPoint
	output bool
	info   *EntryPointInfo
}

func (d direction) String() string { return pick(d.output, "output", "input") }

func (v *Validator) interfaces(i int, e *ir.EntryPoint, f *ir.Function, span diag.Span) {
	in := direction{e, false, &v.info.EntryPoints[i]}
	v.io.reset()
	for j := range f.Args {
		a := &f.Args[j]
		v.varyings(in, a.Type, &a.Binding, cmp.Or(a.Span, span), a.Name)
	}
	v.collisions(in)
	out := direction{e, true, in.info}
	v.io.reset()
	if f.Result != 0 {
		v.varyings(out, f.Result, &f.ResultBinding, span, "the result")
	}
	v.collisions(out)
	v.captured(e, span)
	if e.Stage.Info().WritesPosition && !v.io.builtIns[ir.BuiltInPosition] {
		v.errorf(CodePosition, span, "the %s entry point %q must return a position", e.Stage, e.Name)
	}
}

func (s *ioState) reset() {
	s.builtIns, s.linear = [maxBuiltIns]bool{}, false
	s.locations, s.captures = s.locations[:0], s.captures[:0]
}

// varyings checks a parameter or result: bound itself, or a struct whose members
// all are.
func (v *Validator) varyings(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	if b.Kind != ir.NoBinding {
		v.varying(d, t, b, span, name)
		return
	}
	s := v.m.StructOf(t)
	if s == nil {
		v.errorf(CodeIOMissing, span, "%q of an entry point is neither a built-in nor at a location", name)
		return
	}
	for i := range s.Members {
		mem := &s.Members[i]
		at := cmp.Or(mem.Span, span)
		if mem.Binding.Kind == ir.NoBinding {
			v.errorf(CodeIOMissing, at, "the member %q of an entry point's %s is neither a built-in nor at a location", mem.Name, d)
			continue
		}
		v.varying(d, mem.Type, &mem.Binding, at, mem.Name)
	}
}

func (v *Validator) varying(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	v.capture(d, t, b, span, name)
	if b.Passthrough {
		v.errorf(CodePipeline, span, "%q is passed through, and so must be an input that is a variable", name)
	}
	if b.Kind == ir.BindBuiltIn {
		v.builtIn(d, t, b, span, name)
		return
	}
	kind := d.e.Stage.IO(d.output)
	if b.IsPerVertex() && !d.output {
		a := v.m.Types.At(t)
		if kind != ir.Varyings || a.Kind != ir.TypeArray || a.Length != 3 {
			v.errorf(CodeIOInterpolation, span, "%q with the values of each vertex must be a fragment input that is an array of 3, found %s", name, v.m.TypeName(t))
			return
		}
		t = a.Base
	}
	if kind == ir.NoInterface {
		v.errorf(CodeIOLocation, span, "a %s entry point has no %ss at locations", d.e.Stage, d)
		return
	}
	if !v.facts.Has(t, typing.IOShareable) {
		v.errorf(CodeIOType, span, "%q at a location can't be %s", name, v.m.TypeName(t))
		return
	}
	v.interpolation(t, b, kind == ir.Varyings, span, name)
	if b.PerPrimitive {
		v.need(MeshShader, span, "a varying per primitive")
		if kind != ir.Varyings || d.output {
			v.errorf(CodeIOLocation, span, "only fragment inputs are per primitive")
		}
	}
	v.locate(d, t, b, span)
}

func (v *Validator) interpolation(t ir.TypeID, b *ir.Binding, between bool, span diag.Span, name string) {
	if between && !v.m.Types.ScalarOf(t).IsFloat() && b.Interpolation != ir.InterpolateFlat && b.Interpolation != ir.InterpolatePerVertex {
		v.errorf(CodeIOInterpolation, span, "%q is %s and must be flat", name, v.m.TypeName(t))
	}
	ok := true
	switch b.Interpolation {
	case ir.InterpolateFlat:
		ok = b.Sampling == ir.DefaultSampling || b.Sampling == ir.SampleFirst || b.Sampling == ir.SampleEither
	case ir.InterpolatePerVertex:
		ok = b.Sampling == ir.DefaultSampling
		v.need(PerVertex, span, "a varying read per vertex")
	default:
		ok = b.Sampling != ir.SampleFirst && b.Sampling != ir.SampleEither
	}
	if !ok {
		v.errorf(CodeIOInterpolation, span, "%s interpolation can't be sampled at %s", b.Interpolation, b.Sampling)
	}
	if b.Interpolation == ir.InterpolateLinear {
		v.need(LinearInterpolation, span, "linear interpolation")
	}
	if b.Sampling == ir.SampleSample && between {
		v.need(MultisampledShading, span, "sampling per sample")
	}
	if b.Invariant {
		v.errorf(CodeIOInterpolation, span, "only the position can be invariant")
	}
}

// locate notes the components that a varying occupies.
func (v *Validator) locate(d direction, t ir.TypeID, b *ir.Binding, span diag.Span) {
	s := &v.io
	ty := v.m.Types.At(t)
	n := max(1, int(ty.Rows))
	if ty.Scalar.Bits() == 64 {
		n *= 2
	}
	if b.Component > 3 || n <= 4 && int(b.Component)+n > 4 || n > 4 && b.Component != 0 {
		v.errorf(CodeIOLocation, span, "%s doesn't fit at component %d", v.m.TypeName(t), b.Component)
		return
	}
	l := location{number: b.Location, perPrimitive: b.PerPrimitive, span: span}
	l.components = uint8((1<<min(n, 4) - 1) << b.Component)
	if b.HasBlendSrc {
		v.need(DualSourceBlending, span, "a blend source")
		d.info.DualSource = true
		if d.e.Stage.IO(d.output) != ir.Colors || b.BlendSrc > 1 {
			v.errorf(CodeBlendSrc, span, "a blend source is 0 or 1, on outputs of fragment entry points")
			return
		}
		l.blend = b.BlendSrc + 1
	}
	s.locations = append(s.locations, l)
	if n > 4 {
		l.number++
		l.components = uint8(1<<(n-4) - 1)
		s.locations = append(s.locations, l)
	}
}

// collisions reports varyings of one direction that lie over one another.
func (v *Validator) collisions(d direction) {
	list := v.io.locations
	slices.SortStableFunc(list, func(a, b location) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.blend, b.blend))
	})
	for i := 1; i < len(list); {
		first := i - 1
		used := list[first].components
		for ; i < len(list) && list[i].number == list[first].number && list[i].blend == list[first].blend; i++ {
			if used&list[i].components != 0 {
				v.errorf(CodeIOLocation, list[i].span, "two %ss are at location %d", d, list[i].number).Label(list[first].span, "another one")
			}
			used |= list[i].components
		}
		i++
	}
}
