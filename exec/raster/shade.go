package raster

// This file runs the fragment stage on the quads that a tile has gathered, and
// hands its results to the tests and to blending.

import (
	"math"
	"math/bits"

	"refract/exec"
	"refract/internal/num"
	"refract/ir"
)

// shading is the memory of the fragment stage's batches, and the places of its built-in
// values: words of the records, -1 if there are none.
type shading struct {
	batch exec.Batch

	position, frontFacing, sampleIndex, sampleMask  int
	samplePosition                                  int
	primitive, pointCoord, layer, view, sampleCount int
	barycentrics                                    [2]int // with perspective and without
	fragDepth, outMask                              int

	tested    bool // something may yet take samples from a fragment
	centroids bool // an input is interpolated there
	others    bool // built-in values other than the position are read
	lent      bool // the records lie in the stage's own memory

	nothing [4]uint32 // what a stage without outputs writes

	center, sampled, covered quadWeights // scratch

	ramps  []ramp   // of the varyings, on the triangle
	flats  []uint32 // of the varyings, words that are the same on the whole triangle
	ramped int32    // its number; -1: none
}

// A ramp is a scalar of the fragment stage's input on a triangle: its value at the first
// vertex, and how much more it is at the others.
type ramp struct{ at, second, third float64 }

// value is the value at a place with weights.
func (r *ramp) value(second, third float64) float32 {
	return float32(r.at + (float64(second*r.second) + float64(third*r.third)))
}

// prepare finds the built-in values.
func (t *tile) prepare() {
	d, s := t.d, &t.shading
	in, out := d.fragmentIn, d.fragmentOut
	s.position = builtIn(in, ir.BuiltInPosition)
	s.frontFacing = builtIn(in, ir.BuiltInFrontFacing)
	s.sampleIndex = builtIn(in, ir.BuiltInSampleIndex)
	s.samplePosition = builtIn(in, ir.BuiltInSamplePosition)
	s.sampleMask = builtIn(in, ir.BuiltInSampleMask)
	s.primitive = builtIn(in, ir.BuiltInPrimitiveIndex)
	s.layer = builtIn(in, ir.BuiltInLayer)
	s.view = builtIn(in, ir.BuiltInViewIndex)
	s.pointCoord = builtIn(in, ir.BuiltInPointCoord)
	s.sampleCount, s.barycentrics = -1, [2]int{-1, -1}
	for i := range in {
		switch p := &in[i]; {
		case exec.IsSampleCount(&p.Binding):
			s.sampleCount = p.First
		case p.Kind == ir.BindBuiltIn && p.BuiltIn == ir.BuiltInBarycentric && p.Interpolation == ir.InterpolateLinear:
			s.barycentrics[1] = p.First
		case p.Kind == ir.BindBuiltIn && p.BuiltIn == ir.BuiltInBarycentric:
			s.barycentrics[0] = p.First
		}
	}
	s.fragDepth = builtIn(out, ir.BuiltInFragDepth)
	s.outMask = builtIn(out, ir.BuiltInSampleMask)
	s.tested = s.outMask >= 0 || d.pipeline.AlphaToCoverage || !d.early && (d.pipeline.Depth != nil || d.pipeline.Stencil != nil)
	s.others = s.frontFacing >= 0 || s.sampleIndex >= 0 || s.samplePosition >= 0 || s.sampleMask >= 0 || s.primitive >= 0 ||
		s.layer >= 0 || s.view >= 0 || s.barycentrics != [2]int{-1, -1} || s.pointCoord >= 0 || s.sampleCount >= 0
	for k := range d.varyings {
		s.centroids = s.centroids || d.varyings[k].where == ir.SampleCentroid
	}
	s.ramps, s.flats, s.ramped = make([]ramp, len(d.varyings)), make([]uint32, len(d.varyings)), -1
	times := 1
	if d.perSample {
		times = d.samples
	}
	n := 4 * maxQuads * times
	s.batch = exec.Batch{Quads: make([]exec.Quad, n/4)}
	if l, ok := t.stage.(exec.Lender); ok {
		s.batch.In, s.batch.Out = l.Lend(n)
		s.lent = s.batch.In != nil || s.batch.Out != nil
	}
	if !s.lent {
		s.batch.In, s.batch.Out = make([]uint32, n*d.fragmentWords), make([]uint32, n*d.outWords)
	}
	t.merge(n)
	t.interpolate(n)
}

// flush shades the quads that wait.
func (t *tile) flush() error {
	d := t.d
	n := t.waiting()
	if n == 0 {
		return nil
	}
	defer func() { t.quads, t.placed = t.quads[:0], 0 }()
	if t.stage == nil {
		t.written += n
		return nil // the tests have written all there is
	}
	t.shaded += n
	b := &t.shading.batch
	b.Count = 0
	times := 1
	if d.perSample {
		times = d.samples
	}
	switch {
	case t.direct:
		b.Count = 4 * n
	case t.interpolation.triangles != nil:
		t.loadTriangles()
	default:
		for i := range t.quads {
			for s := range times {
				t.load(&t.quads[i], s)
			}
		}
	}
	if !t.shading.lent {
		clear(b.Out[:b.Count*d.outWords])
	}
	if err := t.stage.Run(b); err != nil {
		return err
	}
	if t.merging.pixels != nil {
		t.countMerged(n)
		return nil
	}
	at := 0
	for i := range t.quads {
		q := &t.quads[i]
		for s := range times {
			out := t.shading.nothing[:]
			if d.outWords > 0 {
				out = b.Out[at*d.outWords:][:4*d.outWords]
			}
			mask := q.mask
			if d.perSample {
				mask &= 0x1111 << s
			}
			if t.interpolation.triangles != nil {
				mask = coverage(t.merging.quads[at/4].Coverage)
			} else {
				mask &^= ofPixels[b.Quads[at/4].Discarded&15]
			}
			at += 4
			if t.shading.tested {
				for p := range 4 {
					if m := mask.of(p); m != 0 {
						mask = mask&^(15<<(4*p)) | coverage(t.test(q, p, m, out[p:]))<<(4*p)
					}
				}
			}
			if mask == 0 {
				continue
			}
			t.written++
			for k := range d.colors {
				d.writeQuad(k, q, mask, out)
			}
		}
	}
	return nil
}

// A quadWeights is the weights of a quad's four pixels: over the window, and those that follow the perspective,
// which are the same, and left out, if it is flat.
type quadWeights struct{ l1, l2, p1, p2, oow [4]float64 }

// weights are the weights of the pixels of a quad, at the place (dx, dy) in each.
func (tri *triangle) quadWeights(q *quad, dx, dy float64, w *quadWeights) {
	x0, y0 := float64(q.x)+dx-tri.x, float64(q.y)+dy-tri.y
	x1, y1 := float64(q.x+1)+dx-tri.x, float64(q.y+1)+dy-tri.y
	tri.l1.quad(x0, x1, y0, y1, &w.l1)
	tri.l2.quad(x0, x1, y0, y1, &w.l2)
	if tri.flatW {
		w.oow = [4]float64{tri.oow[0], tri.oow[0], tri.oow[0], tri.oow[0]}
		return
	}
	a, b, c := tri.oow[0], tri.oow[1], tri.oow[2]
	for p := range 4 {
		l1, l2 := w.l1[p], w.l2[p]
		oow := float64(a*(1-l1-l2)) + float64(b*l1) + float64(c*l2)
		by := 1 / oow
		w.oow[p], w.p1[p], w.p2[p] = oow, b*l1*by, c*l2*by
	}
}

// quad are the values at the pixels of a quad.
func (s *slope) quad(x0, x1, y0, y1 float64, out *[4]float64) {
	left, right := s.at+float64(x0*s.dx), s.at+float64(x1*s.dx)
	up, down := float64(y0*s.dy), float64(y1*s.dy)
	*out = [4]float64{left + up, right + up, left + down, right + down}
}

// ramp finds the ramps of a triangle.
func (t *tile) ramp(i int32, tri *triangle) {
	d := t.d
	t.shading.ramped = i
	a, b, c := d.records[tri.records[0]:][:d.vertexWords], d.records[tri.records[1]:][:d.vertexWords], d.records[tri.records[2]:][:d.vertexWords]
	for k := range d.varyings {
		v := &d.varyings[k]
		var x, y, z float64
		switch {
		case v.kind == ir.InterpolateFlat:
			record := tri.flat
			if v.corner >= 0 {
				record = d.vertices[tri.corners[v.corner]].record
			}
			t.shading.flats[k] = d.records[record+v.from]
			continue
		case v.scalar == ir.F16:
			x, y, z = float64(num.F16(a[v.from]).F32()), float64(num.F16(b[v.from]).F32()), float64(num.F16(c[v.from]).F32())
		default:
			x, y, z = float64(math.Float32frombits(a[v.from])), float64(math.Float32frombits(b[v.from])), float64(math.Float32frombits(c[v.from]))
		}
		if r := (ramp{x, y - x, z - x}); x == x && r.second == r.second && r.third == r.third {
			t.shading.ramps[k] = r
		} else { // its bits don't depend on the order of operations
			t.shading.ramps[k] = ramp{at: float64(num.NaNF32())}
		}
	}
}

// load makes the inputs of a quad's four fragments.
func (t *tile) load(q *quad, sample int) {
	d, b := t.d, &t.shading.batch
	tri := &d.triangles[q.triangle]
	at := b.Count
	b.Count += 4
	mask := q.mask
	if d.perSample {
		mask &= 0x1111 << sample
	}
	t.name(q, mask, at)
	if q.triangle != t.shading.ramped {
		t.ramp(q.triangle, tri)
	}
	in := b.In[at*d.fragmentWords:][:4*d.fragmentWords]
	dx, dy := 0.5, 0.5
	center := &t.shading.center
	tri.quadWeights(q, 0.5, 0.5, center)
	here := center
	if d.perSample {
		dx, dy = t.places[sample][0], t.places[sample][1]
		here = &t.shading.sampled
		tri.quadWeights(q, dx, dy, here)
	}
	centroid := here
	if t.shading.centroids && !d.perSample {
		centroid = &t.shading.covered
		*centroid = *center
		t.centroid(tri, q, centroid)
	}
	for k := range d.varyings {
		v := &d.varyings[k]
		to := (*[4]uint32)(in[4*v.to:])
		if v.kind == ir.InterpolateFlat {
			word := t.shading.flats[k]
			*to = [4]uint32{word, word, word, word}
			continue
		}
		w := center
		switch v.where {
		case ir.SampleSample:
			w = here
		case ir.SampleCentroid:
			w = centroid
		}
		w1, w2 := &w.p1, &w.p2
		if v.kind == ir.InterpolateLinear || tri.flatW {
			w1, w2 = &w.l1, &w.l2
		}
		r := &t.shading.ramps[k]
		if v.scalar == ir.F16 {
			for p := range to {
				to[p] = uint32(num.F16FromF32(r.value(w1[p], w2[p])))
			}
			continue
		}
		to[0], to[1] = math.Float32bits(r.value(w1[0], w2[0])), math.Float32bits(r.value(w1[1], w2[1]))
		to[2], to[3] = math.Float32bits(r.value(w1[2], w2[2])), math.Float32bits(r.value(w1[3], w2[3]))
	}
	if first := t.shading.position; first >= 0 {
		to := (*[16]uint32)(in[4*first:])
		x0, x1 := float64(q.x)+dx, float64(q.x+1)+dx
		y0, y1 := float64(q.y)+dy, float64(q.y+1)+dy
		left, right := math.Float32bits(float32(x0)), math.Float32bits(float32(x1))
		up, down := math.Float32bits(float32(y0)), math.Float32bits(float32(y1))
		var z [4]float64
		tri.z.quad(x0-tri.x, x1-tri.x, y0-tri.y, y1-tri.y, &z) // clamped at the test only
		to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = left, right, left, right, up, up, down, down
		for p := range 4 {
			to[8+p], to[12+p] = math.Float32bits(float32(z[p])), math.Float32bits(float32(here.oow[p]))
		}
	}
	if t.shading.others {
		for p := range 4 {
			t.builtIns(in[p:], tri, float64(int(q.x)+p&1)+dx, float64(int(q.y)+p>>1)+dy, mask.of(p), sample)
		}
	}
}

// name sets the pixels that the fragments of a quad are, and the helpers among them.
func (t *tile) name(q *quad, mask coverage, at int) {
	t.shading.batch.Quads[at/4] = exec.Quad{X: uint32(q.x), Y: uint32(q.y), Helpers: mask.pixels() ^ 15}
	if t.merging.pixels != nil {
		t.placeQuad(q, at/4, 0)
	}
}

// centroid changes the weights of a quad to the weights of a covered place: the center if
// all samples are covered, else the first covered sample (Vulkan leaves the choice open).
func (t *tile) centroid(tri *triangle, q *quad, w *quadWeights) {
	all := uint8(1)<<len(t.samples) - 1
	for p := range 4 {
		mask := q.mask.of(p)
		if mask == 0 || mask == all {
			continue
		}
		at := &t.places[bits.TrailingZeros8(mask)]
		var there quadWeights
		tri.quadWeights(q, at[0], at[1], &there)
		w.l1[p], w.l2[p], w.p1[p], w.p2[p], w.oow[p] = there.l1[p], there.l2[p], there.p1[p], there.p2[p], there.oow[p]
	}
}

// builtIns fills the built-in values but for the position; the words of a record are four
// apart.
func (t *tile) builtIns(in []uint32, tri *triangle, x, y float64, mask uint8, sample int) {
	d, s := t.d, &t.shading
	if s.frontFacing >= 0 {
		in[4*s.frontFacing] = 0
		if tri.front {
			in[4*s.frontFacing] = 1
		}
	}
	if s.sampleIndex >= 0 {
		in[4*s.sampleIndex] = uint32(sample)
	}
	if s.samplePosition >= 0 {
		at := [2]int64{one / 2, one / 2}
		if d.perSample {
			at = t.samples[sample]
		}
		in[4*s.samplePosition] = math.Float32bits(float32(at[0]) / one)
		in[4*s.samplePosition+4] = math.Float32bits(float32(at[1]) / one)
	}
	if s.sampleCount >= 0 {
		in[4*s.sampleCount] = uint32(d.samples)
	}
	if s.sampleMask >= 0 {
		in[4*s.sampleMask] = uint32(mask)
	}
	if s.primitive >= 0 {
		in[4*s.primitive] = tri.primitive
	}
	if s.layer >= 0 && d.layer >= 0 {
		in[4*s.layer] = d.records[int(tri.flat)+d.layer]
	}
	if s.view >= 0 {
		in[4*s.view] = d.view
	}
	for linear, first := range s.barycentrics {
		if first < 0 {
			continue
		}
		b := d.barycentric(tri, x, y, linear == 1)
		for k := range b {
			in[4*(first+k)] = math.Float32bits(float32(b[k]))
		}
	}
	if s.pointCoord >= 0 && tri.point {
		in[4*s.pointCoord] = math.Float32bits(float32(tri.coord[0].value(x-tri.x, y-tri.y)))
		v := float32(tri.coord[1].value(x-tri.x, y-tri.y))
		if d.pipeline.Clip == ClipOpenGL { // it runs down the screen, and rows run up
			v = 1 - v
		}
		in[4*s.pointCoord+4] = math.Float32bits(v)
	}
}

// barycentric are the coordinates of a place in the triangle that was there before
// clipping: in the plane that the vertices span, the volumes that the place makes
// with each two of them.
func (d *drawing) barycentric(tri *triangle, x, y float64, linear bool) (b [3]float64) {
	p := &d.viewport
	at := [3]float64{(x-float64(p.X))/float64(p.Width)*2 - 1, (y-float64(p.Y))/float64(p.Height)*2 - 1, 1}
	var v [3][3]float64
	for i, c := range tri.corners {
		clip := &d.vertices[c].clip
		v[i] = [3]float64{float64(clip[0]), float64(clip[1]), float64(clip[3])}
	}
	sum := 0.0
	for i := range b {
		j, k := &v[(i+1)%3], &v[(i+2)%3]
		b[i] = at[0]*(j[1]*k[2]-j[2]*k[1]) + at[1]*(j[2]*k[0]-j[0]*k[2]) + at[2]*(j[0]*k[1]-j[1]*k[0])
		if linear {
			b[i] *= v[i][2]
		}
		sum += b[i]
	}
	for i := range b {
		b[i] /= sum
	}
	return b
}

// test makes the tests that come after the fragment stage and returns the samples that
// are left; the words of the record are four apart.
func (t *tile) test(q *quad, p int, mask uint8, out []uint32) uint8 {
	d, s := t.d, &t.shading
	if s.outMask >= 0 {
		mask &= uint8(out[4*s.outMask])
	}
	// Integers have no alpha as coverage (OpenGL 4.6, section 17.3.1).
	if d.pipeline.AlphaToCoverage && len(d.outputs) > 0 && d.outputs[0].color[3] >= 0 && d.outputs[0].scalar.IsFloat() {
		mask &= d.coverage(d.outputs[0].float(out, 3))
	}
	if d.early || d.pipeline.Depth == nil && d.pipeline.Stencil == nil {
		return mask
	}
	x, y := int(q.x)+p&1, int(q.y)+p>>1
	tri := &d.triangles[q.triangle]
	for k := range t.samples {
		if mask>>k&1 == 0 {
			continue
		}
		z := q.z[4*p+k]
		if s.fragDepth >= 0 {
			z = d.clampDepth(math.Float32frombits(out[4*s.fragDepth]))
		}
		if !d.test(x, y, k, z, tri.front) {
			mask &^= 1 << k
		}
	}
	return mask
}

// coverage is the samples that an alpha covers: the first ones, as many as the alpha's
// share, rounded up (Vulkan leaves the choice open, "Multisample Coverage": none at 0, all
// at 1).
func (d *drawing) coverage(alpha float32) uint8 {
	if !(alpha > 0) { // NaN too
		return 0
	}
	n := int(math.Ceil(float64(min(alpha, 1)) * float64(d.samples)))
	return 1<<n - 1
}
