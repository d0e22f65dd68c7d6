package transform

// This file builds the functions that read external images from planes. In WGSL
// they are
//
//	fn external_sample(plane0, plane1, plane2, params, sampler, coordinate: vec2f) -> vec4f {
//	    let at = vec3f(coordinate, 1) * params.sample_transform;
//	    let luma = textureSampleLevel(plane0, sampler, clamp(at, params.luma_rect.xy, params.luma_rect.zw), 0);
//	    var color = luma;
//	    if params.planes > 1 {
//	        let chroma_at = clamp(at, params.chroma_rect.xy, params.chroma_rect.zw);
//	        var chroma = textureSampleLevel(plane1, sampler, chroma_at, 0).xy;
//	        if params.planes > 2 {
//	            chroma.y = textureSampleLevel(plane2, sampler, chroma_at, 0).x;
//	        }
//	        color = vec4f(vec4f(luma.x, chroma, 1) * params.yuv_to_rgb, 1);
//	    }
//	    return external_color(params, color);
//	}
//
//	fn external_color(params, color: vec4f) -> vec4f {
//	    if params.convert == 0 { return color; }
//	    let linear = external_transfer(&params.decode, color.xyz);
//	    return vec4f(external_transfer(&params.encode, linear * params.gamut), color.w);
//	}
//
//	fn external_transfer(curve, v: vec3f) -> vec3f {
//	    let size = abs(v);
//	    let high = pow(curve.a * size + curve.b, vec3f(curve.g)) + curve.e;
//	    return sign(v) * select(high, curve.c * size + curve.f, size < vec3f(curve.d));
//	}
//
// and external_load, which is external_sample with texels for coordinates.

import "refract/ir"

const vec3f = ir.TypeVec3F32

// begin adds a function. Its body is built by b and ended by finish.
func (v *externalPlanes) begin(b *ir.Builder, name string, result ir.TypeID, args ...ir.Argument) ir.FuncID {
	id, f := v.m.NewFunction(name)
	f.Args, f.Result = args, result
	b.Start(v.m, f)
	b.Begin()
	return id
}

func finish(b *ir.Builder, result ir.ExprID) {
	b.Return(result)
	b.F.Body = b.End(0)
}

// param loads a member of the parameters.
func param(b *ir.Builder, params ir.ExprID, member uint32) ir.ExprID {
	return b.Load(b.AccessIndex(params, member))
}

// planes are the parameters that every reading function begins with.
func (v *externalPlanes) planes() []ir.Argument {
	return []ir.Argument{{Name: "plane0", Type: v.image}, {Name: "plane1", Type: v.image}, {Name: "plane2", Type: v.image},
		{Name: "params", Type: v.pointer}}
}

func (v *externalPlanes) sampleFunction() ir.FuncID {
	if v.sample != 0 {
		return v.sample
	}
	color := v.colorFunction()
	var b ir.Builder
	v.sample = v.begin(&b, "external_sample", vec4f, append(v.planes(),
		ir.Argument{Name: "tex_sampler", Type: ir.TypeSamplerFiltering}, ir.Argument{Name: "coordinate", Type: vec2f})...)
	params := b.Argument(3)
	at := b.Binary(ir.Mul, b.Compose(vec3f, b.Argument(5), b.F32(1)), param(&b, params, paramSampleTransform))
	inside := func(rect uint32) ir.ExprID {
		r := param(&b, params, rect)
		return b.Math(ir.MathClamp, at, b.Swizzle(r, 0, 1), b.Swizzle(r, 2, 3))
	}
	sample := func(plane int, at ir.ExprID) ir.ExprID {
		return b.ImageSample(ir.ImageSample{Image: b.Argument(plane), Sampler: b.Argument(4), Coordinate: at, Level: ir.LevelZero, Gather: -1})
	}
	b.F.SetName(at, "at")
	luma := sample(0, inside(paramLumaRect))
	v.merge(&b, luma, color, func() ir.ExprID { return inside(paramChromaRect) }, sample)
	return v.sample
}

func (v *externalPlanes) loadFunction() ir.FuncID {
	if v.load != 0 {
		return v.load
	}
	color := v.colorFunction()
	var b ir.Builder
	v.load = v.begin(&b, "external_load", vec4f, append(v.planes(), ir.Argument{Name: "coordinate", Type: vec2u})...)
	params := b.Argument(3)
	last := b.Binary(ir.Sub, param(&b, params, paramSize), b.Splat(2, b.U32(1)))
	visible := b.Convert(ir.F32, b.Math(ir.MathMin, b.Argument(4), last))
	at := b.Binary(ir.Mul, b.Compose(vec3f, visible, b.F32(1)), param(&b, params, paramLoadTransform))
	at = b.Math(ir.MathRound, at)
	b.F.SetName(at, "at")
	load := func(plane int, at ir.ExprID) ir.ExprID {
		return b.ImageLoad(ir.ImageLoad{Image: b.Argument(plane), Coordinate: at, Level: b.I32(0)})
	}
	luma := load(0, b.Convert(ir.U32, at))
	v.merge(&b, luma, color, func() ir.ExprID {
		return b.Convert(ir.U32, b.Binary(ir.Mul, at, param(&b, params, paramChromaScale)))
	}, load)
	return v.load
}

// merge ends a reading function: it makes a colour of the first plane's texel and, if there
// are more planes, of their texels.
func (v *externalPlanes) merge(b *ir.Builder, luma ir.ExprID, convert ir.FuncID, chromaAt func() ir.ExprID,
	read func(plane int, at ir.ExprID) ir.ExprID) {
	params := b.Argument(3)
	color := b.F.AddLocal(ir.Local{Name: "color", Type: vec4f})
	b.DeclareLocal(color, luma)
	planes := param(b, params, paramPlanes)
	several := b.Binary(ir.Gt, planes, b.U32(1))
	outer := b.Begin()
	at := chromaAt()
	b.F.SetName(luma, "luma")
	b.F.SetName(at, "chroma_at")
	second := read(1, at)
	chroma := b.F.AddLocal(ir.Local{Name: "chroma", Type: vec2f})
	b.DeclareLocal(chroma, b.Swizzle(second, 0, 1))
	three := b.Binary(ir.Gt, planes, b.U32(2))
	inner := b.Begin()
	third := b.AccessIndex(read(2, at), 0)
	b.Store(b.AccessIndex(b.Local(chroma), 1), third)
	b.If(three, b.End(inner), 0)
	yuv := b.Compose(vec4f, b.AccessIndex(luma, 0), b.Load(b.Local(chroma)), b.F32(1))
	rgb := b.Binary(ir.Mul, yuv, param(b, params, paramYUVToRGB))
	b.Store(b.Local(color), b.Compose(vec4f, rgb, b.F32(1)))
	b.If(several, b.End(outer), 0)
	finish(b, b.Call(convert, params, b.Load(b.Local(color))))
}

// colorFunction converts a colour to that of the target.
func (v *externalPlanes) colorFunction() ir.FuncID {
	if v.color != 0 {
		return v.color
	}
	curve := v.curveFunction()
	var b ir.Builder
	v.color = v.begin(&b, "external_color", vec4f, ir.Argument{Name: "params", Type: v.pointer}, ir.Argument{Name: "color", Type: vec4f})
	params, color := b.Argument(0), b.Argument(1)
	done := b.Binary(ir.Eq, param(&b, params, paramConvert), b.U32(0))
	mark := b.Begin()
	b.Return(color)
	b.If(done, b.End(mark), 0)
	linear := b.Call(curve, b.AccessIndex(params, paramDecode), b.Swizzle(color, 0, 1, 2))
	rgb := b.Binary(ir.Mul, linear, param(&b, params, paramGamut))
	rgb = b.Call(curve, b.AccessIndex(params, paramEncode), rgb)
	finish(&b, b.Compose(vec4f, rgb, b.AccessIndex(color, 3)))
	return v.color
}

// curveFunction applies a transfer function.
func (v *externalPlanes) curveFunction() ir.FuncID {
	if v.curve != 0 {
		return v.curve
	}
	pointer := v.m.Types.Pointer(v.transfer, ir.SpaceUniform, ir.AccessRead, ir.LayoutNatural)
	var b ir.Builder
	v.curve = v.begin(&b, "external_transfer", vec3f, ir.Argument{Name: "curve", Type: pointer}, ir.Argument{Name: "v", Type: vec3f})
	const g, a, offset, c, d, e, f = 0, 1, 2, 3, 4, 5, 6
	member := func(i uint32) ir.ExprID { return param(&b, b.Argument(0), i) }
	value := b.Argument(1)
	size := b.Math(ir.MathAbs, value)
	b.F.SetName(size, "size")
	low := b.Binary(ir.Add, b.Binary(ir.Mul, member(c), size), b.Splat(3, member(f)))
	high := b.Binary(ir.Add, b.Binary(ir.Mul, member(a), size), b.Splat(3, member(offset)))
	high = b.Binary(ir.Add, b.Math(ir.MathPow, high, b.Splat(3, member(g))), b.Splat(3, member(e)))
	isLow := b.Binary(ir.Lt, size, b.Splat(3, member(d)))
	finish(&b, b.Binary(ir.Mul, b.Math(ir.MathSign, value), b.Select(isLow, low, high)))
	return v.curve
}
