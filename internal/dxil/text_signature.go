package dxil

// This file prints signatures: the tables of the parts ISG1, OSG1 and PSG1, and the tables of how
// elements are interpolated.

import (
	"strings"

	"refract/internal/llvm"
)

// valueTexts are the texts of system values.
var valueTexts = [...]string{
	ValueUndefined:         "NONE",
	ValuePosition:          "POS",
	ValueClipDistance:      "CLIPDST",
	ValueCullDistance:      "CULLDST",
	ValueTargetArrayIndex:  "RTINDEX",
	ValueViewportIndex:     "VPINDEX",
	ValueVertexID:          "VERTID",
	ValuePrimitiveID:       "PRIMID",
	ValueInstanceID:        "INSTID",
	ValueFrontFace:         "FFACE",
	ValueSampleIndex:       "SAMPLE",
	ValueQuadEdge:          "QUADEDGE",
	ValueQuadInside:        "QUADINT",
	ValueTriangleEdge:      "TRIEDGE",
	ValueTriangleInside:    "TRIINT",
	ValueLineDetail:        "LINEDET",
	ValueLineDensity:       "LINEDEN",
	ValueBarycentrics:      "BARYCEN",
	ValueShadingRate:       "SHDINGRATE",
	ValueCullPrimitive:     "CULLPRIM",
	ValueTarget:            "TARGET",
	ValueDepth:             "DEPTH",
	ValueCoverage:          "COVERAGE",
	ValueDepthGreaterEqual: "DEPTHGE",
	ValueDepthLessEqual:    "DEPTHLE",
	ValueStencilRef:        "STENCILREF",
	ValueInnerCoverage:     "INNERCOV",
}

// typeTexts are the texts of types of components.
var typeTexts = [...]string{
	TypeUnknown: "unknown",
	TypeUint32:  "uint",
	TypeInt32:   "int",
	TypeFloat32: "float",
	TypeUint16:  "uint16",
	TypeInt16:   "int16",
	TypeFloat16: "fp16",
	TypeUint64:  "uint64",
	TypeInt64:   "int64",
	TypeFloat64: "double",
}

// maskText returns components, each in its column.
func maskText(mask uint8) string {
	b := []byte("    ")
	for i := range b {
		if mask>>i&1 != 0 {
			b[i] = "xyzw"[i]
		}
	}
	return string(b)
}

func (p *printer) signature(name string, s *Signature, input bool) {
	p.line(";\n; %s signature:\n;", name)
	p.line("; Name                 Index   Mask Register SysValue  Format   Used")
	p.line("; -------------------- ----- ------ -------- -------- ------- ------")
	if len(s.Elements) == 0 {
		p.line("; no parameters")
		return
	}
	streams := false
	for i := range s.Elements {
		streams = streams || s.Elements[i].Stream != 0
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		used := e.Used
		if !input {
			used = ^used
		}
		p.elementLine(e, used, streams)
	}
	p.line(";")
}

// elementLine prints an element of a signature.
func (p *printer) elementLine(e *Element, used uint8, streams bool) {
	place := "   " + maskText(e.Mask) + " " + right(uint64(e.Register), 8)
	use := "   " + maskText(used)
	if e.Register == NoRegister {
		place = "    N/A" + registerText(e)
		use = "     NO"
		if used != 0 {
			use = "    YES"
		}
	}
	value := "NONE"
	if int64(e.SystemValue) < int64(len(valueTexts)) && valueTexts[e.SystemValue] != "" {
		value = valueTexts[e.SystemValue]
	}
	if streams {
		p.line("; m%d:%-17s %5d%s%9s%8s%s", e.Stream, e.Semantic, e.Index, place, value, typeTexts[e.Type], use)
	} else {
		p.line("; %-20s %5d%s%9s%8s%s", e.Semantic, e.Index, place, value, typeTexts[e.Type], use)
	}
}

// registerText returns the place of an element without a register.
func registerText(e *Element) string {
	switch strings.ToLower(e.Semantic) {
	case "sv_depth":
		return "   oDepth"
	case "sv_depthgreaterequal":
		return " oDepthGE"
	case "sv_depthlessequal":
		return " oDepthLE"
	case "sv_coverage":
		return "    oMask"
	case "sv_stencilref":
		return "    oStencilRef"
	}
	if e.SystemValue == ValuePrimitiveID {
		return "   primID"
	}
	return "  special"
}

// interpolationTexts are the texts of interpolations.
var interpolationTexts = [...]string{
	InterpolationUndefined:                   "",
	InterpolationConstant:                    "nointerpolation",
	InterpolationLinear:                      "linear",
	InterpolationLinearCentroid:              "centroid",
	InterpolationLinearNoPerspective:         "noperspective",
	InterpolationLinearNoPerspectiveCentroid: "noperspective centroid",
	InterpolationLinearSample:                "sample",
	InterpolationLinearNoPerspectiveSample:   "noperspective sample",
}

// String returns the words of an interpolation in HLSL.
func (i Interpolation) String() string {
	if int(i) < len(interpolationTexts) {
		return interpolationTexts[i]
	}
	return "invalid"
}

// interpolation prints how the elements of a module's signatures are interpolated.
func (p *printer) interpolation(stage Stage, m *llvm.Module) {
	names := [3]string{"Input", "Output", "Patch Constant"}
	if stage == Mesh {
		names = [3]string{"Input", "Vertex Output", "Primitive Output"}
	}
	for i, list := range signaturesOf(m) {
		if len(list) == 0 {
			continue
		}
		p.line(";\n; %s signature:\n;", names[i])
		p.line("; Name                 Index             InterpMode DynIdx")
		p.line("; -------------------- ----- ---------------------- ------")
		for _, e := range list {
			p.line("; %-20s %5d %22s   %4s", e.name, e.index, e.interpolation, strings.ReplaceAll(maskText(e.dynamic), " ", ""))
		}
	}
}
