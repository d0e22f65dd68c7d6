package lower

// This file interpolates inputs of fragments in the shader, for machines that supply an input's values
// at the three vertices of the triangle and the place in it.
//
//	before                                           after
//	%1 = load_barycentric at=pixel                   %1 = load_barycentric at=pixel
//	%2 = load_interpolated_input %1, 0, base=2       %3 = load_input 0, base=5
//	                                                 %4 = load_input 1, base=5
//	                                                 %5 = load_input 2, base=5
//	                                                 %6 = fsub %4, %3
//	                                                 %7 = fsub %5, %3
//	                                                 %8 = ffma %1.x, %6, %3
//	                                                 %2 = ffma %1.y, %7, %8
//
// The place is the weights of the second and the third vertex. The place at an offset from the pixel's
// center follows from the place there: the weights divided by w, and 1 / w, are linear in the window, so
// that their derivatives at the start of the shader lead to the offset. A sample is such an
// offset if the number of samples is known.

import (
	"math"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Interpolation interpolates inputs in the shader.
var Interpolation = &pass.Pass{
	Name:      "lower-interpolation",
	Doc:       "inputs of fragments are interpolated between the values of the vertices, by the place in the triangle",
	Replaces:  []string{"lower_interpolation"},
	Requires:  pass.ExplicitIO,
	Destroys:  pass.Scalar | pass.FewSystemValues,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return lowerInterpolation(s, CommonInterpolation) },
}

// InterpolationOptions selects the places.
type InterpolationOptions struct {
	Pixel    bool   `doc:"at the center of the pixel"`
	Centroid bool   `doc:"at the centroid of the covered samples"`
	Sample   bool   `doc:"at the sample"`
	AtOffset bool   `doc:"at an offset from the center"`
	AtSample bool   `doc:"at another sample, if samples is stated"`
	Samples  uint32 `doc:"the samples of a pixel: 1, 2, 4, 8 or 16, in the standard places of Vulkan; 0: they aren't known"`
}

// CommonInterpolation has the places that every machine with barycentric coordinates can do.
var CommonInterpolation = InterpolationOptions{Pixel: true, AtOffset: true, AtSample: true}

// InterpolationOf is the pass with options.
func InterpolationOf(o InterpolationOptions) *pass.Pass {
	p := *Interpolation
	p.Shader = func(s *ssa.Shader) bool { return lowerInterpolation(s, o) }
	return &p
}

// standardSamples are the standard places of a number of samples, x and y of each, in sixteenths of a pixel from its
// upper left corner (Vulkan, "Multisampling"); nil: there are none.
func standardSamples(n uint32) []uint8 {
	switch n {
	case 1:
		return []uint8{8, 8}
	case 2:
		return []uint8{12, 12, 4, 4}
	case 4:
		return []uint8{6, 2, 14, 6, 2, 10, 10, 14}
	case 8:
		return []uint8{9, 5, 7, 11, 13, 9, 5, 3, 3, 13, 1, 7, 11, 15, 15, 1}
	case 16:
		return []uint8{9, 9, 7, 5, 5, 10, 12, 7, 3, 6, 10, 13, 13, 11, 11, 3, 6, 14, 8, 1, 4, 2, 2, 12, 0, 8, 15, 4, 14, 15, 1, 0}
	}
	return nil
}

// An interpolator replaces loads in a fragment shader.
type interpolator struct {
	s       *ssa.Shader
	f       *ssa.Function
	o       InterpolationOptions
	corners map[ssa.VarID]ssa.VarID      // the input with the values of the vertices, by the interpolated one
	planes  [2]*[3][3]ssa.Value          // by interpolation: weights and 1 / w, and their slopes in x and y
	places  map[ssa.InstrID][2]ssa.Value // weights, by load_barycentric
}

func lowerInterpolation(s *ssa.Shader, o InterpolationOptions) bool {
	changed := false
	for k := range s.EntryPoints {
		if f := s.Funcs[s.EntryPoints[k].Function]; s.EntryPoints[k].Stage == ir.StageFragment && f.MayHave(op.LoadInterpolatedInput) {
			x := interpolator{s: s, f: f, o: o, corners: map[ssa.VarID]ssa.VarID{}, places: map[ssa.InstrID][2]ssa.Value{}}
			changed = x.run() || changed
		}
	}
	return changed
}

// run replaces the loads of an input if all its loads can be replaced.
func (x *interpolator) run() bool {
	f := x.f
	kept := map[ssa.VarID]bool{}
	type load struct {
		i ssa.InstrID
		v ssa.VarID
	}
	var loads []load
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar:
				kept[f.VarOf(i)] = kept[f.VarOf(i)] || f.HasUses(i)
			case op.LoadInput:
				if v := x.input(i); v != 0 {
					kept[v] = true
				}
			case op.LoadInterpolatedInput:
				v := x.input(i)
				if v == 0 {
					continue
				}
				loads = append(loads, load{i, v})
				kept[v] = kept[v] || !x.wants(i)
			}
		}
	}
	changed := false
	for _, l := range loads {
		if !kept[l.v] {
			x.replace(l.i, l.v)
			changed = true
		}
	}
	return changed
}

// input is the variable that a load reads, or 0.
func (x *interpolator) input(i ssa.InstrID) ssa.VarID {
	f := x.f
	base, component := f.Field(i, "base"), f.Field(i, "component")
	if k, known := f.KnownBits(f.Arg(i, slotSource(f.Op(i))), 0); known {
		base += uint32(k)
	}
	types := &x.s.Module.Types
	for k := range x.s.Vars {
		v := &x.s.Vars[k]
		n := uint32(max(types.ComponentCount(v.Type), 1))
		if k > 0 && v.Mode == ssa.ModeShaderIn && v.HasAt && base >= v.At && base < v.At+slotsOf(x.s.Module, v.Type) &&
			(types.ComponentCount(v.Type) == 0 || component >= uint32(v.IO.Component) && component < uint32(v.IO.Component)+n) {
			return ssa.VarID(k)
		}
	}
	return 0
}

// wants reports whether the options select a load.
func (x *interpolator) wants(i ssa.InstrID) bool {
	f := x.f
	place := f.Arg(i, 0)
	if f.Op(place) != op.LoadBarycentric || f.Bits(i) != 32 {
		return false
	}
	switch op.Barycentric(f.Field(place, "at")) {
	case op.BarycentricPixel:
		return x.o.Pixel
	case op.BarycentricCentroid:
		return x.o.Centroid
	case op.BarycentricSample:
		return x.o.Sample
	case op.BarycentricAtOffset:
		return x.o.AtOffset
	}
	return x.o.AtSample && standardSamples(x.o.Samples) != nil
}

// replace interpolates between the values of the vertices.
func (x *interpolator) replace(i ssa.InstrID, v ssa.VarID) {
	f := x.f
	weights := x.weights(f.Arg(i, 0))
	to := x.cornersOf(v)
	c := calc{f.BuildBefore(i)}
	size := slotsOf(x.s.Module, x.s.Vars[v].Type)
	slot := f.Arg(i, 1)
	var corners [3]ssa.Value
	for k := range corners {
		at := slot
		if n, known := f.KnownBits(slot, 0); known {
			at = c.U32(uint32(n) + uint32(k)*size)
		} else if k > 0 {
			at = c.addi(slot, uint64(uint32(k)*size))
		}
		p := c.Instr(op.LoadInput, f.Type(i), ssa.Whole(at))
		f.SetField(p, "base", f.Field(i, "base")-x.s.Vars[v].At+x.s.Vars[to].At)
		f.SetField(p, "component", f.Field(i, "component"))
		f.SetField(p, "slots", max(f.Field(i, "slots"), 1)+2*size)
		corners[k] = p
	}
	n := f.Comps(i)
	whole := func(w ssa.Value) ssa.Value {
		if n == 1 {
			return w
		}
		return c.Swizzle(w, ssa.Splat(0), n)
	}
	r := c.do(op.FFma, whole(weights[0]), c.fsub(corners[1], corners[0]), corners[0])
	r = c.do(op.FFma, whole(weights[1]), c.fsub(corners[2], corners[0]), r)
	if f.Type(r) != f.Type(i) {
		r = c.Op(op.Bitcast, f.Type(i), r)
	}
	place := f.Arg(i, 0)
	replace(f, i, r)
	if !f.HasUses(place) {
		f.Remove(place)
	}
}

// cornersOf is the input with the values that an input has at the vertices, behind the slots of all inputs.
func (x *interpolator) cornersOf(v ssa.VarID) ssa.VarID {
	if to := x.corners[v]; to != 0 {
		return to
	}
	top := uint32(0)
	for k := range x.s.Vars {
		if y := &x.s.Vars[k]; y.Mode == ssa.ModeShaderIn && y.HasAt {
			top = max(top, y.At+slotsOf(x.s.Module, y.Type))
		}
	}
	y := x.s.Vars[v]
	y.Type = x.s.Module.Types.Array(y.Type, 3)
	y.IO.Interpolation, y.IO.Sampling = ir.InterpolatePerVertex, ir.DefaultSampling
	y.At = top
	x.corners[v] = x.s.AddVar(y)
	return x.corners[v]
}

// weights are the weights of the second and the third vertex at a place.
func (x *interpolator) weights(place ssa.Value) (w [2]ssa.Value) {
	f := x.f
	if have, ok := x.places[place]; ok {
		return have
	}
	c := calc{f.BuildAfter(place)}
	switch op.Barycentric(f.Field(place, "at")) {
	case op.BarycentricAtOffset:
		at := f.Arg(place, 0)
		w = x.at(&c, place, c.Component(at, 0), c.Component(at, 1))
	case op.BarycentricAtSample:
		ox, oy := x.sample(&c, f.Arg(place, 0))
		w = x.at(&c, place, ox, oy)
	default:
		w = [2]ssa.Value{c.Component(place, 0), c.Component(place, 1)}
	}
	x.places[place] = w
	return w
}

// sample is the offset of a sample from the pixel's center.
func (x *interpolator) sample(c *calc, number ssa.Value) (ox, oy ssa.Value) {
	list := standardSamples(x.o.Samples)
	offset := func(k int) ssa.Value { return c.f32(math.Float32bits(float32(list[k])/16 - 0.5)) }
	ox, oy = offset(0), offset(1)
	if c.F.Type(number) != ir.TypeU32 {
		number = c.bitcast(ir.U32, number)
	}
	for k := 1; k < len(list)/2; k++ {
		is := c.eqi(number, uint64(k))
		ox, oy = c.sel(is, offset(2*k), ox), c.sel(is, offset(2*k+1), oy)
	}
	return ox, oy
}

// at are the weights at an offset from the pixel's center.
func (x *interpolator) at(c *calc, place, ox, oy ssa.Value) (w [2]ssa.Value) {
	linear := ir.Interpolation(x.f.Field(place, "interpolation")) == ir.InterpolateLinear
	p := x.plane(linear)
	moved := func(k int) ssa.Value { return c.fadd(p[k][0], c.fadd(c.fmul(p[k][1], ox), c.fmul(p[k][2], oy))) }
	w = [2]ssa.Value{moved(0), moved(1)}
	if !linear {
		whole := moved(2)
		w[0], w[1] = c.fdiv(w[0], whole), c.fdiv(w[1], whole)
	}
	return w
}

// plane are the weights of the pixel's center divided by w, and 1 / w, with their slopes: computed at the start
// of the function, since derivatives have no value if only some fragments of a quad ask for them.
func (x *interpolator) plane(linear bool) *[3][3]ssa.Value {
	f := x.f
	n, interpolation := 0, ir.InterpolatePerspective
	if linear {
		n, interpolation = 1, ir.InterpolateLinear
	}
	if x.planes[n] != nil {
		return x.planes[n]
	}
	c := calc{f.Build(f.Entry())}
	center := c.Instr(op.LoadBarycentric, ir.VectorOf(ir.F32, 2), ssa.Src{})
	f.SetField(center, "interpolation", uint32(interpolation))
	var values [3]ssa.Value
	values[0], values[1] = c.Component(center, 0), c.Component(center, 1)
	if !linear {
		position := c.Instr(op.LoadSystemValue, ir.VectorOf(ir.F32, 4))
		f.SetField(position, "value", uint32(ir.BuiltInPosition))
		values[2] = c.Component(position, 3)
		values[0], values[1] = c.fmul(values[0], values[2]), c.fmul(values[1], values[2])
	}
	p := new([3][3]ssa.Value)
	for k, v := range values {
		if v == 0 {
			continue
		}
		p[k][0] = v
		for a, axis := range []ir.DerivativeAxis{ir.AxisX, ir.AxisY} {
			d := c.Instr(op.Derivative, ir.TypeF32, ssa.Whole(v))
			f.SetField(d, "axis", uint32(axis))
			p[k][a+1] = d
		}
	}
	x.planes[n] = p
	return p
}
