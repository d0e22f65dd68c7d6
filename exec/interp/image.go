package interp

// This file runs operations on images: it reads the operands from slots and
// leaves texels and filters to package exec.

import (
	"refract/exec"
	"refract/internal/ir/arith"
	"refract/ir"
)

// boundOf is the resource bound to the variable of a handle.
func (m *machine) boundOf(handle uint64) *exec.Bound {
	return &m.bound[handle&^uint64(handleBit)>>handleShift]
}

func (m *machine) texture(handle uint64) *exec.TextureView {
	return m.boundOf(handle).Textures[uint32(handle)]
}

func (m *machine) sampler(handle uint64) *exec.Sampler {
	return m.boundOf(handle).Samplers[uint32(handle)]
}

// imageSample does opImageSample.
func (m *machine) imageSample(x *sampleArgs, r []uint64, dst int32) {
	view, sampler := m.texture(r[x.image]), m.sampler(r[x.sampler])
	var q exec.SampleQuery
	n := x.dim.CoordinateCount()
	q.Coordinate = vector3(r, x.coordinate, n)
	if x.array >= 0 {
		q.Layer = int64(uint32(r[x.array]))
		if x.signed {
			q.Layer = int64(int32(r[x.array]))
		}
	}
	if x.offset >= 0 {
		for i := range n {
			q.Offset[i] = int32(r[x.offset+int32(i)])
		}
	}
	if x.reference >= 0 {
		q.Compare, q.Reference = true, f32Of(r[x.reference])
	}
	q.ClampEdge = x.clampEdge
	if x.mode == ir.LevelQuery {
		q.Level = level(view, x, r, &q)
		accessed, detail := view.QueryLevel(sampler, q)
		r[dst], r[dst+1] = f32Bits(accessed), f32Bits(detail)
		return
	}
	if x.gather < 0 {
		if !x.clampEdge {
			q.Level = level(view, x, r, &q)
		}
		if x.least >= 0 {
			q.AtLeast(f32Of(r[x.least]))
		}
	}
	var t exec.Texel
	switch {
	case x.residency:
		t[0] = boolBits(view.SampleResident(sampler, q, x.gather >= 0))
	case x.gather >= 0:
		t = view.Gather(sampler, q, x.gather)
	default:
		t = view.Sample(sampler, q)
	}
	copy(r[dst:dst+x.components], t[:])
}

// vector3 reads up to three f32.
func vector3(r []uint64, at int32, n int) (v [3]float32) {
	for i := range n {
		v[i] = f32Of(r[at+int32(i)])
	}
	return v
}

// level is the level of detail of a sampling. The query keeps the derivatives that it is
// computed from.
func level(view *exec.TextureView, x *sampleArgs, r []uint64, q *exec.SampleQuery) float32 {
	n := x.dim.CoordinateCount()
	detail := func(ddx, ddy [3]float32) float32 {
		q.HasSlopes, q.Ddx, q.Ddy = true, ddx, ddy
		if x.dim == ir.DimCube {
			return view.CubeLevelOfDetail(q.Coordinate, ddx, ddy)
		}
		return view.LevelOfDetail(ddx, ddy)
	}
	switch x.mode {
	case ir.LevelZero:
		return 0
	case ir.LevelExact:
		if x.intLevel {
			return float32(int32(r[x.level]))
		}
		return f32Of(r[x.level])
	case ir.LevelGradient:
		return detail(vector3(r, x.level, n), vector3(r, x.levelY, n))
	case ir.LevelAuto, ir.LevelBias, ir.LevelQuery:
		l := detail(vector3(r, x.levelY, n), vector3(r, x.levelY+int32(n), n))
		if x.mode == ir.LevelBias {
			l += min(max(f32Of(r[x.level]), -16), 15.99)
		}
		return l
	}
	panic("interp: level " + x.mode.String())
}

// place reads the coordinates of a texel; z is the slice or the layer. For cubes, which are
// written and read as storage images only, the layer is the face, of the cube that the
// array index names.
func (x *texelArgs) place(r []uint64) (px, py, pz uint32) {
	var c [3]uint32
	n := x.dim.CoordinateCount()
	for i := range n {
		c[i] = uint32(r[x.coordinate+int32(i)])
	}
	if x.array >= 0 {
		layer := uint32(r[x.array])
		if x.dim == ir.DimCube {
			if layer >= noLayer/6 || c[2] >= 6 {
				layer, c[2] = 0, noLayer
			}
			layer = 6*layer + c[2]
		}
		c[2] = layer
	}
	return c[0], c[1], c[2]
}

// noLayer is a layer that no image has.
const noLayer = 1<<32 - 1

// whichLevel is the level and sample of a texel.
func (x *texelArgs) whichLevel(r []uint64) (level, sample uint32) {
	if x.level >= 0 {
		level = uint32(r[x.level])
	}
	if x.sample >= 0 {
		sample = uint32(r[x.sample])
	}
	return
}

// noTexel handles a texel outside the image: a trap if the access is flagged, a
// finding if one is wanted. False ends the run.
func (m *machine) noTexel(v *invocation, x *texelArgs, px, py, pz, level uint32) bool {
	if x.promised {
		m.trap(v, ir.FlagInBounds, "a texel lies outside the image though it is flagged to be in bounds")
		return false
	}
	if m.options.Check&exec.CheckBounds != 0 {
		m.find(exec.CodeBounds, v, "texel (%d, %d, %d) of level %d lies outside the image", int32(px), int32(py), int32(pz), int32(level))
	}
	return true
}

// imageLoad does opImageLoad. A texel outside the image is zero.
func (m *machine) imageLoad(v *invocation, x *texelArgs, r []uint64, dst int32) bool {
	view := m.texture(r[x.image])
	px, py, pz := x.place(r)
	if x.dim == ir.DimSubpass {
		px, py = v.name.Global[0], v.name.Global[1]
	}
	level, sample := x.whichLevel(r)
	t, ok := view.Load(level, px, py, pz, sample)
	if !ok && !(x.dim == ir.DimSubpass && v.helper) && !m.noTexel(v, x, px, py, pz, level) {
		return false
	}
	if x.residency {
		r[dst] = boolBits(view.Resident(level, px, py, pz))
		return true
	}
	copy(r[dst:dst+x.components], t[:])
	return true
}

// imageStore does opImageStore.
func (m *machine) imageStore(v *invocation, x *texelArgs, r []uint64) bool {
	view := m.texture(r[x.image])
	px, py, pz := x.place(r)
	var t exec.Texel
	copy(t[:], r[x.value:x.value+4])
	if v.helper {
		return true
	}
	_, sample := x.whichLevel(r)
	return view.Store(0, px, py, pz, sample, t) || m.noTexel(v, x, px, py, pz, 0)
}

// imageAtomic does opImageAtomic.
func (m *machine) imageAtomic(v *invocation, x *texelArgs, r []uint64, dst int32) {
	view := m.texture(r[x.image])
	px, py, pz := x.place(r)
	var compare uint64
	if x.compare >= 0 {
		compare = r[x.compare]
	}
	_, sample := x.whichLevel(r)
	t, ok := view.Load(0, px, py, pz, sample)
	old := t[0]
	if ok && !v.helper {
		t[0] = arith.Atomic(x.op, x.s, old, r[x.value], compare)
		view.Store(0, px, py, pz, sample, t)
	}
	if x.components > 0 {
		r[dst] = old
	}
	if x.components > 1 {
		r[dst+1] = boolBits(old == compare)
	}
}

// imageQuery does opImageQuery.
func (m *machine) imageQuery(v *invocation, in *instr, r []uint64) {
	view := m.texture(r[in.a])
	switch ir.ImageQueryOp(in.f) {
	case ir.QuerySize:
		var level uint32
		if in.b >= 0 {
			level = uint32(r[in.b])
			if level >= view.Levels && m.options.Check&exec.CheckBounds != 0 {
				m.find(exec.CodeBounds, v, "the size of level %d is asked for of an image with %d", int32(level), view.Levels)
			}
			level = min(level, view.Levels-1)
		}
		w, h, d := view.Size(level)
		size := [3]uint64{uint64(w), uint64(h), uint64(d)}
		copy(r[in.dst:in.dst+int32(in.n)], size[:])
	case ir.QueryLevels:
		r[in.dst] = uint64(view.Levels)
	case ir.QueryLayers:
		r[in.dst] = uint64(view.LayerCount())
	case ir.QuerySamples:
		r[in.dst] = uint64(view.Texture.Samples)
	default:
		panic("interp: image query")
	}
}
