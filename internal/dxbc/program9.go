package dxbc

// This file is the form of Direct3D 9's programs of shader model 2, which the chunk Aon9 has for
// feature level 9. Parameters are the tokens of the encoding, with methods for their fields: the
// encoding is regular, and a parameter with a relative address is two tokens.

// A Program9 is a program of shader model 2.
type Program9 struct {
	Pixel        bool  // or else a vertex program
	Major, Minor uint8 // 2, 0; or 2, 1: 2_x of feature level 9.3
	Instructions []Instruction9
	Tokens       []uint32 // parameters and words of definitions
}

// An Instruction9 is an instruction, definition or declaration.
//
// Tokens are the destination, then the predicate if there is one, then the sources. A relative
// parameter has its address register as a token behind it. A declaration has the usage in front of
// the destination; a definition has words behind it.
type Instruction9 struct {
	Opcode     Opcode9
	Control    uint8 // texld: Tex9Project, Tex9Bias; comparisons: Compare9
	Predicated bool
	Paired     bool // issued together with the instruction before it
	Tokens     Run
}

// The controls of texld.
const (
	Tex9Project = 1 // texldp
	Tex9Bias    = 2 // texldb
)

// A Compare9 is the control of a comparison. Its values are the encoding's.
type Compare9 uint8

// The comparisons.
const (
	Compare9Greater Compare9 = 1 + iota
	Compare9Equal
	Compare9GreaterEqual
	Compare9Less
	Compare9NotEqual
	Compare9LessEqual
)

// A File9 is a register file. Its values are the encoding's.
type File9 uint8

// The register files.
const (
	File9Temp        File9 = 0  // r
	File9Input       File9 = 1  // v
	File9Const       File9 = 2  // c
	File9Address     File9 = 3  // a in vertex programs
	File9Texture     File9 = 3  // t in pixel programs
	File9RastOut     File9 = 4  // oPos, oFog, oPts
	File9AttrOut     File9 = 5  // oD
	File9TexCoordOut File9 = 6  // oT
	File9ConstInt    File9 = 7  // i
	File9ColorOut    File9 = 8  // oC
	File9DepthOut    File9 = 9  // oDepth
	File9Sampler     File9 = 10 // s
	File9Const2      File9 = 11 // c2048 and up
	File9Const3      File9 = 12
	File9Const4      File9 = 13
	File9ConstBool   File9 = 14 // b
	File9Loop        File9 = 15 // aL
	File9Misc        File9 = 17 // vPos, vFace
	File9Label       File9 = 18 // l
	File9Predicate   File9 = 19 // p
)

// The modifiers of sources and destinations. Sources' values are the encoding's.
const (
	Source9Negate    = 1
	Source9Abs       = 11
	Source9AbsNegate = 12
	Source9Not       = 13

	Dest9Saturate = 1
	Dest9Partial  = 2 // with less precision
	Dest9Centroid = 4
)

// A Parameter9 is a token of a register.
type Parameter9 uint32

const (
	parameterBit  = 1 << 31
	relativeBit   = 1 << 13
	registerMask9 = 0x7ff
)

// Destination9 returns the token of a destination.
func Destination9(file File9, number int, mask, modifiers uint8) uint32 {
	return registerToken9(file, number) | uint32(mask&15)<<16 | uint32(modifiers&15)<<20
}

// Source9 returns the token of a source.
func Source9(file File9, number int, swizzle, modifier uint8) uint32 {
	return registerToken9(file, number) | uint32(swizzle)<<16 | uint32(modifier&15)<<24
}

func registerToken9(file File9, number int) uint32 {
	return parameterBit | uint32(file&7)<<28 | uint32(file>>3)<<11 | uint32(number)&registerMask9
}

// Relative9 returns the token of a parameter whose address register is the next token.
func Relative9(token uint32) uint32 { return token | relativeBit }

// File returns the register file.
func (p Parameter9) File() File9 { return File9(p>>28&7 | p>>8&0x18) }

// Number returns the number of the register.
func (p Parameter9) Number() int { return int(p & registerMask9) }

// Relative reports whether the next token is an address register.
func (p Parameter9) Relative() bool { return p&relativeBit != 0 }

// precision9Shift is the place of a parameter's precision.
const precision9Shift = 14

// Precise9 returns the token of a parameter with a precision: PrecisionFloat16 or PrecisionFloat2_8.
func Precise9(token uint32, p MinPrecision) uint32 { return token | uint32(p&3)<<precision9Shift }

// Precision returns the least precision of the parameter.
func (p Parameter9) Precision() MinPrecision { return MinPrecision(p>>precision9Shift) & 3 }

// Swizzle returns the order of a source's components, as [Swizzle] has it.
func (p Parameter9) Swizzle() uint8 { return uint8(p >> 16) }

// Modifier returns the modifier of a source.
func (p Parameter9) Modifier() uint8 { return uint8(p>>24) & 15 }

// Mask returns the components of a destination.
func (p Parameter9) Mask() uint8 { return uint8(p>>16) & 15 }

// Modifiers returns the modifiers of a destination.
func (p Parameter9) Modifiers() uint8 { return uint8(p>>20) & 15 }

// Shift returns the power of two by which the result is multiplied, -8 to 7.
func (p Parameter9) Shift() int { return int(int8(p>>20&0xf0)) >> 4 }

// An Opcode9 is the number of an instruction.
type Opcode9 uint16

// The instructions.
const (
	Op9Nop          Opcode9 = 0
	Op9Mov          Opcode9 = 1
	Op9Add          Opcode9 = 2
	Op9Sub          Opcode9 = 3
	Op9Mad          Opcode9 = 4
	Op9Mul          Opcode9 = 5
	Op9Rcp          Opcode9 = 6
	Op9Rsq          Opcode9 = 7
	Op9Dp3          Opcode9 = 8
	Op9Dp4          Opcode9 = 9
	Op9Min          Opcode9 = 10
	Op9Max          Opcode9 = 11
	Op9Slt          Opcode9 = 12
	Op9Sge          Opcode9 = 13
	Op9Exp          Opcode9 = 14
	Op9Log          Opcode9 = 15
	Op9Lit          Opcode9 = 16
	Op9Dst          Opcode9 = 17
	Op9Lrp          Opcode9 = 18
	Op9Frc          Opcode9 = 19
	Op9M4x4         Opcode9 = 20
	Op9M4x3         Opcode9 = 21
	Op9M3x4         Opcode9 = 22
	Op9M3x3         Opcode9 = 23
	Op9M3x2         Opcode9 = 24
	Op9Call         Opcode9 = 25
	Op9Callnz       Opcode9 = 26
	Op9Loop         Opcode9 = 27
	Op9Ret          Opcode9 = 28
	Op9Endloop      Opcode9 = 29
	Op9Label        Opcode9 = 30
	Op9Dcl          Opcode9 = 31
	Op9Pow          Opcode9 = 32
	Op9Crs          Opcode9 = 33
	Op9Sgn          Opcode9 = 34
	Op9Abs          Opcode9 = 35
	Op9Nrm          Opcode9 = 36
	Op9Sincos       Opcode9 = 37
	Op9Rep          Opcode9 = 38
	Op9Endrep       Opcode9 = 39
	Op9If           Opcode9 = 40
	Op9Ifc          Opcode9 = 41
	Op9Else         Opcode9 = 42
	Op9Endif        Opcode9 = 43
	Op9Break        Opcode9 = 44
	Op9Breakc       Opcode9 = 45
	Op9Mova         Opcode9 = 46
	Op9Defb         Opcode9 = 47
	Op9Defi         Opcode9 = 48
	Op9Texcrd       Opcode9 = 64
	Op9Texkill      Opcode9 = 65
	Op9Texld        Opcode9 = 66
	Op9Texbem       Opcode9 = 67
	Op9Texbeml      Opcode9 = 68
	Op9Texreg2ar    Opcode9 = 69
	Op9Texreg2gb    Opcode9 = 70
	Op9Texm3x2pad   Opcode9 = 71
	Op9Texm3x2tex   Opcode9 = 72
	Op9Texm3x3pad   Opcode9 = 73
	Op9Texm3x3tex   Opcode9 = 74
	Op9Texm3x3spec  Opcode9 = 76
	Op9Texm3x3vspec Opcode9 = 77
	Op9Expp         Opcode9 = 78
	Op9Logp         Opcode9 = 79
	Op9Cnd          Opcode9 = 80
	Op9Def          Opcode9 = 81
	Op9Texreg2rgb   Opcode9 = 82
	Op9Texdp3tex    Opcode9 = 83
	Op9Texm3x2depth Opcode9 = 84
	Op9Texdp3       Opcode9 = 85
	Op9Texm3x3      Opcode9 = 86
	Op9Texdepth     Opcode9 = 87
	Op9Cmp          Opcode9 = 88
	Op9Bem          Opcode9 = 89
	Op9Dp2add       Opcode9 = 90
	Op9Dsx          Opcode9 = 91
	Op9Dsy          Opcode9 = 92
	Op9Texldd       Opcode9 = 93
	Op9Setp         Opcode9 = 94
	Op9Texldl       Opcode9 = 95
	Op9Breakp       Opcode9 = 96
	Op9Phase        Opcode9 = 0xfffd
	Op9Comment      Opcode9 = 0xfffe // any words; its length is in 15 bits
	Op9End          Opcode9 = 0xffff // the last token of a program, which has no instruction
)

// row9 describes an instruction.
type row9 struct {
	name       string
	dests      uint8
	sources    uint8
	texture    uint8 // slots that the instruction takes
	arithmetic uint8
}

// rows9 are the instructions.
var rows9 = [...]row9{
	Op9Nop:          {"nop", 0, 0, 0, 0},
	Op9Mov:          {"mov", 1, 1, 0, 1},
	Op9Add:          {"add", 1, 2, 0, 1},
	Op9Sub:          {"sub", 1, 2, 0, 1},
	Op9Mad:          {"mad", 1, 3, 0, 1},
	Op9Mul:          {"mul", 1, 2, 0, 1},
	Op9Rcp:          {"rcp", 1, 1, 0, 1},
	Op9Rsq:          {"rsq", 1, 1, 0, 1},
	Op9Dp3:          {"dp3", 1, 2, 0, 1},
	Op9Dp4:          {"dp4", 1, 2, 0, 1},
	Op9Min:          {"min", 1, 2, 0, 1},
	Op9Max:          {"max", 1, 2, 0, 1},
	Op9Slt:          {"slt", 1, 2, 0, 1},
	Op9Sge:          {"sge", 1, 2, 0, 1},
	Op9Exp:          {"exp", 1, 1, 0, 1},
	Op9Log:          {"log", 1, 1, 0, 1},
	Op9Lit:          {"lit", 1, 1, 0, 1},
	Op9Dst:          {"dst", 1, 2, 0, 1},
	Op9Lrp:          {"lrp", 1, 3, 0, 1},
	Op9Frc:          {"frc", 1, 1, 0, 1},
	Op9M4x4:         {"m4x4", 1, 2, 0, 4},
	Op9M4x3:         {"m4x3", 1, 2, 0, 3},
	Op9M3x4:         {"m3x4", 1, 2, 0, 4},
	Op9M3x3:         {"m3x3", 1, 2, 0, 3},
	Op9M3x2:         {"m3x2", 1, 2, 0, 2},
	Op9Call:         {"call", 0, 1, 0, 2},
	Op9Callnz:       {"callnz", 0, 2, 0, 3},
	Op9Loop:         {"loop", 0, 2, 0, 3},
	Op9Ret:          {"ret", 0, 0, 0, 1},
	Op9Endloop:      {"endloop", 0, 0, 0, 2},
	Op9Label:        {"label", 0, 1, 0, 0},
	Op9Dcl:          {"dcl", 1, 0, 0, 0},
	Op9Pow:          {"pow", 1, 2, 0, 3},
	Op9Crs:          {"crs", 1, 2, 0, 2},
	Op9Sgn:          {"sgn", 1, 3, 0, 3},
	Op9Abs:          {"abs", 1, 1, 0, 1},
	Op9Nrm:          {"nrm", 1, 1, 0, 3},
	Op9Sincos:       {"sincos", 1, 3, 0, 8},
	Op9Rep:          {"rep", 0, 1, 0, 3},
	Op9Endrep:       {"endrep", 0, 0, 0, 2},
	Op9If:           {"if", 0, 1, 0, 3},
	Op9Ifc:          {"if", 0, 2, 0, 3},
	Op9Else:         {"else", 0, 0, 0, 1},
	Op9Endif:        {"endif", 0, 0, 0, 1},
	Op9Break:        {"break", 0, 0, 0, 1},
	Op9Breakc:       {"break", 0, 2, 0, 3},
	Op9Mova:         {"mova", 1, 1, 0, 1},
	Op9Defb:         {"defb", 1, 0, 0, 0},
	Op9Defi:         {"defi", 1, 0, 0, 0},
	Op9Texcrd:       {"texcrd", 1, 1, 1, 0},
	Op9Texkill:      {"texkill", 1, 0, 0, 1},
	Op9Texld:        {"texld", 1, 2, 1, 0},
	Op9Texbem:       {"texbem", 1, 1, 1, 0},
	Op9Texbeml:      {"texbeml", 1, 1, 1, 0},
	Op9Texreg2ar:    {"texreg2ar", 1, 1, 1, 0},
	Op9Texreg2gb:    {"texreg2gb", 1, 1, 1, 0},
	Op9Texm3x2pad:   {"texm3x2pad", 1, 1, 1, 0},
	Op9Texm3x2tex:   {"texm3x2tex", 1, 1, 1, 0},
	Op9Texm3x3pad:   {"texm3x3pad", 1, 1, 1, 0},
	Op9Texm3x3tex:   {"texm3x3tex", 1, 1, 1, 0},
	Op9Texm3x3spec:  {"texm3x3spec", 1, 2, 1, 0},
	Op9Texm3x3vspec: {"texm3x3vspec", 1, 1, 1, 0},
	Op9Expp:         {"expp", 1, 1, 0, 1},
	Op9Logp:         {"logp", 1, 1, 0, 1},
	Op9Cnd:          {"cnd", 1, 3, 0, 1},
	Op9Def:          {"def", 1, 0, 0, 0},
	Op9Texreg2rgb:   {"texreg2rgb", 1, 1, 1, 0},
	Op9Texdp3tex:    {"texdp3tex", 1, 1, 1, 0},
	Op9Texm3x2depth: {"texm3x2depth", 1, 1, 1, 0},
	Op9Texdp3:       {"texdp3", 1, 1, 1, 0},
	Op9Texm3x3:      {"texm3x3", 1, 1, 1, 0},
	Op9Texdepth:     {"texdepth", 1, 0, 0, 1},
	Op9Cmp:          {"cmp", 1, 3, 0, 1},
	Op9Bem:          {"bem", 1, 2, 0, 2},
	Op9Dp2add:       {"dp2add", 1, 3, 0, 2},
	Op9Dsx:          {"dsx", 1, 1, 0, 2},
	Op9Dsy:          {"dsy", 1, 1, 0, 2},
	Op9Texldd:       {"texldd", 1, 4, 1, 2},
	Op9Setp:         {"setp", 1, 2, 0, 1},
	Op9Texldl:       {"texldl", 1, 2, 2, 0},
	Op9Breakp:       {"break", 1, 0, 0, 3},
}

// row returns the row of an opcode, or nil.
func (o Opcode9) row() *row9 {
	if int(o) >= len(rows9) || rows9[o].name == "" {
		return nil
	}
	return &rows9[o]
}

// String returns the opcode's name, such as "mad".
func (o Opcode9) String() string {
	if r := o.row(); r != nil {
		return r.name
	}
	return ""
}

// Slots returns the numbers of slots that the program takes of the hardware's limits.
func (p *Program9) Slots() (texture, arithmetic int) {
	for i := range p.Instructions {
		in := &p.Instructions[i]
		if r := in.Opcode.row(); r != nil {
			texture += int(r.texture)
			arithmetic += int(r.arithmetic)
			if in.Predicated {
				arithmetic++
			}
		}
	}
	return texture, arithmetic
}

// TokensOf returns the tokens of an instruction.
func (p *Program9) TokensOf(in *Instruction9) []uint32 {
	return p.Tokens[in.Tokens.First:][:in.Tokens.Count]
}

// Emit appends an instruction with tokens, which are copied.
func (p *Program9) Emit(in Instruction9, tokens ...uint32) {
	in.Tokens = Run{uint32(len(p.Tokens)), uint32(len(tokens))}
	p.Tokens = append(p.Tokens, tokens...)
	p.Instructions = append(p.Instructions, in)
}
