package layout

// This file renders a struct with its layout in comments, for messages.

import (
	"strconv"
	"strings"

	"refract/ir"
)

// describeLimit is how many members of a struct are shown around the marked one.
const describeLimit = 32

// Describe renders a struct as WGSL with the place of every member (and of the bytes that
// padding takes) in comments; a marked member gets an arrow. For mark < 0 none does. It
// returns nil for types other than structs, or without layout, and shows at most a few
// dozen members, the ones before the mark.
//
//	   /*            align(16) size(32) */ struct S {
//	   /* offset( 0) align( 4) size( 4) */   a : f32,
//	   /* offset( 4)           size(12) */   // padding
//	-> /* offset(16) align(16) size(16) */   b : vec4<f32>,
//	   /*                               */ };
func (c *Cache) Describe(t ir.TypeID, l ir.LayoutID, mark int) []string {
	s := c.m.StructOf(t)
	info, err := c.Of(t, l)
	if s == nil || err != nil {
		return nil
	}
	type line struct {
		offset, align, size int64 // negative: left out
		text                string
		marked              bool
	}
	lines := []line{{-1, int64(info.Align), int64(info.Size), "struct " + s.Name + " {", false}}
	first := max(0, min(mark, len(s.Members)-1)-describeLimit+1)
	last := min(len(s.Members), first+describeLimit)
	if first > 0 {
		lines = append(lines, line{-1, -1, -1, "  ...", false})
	}
	end := uint32(0)
	for i := first; i < last; i++ {
		offset, mem, err := c.Member(t, l, i)
		if err != nil {
			return nil
		}
		if i > first && offset > end {
			lines = append(lines, line{int64(end), -1, int64(offset - end), "  // padding", false})
		}
		lines = append(lines, line{int64(offset), int64(mem.Align), int64(mem.Size),
			"  " + s.Members[i].Name + " : " + c.m.TypeName(s.Members[i].Type) + ",", i == mark})
		end = offset + mem.Size
	}
	if last < len(s.Members) {
		lines = append(lines, line{-1, -1, -1, "  ...", false})
	} else if info.Size > end {
		lines = append(lines, line{int64(end), -1, int64(info.Size - end), "  // padding", false})
	}
	lines = append(lines, line{-1, -1, -1, "};", false})

	width := 1
	for _, x := range lines {
		width = max(width, len(strconv.FormatInt(max(x.offset, x.align, x.size), 10)))
	}
	var b strings.Builder
	column := func(name string, v int64) {
		text := strconv.FormatInt(v, 10)
		if v < 0 {
			b.WriteString(strings.Repeat(" ", len(name)+width+3))
			return
		}
		b.WriteString(" " + name + "(" + strings.Repeat(" ", width-len(text)) + text + ")")
	}
	out := make([]string, 0, len(lines))
	for _, x := range lines {
		b.Reset()
		if x.marked {
			b.WriteString("-> /*")
		} else {
			b.WriteString("   /*")
		}
		column("offset", x.offset)
		column("align", x.align)
		column("size", x.size)
		b.WriteString(" */ " + x.text)
		out = append(out, b.String())
	}
	return out
}
