package raster

// This file counts the outcomes of drawing, to explain an empty picture.

import (
	"fmt"
	"strings"
)

// A Tally counts the outcomes of the primitives of draws.
type Tally struct {
	Vertices   int // vertices or indices, of all instances
	Workgroups int // of task stages, and of mesh stages alone
	Primitives int
	NotFinite  int // of these: a coordinate isn't finite, or too large for the viewport
	Clipped    int // outside of the clip volume
	Culled     int // turned away, or beyond a cull distance
	Empty      int // without area, or outside of the picture or the scissor
	Shaded     int // quads of pixels that the fragment stage ran for
	Written    int // quads of which a sample passed all tests
}

// Nothing explains why nothing was drawn though vertices or workgroups were given; it is
// empty if something was, or nothing should be.
func (t *Tally) Nothing() string {
	switch {
	case t.Written > 0 || t.Vertices == 0 && t.Workgroups == 0:
		return ""
	case t.Primitives > 0:
	case t.Workgroups > 0:
		return count(t.Workgroups, "workgroup makes", "workgroups make") + " no primitive"
	default:
		return count(t.Vertices, "vertex makes", "vertices make") + " no primitive"
	}
	var why []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{t.NotFinite, "with coordinates that are no finite numbers, or far too large"},
		{t.Clipped, "outside of the clip volume"},
		{t.Culled, "culled"},
		{t.Empty, "without area, or outside of the picture or the scissor"},
		{t.Primitives - t.NotFinite - t.Clipped - t.Culled - t.Empty, "of which no sample is left: none was covered, or they were discarded, masked, or failed in a depth or stencil test"},
	} {
		if part.n > 0 {
			why = append(why, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	return fmt.Sprintf("of %s, %s", count(t.Primitives, "primitive", "primitives"), strings.Join(why, "; "))
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// begin counts a primitive; its outcome is clipped, unless another is found.
func (d *drawing) begin() (before int) {
	d.gone = &d.tally.Clipped
	d.tally.Primitives++
	return len(d.triangles)
}

// end counts why nothing is left of a primitive.
func (d *drawing) end(before int) {
	if len(d.triangles) == before {
		*d.gone++
	}
}

// count adds a draw's counts to the pass's.
func (d *drawing) count() {
	t := &d.pass.Tally
	t.Vertices += d.tally.Vertices
	t.Workgroups += d.tally.Workgroups
	t.Primitives += d.tally.Primitives
	t.NotFinite += d.tally.NotFinite
	t.Clipped += d.tally.Clipped
	t.Culled += d.tally.Culled
	t.Empty += d.tally.Empty
	for _, x := range d.tilers {
		t.Shaded += x.shaded
		t.Written += x.written
	}
}
