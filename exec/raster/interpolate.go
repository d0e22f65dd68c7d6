package raster

// This file has the fragment stage interpolate its inputs itself, if the engine can: from records of the triangles
// that the quads of a batch are of.

import (
	"math"

	"refract/exec"
	"refract/ir"
)

// interpolation is the memory of the records; there is none if inputs are interpolated here.
type interpolation struct {
	triangles [][2]float64
	record    int      // pairs
	triangle  int32    // whose record is the last of the batch
	last      uint32   // its offset, in bytes
	constants []uint32 // scratch: inputs that are constant on a triangle, as words of a quad
}

// interpolate asks the stage to interpolate for batches of so many fragments.
func (t *tile) interpolate(count int) {
	d := t.d
	s, ok := t.stage.(exec.Interpolator)
	if !ok || !t.shading.lent || d.perSample || t.shading.centroids {
		return
	}
	quads, triangles := s.Interpolate(count)
	if triangles == nil {
		return
	}
	t.merging.quads = quads
	t.interpolation = interpolation{triangles: triangles, record: exec.TriangleWords + exec.TriangleWord*d.fragmentWords,
		constants: make([]uint32, 4*d.fragmentWords)}
	t.shading.batch.Quads = nil
	t.direct = t.merging.pixels != nil
}

// loadTriangles names the quads of a batch and their triangles.
func (t *tile) loadTriangles() {
	for i := range t.quads {
		q := &t.quads[i]
		t.placeQuad(q, i, t.recordOf(q.triangle, i == 0))
	}
	t.shading.batch.Count = 4 * len(t.quads)
}

// recordOf returns the offset of a triangle's record, which is made if it isn't the last one of the batch.
func (t *tile) recordOf(i int32, first bool) uint32 {
	r := &t.interpolation
	size := uint32(16 * r.record)
	switch {
	case first:
		r.last, r.triangle = 0, i
		t.recordTriangle(i, r.triangles[:r.record])
	case r.triangle != i:
		r.last += size
		r.triangle = i
		t.recordTriangle(i, r.triangles[r.last/16:][:r.record])
	}
	return r.last
}

// recordTriangle makes the record of a triangle.
func (t *tile) recordTriangle(i int32, record [][2]float64) {
	d, tri := t.d, &t.d.triangles[i]
	if i != t.shading.ramped {
		t.ramp(i, tri)
	}
	flat := 0.0
	if tri.flatW {
		flat = 1
	}
	for k, x := range [exec.TriangleWords]float64{
		0, tri.l1.at, tri.l1.dx, tri.l1.dy, tri.l2.at, tri.l2.dx, tri.l2.dy, tri.z.at, tri.z.dx, tri.z.dy,
		tri.oow[0], tri.oow[1], tri.oow[2], flat,
	} {
		record[k] = [2]float64{x, x}
	}
	record[exec.TriangleOrigin] = [2]float64{tri.x, tri.y}
	words := record[exec.TriangleWords:]
	if t.shading.others {
		t.builtIns(t.interpolation.constants, tri, 0, 0, 0, 0)
		for k := range d.fragmentWords {
			words[exec.TriangleWord*k] = fourTimes(t.interpolation.constants[4*k])
		}
	}
	for k := range d.varyings {
		v := &d.varyings[k]
		to := (*[exec.TriangleWord][2]float64)(words[exec.TriangleWord*v.to:])
		if v.kind == ir.InterpolateFlat {
			to[0] = fourTimes(t.shading.flats[k])
			continue
		}
		r := &t.shading.ramps[k]
		*to = [exec.TriangleWord][2]float64{{r.at, r.at}, {r.second, r.second}, {r.third, r.third}}
	}
}

// fourTimes is a pair with the bits of a word four times.
func fourTimes(word uint32) [2]float64 {
	x := math.Float64frombits(uint64(word) | uint64(word)<<32)
	return [2]float64{x, x}
}
