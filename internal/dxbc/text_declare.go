package dxbc

// This file prints declarations and custom data as Microsoft's disassembler does.

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// dimensionNames are the names of shapes of resources.
var dimensionNames = [...]string{
	DimensionBuffer:           "buffer",
	DimensionTexture1D:        "texture1d",
	DimensionTexture2D:        "texture2d",
	DimensionTexture2DMS:      "texture2dms",
	DimensionTexture3D:        "texture3d",
	DimensionTextureCube:      "texturecube",
	DimensionTexture1DArray:   "texture1darray",
	DimensionTexture2DArray:   "texture2darray",
	DimensionTexture2DMSArray: "texture2dmsarray",
	DimensionTextureCubeArray: "texturecubearray",
	DimensionRawBuffer:        "raw_buffer",
	DimensionStructuredBuffer: "structured_buffer",
}

// returnNames are the names of types of components.
var returnNames = [...]string{
	ReturnUnorm:     "unorm",
	ReturnSnorm:     "snorm",
	ReturnSint:      "sint",
	ReturnUint:      "uint",
	ReturnFloat:     "float",
	ReturnMixed:     "mixed",
	ReturnDouble:    "double",
	ReturnContinued: "<continued>",
	ReturnUnused:    "<unused>",
}

// interpolationNames are the names of modes of interpolation.
var interpolationNames = [...]string{
	InterpolationUndefined:             "undefined",
	InterpolationConstant:              "constant",
	InterpolationLinear:                "linear",
	InterpolationLinearCentroid:        "linear centroid",
	InterpolationNoPerspective:         "linear noperspective",
	InterpolationNoPerspectiveCentroid: "linear noperspective centroid",
	InterpolationLinearSample:          "linear sample",
	InterpolationNoPerspectiveSample:   "linear noperspective sample",
}

// valueNames are the names of system values.
var valueNames = [...]string{
	ValueUndefined:                   "undefined",
	ValuePosition:                    "position",
	ValueClipDistance:                "clip_distance",
	ValueCullDistance:                "cull_distance",
	ValueRenderTargetArrayIndex:      "rendertarget_array_index",
	ValueViewportArrayIndex:          "viewport_array_index",
	ValueVertexID:                    "vertex_id",
	ValuePrimitiveID:                 "primitive_id",
	ValueInstanceID:                  "instance_id",
	ValueIsFrontFace:                 "is_front_face",
	ValueSampleIndex:                 "sampleIndex",
	ValueFinalQuadUeq0EdgeTessFactor: "finalQuadUeq0EdgeTessFactor",
	ValueFinalQuadVeq0EdgeTessFactor: "finalQuadVeq0EdgeTessFactor",
	ValueFinalQuadUeq1EdgeTessFactor: "finalQuadUeq1EdgeTessFactor",
	ValueFinalQuadVeq1EdgeTessFactor: "finalQuadVeq1EdgeTessFactor",
	ValueFinalQuadUInsideTessFactor:  "finalQuadUInsideTessFactor",
	ValueFinalQuadVInsideTessFactor:  "finalQuadVInsideTessFactor",
	ValueFinalTriUeq0EdgeTessFactor:  "finalTriUeq0EdgeTessFactor",
	ValueFinalTriVeq0EdgeTessFactor:  "finalTriVeq0EdgeTessFactor",
	ValueFinalTriWeq0EdgeTessFactor:  "finalTriWeq0EdgeTessFactor",
	ValueFinalTriInsideTessFactor:    "finalTriInsideTessFactor",
	ValueFinalLineDetailTessFactor:   "finalLineDetailTessFactor",
	ValueFinalLineDensityTessFactor:  "finalLineDensityTessFactor",
}

// flagNames are the names of global flags, in the order of the text.
var flagNames = []struct {
	flag Control
	name string
}{
	{RefactoringAllowed, "refactoringAllowed"},
	{DoublePrecision, "enableDoublePrecisionFloatOps"},
	{RawAndStructuredBuffers, "enableRawAndStructuredBuffers"},
	{ForceEarlyDepthStencil, "forceEarlyDepthStencil"},
	{SkipOptimization, "skipOptimization"},
	{MinimumPrecision, "enableMinimumPrecision"},
	{DoubleExtensions, "enable11_1DoubleExtensions"},
	{ShaderExtensions, "enable11_1ShaderExtensions"},
	{AllResourcesBound, "allResourcesBound"},
}

// The names of controls of geometry and tessellation.
var (
	primitiveNames    = [...]string{"undefined", "point", "line", "triangle", "???", "???", "lineadj", "triangleadj"}
	topologyNames     = [...]string{"undefined", "pointlist", "???", "linestrip", "???", "trianglestrip"}
	domainNames       = [...]string{"???", "domain_isoline", "domain_tri", "domain_quad"}
	partitioningNames = [...]string{"???", "partitioning_integer", "partitioning_pow2", "partitioning_fractional_odd", "partitioning_fractional_even"}
	tessellateNames   = [...]string{"", " output_point", " output_line", " output_triangle_cw", " output_triangle_ccw"}
	samplerNames      = [...]string{", mode_default", ", mode_comparison", ", mode_mono"}
)

// named is the name at an index, or another.
func named(names []string, index int, other string) string {
	if index < len(names) && names[index] != "" {
		return names[index]
	}
	return other
}

// String returns the shape's name, such as "texture2d".
func (d ResourceDimension) String() string {
	return named(dimensionNames[:], int(d), "<unknown dimension>")
}

// String returns the type's name, such as "float".
func (r ResourceReturn) String() string {
	return named(returnNames[:], int(r), "<unknown resource return type>")
}

// String returns the mode's name, such as "linear centroid".
func (i Interpolation) String() string { return named(interpolationNames[:], int(i), "???") }

// String returns the name of a system value, such as "vertex_id".
func (v SystemValue) String() string { return named(valueNames[:], int(min(v, 1<<16)), "") }

func (t *printer) declaration(in *Instruction) {
	t.text(rows[in.Opcode].name)
	words := t.program.WordsOf(in)
	operands := t.program.OperandsOf(in)
	c := in.Control
	field := int(c >> 11)
	switch in.Opcode {
	case OpDclResource, OpDclUAVTyped, OpDclUAVRaw, OpDclUAVStructured, OpDclResourceRaw, OpDclResourceStructured, OpDclSampler, OpDclConstantBuffer:
		t.resource(in)
	case OpDclGlobalFlags:
		t.flags(c)
	case OpDclInputPS, OpDclInputPSSGV, OpDclInputPSSIV:
		t.text(" ", c.Interpolation().String())
		t.values(operands, words)
	case OpDclInput, OpDclInputSGV, OpDclInputSIV, OpDclOutput, OpDclOutputSGV, OpDclOutputSIV, OpDclStream:
		t.values(operands, words)
	case OpDclIndexRange:
		t.values(operands, nil)
		t.numbers(" ", words...)
	case OpDclInputPrimitive:
		t.primitive(int(c.Primitive()))
	case OpDclOutputTopology:
		t.text(" ", named(topologyNames[:], field&0x7f, "???"), " ")
	case OpDclTessellatorDomain:
		t.text(" ", named(domainNames[:], field&3, "???"))
	case OpDclTessellatorPartitioning:
		t.text(" ", named(partitioningNames[:], field&7, "???"))
	case OpDclTessellatorOutputPrimitive:
		t.text(named(tessellateNames[:], field&7, ""))
	case OpDclInputControlPointCount, OpDclOutputControlPointCount:
		t.numbers(" ", uint32(c.Points()))
	case OpDclHSMaxTessFactor:
		t.text(" l(")
		t.float(float64(math.Float32frombits(words[0])))
		t.text(")")
	case OpDclIndexableTemp:
		t.numbers(" x", words[0])
		t.numbers("[", words[1])
		t.numbers("], ", words[2])
	case OpDclThreadGroup:
		for i, w := range words {
			t.text([3]string{" ", ", ", ", "}[i])
			t.unsigned(w)
		}
	case OpDclTGSMRaw, OpDclTGSMStructured:
		t.values(operands, nil)
		for _, w := range words {
			t.numbers(", ", w)
		}
	case OpDclFunctionBody:
		t.numbers(" fb", words[0])
	case OpDclFunctionTable, OpDclInterface:
		t.table(in)
	case OpDclTemps, OpDclMaxOut, OpDclGSInstances, OpDclHSForkPhaseInstanceCount, OpDclHSJoinPhaseInstanceCount:
		t.numbers(" ", words...)
	default:
		panic("dxbc: the declaration " + in.Opcode.String() + " has no text")
	}
}

// numbers prints numbers, each behind the same text.
func (t *printer) numbers(before string, list ...uint32) {
	for _, v := range list {
		t.text(before)
		t.number(v)
	}
}

// values prints the operands of a declaration and the system value in its words.
func (t *printer) values(operands []Operand, words []uint32) {
	for i := range operands {
		t.text(" ")
		t.operand(&operands[i], literalInt, noPrecision)
	}
	for _, w := range words {
		t.text(", ", SystemValue(w&0xffff).String())
	}
}

func (t *printer) primitive(p int) {
	if patch := p - int(PrimitivePatch1); patch >= 0 && patch < 32 {
		t.numbers(" patch", uint32(patch+1))
		t.text(" ")
		return
	}
	t.text(" ", named(primitiveNames[:], p, "???"), " ")
}

func (t *printer) flags(c Control) {
	before := " "
	for _, f := range flagNames {
		if c&f.flag != 0 {
			t.text(before, f.name)
			before = " | "
		}
	}
	if before == " " {
		t.text("none")
	}
}

// resource prints a declaration of a resource, view, sampler or constant buffer, whose name is
// already printed.
func (t *printer) resource(in *Instruction) {
	words := t.program.WordsOf(in)
	o := &t.program.OperandsOf(in)[0]
	c := in.Control
	switch in.Opcode {
	case OpDclResource, OpDclUAVTyped:
		t.text("_", c.Dimension().String())
		if d := c.Dimension(); in.Opcode == OpDclResource && (d == DimensionTexture2DMS || d == DimensionTexture2DMSArray) {
			t.numbers("(", uint32(c.Samples()))
			t.text(")")
		}
	}
	switch in.Opcode {
	case OpDclUAVTyped, OpDclUAVRaw, OpDclUAVStructured:
		t.viewFlags(c)
	}
	t.text(" ")
	switch in.Opcode {
	case OpDclResource, OpDclUAVTyped:
		t.returns(ResourceReturns(words[0]))
		t.text(" ")
		words = words[1:]
	}
	t.bounds(o, in.Opcode == OpDclConstantBuffer)
	switch in.Opcode {
	case OpDclSampler:
		t.text(named(samplerNames[:], int(c.SamplerMode()), ""))
	case OpDclResourceStructured, OpDclUAVStructured:
		t.numbers(", ", words[0])
		words = words[1:]
	case OpDclConstantBuffer:
		if t.model51 {
			t.numbers("[", words[0])
			t.text("]")
			words = words[1:]
		}
		if c&DynamicIndexed != 0 {
			t.text(", dynamicIndexed")
		} else {
			t.text(", immediateIndexed")
		}
	}
	if t.model51 {
		t.numbers(", space=", words...)
	}
}

// viewFlags prints the flags of an unordered access view.
func (t *printer) viewFlags(c Control) {
	if c&GloballyCoherent != 0 {
		t.text("_glc")
	}
	if c&HasCounter != 0 {
		t.text("_opc")
	}
	if c&RasterOrdered != 0 {
		t.text("_rov")
	}
}

// bounds prints the register of a declaration, which in model 5.1 is a range of registers.
func (t *printer) bounds(o *Operand, upper bool) {
	indices := t.program.IndicesOf(o)
	if !t.model51 || len(indices) != 3 {
		if upper && len(indices) == 2 {
			t.text(strings.ToUpper(operandRows[o.Kind].name))
			t.number(indices[0].Value)
			t.numbers("[", indices[1].Value)
			t.text("]")
			return
		}
		t.register(o)
		return
	}
	t.text(strings.ToUpper(operandRows[o.Kind].name))
	t.number(indices[0].Value)
	t.numbers("[", indices[1].Value)
	if indices[2].Value == math.MaxUint32 {
		t.text(":*]")
		return
	}
	t.numbers(":", indices[2].Value)
	t.text("]")
}

// table prints a declaration of a function table or an interface.
func (t *printer) table(in *Instruction) {
	words := t.program.WordsOf(in)
	before, count := "ft", uint32(0)
	if in.Opcode == OpDclInterface {
		if len(words) < 3 {
			return
		}
		if in.Control&(1<<11) != 0 {
			t.text("_dynamicindexed")
		}
		t.numbers(" fp", words[0])
		t.numbers("[", words[2]>>16)
		t.numbers("][", words[1])
		t.text("] = {")
		count, words = words[2]&0xffff, words[3:]
	} else {
		if len(words) < 2 {
			return
		}
		t.numbers(" ft", words[0])
		t.text(" = {")
		count, words, before = words[1], words[2:], "fb"
	}
	words = words[:min(uint64(count), uint64(len(words)))]
	for i, w := range words {
		if i > 0 {
			t.text(", ")
		}
		t.numbers(before, w)
	}
	t.text("}")
}

func (t *printer) customData(in *Instruction) {
	words := t.program.WordsOf(in)
	switch in.Control.Custom() {
	case CustomComment:
		t.text("// COMMENT: ", stringOf(words))
	case CustomConstantBuffer:
		if len(words)%4 != 0 {
			t.text("undecipherable custom data")
			return
		}
		t.text("dcl_immediateConstantBuffer { ")
		for i := 0; i < len(words); i += 4 {
			if i > 0 {
				t.text(",\n                              ")
			}
			t.text("{ ")
			for k, v := range words[i : i+4] {
				if k > 0 {
					t.text(", ")
				}
				t.raw(v)
			}
			t.text("}")
		}
		t.text(" }")
	case CustomMessage:
		if !t.message(words) {
			t.text("undecipherable custom data")
		}
	default:
		t.text("undecipherable custom data")
	}
}

// The words of messages: identifiers, the format with arguments, and the head in front of operands.
const (
	messagePrintf = 0x00200102
	messageError  = 0x00200103
	formatPrintf  = 1
	messageHead   = 5
)

// message prints a message of the shader, and reports whether it is well formed.
func (t *printer) message(words []uint32) bool {
	if len(words) < messageHead || uint64(words[4]) > uint64(len(words)-messageHead) {
		return false
	}
	count, size := words[3], int(words[4])
	if count > maxOperands {
		return false
	}
	d := &decoder{words: words, program: &Program{}}
	at, end := messageHead, messageHead+size
	operands := make([]Operand, count)
	for i := range operands {
		var err *Error
		if at, err = d.operand(at, end, 1, &operands[i]); err != nil {
			return false
		}
	}
	text := stringOf(words[end:])
	name := "<unknown>"
	if words[1] == formatPrintf {
		switch words[0] {
		case messagePrintf:
			name = "printf"
		case messageError:
			name = "errorf"
		}
	}
	if name != "<unknown>" {
		text = strings.NewReplacer("\n", `\n`).Replace(text)
	}
	t.text(name, ` "`, text, `"`)
	inner := &printer{program: d.program, out: t.out, model51: t.model51}
	for i := range operands {
		inner.text(", ")
		inner.operand(&operands[i], literalRaw, noPrecision)
	}
	t.out = inner.out
	return true
}

// stringOf is the text in words up to the first zero byte.
func stringOf(words []uint32) string {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}
