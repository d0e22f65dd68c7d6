package raster

// This file declares the formats of vertex attributes: WebGPU's.

import (
	"encoding/binary"
	"math"

	"refract/internal/num"
)

// VertexFormat is how an attribute lies in a vertex buffer.
type VertexFormat uint8

const (
	NoVertexFormat VertexFormat = iota
	Uint8
	Uint8x2
	Uint8x4
	Sint8
	Sint8x2
	Sint8x4
	Unorm8
	Unorm8x2
	Unorm8x4
	Snorm8
	Snorm8x2
	Snorm8x4
	Uint16
	Uint16x2
	Uint16x4
	Sint16
	Sint16x2
	Sint16x4
	Unorm16
	Unorm16x2
	Unorm16x4
	Snorm16
	Snorm16x2
	Snorm16x4
	Float16
	Float16x2
	Float16x4
	Float32
	Float32x2
	Float32x3
	Float32x4
	Uint32
	Uint32x2
	Uint32x3
	Uint32x4
	Sint32
	Sint32x2
	Sint32x3
	Sint32x4
	Unorm10x3a2 // "unorm10-10-10-2"
	Unorm8x4BGRA
	numVertexFormats
)

type component uint8

const (
	unsigned component = iota
	signed
	unorm
	snorm
	float
)

var vertexFormats = [numVertexFormats]struct {
	name  string
	kind  component
	bits  uint8 // of a component
	count uint8
}{
	Uint8: {"uint8", unsigned, 8, 1}, Uint8x2: {"uint8x2", unsigned, 8, 2}, Uint8x4: {"uint8x4", unsigned, 8, 4},
	Sint8: {"sint8", signed, 8, 1}, Sint8x2: {"sint8x2", signed, 8, 2}, Sint8x4: {"sint8x4", signed, 8, 4},
	Unorm8: {"unorm8", unorm, 8, 1}, Unorm8x2: {"unorm8x2", unorm, 8, 2}, Unorm8x4: {"unorm8x4", unorm, 8, 4},
	Snorm8: {"snorm8", snorm, 8, 1}, Snorm8x2: {"snorm8x2", snorm, 8, 2}, Snorm8x4: {"snorm8x4", snorm, 8, 4},
	Uint16: {"uint16", unsigned, 16, 1}, Uint16x2: {"uint16x2", unsigned, 16, 2}, Uint16x4: {"uint16x4", unsigned, 16, 4},
	Sint16: {"sint16", signed, 16, 1}, Sint16x2: {"sint16x2", signed, 16, 2}, Sint16x4: {"sint16x4", signed, 16, 4},
	Unorm16: {"unorm16", unorm, 16, 1}, Unorm16x2: {"unorm16x2", unorm, 16, 2}, Unorm16x4: {"unorm16x4", unorm, 16, 4},
	Snorm16: {"snorm16", snorm, 16, 1}, Snorm16x2: {"snorm16x2", snorm, 16, 2}, Snorm16x4: {"snorm16x4", snorm, 16, 4},
	Float16: {"float16", float, 16, 1}, Float16x2: {"float16x2", float, 16, 2}, Float16x4: {"float16x4", float, 16, 4},
	Float32: {"float32", float, 32, 1}, Float32x2: {"float32x2", float, 32, 2}, Float32x3: {"float32x3", float, 32, 3}, Float32x4: {"float32x4", float, 32, 4},
	Uint32: {"uint32", unsigned, 32, 1}, Uint32x2: {"uint32x2", unsigned, 32, 2}, Uint32x3: {"uint32x3", unsigned, 32, 3}, Uint32x4: {"uint32x4", unsigned, 32, 4},
	Sint32: {"sint32", signed, 32, 1}, Sint32x2: {"sint32x2", signed, 32, 2}, Sint32x3: {"sint32x3", signed, 32, 3}, Sint32x4: {"sint32x4", signed, 32, 4},
	Unorm10x3a2:  {"unorm10-10-10-2", unorm, 10, 4},
	Unorm8x4BGRA: {"unorm8x4-bgra", unorm, 8, 4},
}

func (f VertexFormat) String() string {
	if f >= numVertexFormats {
		return "?"
	}
	return vertexFormats[f].name
}

// VertexFormatByName finds a format by WebGPU's name for it; NoVertexFormat: there
// is none.
func VertexFormatByName(s string) VertexFormat {
	for i := Uint8; i < numVertexFormats; i++ {
		if vertexFormats[i].name == s {
			return i
		}
	}
	return NoVertexFormat
}

// Bytes is the size of an attribute.
func (f VertexFormat) Bytes() int {
	if f == Unorm10x3a2 {
		return 4
	}
	return int(vertexFormats[f].bits) * int(vertexFormats[f].count) / 8
}

// isFloat reports whether the shader sees floats.
func (f VertexFormat) isFloat() bool { return vertexFormats[f].kind >= unorm }

// fetch reads an attribute as four words: floats as bits of f32, integers as they are.
// Missing components are (0, 0, 0, 1). b holds at least Bytes.
func (f VertexFormat) fetch(b []byte) (out [4]uint32) {
	info := &vertexFormats[f]
	one := uint32(1)
	if f.isFloat() {
		one = math.Float32bits(1)
	}
	out[3] = one
	if f == Unorm10x3a2 {
		w := binary.LittleEndian.Uint32(b)
		for i := range 3 {
			out[i] = math.Float32bits(float32(w>>(10*i)&1023) / 1023)
		}
		out[3] = math.Float32bits(float32(w>>30) / 3)
		return out
	}
	size := int(info.bits) / 8
	for i := range int(info.count) {
		var w uint32
		switch p := b[i*size:]; size {
		case 1:
			w = uint32(p[0])
		case 2:
			w = uint32(binary.LittleEndian.Uint16(p))
		default:
			w = binary.LittleEndian.Uint32(p)
		}
		shift := 32 - uint32(info.bits)
		switch info.kind {
		case signed:
			w = uint32(int32(w<<shift) >> shift)
		case unorm:
			w = math.Float32bits(float32(w) / float32(uint32(1)<<info.bits-1))
		case snorm:
			x := float32(int32(w<<shift)>>shift) / float32(uint32(1)<<(info.bits-1)-1)
			w = math.Float32bits(max(x, -1))
		case float:
			if size == 2 {
				w = math.Float32bits(num.F16(w).F32())
			}
		}
		out[i] = w
	}
	if f == Unorm8x4BGRA {
		out[0], out[2] = out[2], out[0]
	}
	return out
}
