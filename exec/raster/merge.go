package raster

// This file has the fragment stage write the colors of a tile itself, if the engine can: to a copy of the tile's
// pixels in the stage's memory.

import (
	"image"

	"refract/exec"
)

// merging is the copy of a tile's pixels; there is none without pixels.
type merging struct {
	pixels []byte
	quads  []exec.QuadPlace // of the batch, if it merges or interpolates
	row    int              // bytes
	size   int              // of a pixel
	area   image.Rectangle
}

// merge asks the stage to write the colors of batches of so many fragments.
func (t *tile) merge(count int) {
	d := t.d
	m, ok := t.stage.(exec.Merger)
	if !ok || !t.shading.lent || t.shading.tested || d.perSample || len(d.colors) != 1 || d.colors[0].swapped {
		return
	}
	target := exec.MergeTarget{Width: tileSize, Height: tileSize, Samples: d.samples}
	switch d.outputs[0].kind {
	case storeBytes:
	case blendBytes, blendFloats:
		how := d.targets[0].Blend
		target.Blend, target.Floats = true, d.outputs[0].kind == blendFloats
		target.Color = [2]exec.MergeFactor{how.Color.Src.ofAlpha(), how.Color.Dst.ofAlpha()}
		target.Alpha = [2]exec.MergeFactor{how.Alpha.Src.ofAlpha(), how.Alpha.Dst.ofAlpha()}
	default:
		return
	}
	if pixels, quads := m.Merge(target, count); pixels != nil {
		t.merging.pixels, t.merging.quads = pixels, quads
	}
	t.merging.size = d.colors[0].bytes * d.samples
	t.merging.row = t.merging.size * tileSize
}

// ofAlpha is a factor that follows from the source's alpha alone.
func (f BlendFactor) ofAlpha() exec.MergeFactor {
	switch f {
	case BlendZero:
		return exec.MergeFactor{}
	case BlendOne:
		return exec.MergeFactor{Constant: 1}
	case BlendSrcAlpha:
		return exec.MergeFactor{TimesAlpha: 1}
	}
	return exec.MergeFactor{Constant: 1, TimesAlpha: -1}
}

// beginPixels copies the pixels of a tile to the stage's memory.
func (t *tile) beginPixels(area image.Rectangle) {
	m := &t.merging
	if m.pixels == nil {
		return
	}
	m.area = area.Intersect(image.Rect(0, 0, t.d.width, t.d.height))
	t.eachRow(func(copied, attached []byte) { copy(copied, attached) })
}

// endPixels copies them back.
func (t *tile) endPixels() {
	if t.merging.pixels != nil {
		t.eachRow(func(copied, attached []byte) { copy(attached, copied) })
	}
}

// eachRow calls a function with each row of the tile: its copy, and its place in the attachment.
func (t *tile) eachRow(f func(copied, attached []byte)) {
	d, m := t.d, &t.merging
	a := &d.colors[0]
	n := m.area.Dx() * a.bytes * d.samples
	for y := range m.area.Dy() {
		f(m.pixels[y*m.row:][:n], a.at(m.area.Min.X, m.area.Min.Y+y, 0, d.samples)[:n])
	}
}

// placeQuad names the place of a quad of the batch, whose triangle's record is at an offset.
func (t *tile) placeQuad(q *quad, at int, triangle uint32) {
	m := &t.merging
	offset := (int(q.y)-m.area.Min.Y)*m.row + (int(q.x)-m.area.Min.X)*m.size
	m.quads[at] = exec.QuadPlace{X: uint32(q.x), Y: uint32(q.y), Triangle: triangle, Offset: uint32(offset), Coverage: uint32(q.mask)}
}

// countMerged counts the quads of a batch of so many that samples were written of.
func (t *tile) countMerged(n int) {
	for i := range t.merging.quads[:n] {
		if t.merging.quads[i].Coverage != 0 {
			t.written++
		}
	}
}
