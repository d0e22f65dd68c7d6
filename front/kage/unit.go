package kage

// This file reads the directive that chooses the unit of positions.

import (
	"strings"

	"refract/diag"
)

// A Unit is the unit of positions, sizes and origins of images.
type Unit uint8

const (
	Texels Unit = iota // without a directive: 1 is the size of the texture
	Pixels
)

const unitDirective = "//kage:unit"

// unitOf finds the directive //kage:unit, which is a line of its own.
func (c *checker) unitOf(src string) (u Unit, ok bool) {
	const space = " \t\r\n"
	found := false
	offset := 0
	for line := range strings.Lines(src) {
		text := strings.Trim(line, space)
		start := c.base + uint32(offset+strings.Index(line, text))
		offset += len(line)
		rest, is := strings.CutPrefix(text, unitDirective)
		value := strings.TrimLeft(rest, " \t\r\f\v")
		if !is || value == "" || len(value) == len(rest) || strings.ContainsAny(value, space) {
			continue
		}
		span := diag.Span{Start: start, End: start + uint32(len(text))}
		if found {
			c.diags.Errorf(codeDirective, span, "a program has one %s directive at most", unitDirective)
			return 0, false
		}
		found = true
		switch value {
		case "pixels":
			u = Pixels
		case "texels":
		default:
			if !c.opts.Bare {
				c.diags.Errorf(codeDirective, span, "unknown unit %q: pixels and texels are units", value)
				return 0, false
			}
		}
	}
	return u, true
}
