package layout

// This file checks views of buffers (WGSL section "Buffer View Built-in Functions").

import (
	"fmt"

	"refract/ir"
)

// A View is the place of a view of a buffer, in bytes, as far as that is known.
type View struct {
	Offset, Size       int64
	HasOffset, HasSize bool
	Length             int64 // of the buffer; 0: not known
}

// ViewPart is the part of a view at fault.
type ViewPart uint8

const (
	ViewFits ViewPart = iota
	ViewType
	ViewOffset
	ViewSize
	ViewEnd
)

// CheckView checks a view of a buffer as a type with a name for messages. It returns the
// part at fault, and why.
func (c *Cache) CheckView(t ir.TypeID, name string, v View) (at ViewPart, why string) {
	info, err := c.Of(t, ir.LayoutNatural)
	if err != nil {
		return ViewType, err.Error()
	}
	minimum := int64(info.Size)
	first, step := c.Tail(t)
	start, stride := int64(first), int64(step)
	if info.Open {
		minimum = start + stride
	}
	switch {
	case v.Length != 0 && minimum > v.Length:
		return ViewType, fmt.Sprintf("%s needs %d bytes, and the buffer has %d", name, minimum, v.Length)
	case v.HasOffset && v.Offset < 0:
		return ViewOffset, fmt.Sprintf("the offset of a view can't be negative, found %d", v.Offset)
	case v.HasOffset && v.Offset%int64(info.Align) != 0:
		return ViewOffset, fmt.Sprintf("the offset must be a multiple of %d, the alignment of %s, found %d", info.Align, name, v.Offset)
	case v.HasSize && v.Size < 0:
		return ViewSize, fmt.Sprintf("the size of a view can't be negative, found %d", v.Size)
	case v.HasSize && v.Size < minimum:
		return ViewSize, fmt.Sprintf("%s needs %d bytes, and the size is %d", name, minimum, v.Size)
	case v.HasSize && stride != 0 && (v.Size-start)%stride != 0:
		return ViewSize, fmt.Sprintf("behind the first %d bytes the size must be a multiple of %d, the stride of the array, found %d", start, stride, v.Size)
	}
	end := v.Offset + minimum
	if v.HasSize {
		end = v.Offset + v.Size
	}
	if (v.HasOffset || v.HasSize) && v.Length != 0 && end > v.Length {
		return ViewEnd, fmt.Sprintf("the view ends at byte %d, and the buffer has %d", end, v.Length)
	}
	return ViewFits, ""
}
