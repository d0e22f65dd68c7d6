package hlsl

// This file spells operations on textures: methods, but for texels of storage
// textures, which are elements.

import (
	"strings"

	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

var gatherCompareNames = [...]string{".GatherCmp(", ".GatherCmpGreen(", ".GatherCmpBlue(", ".GatherCmpAlpha("}

var gatherNames = [...]string{".GatherRed(", ".GatherGreen(", ".GatherBlue(", ".GatherAlpha("}

func (w *Writer) imageSample(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageSample(e)
	t := w.M.Types.At(ex.TypeOf(v.Image))
	if v.Level == ir.LevelQuery {
		if w.M.Types.At(ex.TypeOf(v.Sampler)).Comparison {
			w.Unsupported("the level of detail of a sample that compares", ex.SpanOf(e))
			return
		}
		o.Str(vectorNames[ir.F32][2])
		o.Byte('(')
		for i, method := range [...]string{".CalculateLevelOfDetail(", ".CalculateLevelOfDetailUnclamped("} {
			if i > 0 {
				o.Comma()
			}
			w.Operand(e, v.Image, primary)
			o.Str(method)
			w.Operand(e, v.Sampler, anyForm)
			o.Comma()
			w.Operand(e, v.Coordinate, anyForm)
			o.Byte(')')
		}
		o.Byte(')')
		return
	}
	if v.Gather < 0 && t.Texel().IsInteger() {
		w.needs(ShaderModel67, "samples of textures of integers", ex.SpanOf(e))
	}
	w.startStatus(v.Residency)
	w.Operand(e, v.Image, primary)
	method := ".Sample("
	switch {
	case v.Gather >= 0 && v.DepthRef != 0:
		method = gatherCompareNames[v.Gather]
	case v.Gather >= 0 && t.Class == ir.ImageDepth:
		method = ".Gather("
	case v.Gather >= 0:
		method = gatherNames[v.Gather]
	case v.DepthRef != 0 && v.Level == ir.LevelAuto:
		method = ".SampleCmp("
	case v.DepthRef != 0 && v.Level == ir.LevelZero:
		method = ".SampleCmpLevelZero("
	case v.DepthRef != 0 && v.Level == ir.LevelExact:
		w.needs(ShaderModel67, "a sample that compares, of a level", ex.SpanOf(e))
		method = ".SampleCmpLevel("
	case v.DepthRef != 0 && v.Level == ir.LevelBias:
		w.needs(ShaderModel68, "a sample that compares, with a bias", ex.SpanOf(e))
		method = ".SampleCmpBias("
	case v.DepthRef != 0:
		w.needs(ShaderModel68, "a sample that compares, with derivatives", ex.SpanOf(e))
		method = ".SampleCmpGrad("
	case v.Level == ir.LevelExact, v.Level == ir.LevelZero:
		method = ".SampleLevel("
	case v.Level == ir.LevelBias:
		method = ".SampleBias("
	case v.Level == ir.LevelGradient:
		method = ".SampleGrad("
	}
	o.Str(method)
	w.Operand(e, v.Sampler, anyForm)
	o.Comma()
	w.coordinate(e, v.Coordinate, v.ArrayIndex, 0, ir.F32, t.Dim.CoordinateCount())
	switch {
	case v.Gather >= 0:
		w.Listed(e, false, []ir.ExprID{v.DepthRef})
	case v.DepthRef != 0:
		w.Listed(e, false, []ir.ExprID{v.DepthRef, v.LevelArg, v.LevelArgY})
	case v.Level == ir.LevelZero:
		o.Comma()
		o.Str("0.0")
	default:
		w.Listed(e, false, []ir.ExprID{v.LevelArg, v.LevelArgY})
	}
	if (v.MinLevel != 0 || v.Residency) && v.Offset == 0 && t.Dim != ir.DimCube { // they follow the offset
		o.Comma()
		o.Str(zeroOffsets[t.Dim.CoordinateCount()])
	}
	w.Listed(e, false, []ir.ExprID{v.Offset, v.MinLevel})
	if v.Residency && v.MinLevel == 0 && v.Gather < 0 && (v.Level.IsImplicit() || v.Level == ir.LevelGradient) {
		o.Comma()
		o.Str("0.0")
	}
	w.endStatus(v.Residency)
}

// zeroOffsets are offsets of no texels, by the number of coordinates.
var zeroOffsets = [...]string{1: "0", 2: "int2(0, 0)", 3: "int3(0, 0, 0)"}

// coordinate spells a coordinate with n components together with a layer and a
// level, as one vector of a scalar if there is more than one.
func (w *Writer) coordinate(e, at, layer, level ir.ExprID, s ir.Scalar, n int) {
	o := &w.Out
	all := n
	for _, x := range [...]ir.ExprID{layer, level} {
		if x != 0 {
			all++
		}
	}
	if all == n {
		w.Operand(e, at, anyForm)
		return
	}
	o.Str(vectorNames[s][all])
	o.Byte('(')
	w.Listed(e, true, []ir.ExprID{at, layer, level})
	o.Byte(')')
}

func (w *Writer) imageLoad(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageLoad(e)
	t := w.M.Types.At(ex.TypeOf(v.Image))
	n := t.Dim.CoordinateCount()
	if t.Class == ir.ImageStorage && !v.Residency {
		size := texelSize(t)
		if size < 4 {
			w.typeName(ex.TypeOf(e))
			o.Byte('(')
		}
		w.Operand(e, v.Image, primary)
		if t.Access&^ir.AccessRead != 0 || t.Dim == ir.DimBuffer {
			o.Byte('[')
			w.coordinate(e, v.Coordinate, v.ArrayIndex, 0, w.scalarOf(v.Coordinate), n)
			o.Byte(']')
		} else {
			// A texture that is only read has levels.
			o.Str(".Load(")
			o.Str(vectorNames[ir.I32][n+1+oneIf(v.ArrayIndex != 0)])
			w.open(e, v.Coordinate, v.ArrayIndex)
			o.Comma()
			o.Str("0))")
		}
		s := w.M.Types.ScalarOf(ex.TypeOf(e))
		for i := size; i < 4; i++ {
			o.Comma()
			bits := uint64(0)
			if i == 3 {
				bits = one(s)
			}
			w.Literal(ir.ScalarTypeOf(s), bits)
		}
		if size < 4 {
			o.Byte(')')
		}
		return
	}
	w.startStatus(v.Residency)
	w.Operand(e, v.Image, primary)
	o.Str(".Load(")
	offset := v.Residency
	switch {
	case t.Dim == ir.DimBuffer:
		w.Operand(e, v.Coordinate, anyForm)
		offset = false
	case t.Multisampled:
		w.coordinate(e, v.Coordinate, v.ArrayIndex, 0, ir.I32, n)
		w.Listed(e, false, []ir.ExprID{v.Sample})
	case t.Class == ir.ImageStorage && t.Access&^ir.AccessRead == 0: // a texture, which has levels
		o.Str(vectorNames[ir.I32][n+1+oneIf(v.ArrayIndex != 0)])
		w.open(e, v.Coordinate, v.ArrayIndex)
		o.Comma()
		o.Str("0)")
	case t.Class == ir.ImageStorage:
		w.coordinate(e, v.Coordinate, v.ArrayIndex, 0, ir.I32, n)
		offset = false
	default:
		w.coordinate(e, v.Coordinate, v.ArrayIndex, v.Level, ir.I32, n)
	}
	if offset {
		o.Comma()
		o.Str(zeroOffsets[n])
	}
	w.endStatus(v.Residency)
}

// The residency of texels is the status of the function that reads them, the function's last argument. An
// expression calls the function, and its value is the residency by that status:
//
//	(t.SampleLevel(s, at, 0.0, int2(0, 0), texelStatus), uint(CheckAccessFullyMapped(texelStatus)))
const statusName = "texelStatus" // a reserved word

// startStatus begins the call of a function that reads texels, whose status is wanted or not.
func (w *Writer) startStatus(wanted bool) {
	if wanted {
		w.Out.Byte('(')
	}
}

// endStatus ends the call.
func (w *Writer) endStatus(wanted bool) {
	o := &w.Out
	if wanted {
		o.Comma()
		o.Str(statusName)
		o.Byte(')')
		o.Comma()
		o.Str("uint(CheckAccessFullyMapped(" + statusName + "))")
	}
	o.Byte(')')
}

// statusDecl declares the variable for a status, if the module reads residency.
func (w *Writer) statusDecl() {
	if transform.HasResidency(w.M) {
		w.Out.Str("static uint " + statusName + ";")
		w.Out.End()
	}
}

// open spells a list of arguments that goes on.
func (w *Writer) open(e ir.ExprID, list ...ir.ExprID) {
	w.Out.Byte('(')
	w.Listed(e, true, list)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// one is the bits of 1.
func one(s ir.Scalar) uint64 {
	if s == ir.F32 {
		return 0x3F800000
	}
	return 1
}

func (w *Writer) scalarOf(e ir.ExprID) ir.Scalar { return w.M.Types.ScalarOf(w.Ex.TypeOf(e)) }

// texelPlace spells a texel of a storage texture.
func (w *Writer) texelPlace(image, at, layer ir.ExprID) {
	t := w.M.Types.At(w.Ex.TypeOf(image))
	w.Expr(image, primary)
	w.Out.Byte('[')
	w.coordinate(0, at, layer, 0, w.scalarOf(at), t.Dim.CoordinateCount())
	w.Out.Byte(']')
}

func (w *Writer) imageStore(s ir.StmtID) {
	o := &w.Out
	v := w.F.ImageStore(s)
	w.texelPlace(v.Image, v.Coordinate, v.ArrayIndex)
	o.Infix("=")
	size := texelSize(w.M.Types.At(w.Ex.TypeOf(v.Image)))
	if size == 4 {
		w.Expr(v.Value, anyForm)
		return
	}
	w.Expr(v.Value, primary)
	o.Byte('.')
	o.Str("xyzw"[:size])
}

// imageAtomic spells an atomic operation on a texel, whose old value goes to
// result.
func (w *Writer) imageAtomic(s ir.StmtID, result text.Name) {
	o := &w.Out
	v := w.F.ImageAtomic(s)
	if w.M.Types.At(w.Ex.TypeOf(v.Image)).Format.Bytes() == 8 {
		w.needs(ShaderModel66, "64-bit atomics", w.F.StmtSpan(s))
	}
	if w.M.ImageTexel(w.Ex.TypeOf(v.Image)).IsFloat() && v.Op == ir.AtomicAdd {
		w.Unsupported("an atomic add of a texel of floats", w.F.StmtSpan(s))
		return
	}
	o.Word(atomicWords[v.Op])
	w.bitwise(w.M.ImageTexel(w.Ex.TypeOf(v.Image)), v.Op, w.F.StmtSpan(s))
	o.Byte('(')
	w.texelPlace(v.Image, v.Coordinate, v.ArrayIndex)
	w.atomicRest(s, v.Compare, v.Value, result)
}

// queryKey is the function that answers a question about a texture.
func queryKey(f *ir.Function, e ir.ExprID) helperKey {
	v := f.ImageQuery(e)
	k := helperKey{ty: f.TypeOf(v.Image)}
	switch v.Op {
	case ir.QuerySize:
		k.kind = helperSize
		if v.Level != 0 {
			k.layout = 1
		}
	case ir.QueryLevels:
		k.kind = helperLevels
	case ir.QueryLayers:
		k.kind = helperLayers
	case ir.QuerySamples:
		k.kind = helperSamples
	default:
		panic("hlsl: question " + v.Op.String())
	}
	return k
}

func (w *Writer) imageQuery(e ir.ExprID) {
	v := w.Ex.ImageQuery(e)
	w.Out.Name(w.helpers.name(queryKey(w.F, e)))
	w.Arguments(e, v.Image, v.Level)
}

// queryFunction writes a function that calls GetDimensions.
func (w *Writer) queryFunction(k helperKey) {
	t := w.M.Types.At(k.ty)
	size := [...]int{ir.Dim1D: 1, ir.Dim2D: 2, ir.Dim3D: 3, ir.DimCube: 2, ir.DimBuffer: 1}[t.Dim]
	list := []string{"width", "height", "depth"}[:size:size]
	if t.Arrayed {
		list = append(list, "layers")
	}
	hasLevel := k.kind == helperSize && k.layout != 0
	hasLevels := t.Class != ir.ImageStorage && !t.Multisampled && (hasLevel || k.kind == helperLevels)
	switch {
	case hasLevels:
		list = append(list, "levels")
	case t.Multisampled:
		list = append(list, "samples")
	}
	result := vectorNames[ir.U32][1]
	value := "$" + list[len(list)-1]
	switch {
	case k.kind == helperLayers:
		value = "$layers"
	case k.kind == helperSize && size == 1:
		value = "$width"
	case k.kind == helperSize:
		result = vectorNames[ir.U32][size]
		value = "$result($" + strings.Join(list[:size], ", $") + ")"
	}
	parameter, level := "", ""
	switch {
	case hasLevels && hasLevel:
		parameter, level = ", uint @level", "$level, "
	case hasLevel:
		parameter = ", uint @level"
	case hasLevels:
		level = "0, "
	}
	w.Out.Template("$result @function($type @image"+parameter+`) {
	uint @`+strings.Join(list, ", @")+`;
	$image.GetDimensions(`+level+"$"+strings.Join(list, ", $")+`);
	return `+value+`;
}`, text.Args{"result": result, "function": w.helpers.name(k), "type": func() { w.typeName(k.ty) }})
}
