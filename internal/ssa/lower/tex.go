package lower

// This file makes operations on textures of the few that a machine has.
//
//	before                                          after
//	%1 = tex %t, %s, %uv, offset: %o, level=zero    %2 = txs %t : vec2<u32>
//	                                                %3 = fdiv %o, %2
//	                                                %4 = fadd %uv, %3
//	                                                %1 = tex %t, %s, %4, level=zero
//	%5 = txs %t, %lod : vec2<u32>                   %6 = txs %t : vec2<u32>
//	                                                %7 = ushr %6, %lod
//	                                                %5 = umax %7, 1
//
// Each ability of a machine is an option. Options that describe sampler state known to the
// driver (such as sRGB) add the conversion to the shader, for hardware without it.

import (
	"math"
	"slices"
	"strings"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// A ShadowTest is how a sampler compares a reference with a texel.
type ShadowTest uint8

const (
	ShadowStays        ShadowTest = iota // the machine compares
	ShadowNever                          // fails
	ShadowLess                           // passes where the reference is less
	ShadowLessEqual                      // or equal
	ShadowEqual                          // is equal
	ShadowNotEqual                       // is another
	ShadowGreater                        // is greater
	ShadowGreaterEqual                   // or equal
	ShadowAlways                         // passes
)

// TexOptions selects the operations that are replaced.
type TexOptions struct {
	Offsets       bool       `doc:"offsets in texels are added to the coordinates, if the level is known"`
	Gradients     bool       `doc:"given derivatives become a level"`
	GradientDims  TexDims    `doc:"of gradients: the kinds of textures; if none is stated, all are meant"`
	Bias          bool       `doc:"a bias is added to the level that automatic sampling takes"`
	Implicit      bool       `doc:"automatic sampling is by derivatives"`
	NoDerivatives bool       `doc:"automatic sampling is of the base level, in shaders without quads"`
	LevelSize     bool       `doc:"sizes of levels are computed from the size of the base level"`
	ClampEdge     bool       `doc:"coordinates stay half a texel inside the edges"`
	FetchClamp    bool       `doc:"coordinates, layers and levels of single texels are in bounds"`
	NormalCubes   bool       `doc:"the greatest of a cube's coordinates is 1 or -1"`
	Saturate      TexAxes    `doc:"coordinates stay from 0 to 1"`
	Shadow        ShadowTest `doc:"the shader compares texels with the reference"`
	SRGB          Textures   `doc:"textures with colors in sRGB: names joined by +, or *"`
	YCbCr         Textures   `doc:"textures with chroma and luma, which are swizzled first: names joined by +, or *"`
	Model         ColorModel `doc:"of ycbcr: the colors that they have"`
	Range         ColorRange `doc:"of ycbcr: the numbers that luma and chroma take"`
	Depth         uint32     `doc:"of ycbcr: the bits of a component, 8 to 16"`
	Scale         float32    `doc:"a factor of the texels of all textures of floats; 0: 1"`
	Swizzles      Swizzles   `doc:"the component that each component is read from: bgr1, or NAME:bgr1+NAME:rrr1"`
}

// TexDims is a set of kinds of textures.
type TexDims uint8

// The kinds of textures.
const (
	Tex1D TexDims = 1 << iota
	Tex2D
	Tex3D
	TexCube
)

// Elements are the names of the kinds.
func (TexDims) Elements() []string { return []string{"1d", "2d", "3d", "cube"} }

// has reports whether an image is of one of the kinds.
func (d TexDims) has(image ir.ImageDim) bool {
	if d == 0 {
		return true
	}
	switch image {
	case ir.Dim1D:
		return d&Tex1D != 0
	case ir.Dim3D:
		return d&Tex3D != 0
	case ir.DimCube:
		return d&TexCube != 0
	}
	return d&Tex2D != 0
}

// TexAxes is a set of coordinates.
type TexAxes uint8

// The coordinates.
const (
	TexX TexAxes = 1 << iota
	TexY
	TexZ
)

// Elements are the names of the coordinates.
func (TexAxes) Elements() []string { return []string{"x", "y", "z"} }

// Choices are the names of the tests.
func (ShadowTest) Choices() []string {
	return []string{"stays", "never", "less", "less-equal", "equal", "not-equal", "greater", "greater-equal", "always"}
}

// Textures are names of textures, joined by "+"; "*" are all.
type Textures string

// has reports whether a texture is one of them.
func (t Textures) has(name string) bool {
	return t == "*" || t != "" && slices.Contains(strings.Split(string(t), "+"), name)
}

// Swizzles are the components that components of textures are read from, of all textures or
// by name.
type Swizzles string

// of are the places of a texture's components: 0 to 3, or 0 and 1 as 4 and 5.
func (s Swizzles) of(name string) (places [4]uint8, swizzled bool) {
	if s == "" {
		return places, false
	}
	for item := range strings.SplitSeq(string(s), "+") {
		texture, letters, named := strings.Cut(item, ":")
		if !named {
			letters = texture
		} else if texture != name {
			continue
		}
		for k := range places {
			places[k] = uint8(k)
			if k < len(letters) {
				places[k] = uint8(max(strings.IndexByte("rgba01", letters[k]), 0))
			}
		}
		return places, true
	}
	return places, false
}

// CommonTex has the operations that all machines can do without.
var CommonTex = TexOptions{Offsets: true, Gradients: true, NoDerivatives: true, LevelSize: true, ClampEdge: true, Depth: 8}

// LowerTex replaces the operations that all machines can do without.
var LowerTex = &pass.Pass{
	Name:      "lower-tex",
	Doc:       "offsets, given derivatives, sizes of levels and clamping in operations on textures become arithmetic",
	Replaces:  []string{"lower_tex", "lower_tex_shadow", "normalize_cubemap_coords", "convert_ycbcr", "vulkan.h"},
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Shader: func(s *ssa.Shader) bool {
		return lowerTex(s, CommonTex)
	},
}

// Tex is the pass with options. It is not idempotent with Implicit, FetchClamp,
// NormalCubes, Saturate, Shadow, SRGB, YCbCr, Scale or Swizzles.
func Tex(o TexOptions) *pass.Pass {
	p := *LowerTex
	p.Shader = func(s *ssa.Shader) bool { return lowerTex(s, o) }
	return &p
}

// Sources of op.Tex.
const (
	texTexture = iota
	texSampler
	texCoord
	texArray
	texOffset
	texLod
	texDdy
	texCompare
	texMinLod
)

// texLowering lowers the operations of a function.
type texLowering struct {
	TexOptions
	f     *ssa.Function
	types *ir.Types
	quads bool
}

func lowerTex(s *ssa.Shader, o TexOptions) bool {
	quads := make([]bool, len(s.Funcs)) // functions that stages with quads call
	var work []ssa.FuncID
	need := func(id ssa.FuncID) {
		if !quads[id] {
			quads[id] = true
			work = append(work, id)
		}
	}
	for k := range s.EntryPoints {
		if s.EntryPoints[k].HasQuads() {
			need(s.EntryPoints[k].Function)
		}
	}
	for len(work) > 0 {
		f := s.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Call {
					need(ssa.FuncID(f.Word(i, 0)))
				}
			}
		}
	}
	changed := false
	for id, f := range s.Funcs {
		if f == nil {
			continue
		}
		x := texLowering{o, f, &s.Module.Types, quads[id] || len(s.EntryPoints) == 0}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.Tex:
					changed = x.sample(i) || changed
				case op.Txf:
					changed = x.fetch(i) || changed
				case op.Txs:
					changed = x.size(i) || changed
				}
			}
		}
	}
	if o.Shadow != ShadowStays {
		changed = plainSamplers(s) || changed
	}
	return changed
}

// plainSamplers makes samplers that compare such that don't.
func plainSamplers(s *ssa.Shader) bool {
	types := &s.Module.Types
	plain := func(t ir.TypeID) (ir.TypeID, bool) {
		ty := *types.At(t)
		if ty.Kind == ir.TypeBindingArray && types.At(ty.Base).Kind == ir.TypeSampler && types.At(ty.Base).Comparison {
			ty.Base = types.Intern(ir.Type{Kind: ir.TypeSampler})
			return types.Intern(ty), true
		}
		if ty.Kind == ir.TypeSampler && ty.Comparison {
			return types.Intern(ir.Type{Kind: ir.TypeSampler}), true
		}
		return t, false
	}
	changed := false
	for k := range s.Vars {
		if t, ok := plain(s.Vars[k].Type); ok && k > 0 {
			s.Vars[k].Type, changed = t, true
		}
	}
	for _, f := range s.Funcs[1:] {
		for k := range f.Params {
			f.Params[k].Type, _ = plain(f.Params[k].Type)
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if c := f.Op(i).Class(); c == op.ClassDeref || c == op.ClassPhi || f.Op(i) == op.Param {
					if t, ok := plain(f.Type(i)); ok {
						f.SetType(i, t)
					}
				}
			}
		}
	}
	return changed
}

func (x *texLowering) level(i ssa.InstrID) ir.SampleLevel {
	return ir.SampleLevel(x.f.Field(i, "level"))
}

func (x *texLowering) image(i ssa.InstrID) ir.Type { return *x.imageOf(x.f.Arg(i, 0)) }

// imageOf is the type of the image of a value that is one, with a sampler or without.
func (x *texLowering) imageOf(texture ssa.Value) *ir.Type {
	t := x.types.At(x.f.Type(texture))
	if t.Kind == ir.TypeSampledImage {
		t = x.types.At(t.Base)
	}
	return t
}

// vector is a float vector type.
func vectorF32(n int) ir.TypeID { return ir.VectorOf(ir.F32, n) }

// splat is a number in every component.
func splat(c *calc, bits uint32, n int) ssa.Value {
	var list [4]uint64
	for k := range n {
		list[k] = uint64(bits)
	}
	return c.Const(vectorF32(n), list[:n]...)
}

// sizeOf is the size of a level (0: the base level) as floats, of so many components.
func (x *texLowering) sizeOf(c *calc, texture, lod ssa.Value, n int) ssa.Value {
	t := x.imageOf(texture)
	have := map[ir.ImageDim]int{ir.Dim1D: 1, ir.Dim2D: 2, ir.Dim3D: 3, ir.DimCube: 2}[t.Dim]
	ty := ir.VectorOf(ir.U32, have)
	var v ssa.Value
	if lod != 0 && x.LevelSize {
		v = levelSize(c, ty, texture, lod)
	} else {
		v = c.Instr(op.Txs, ty, ssa.Whole(texture), ssa.Src{Value: lod})
	}
	return c.Op(op.U2F, vectorF32(min(n, have)), v)
}

// sample lowers an op.Tex, one thing after the other.
func (x *texLowering) sample(i ssa.InstrID) bool {
	f := x.f
	c := calc{f.BuildBefore(i)}
	image := x.image(i)
	changed := false
	step := func(on bool, fn func(c *calc, i ssa.InstrID, image ir.Type) bool) {
		if on && fn(&c, i, image) {
			changed = true
		}
	}
	step(x.ClampEdge, x.clampEdge)
	step(x.NoDerivatives && !x.quads, x.base)
	step(x.Implicit && x.quads, x.implicit)
	step(x.Bias, x.bias)
	step(x.Gradients, x.gradients)
	step(x.Offsets, x.offset)
	step(x.NormalCubes, x.normalCube)
	step(x.Saturate != 0, x.saturate)
	if f.Field(i, "residency") != 0 {
		return changed
	}
	// What follows replaces results.
	step(x.Shadow != ShadowStays, x.shadow)
	step(x.SRGB != "" || x.YCbCr != "" || x.Scale != 0 || x.Swizzles != "", x.texels)
	return changed
}

// clampEdge keeps coordinates half a texel inside the edges, of the base level.
func (x *texLowering) clampEdge(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if f.Field(i, "clamp_edge") == 0 || image.Class == ir.ImageExternal {
		return false
	}
	coord := f.Arg(i, texCoord)
	n := f.Comps(coord)
	half := c.Op(op.FDiv, vectorF32(n), splat(c, 0x3f00_0000, n), x.sizeOf(c, f.Arg(i, 0), 0, n))
	most := c.Op(op.FSub, vectorF32(n), splat(c, 0x3f80_0000, n), half)
	f.SetSrc(i, texCoord, ssa.Whole(c.Op(op.FClamp, vectorF32(n), coord, half, most)))
	f.SetField(i, "clamp_edge", 0)
	f.SetField(i, "level", uint32(ir.LevelZero))
	return true
}

// base takes the base level.
func (x *texLowering) base(c *calc, i ssa.InstrID, _ ir.Type) bool {
	f := x.f
	if f.Field(i, "gather") != 0 || f.Field(i, "clamp_edge") != 0 {
		return false
	}
	switch x.level(i) {
	case ir.LevelAuto:
		if f.Arg(i, texMinLod) != 0 {
			f.SetSrc(i, texLod, ssa.Whole(x.atLeast(c, i, c.f32(0))))
			f.SetField(i, "level", uint32(ir.LevelExact))
			break
		}
		f.SetField(i, "level", uint32(ir.LevelZero))
	case ir.LevelBias:
		if x.image(i).Class == ir.ImageDepth {
			return false // its levels are whole numbers
		}
		f.SetSrc(i, texLod, ssa.Whole(x.atLeast(c, i, f.Arg(i, texLod))))
		f.SetField(i, "level", uint32(ir.LevelExact))
	default:
		return false
	}
	return true
}

// implicit gives the derivatives of the coordinates, as the neighbours in a quad have them.
func (x *texLowering) implicit(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if x.level(i) != ir.LevelAuto || f.Field(i, "gather") != 0 || f.Field(i, "clamp_edge") != 0 || image.Class != ir.ImageSampled {
		return false
	}
	coord := f.Arg(i, texCoord)
	for k, axis := range []ir.DerivativeAxis{ir.AxisX, ir.AxisY} {
		d := c.Op(op.Derivative, f.Type(coord), coord)
		f.SetField(d, "axis", uint32(axis))
		f.SetSrc(i, texLod+k, ssa.Whole(d))
	}
	f.SetField(i, "level", uint32(ir.LevelGradient))
	return true
}

// bias queries the level and adds to it.
func (x *texLowering) bias(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if x.level(i) != ir.LevelBias || image.Class != ir.ImageSampled || f.Arg(i, texSampler) == 0 {
		return false
	}
	var none ssa.Src
	q := c.Instr(op.Tex, vectorF32(2), f.Src(i, texTexture), f.Src(i, texSampler), f.Src(i, texCoord), none, none, none, none, none, none)
	f.SetField(q, "level", uint32(ir.LevelQuery))
	lod := c.Op(op.FAdd, ir.TypeF32, c.Component(q, 1), f.Arg(i, texLod))
	f.SetSrc(i, texLod, ssa.Whole(x.atLeast(c, i, lod)))
	f.SetField(i, "level", uint32(ir.LevelExact))
	return true
}

// atLeast is a level, or the least level of a sample, whichever is greater. The sample has no least
// level then.
func (x *texLowering) atLeast(c *calc, i ssa.InstrID, lod ssa.Value) ssa.Value {
	f := x.f
	least := f.Arg(i, texMinLod)
	if least == 0 {
		return lod
	}
	f.SetSrc(i, texMinLod, ssa.Src{})
	return c.do(op.FMax, lod, least)
}

// gradients finds the level: the logarithm of the longer of the derivatives, in texels.
func (x *texLowering) gradients(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if x.level(i) != ir.LevelGradient || image.Class != ir.ImageSampled || !x.GradientDims.has(image.Dim) {
		return false
	}
	if image.Dim == ir.DimCube {
		return x.cubeGradients(c, i)
	}
	n := f.Comps(f.Arg(i, texCoord))
	size := x.sizeOf(c, f.Arg(i, 0), 0, n)
	square := func(d ssa.Value) ssa.Value {
		t := c.Op(op.FMul, vectorF32(n), d, size)
		if n == 1 {
			return c.fmul(t, t)
		}
		return c.Op(op.FDot, ir.TypeF32, t, t)
	}
	longer := c.do(op.FMax, square(f.Arg(i, texLod)), square(f.Arg(i, texDdy)))
	lod := c.fmul(c.f32(0x3f00_0000), c.do(op.FLog2, longer))
	f.SetSrc(i, texLod, ssa.Whole(x.atLeast(c, i, lod)))
	f.SetSrc(i, texDdy, ssa.Src{})
	f.SetField(i, "level", uint32(ir.LevelExact))
	return true
}

// cubeGradients finds the level of a cube, whose derivatives are of a direction (Vulkan,
// section "Cube Map Derivative Transformation"). On the face of the greatest coordinate m the
// place is that of the others divided by |m|, and the derivative of s/|m| is
// (ds - s/|m| * d|m|)/|m|. A face is two wide.
func (x *texLowering) cubeGradients(c *calc, i ssa.InstrID) bool {
	f := x.f
	coord := f.Arg(i, texCoord)
	abs := c.Op(op.FAbs, vectorF32(3), coord)
	most := c.do(op.FMax, c.do(op.FMax, c.Component(abs, 0), c.Component(abs, 1)), c.Component(abs, 2))
	onZ := c.Op(op.FLe, ir.TypeBool, most, c.Component(abs, 2))
	onY := c.Op(op.FLe, ir.TypeBool, most, c.Component(abs, 1))
	// parts are the other coordinates, and the greatest.
	parts := func(v ssa.Value) (s, t, m ssa.Value) {
		a, b, z := c.Component(v, 0), c.Component(v, 1), c.Component(v, 2)
		s = c.sel(onZ, a, c.sel(onY, a, b))
		t = c.sel(onZ, b, z)
		m = c.sel(onZ, z, c.sel(onY, b, a))
		return s, t, m
	}
	s, t, m := parts(coord)
	rcp := c.do(op.FRcp, c.do(op.FAbs, m))
	u, v := c.fmul(s, rcp), c.fmul(t, rcp)
	sign := c.do(op.FSign, m)
	half := c.fmul(c.f32(0x3f00_0000), c.Component(x.sizeOf(c, f.Arg(i, 0), 0, 2), 0))
	square := func(d ssa.Value) ssa.Value {
		ds, dt, dm := parts(d)
		dm = c.fmul(dm, sign)
		du := c.fmul(c.fmul(c.do(op.FSub, ds, c.fmul(u, dm)), rcp), half)
		dv := c.fmul(c.fmul(c.do(op.FSub, dt, c.fmul(v, dm)), rcp), half)
		return c.do(op.FAdd, c.fmul(du, du), c.fmul(dv, dv))
	}
	longer := c.do(op.FMax, square(f.Arg(i, texLod)), square(f.Arg(i, texDdy)))
	f.SetSrc(i, texLod, ssa.Whole(x.atLeast(c, i, c.fmul(c.f32(0x3f00_0000), c.do(op.FLog2, longer)))))
	f.SetSrc(i, texDdy, ssa.Src{})
	f.SetField(i, "level", uint32(ir.LevelExact))
	return true
}

// offset adds an offset in texels to the coordinates, if the level that it counts texels of
// is known.
func (x *texLowering) offset(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if f.Arg(i, texOffset) == 0 || image.Dim == ir.DimCube {
		return false
	}
	var lod ssa.Value
	switch {
	case f.Field(i, "gather") != 0 || x.level(i) == ir.LevelZero:
	case x.level(i) == ir.LevelExact:
		if lod = x.wholeLevel(c, f.Arg(i, texLod)); lod == 0 {
			return false
		}
	default:
		return false
	}
	coord := f.Arg(i, texCoord)
	n := f.Comps(coord)
	by := c.Op(op.I2F, vectorF32(n), f.Arg(i, texOffset))
	by = c.Op(op.FDiv, vectorF32(n), by, x.sizeOf(c, f.Arg(i, 0), lod, n))
	f.SetSrc(i, texCoord, ssa.Whole(c.Op(op.FAdd, vectorF32(n), coord, by)))
	f.SetSrc(i, texOffset, ssa.Src{})
	return true
}

// wholeLevel is a level as a number of op.Txs, or 0 if it may lie between two.
func (x *texLowering) wholeLevel(c *calc, lod ssa.Value) ssa.Value {
	f := x.f
	if !x.types.ScalarOf(f.Type(lod)).IsFloat() {
		return lod
	}
	bits, ok := f.KnownBits(lod, 0)
	if !ok || f.Bits(lod) != 32 {
		return 0
	}
	whole, _ := op.Fold(op.F2U, 32, 32, [4]uint64{bits})
	if back, _ := op.Fold(op.U2F, 32, 32, [4]uint64{whole}); back != bits {
		return 0
	}
	return c.U32(uint32(whole))
}

// normalCube divides a cube's coordinates by the greatest.
func (x *texLowering) normalCube(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	if image.Dim != ir.DimCube {
		return false
	}
	coord := f.Arg(i, texCoord)
	abs := c.Op(op.FAbs, vectorF32(3), coord)
	most := c.do(op.FMax, c.do(op.FMax, c.Component(abs, 0), c.Component(abs, 1)), c.Component(abs, 2))
	rcp := c.do(op.FRcp, most)
	scaled := c.Instr(op.FMul, vectorF32(3), ssa.Src{Value: coord, Swizzle: ssa.Identity, Comps: 3}, ssa.Src{Value: rcp, Comps: 3})
	f.SetSrc(i, texCoord, ssa.Whole(scaled))
	return true
}

// saturate keeps coordinates between 0 and 1.
func (x *texLowering) saturate(c *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	coord := f.Arg(i, texCoord)
	if image.Dim == ir.DimCube {
		return false
	}
	var parts [4]ssa.Value
	n := f.Comps(coord)
	any := false
	for k := range n {
		parts[k] = c.Component(coord, k)
		if x.Saturate>>k&1 != 0 {
			parts[k] = c.do(op.FSat, parts[k])
			any = true
		}
	}
	if !any {
		return false
	}
	v := parts[0]
	if n > 1 {
		v = c.Op(op.Vec, f.Type(coord), parts[:n]...)
	}
	f.SetSrc(i, texCoord, ssa.Whole(v))
	return true
}

// shadow compares the sampled value.
func (x *texLowering) shadow(c *calc, i ssa.InstrID, _ ir.Type) bool {
	f := x.f
	ref := f.Arg(i, texCompare)
	if ref == 0 {
		return false
	}
	f.SetSrc(i, texCompare, ssa.Src{})
	after := calc{f.BuildAfter(i)}
	n := f.Comps(i)
	texel := ssa.Src{Value: i, Swizzle: ssa.Identity, Comps: uint8(n)}
	reference := ssa.Src{Value: ref, Comps: uint8(n)}
	truth := ir.VectorOf(ir.Bool, n)
	compare := func(o op.Op, a, b ssa.Src) ssa.Value { return after.Instr(o, truth, a, b) }
	var pass ssa.Value
	switch x.Shadow {
	case ShadowLess:
		pass = compare(op.FLt, reference, texel)
	case ShadowLessEqual:
		pass = compare(op.FLe, reference, texel)
	case ShadowEqual:
		pass = compare(op.FEq, reference, texel)
	case ShadowNotEqual:
		pass = compare(op.FNeu, reference, texel)
	case ShadowGreater:
		pass = compare(op.FLt, texel, reference)
	case ShadowGreaterEqual:
		pass = compare(op.FLe, texel, reference)
	case ShadowNever, ShadowAlways:
		var bits [4]uint64
		for k := range n {
			bits[k] = uint64(x.Shadow / ShadowAlways)
		}
		pass = after.Const(truth, bits[:n]...)
	}
	v := after.Op(op.B2F, f.Type(i), pass)
	x.redirect(i, v, pass)
	return true
}

// redirect makes the users of a result use another value, which is computed from it.
func (x *texLowering) redirect(i, v ssa.Value, of ...ssa.Value) {
	f := x.f
	for u := f.FirstUse(i); u != 0; {
		next := f.NextUse(u)
		user, _ := f.UserOf(u)
		own := user == v
		for _, o := range of {
			own = own || user == o
		}
		if !own {
			s := f.SrcAt(u)
			s.Value = v
			f.SetSrcAt(u, s)
		}
		u = next
	}
}

// texels converts the texels of a texture to the values that the shader is to see.
func (x *texLowering) texels(_ *calc, i ssa.InstrID, image ir.Type) bool {
	f := x.f
	v := rootVar(f, f.Arg(i, 0))
	if v == 0 || image.Class != ir.ImageSampled || f.Comps(i) != 4 || f.Field(i, "gather") != 0 || x.level(i) == ir.LevelQuery {
		return false
	}
	name := f.Var(v).Name
	decode := x.SRGB.has(name)
	places, swizzled := x.Swizzles.of(name)
	floats := x.types.ScalarOf(f.Type(i)) == ir.F32
	convert := floats && x.YCbCr.has(name) && x.Model != ModelRGB
	scale := floats && x.Scale != 0 && x.Scale != 1
	if !swizzled && !decode && !convert && !scale {
		return false
	}
	c := calc{f.BuildAfter(i)}
	var parts, result [4]ssa.Value
	var made []ssa.Value
	for k := range 4 {
		parts[k] = c.Component(i, k)
		made = append(made, parts[k])
		if scale {
			parts[k] = c.fmul(parts[k], c.f32(math.Float32bits(x.Scale)))
			made = append(made, parts[k])
		}
		if decode && k < 3 {
			parts[k] = c.fromSRGB(parts[k])
		}
	}
	result = parts
	for k := range 4 {
		switch {
		case !swizzled:
		case places[k] < 4:
			result[k] = parts[places[k]]
		default:
			one := uint64(places[k] - 4)
			if x.types.ScalarOf(f.Type(i)).IsFloat() {
				one *= 0x3f80_0000
			}
			result[k] = c.number(parts[0], one)
		}
	}
	if convert {
		result = c.toColor(result, &x.TexOptions)
	}
	x.redirect(i, c.Op(op.Vec, f.Type(i), result[:]...), made...)
	return true
}

// fromSRGB is a colour's component as light.
func (c *calc) fromSRGB(v ssa.Value) ssa.Value {
	low := c.fmul(v, c.f32(0x3d9e_8391))                                                                 // 1/12.92
	high := c.do(op.FPow, c.fmul(c.fadd(v, c.f32(0x3d61_47ae)), c.f32(0x3f72_a76e)), c.f32(0x4019_999a)) // ((v + 0.055) / 1.055) ^ 2.4
	return c.sel(c.do(op.FLe, v, c.f32(0x3d25_aee6)), low, high)                                         // 0.04045
}

// fetch keeps the coordinates, layer and level of a texel in bounds.
func (x *texLowering) fetch(i ssa.InstrID) bool {
	f := x.f
	coord := f.Arg(i, 1)
	if !x.FetchClamp || coord == 0 || f.Flags(i)&ir.FlagInBounds != 0 {
		return false
	}
	c := calc{f.BuildBefore(i)}
	texture := f.Src(i, 0)
	limit := func(v, count ssa.Value) ssa.Value { // as unsigned numbers: below zero is the last
		n := f.Comps(v)
		t := ir.VectorOf(ir.U32, n)
		var ones [4]uint64
		for k := range n {
			ones[k] = 1
		}
		return c.Op(op.UMin, f.Type(v), v, c.Op(op.ISub, t, count, c.Const(t, ones[:n]...)))
	}
	lod := f.Arg(i, 4)
	if lod != 0 {
		lod = limit(lod, c.Instr(op.TexLevels, ir.TypeU32, texture))
		f.SetSrc(i, 4, ssa.Whole(lod))
	}
	n := f.Comps(coord)
	f.SetSrc(i, 1, ssa.Whole(limit(coord, c.Instr(op.Txs, ir.VectorOf(ir.U32, n), texture, ssa.Src{Value: lod}))))
	if layer := f.Arg(i, 2); layer != 0 {
		f.SetSrc(i, 2, ssa.Whole(limit(layer, c.Instr(op.TexLayers, ir.TypeU32, texture))))
	}
	f.SetFlags(i, f.Flags(i)|ir.FlagInBounds)
	return true
}

// size queries the base level's size.
func (x *texLowering) size(i ssa.InstrID) bool {
	f := x.f
	lod := f.Arg(i, 1)
	if !x.LevelSize || lod == 0 {
		return false
	}
	if bits, ok := f.KnownBits(lod, 0); ok && bits == 0 {
		f.SetSrc(i, 1, ssa.Src{})
		return true
	}
	c := calc{f.BuildBefore(i)}
	replace(f, i, levelSize(&c, f.Type(i), f.Arg(i, 0), lod))
	return true
}

// levelSize is the size of a level, by that of the base level: halves, rounded down, of
// halves.
func levelSize(c *calc, t ir.TypeID, texture, lod ssa.Value) ssa.Value {
	n := c.F.Shader.Module.Types.ComponentCount(t)
	base := c.Instr(op.Txs, t, ssa.Whole(texture), ssa.Src{})
	var ones [4]uint64
	for k := range n {
		ones[k] = 1
	}
	half := c.Instr(op.UShr, t, ssa.Src{Value: base, Swizzle: ssa.Identity, Comps: uint8(n)}, ssa.Src{Value: lod, Comps: uint8(n)})
	return c.Op(op.UMax, t, half, c.Const(t, ones[:n]...))
}
