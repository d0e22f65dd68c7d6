package dxbc

// This file prints programs of shader model 2 as Microsoft's disassembler does.

import (
	"math"
	"strconv"
	"strings"
)

// fileNames9 are the names of register files.
var fileNames9 = [32]string{
	"r", "v", "c", "a", "o", "oD", "oT", "i", "oC", "oDepth", "s", "c", "c", "c", "b", "aL", "x", "m", "l", "p",
	"x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x",
}

// The names of parts of the text.
var (
	usageNames9   = [16]string{"position", "blendweight", "blendindices", "normal", "psize", "texcoord", "tangent", "binormal", "tessfactor", "positiont", "color", "fog", "depth", "sample", "unknown", "unknown"}
	shapeNames9   = [16]string{2: "2d", 3: "cube", 4: "volume"}
	compareNames9 = [8]string{"", "_gt", "_eq", "_ge", "_lt", "_ne", "_le", ""}
	suffixes9     = [16]string{2: "_bias", 3: "_bias", 4: "_bx2", 5: "_bx2", 7: "_x2", 8: "_x2", 9: "_dz", 10: "_dw", 11: "_abs", 12: "_abs"}
	prefixes9     = [16]string{1: "-", 3: "-", 5: "-", 6: "1-", 8: "-", 12: "-", 13: "!"}
	shiftNames9   = [16]string{1: "_x2", 2: "_x4", 3: "_x8", 13: "_d8", 14: "_d4", 15: "_d2"}
)

// printer9 prints a program.
type printer9 struct {
	printer
	p *Program9
}

// AppendText appends the text of the program: the version, and a line for each instruction.
func (p *Program9) AppendText(b []byte) []byte {
	t := &printer9{printer{out: b}, p}
	stage := "vs_"
	if p.Pixel {
		stage = "ps_"
	}
	t.text("    ", stage, decimal(uint32(p.Major)), "_")
	if p.Minor == 1 {
		t.text("x\n")
	} else {
		t.text(decimal(uint32(p.Minor)), "\n")
	}
	depth := 0
	for i := range p.Instructions {
		in := &p.Instructions[i]
		switch in.Opcode {
		case Op9Comment:
			continue
		case Op9Else, Op9Endif, Op9Endloop, Op9Endrep:
			depth = max(depth-1, 0)
		}
		if in.Paired {
			t.text("  + ")
		} else {
			t.text("    ")
		}
		for range depth {
			t.text("  ")
		}
		t.instruction(in)
		t.text("\n")
		switch in.Opcode {
		case Op9If, Op9Ifc, Op9Else, Op9Loop, Op9Rep:
			depth++
		}
	}
	texture, arithmetic := p.Slots()
	t.text("\n// approximately ", strconv.Itoa(texture+arithmetic), " instruction slot")
	if texture+arithmetic != 1 {
		t.text("s")
	}
	t.text(" used")
	if texture > 0 {
		t.text(" (", strconv.Itoa(texture), " texture, ", strconv.Itoa(arithmetic), " arithmetic)")
	}
	t.text("\n")
	return t.out
}

func (t *printer9) instruction(in *Instruction9) {
	tokens := t.p.TokensOf(in)
	if in.Opcode == Op9Phase {
		t.text("phase")
		return
	}
	r := in.Opcode.row()
	name := r.name
	switch in.Opcode {
	case Op9Dcl:
		t.declaration(tokens)
		return
	case Op9Ifc, Op9Breakc, Op9Setp:
		name += compareNames9[in.Control&7]
	case Op9Texld:
		switch in.Control {
		case Tex9Project:
			name = "texldp"
		case Tex9Bias:
			name = "texldb"
		}
	}
	// The predicate is behind the destination, or is the first token if there is none.
	dests := int(r.dests)
	if in.Predicated && dests < len(tokens) {
		at := 0
		if dests > 0 {
			at = t.width(tokens)
		}
		if at < len(tokens) {
			n := t.width(tokens[at:])
			t.text("(")
			t.source([]uint32{tokens[at] &^ (3 << precision9Shift)})
			t.text(") ")
			tokens = append(append([]uint32(nil), tokens[:at]...), tokens[at+n:]...)
		}
	}
	t.text(name)
	if len(tokens) == 0 {
		return
	}
	before := " "
	if dests > 0 {
		d := Parameter9(tokens[0])
		t.text(shiftNames9[d>>24&15])
		t.modifiers(d)
		t.text(before)
		t.register(tokens)
		t.maskOf(d)
		t.precision(d)
		tokens, before = tokens[t.width(tokens):], ", "
	}
	switch in.Opcode {
	case Op9Def, Op9Defi, Op9Defb:
		t.words(in.Opcode, tokens)
		return
	}
	for len(tokens) > 0 {
		t.text(before)
		t.source(tokens)
		tokens, before = tokens[t.width(tokens):], ", "
	}
}

// width is the number of tokens of the first parameter.
func (t *printer9) width(tokens []uint32) int {
	if Parameter9(tokens[0]).Relative() && len(tokens) > 1 {
		return 2
	}
	return 1
}

// modifiers prints the suffixes that a destination gives an instruction.
func (t *printer9) modifiers(d Parameter9) {
	m := d.Modifiers()
	if m&Dest9Saturate != 0 {
		t.text("_sat")
	}
	if m&Dest9Partial != 0 {
		t.text("_pp")
	}
	if m&Dest9Centroid != 0 {
		t.text("_centroid")
	}
}

func (t *printer9) maskOf(d Parameter9) {
	if d.Mask() != 15 {
		t.text(".")
		t.mask(d.Mask())
	}
}

// register prints the register of the first parameter.
func (t *printer9) register(tokens []uint32) {
	p := Parameter9(tokens[0])
	number := p.Number()
	name := fileNames9[p.File()]
	switch p.File() {
	case File9RastOut:
		if number < 3 {
			t.text([3]string{"oPos", "oFog", "oPts"}[number])
			return
		}
		name = "oX"
	case File9Texture:
		if t.p.Pixel {
			name = "t"
		}
	case File9Misc:
		if number < 2 {
			t.text([2]string{"vPos", "vFace"}[number])
			return
		}
	case File9DepthOut, File9Loop:
		t.text(name)
		return
	case File9Const2, File9Const3, File9Const4:
		number += 2048 * (int(p.File()) - int(File9Const2) + 1)
	}
	t.text(name, strconv.Itoa(number))
	if p.Relative() && len(tokens) > 1 {
		a := Parameter9(tokens[1])
		t.text("[")
		t.register(tokens[1:2])
		if a.File() != File9Loop {
			t.text(".")
			t.out = append(t.out, "xyzw"[a.Swizzle()&3])
		}
		t.text("]")
	}
}

// source prints the first parameter as a source.
func (t *printer9) source(tokens []uint32) {
	p := Parameter9(tokens[0])
	t.text(prefixes9[p.Modifier()])
	t.register(tokens)
	t.text(suffixes9[p.Modifier()])
	s := p.Swizzle()
	switch {
	case s == Identity:
	case s == s&3*0x55:
		t.text(".")
		t.out = append(t.out, "xyzw"[s&3])
	default:
		t.text(".")
		for i := range 4 {
			t.out = append(t.out, "xyzw"[s>>(2*i)&3])
		}
	}
	t.precision(p)
}

// precision prints the least precision of a parameter.
func (t *printer9) precision(p Parameter9) {
	switch v := p.Precision(); v {
	case PrecisionFloat16, PrecisionFloat2_8:
		t.text(" {", precisionNames[v], "}")
	}
}

func (t *printer9) declaration(tokens []uint32) {
	usage, d := tokens[0], Parameter9(tokens[1])
	t.text("dcl")
	kind, index := usage&15, usage>>16&15
	shape := usage >> 27 & 15
	switch {
	case d.File() == File9Sampler && shape != 0:
		if shapeNames9[shape] == "" {
			t.text("_unknown")
		} else {
			t.text("_", shapeNames9[shape])
		}
	case t.p.Pixel && kind == 0 && index == 0:
	default:
		t.text("_", usageNames9[kind])
		if index != 0 {
			t.text(decimal(index))
		}
	}
	t.modifiers(d)
	t.text(" ")
	t.register(tokens[1:])
	t.maskOf(d)
	t.precision(d)
}

// words prints the values of a definition.
func (t *printer9) words(op Opcode9, list []uint32) {
	for _, w := range list {
		t.text(", ")
		switch op {
		case Op9Def:
			t.general(math.Float32frombits(w))
		case Op9Defi:
			t.number(w)
		default:
			t.text(strconv.FormatBool(w != 0))
		}
	}
}

// general prints a float with nine significant digits, in the notation of C's %.9g on Windows, whose
// exponents have three digits.
func (t *printer9) general(v float32) {
	switch {
	case math.IsInf(float64(v), 0):
		t.text(sign(float64(v)), "1.#INF")
		return
	case v != v:
		t.text(sign(float64(v)), "1.#QNAN")
		return
	}
	s := strconv.FormatFloat(float64(v), 'e', 8, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(exponent)
	if v != 0 && (n < -4 || n >= 9) {
		mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
		t.text(mantissa, "e", exponent[:1])
		for i := len(exponent) - 1; i < 3; i++ {
			t.text("0")
		}
		t.text(exponent[1:])
		return
	}
	s = strconv.FormatFloat(float64(v), 'f', 8-n, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	t.text(s)
}
