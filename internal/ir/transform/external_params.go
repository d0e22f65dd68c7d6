package transform

// This file describes the uniform that goes with the planes of an external
// texture: the same struct for shaders (ExternalParamsType) and for the host
// (ExternalParams), and the colour conversions that hosts commonly fill in.

import (
	"encoding/binary"
	"math"

	"refract/ir"
)

// ExternalParamsSize is the size of the parameters' uniform buffer in bytes.
const ExternalParamsSize = 288

// ExternalParams are the parameters of one external texture, as the host sets
// them. AppendBinary gives the bytes of the uniform, whose layout is
//
//	offset  type         member
//	     0  mat3x4<f32>  yuv_to_rgb
//	    48  mat3x3<f32>  gamut
//	    96  mat2x3<f32>  sample_transform
//	   128  mat2x3<f32>  load_transform
//	   160  7 f32        decode: g a b c d e f
//	   192  7 f32        encode: g a b c d e f
//	   224  vec4<f32>    luma_rect
//	   240  vec4<f32>    chroma_rect
//	   256  vec2<f32>    chroma_scale
//	   264  vec2<u32>    size
//	   272  u32          planes
//	   276  u32          convert
//
// with the columns of matrices 16 bytes apart. Matrices are held by rows here: a
// row gives one component of the result, and is a column of the uniform's matrix.
type ExternalParams struct {
	// YUVToRGB makes red, green and blue of (y, u, v, 1), if there is more than one plane.
	YUVToRGB [3][4]float32
	// Gamut converts linear colours between primaries, if Convert is set.
	Gamut [3][3]float32
	// SampleTransform makes the coordinate at which planes are sampled of (u, v,
	// 1): it crops, turns and mirrors. Coordinates run from 0 to 1.
	SampleTransform [2][3]float32
	// LoadTransform does so for textureLoad, from texels of the visible image to
	// texels of the first plane.
	LoadTransform [2][3]float32
	// Decode makes colours linear ahead of Gamut, and Encode undoes that for the target's
	// colour space, if Convert is set.
	Decode, Encode TransferFunction
	// LumaRect and ChromaRect bound the transformed coordinates in the first plane
	// and the others: least x and y, largest x and y, half a texel inside the
	// visible part.
	LumaRect, ChromaRect [4]float32
	// ChromaScale is the size of the other planes over that of the first.
	ChromaScale [2]float32
	// Size is the visible size in texels: what textureDimensions gives.
	Size [2]uint32
	// Planes is how many planes there are: 1 (rgba), 2 (y, uv) or 3 (y, u, v). Bind any
	// texture in the place of missing ones.
	Planes uint32
	// Convert enables Decode, Gamut and Encode.
	Convert bool
}

// A TransferFunction maps a component's magnitude v, and keeps its sign:
//
//	v < D: C*v + F, else (A*v + B)^G + E
type TransferFunction struct{ G, A, B, C, D, E, F float32 }

// LinearTransfer is the transfer function that changes nothing.
var LinearTransfer = TransferFunction{G: 1, A: 1, C: 1, D: math.MaxFloat32}

// SRGBDecode and SRGBEncode are the transfer functions of sRGB (IEC 61966-2-1).
var (
	SRGBDecode = TransferFunction{G: 2.4, A: 1 / 1.055, B: 0.055 / 1.055, C: 1 / 12.92, D: 0.04045}
	SRGBEncode = TransferFunction{G: 1 / 2.4, A: 1.137118961, C: 12.92, D: 0.0031308, E: -0.055} // A: 1.055^2.4
)

// A YUVSpace is a way to code colours as luma and chroma of 8 bits: the weights
// of red and blue in luma, and whether codes use all values or, as in television,
// 16 to 235 for luma and 16 to 240 for chroma.
type YUVSpace struct {
	Red, Blue float64
	Full      bool
}

// The spaces of ITU-R BT.601, BT.709 and BT.2020.
var (
	BT601  = YUVSpace{Red: 0.299, Blue: 0.114}
	BT709  = YUVSpace{Red: 0.2126, Blue: 0.0722}
	BT2020 = YUVSpace{Red: 0.2627, Blue: 0.0593}
)

// ToRGB returns the matrix for ExternalParams.YUVToRGB.
func (s YUVSpace) ToRGB() [3][4]float32 {
	luma, black, chroma := 1.0, 0.0, 1.0
	if !s.Full {
		luma, black, chroma = 255.0/219, 16.0/255, 255.0/224
	}
	const middle = 128.0 / 255
	green := 1 - s.Red - s.Blue
	row := func(u, v float64) [4]float32 {
		u, v = u*chroma, v*chroma
		return [4]float32{float32(luma), float32(u), float32(v), float32(-luma*black - (u+v)*middle)}
	}
	return [3][4]float32{
		row(0, 2*(1-s.Red)),
		row(-2*s.Blue*(1-s.Blue)/green, -2*s.Red*(1-s.Red)/green),
		row(2*(1-s.Blue), 0),
	}
}

// NewExternalParams returns the parameters of a texture that is wholly visible without
// conversion: planes of the given number, the first of width by height texels, the others
// of chromaWidth by chromaHeight (not used of one plane), in the space BT709.
func NewExternalParams(planes int, width, height, chromaWidth, chromaHeight uint32) ExternalParams {
	p := ExternalParams{
		YUVToRGB:        BT709.ToRGB(),
		Gamut:           [3][3]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		SampleTransform: [2][3]float32{{1, 0, 0}, {0, 1, 0}},
		LoadTransform:   [2][3]float32{{1, 0, 0}, {0, 1, 0}},
		Decode:          LinearTransfer,
		Encode:          LinearTransfer,
		LumaRect:        insideRect(width, height),
		ChromaRect:      insideRect(width, height),
		ChromaScale:     [2]float32{1, 1},
		Size:            [2]uint32{width, height},
		Planes:          uint32(planes),
	}
	if planes > 1 {
		p.ChromaRect = insideRect(chromaWidth, chromaHeight)
		p.ChromaScale = [2]float32{float32(chromaWidth) / float32(width), float32(chromaHeight) / float32(height)}
	}
	return p
}

// insideRect bounds coordinates half a texel inside the edges.
func insideRect(width, height uint32) [4]float32 {
	x, y := 0.5/float32(width), 0.5/float32(height)
	return [4]float32{x, y, 1 - x, 1 - y}
}

// AppendBinary appends the ExternalParamsSize bytes of the uniform, little
// endian. It never fails.
func (p *ExternalParams) AppendBinary(b []byte) ([]byte, error) {
	floats := func(list ...float32) {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	for _, r := range p.YUVToRGB {
		floats(r[:]...)
	}
	for _, r := range p.Gamut {
		floats(r[0], r[1], r[2], 0)
	}
	for _, r := range p.SampleTransform {
		floats(r[0], r[1], r[2], 0)
	}
	for _, r := range p.LoadTransform {
		floats(r[0], r[1], r[2], 0)
	}
	for _, t := range [...]TransferFunction{p.Decode, p.Encode} {
		floats(t.G, t.A, t.B, t.C, t.D, t.E, t.F, 0)
	}
	floats(p.LumaRect[:]...)
	floats(p.ChromaRect[:]...)
	floats(p.ChromaScale[:]...)
	convert := uint32(0)
	if p.Convert {
		convert = 1
	}
	for _, v := range [...]uint32{p.Size[0], p.Size[1], p.Planes, convert, 0, 0} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b, nil
}

// Members of the parameters' struct, in order.
const (
	paramYUVToRGB = iota
	paramGamut
	paramSampleTransform
	paramLoadTransform
	paramDecode
	paramEncode
	paramLumaRect
	paramChromaRect
	paramChromaScale
	paramSize
	paramPlanes
	paramConvert
)

// ExternalParamsType declares the struct of the parameters in m and returns its
// type and that of a transfer function.
func ExternalParamsType(m *ir.Module) (params, transfer ir.TypeID) {
	transfer = m.AddStruct(ir.Struct{Name: "TransferFunction", Members: []ir.Member{
		{Name: "g", Type: ir.TypeF32}, {Name: "a", Type: ir.TypeF32}, {Name: "b", Type: ir.TypeF32}, {Name: "c", Type: ir.TypeF32},
		{Name: "d", Type: ir.TypeF32}, {Name: "e", Type: ir.TypeF32}, {Name: "f", Type: ir.TypeF32},
	}})
	params = m.AddStruct(ir.Struct{Name: "ExternalTextureParams", Members: []ir.Member{
		paramYUVToRGB:        {Name: "yuv_to_rgb", Type: ir.MatrixOf(ir.F32, 3, 4)},
		paramGamut:           {Name: "gamut", Type: ir.MatrixOf(ir.F32, 3, 3)},
		paramSampleTransform: {Name: "sample_transform", Type: ir.MatrixOf(ir.F32, 2, 3)},
		paramLoadTransform:   {Name: "load_transform", Type: ir.MatrixOf(ir.F32, 2, 3)},
		paramDecode:          {Name: "decode", Type: transfer, Align: 16},
		paramEncode:          {Name: "encode", Type: transfer, Align: 16},
		paramLumaRect:        {Name: "luma_rect", Type: ir.VectorOf(ir.F32, 4)},
		paramChromaRect:      {Name: "chroma_rect", Type: ir.VectorOf(ir.F32, 4)},
		paramChromaScale:     {Name: "chroma_scale", Type: ir.VectorOf(ir.F32, 2)},
		paramSize:            {Name: "size", Type: ir.VectorOf(ir.U32, 2)},
		paramPlanes:          {Name: "planes", Type: ir.TypeU32},
		paramConvert:         {Name: "convert", Type: ir.TypeU32},
	}})
	return params, transfer
}
