package dxbc

// This file prints signatures and the facts about tessellation as Microsoft's disassembler does.

import (
	"strconv"
	"strings"
)

// decimal is a number as text.
func decimal(v uint32) string { return strconv.FormatUint(uint64(v), 10) }

// title is the word for a signature in the text, and whether its elements are written.
func (s *Signature) title() (title string, output bool) {
	switch s.Kind {
	case ChunkISGN, ChunkISG1:
		return "Input", false
	case ChunkPCSG, ChunkPSG1:
		return "Patch Constant", true
	}
	return "Output", true
}

// signatureValues are the names of system values in signatures.
var signatureValues = [...]string{
	"NONE", "POS", "CLIPDST", "CULLDST", "RTINDEX", "VPINDEX", "VERTID", "PRIMID", "INSTID", "FFACE", "SAMPLE",
	"QUADEDGE", "QUADINT", "TRIEDGE", "TRIINT", "LINEDET", "LINEDEN",
}

// targetValues are the outputs of pixel programs by semantic, with the names of registers of their own.
var targetValues = [...]struct{ semantic, value, register string }{
	{"SV_Target", "TARGET", ""},
	{"SV_Depth", "DEPTH", "oDepth"},
	{"SV_DepthGreaterEqual", "DEPTHGE", "oDepthGE"},
	{"SV_DepthLessEqual", "DEPTHLE", "oDepthLE"},
	{"SV_Coverage", "COVERAGE", "oMask"},
	{"SV_StencilRef", "STENCILREF", "   oStencilRef"},
}

// componentNames are the names of types of elements, and precisionTypes the names with less precision.
var (
	componentNames = [...]string{"unknown", "uint", "int", "float"}
	precisionTypes = [...]string{PrecisionFloat16: "min16f", PrecisionFloat2_8: "min2_8f", PrecisionSint16: "min16i", PrecisionUint16: "min16u"}
)

func (t *containerPrinter) signature(s *Signature) {
	name, _ := s.title()
	t.text("//\n// ", name, " signature:\n//\n",
		"// Name                 Index   Mask Register SysValue  Format   Used\n",
		"// -------------------- ----- ------ -------- -------- ------- ------\n")
	if len(s.Elements) == 0 {
		t.text("// no ", name, "\n")
		return
	}
	streams := false
	for i := range s.Elements {
		streams = streams || s.Elements[i].Stream != 0
	}
	for i := range s.Elements {
		if t.full() {
			return
		}
		t.element(s, &s.Elements[i], streams)
	}
	t.text("//\n")
}

func (t *containerPrinter) element(s *Signature, e *Element, streams bool) {
	_, output := s.title()
	used := e.Used
	if output && (s.Kind != ChunkPCSG && s.Kind != ChunkPSG1 || t.program.Stage == Hull) {
		used = ^e.Used & e.Mask
	}
	t.text("// ")
	start := len(t.out)
	if streams {
		t.text("m", decimal(e.Stream), ":")
	}
	t.text(e.Semantic)
	t.left(start, 20)
	t.column(5, decimal(e.Index))
	value := named(signatureValues[:], int(min(e.SystemValue, 1000)), "NONE")
	file := ""
	if output && t.program.Stage == Pixel {
		for i := range targetValues {
			if x := &targetValues[i]; strings.EqualFold(x.semantic, e.Semantic) {
				value, file = x.value, x.register
			}
		}
	}
	if e.Register == NoRegister {
		if file == "" {
			file = "special"
			if e.SystemValue == ValuePrimitiveID {
				file = "primID"
			}
		}
		t.text("    N/A")
		t.column(8, file)
	} else {
		t.text("   ")
		t.components(e.Mask)
		t.column(8, decimal(e.Register))
	}
	t.column(8, value)
	format := named(componentNames[:], int(min(e.Type, 100)), "???")
	if e.Precision != 0 {
		format = named(precisionTypes[:], int(min(e.Precision, 100)), format)
	}
	t.column(7, format)
	switch {
	case e.Register != NoRegister:
		t.text("   ")
		t.components(used)
	case used != 0:
		t.text("    YES")
	default:
		t.text("     NO")
	}
	t.text("\n")
}

// components prints a mask in four columns.
func (t *printer) components(mask uint8) {
	for i := range 4 {
		if mask>>i&1 != 0 {
			t.out = append(t.out, "xyzw"[i])
		} else {
			t.out = append(t.out, ' ')
		}
	}
}

// The names of the tessellator's domains, primitives and partitionings.
var (
	tessellatorDomains    = [...]string{"", "Isoline", "Triangle", "Quadrilateral"}
	tessellatorPrimitives = [...]string{"", "Point", "Line", "Clockwise Triangles", "Counter-Clockwise Triangles"}
	tessellatorPartitions = [...]string{"", "Integer", "Integer Power of 2", "Odd Fractional", "Even Fractional"}
)

// tessellation prints the domain of hull and domain programs, and the division of hull programs.
func (t *containerPrinter) tessellation() {
	stage := t.program.Stage
	s := t.statistics
	if stage != Hull && stage != Domain || s.TessellatorDomain == 0 {
		return
	}
	t.text("// Tessellation Domain   # of control points\n// -------------------- --------------------\n// ")
	start := len(t.out)
	t.text(named(tessellatorDomains[:], int(min(s.TessellatorDomain, 100)), ""))
	t.left(start, 20)
	t.column(20, decimal(s.ControlPoints))
	t.text("\n//\n")
	if stage == Domain {
		return
	}
	t.text("// Tessellation Output Primitive  Partitioning Type \n// ------------------------------ ------------------\n// ")
	start = len(t.out)
	t.text(named(tessellatorPrimitives[:], int(min(s.HullOutputPrimitive, 100)), ""))
	t.left(start, 31)
	start = len(t.out)
	t.text(named(tessellatorPartitions[:], int(min(s.HullPartitioning, 100)), ""))
	t.left(start, 18)
	t.text("\n//\n")
}
