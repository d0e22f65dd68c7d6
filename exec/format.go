package exec

// This file declares the texture formats: WebGPU's plain, packed and depth
// formats, each with how a texel is read and written.
//
// A texel as the shader sees it is four numbers; channels that the format lacks
// are zero, and alpha one (WGSL, section "Texel Formats").

import (
	"encoding/binary"
	"math"

	"refract/internal/num"
	"refract/ir"
)

// Format is the texel format of a texture.
type Format uint8

// The first formats are ir's storage formats, with the same numbers.
const (
	formatsBeyondStorage = Format(ir.Rgba32Float) + iota

	Rgba8UnormSrgb
	Bgra8UnormSrgb
	Rgb9e5Ufloat
	Stencil8
	Depth16Unorm
	Depth24Plus // stored as f32
	Depth32Float
	numFormats
)

// A Texel is the four channels of a texel, as bits of Format.Texel zero-extended.
type Texel [4]uint64

type channelKind uint8

const (
	unorm channelKind = iota
	snorm
	uintChannel
	sintChannel
	floatChannel
	srgb
	packed
)

// formatInfo is one row of the table.
type formatInfo struct {
	name     string
	texel    ir.Scalar
	channels uint8
	bytes    uint8 // per texel
	kind     channelKind
	depth    bool
}

var formats = func() (t [numFormats]formatInfo) {
	kinds := map[string]channelKind{"unorm": unorm, "snorm": snorm, "uint": uintChannel, "sint": sintChannel, "float": floatChannel}
	for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
		row := formatInfo{name: f.String(), texel: f.Texel(), channels: uint8(f.Components()), bytes: uint8(f.Bytes()), kind: packed}
		if f != ir.Rgb10a2Uint && f != ir.Rgb10a2Unorm && f != ir.Rg11b10Ufloat {
			for suffix, kind := range kinds {
				if n := len(row.name) - len(suffix); n > 0 && row.name[n:] == suffix && (row.name[n-1] >= '0' && row.name[n-1] <= '9') {
					row.kind = kind
				}
			}
		}
		t[f] = row
	}
	t[Rgba8UnormSrgb] = formatInfo{"rgba8unorm-srgb", ir.F32, 4, 4, srgb, false}
	t[Bgra8UnormSrgb] = formatInfo{"bgra8unorm-srgb", ir.F32, 4, 4, srgb, false}
	t[Rgb9e5Ufloat] = formatInfo{"rgb9e5ufloat", ir.F32, 3, 4, packed, false}
	t[Stencil8] = formatInfo{"stencil8", ir.U32, 1, 1, uintChannel, false}
	t[Depth16Unorm] = formatInfo{"depth16unorm", ir.F32, 1, 2, unorm, true}
	t[Depth24Plus] = formatInfo{"depth24plus", ir.F32, 1, 4, floatChannel, true}
	t[Depth32Float] = formatInfo{"depth32float", ir.F32, 1, 4, floatChannel, true}
	return t
}()

// FormatOf is the texture format that a storage image's format names.
func FormatOf(f ir.StorageFormat) Format { return Format(f) }

// FormatByName finds a format by WebGPU's name for it; 0: there is none.
func FormatByName(name string) Format {
	for f := Format(1); f < numFormats; f++ {
		if formats[f].name == name {
			return f
		}
	}
	return 0
}

func (f Format) String() string {
	if f >= numFormats {
		return "?"
	}
	return formats[f].name
}

// Texel is the scalar of the channels as the shader sees them: f32, i32, u32,
// i64 or u64.
func (f Format) Texel() ir.Scalar { return formats[f].texel }

// Channels is the number of channels stored.
func (f Format) Channels() int { return int(formats[f].channels) }

// Bytes is the size of a texel.
func (f Format) Bytes() int { return int(formats[f].bytes) }

// IsDepth reports whether the format holds depth.
func (f Format) IsDepth() bool { return formats[f].depth }

// order maps the stored channels to the shader's.
func (f Format) order() [4]uint8 {
	if f == Format(ir.Bgra8Unorm) || f == Bgra8UnormSrgb {
		return [4]uint8{2, 1, 0, 3}
	}
	return [4]uint8{0, 1, 2, 3}
}

func f32(x float32) uint64 { return uint64(math.Float32bits(x)) }

// Decode reads the texel at the beginning of b, which holds at least Bytes.
func (f Format) Decode(b []byte) Texel {
	info := &formats[f]
	if info.kind == packed {
		return f.decodePacked(binary.LittleEndian.Uint32(b))
	}
	t := Texel{3: 1}
	if info.texel == ir.F32 {
		t[3] = f32(1)
	}
	width := int(info.bytes / info.channels)
	order := f.order()
	for i := range int(info.channels) {
		var bits uint64
		switch b := b[i*width:]; width {
		case 1:
			bits = uint64(b[0])
		case 2:
			bits = uint64(binary.LittleEndian.Uint16(b))
		case 4:
			bits = uint64(binary.LittleEndian.Uint32(b))
		case 8:
			bits = binary.LittleEndian.Uint64(b)
		}
		t[order[i]] = decodeChannel(info.kind, uint32(width)*8, i == 3, bits)
	}
	return t
}

// decodeChannel converts one stored channel of so many bits.
func decodeChannel(kind channelKind, width uint32, alpha bool, bits uint64) uint64 {
	switch kind {
	case unorm:
		return f32(num.F32FromUnorm(uint32(bits), width))
	case snorm:
		return f32(num.F32FromSnorm(int32(bits)<<(32-width)>>(32-width), width))
	case uintChannel:
		return bits
	case sintChannel:
		if width == 64 {
			return bits
		}
		return uint64(uint32(int32(bits) << (32 - width) >> (32 - width)))
	case floatChannel:
		if width == 16 {
			return f32(num.F16(bits).F32())
		}
		return bits
	case srgb:
		if alpha {
			return f32(num.F32FromUnorm(uint32(bits), 8))
		}
		return f32(num.LinearFromSRGB8(uint8(bits)))
	}
	panic("exec: channel kind")
}

// Encode writes a texel to the beginning of b, which holds at least Bytes. Integers and
// normalized numbers are clamped to the channel's range (WGSL, section "Texel Formats", the
// inverse channel transfer functions).
func (f Format) Encode(b []byte, t Texel) {
	info := &formats[f]
	if info.kind == packed {
		binary.LittleEndian.PutUint32(b, f.encodePacked(t))
		return
	}
	width := int(info.bytes / info.channels)
	order := f.order()
	for i := range int(info.channels) {
		bits := encodeChannel(info.kind, uint32(width)*8, i == 3, t[order[i]])
		switch b := b[i*width:]; width {
		case 1:
			b[0] = byte(bits)
		case 2:
			binary.LittleEndian.PutUint16(b, uint16(bits))
		case 4:
			binary.LittleEndian.PutUint32(b, uint32(bits))
		case 8:
			binary.LittleEndian.PutUint64(b, bits)
		}
	}
}

// encodeChannel is decodeChannel undone.
func encodeChannel(kind channelKind, width uint32, alpha bool, value uint64) uint64 {
	switch kind {
	case unorm:
		return uint64(num.UnormFromF32(math.Float32frombits(uint32(value)), width))
	case snorm:
		return uint64(uint32(num.SnormFromF32(math.Float32frombits(uint32(value)), width)))
	case uintChannel:
		return min(value, 1<<width-1)
	case sintChannel:
		if width == 64 {
			return value
		}
		most := int64(1)<<(width-1) - 1
		return uint64(min(max(int64(int32(value)), -most-1), most))
	case floatChannel:
		if width == 16 {
			return uint64(num.F16FromF32(math.Float32frombits(uint32(value))))
		}
		return value
	case srgb:
		if alpha {
			return uint64(num.UnormFromF32(math.Float32frombits(uint32(value)), 8))
		}
		return uint64(num.SRGB8FromLinear(math.Float32frombits(uint32(value))))
	}
	panic("exec: channel kind")
}

func (f Format) decodePacked(p uint32) Texel {
	one := f32(1)
	switch f {
	case Format(ir.Rgb10a2Uint):
		v := num.UnpackRGB10A2Uint(p)
		return Texel{uint64(v[0]), uint64(v[1]), uint64(v[2]), uint64(v[3])}
	case Format(ir.Rgb10a2Unorm):
		v := num.UnpackRGB10A2Unorm(p)
		return Texel{f32(v[0]), f32(v[1]), f32(v[2]), f32(v[3])}
	case Format(ir.Rg11b10Ufloat):
		v := num.UnpackRG11B10Ufloat(p)
		return Texel{f32(v[0]), f32(v[1]), f32(v[2]), one}
	case Rgb9e5Ufloat:
		v := num.UnpackRGB9E5Ufloat(p)
		return Texel{f32(v[0]), f32(v[1]), f32(v[2]), one}
	}
	panic("exec: packed format " + f.String())
}

func (f Format) encodePacked(t Texel) uint32 {
	x := func(i int) float32 { return math.Float32frombits(uint32(t[i])) }
	switch f {
	case Format(ir.Rgb10a2Uint):
		return num.PackRGB10A2Uint([4]uint32{uint32(t[0]), uint32(t[1]), uint32(t[2]), uint32(t[3])})
	case Format(ir.Rgb10a2Unorm):
		return num.PackRGB10A2Unorm([4]float32{x(0), x(1), x(2), x(3)})
	case Format(ir.Rg11b10Ufloat):
		return num.PackRG11B10Ufloat([3]float32{x(0), x(1), x(2)})
	case Rgb9e5Ufloat:
		return num.PackRGB9E5Ufloat([3]float32{x(0), x(1), x(2)})
	}
	panic("exec: packed format " + f.String())
}
