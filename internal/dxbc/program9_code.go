package dxbc

// This file reads and writes programs of shader model 2.

import (
	"encoding/binary"
	"fmt"
)

const (
	pixel9  = 0xffff
	vertex9 = 0xfffe

	length9Shift  = 24
	length9Mask   = 15
	comment9Shift = 16
	comment9Mask  = 0x7fff
	control9Shift = 16
	predicated9   = 1 << 28
	paired9       = 1 << 30
)

// ReadProgram9 returns the program whose tokens begin at the start of data, from the version to the end
// token. Mistakes are returned as *[Error].
func ReadProgram9(data []byte) (*Program9, error) {
	r := &reader{data: data}
	version := r.u32(0)
	kind := version >> 16
	if r.err == nil && (kind != pixel9 && kind != vertex9 || version>>8&0xff != 2) {
		r.fail(0, "the version token 0x%08x isn't one of shader model 2", version)
	}
	p := &Program9{Pixel: kind == pixel9, Major: uint8(version >> 8), Minor: uint8(version)}
	for at := 4; r.err == nil; {
		token := r.u32(at)
		op := Opcode9(token)
		if r.err != nil {
			break
		}
		if op == Op9End {
			if token>>16 != 0 || at+4 != len(data) {
				r.fail(at, "the program ends before its last token")
			}
			break
		}
		in := Instruction9{Opcode: op, Control: uint8(token >> control9Shift), Predicated: token&predicated9 != 0, Paired: token&paired9 != 0}
		length := int(token >> length9Shift & length9Mask)
		if op == Op9Comment {
			in.Control, in.Predicated, in.Paired = 0, false, false
			length = int(token >> comment9Shift & comment9Mask)
		} else if op.row() == nil && op != Op9Phase {
			r.fail(at, "instruction %d is unknown", op)
			break
		}
		in.Tokens = Run{uint32(len(p.Tokens)), uint32(length)}
		if got, _ := in.token(); got != token {
			r.fail(at, "the instruction token 0x%08x has bits without a meaning", token)
		}
		if length > (len(data)-at)/4-1 {
			r.fail(at, "%v has a length of %d tokens, and the program has %d more", op, length, (len(data)-at)/4-1)
			break
		}
		for i := range length {
			p.Tokens = append(p.Tokens, r.u32(at+4+4*i))
		}
		if err := p.check(&in); err != "" {
			r.fail(at, "%v %s", op, err)
		}
		p.Instructions = append(p.Instructions, in)
		at += 4 + 4*length
	}
	if r.err != nil {
		return nil, r.err
	}
	return p, nil
}

// check returns the mistake in the tokens of an instruction, or "".
func (p *Program9) check(in *Instruction9) string {
	tokens := p.TokensOf(in)
	want := 0
	switch in.Opcode {
	case Op9Dcl:
		want = 2
	case Op9Def, Op9Defi:
		want = 5
	case Op9Defb:
		want = 2
	}
	if want != 0 && len(tokens) != want {
		return fmt.Sprintf("has %d tokens instead of %d", len(tokens), want)
	}
	if want != 0 || in.Opcode == Op9Comment {
		return ""
	}
	for i := 0; i < len(tokens); i++ {
		if tokens[i]&parameterBit == 0 {
			return fmt.Sprintf("has 0x%08x for a parameter", tokens[i])
		}
		if Parameter9(tokens[i]).Relative() {
			if i++; i == len(tokens) || tokens[i]&parameterBit == 0 {
				return "has a relative parameter without an address register"
			}
		}
	}
	return ""
}

// token returns the instruction's first token, and whether its tokens are as many as the encoding has.
func (in *Instruction9) token() (uint32, bool) {
	n := in.Tokens.Count
	if in.Opcode == Op9Comment {
		return uint32(in.Opcode) | n<<comment9Shift, n <= comment9Mask
	}
	token := uint32(in.Opcode) | uint32(in.Control)<<control9Shift | n<<length9Shift
	if in.Predicated {
		token |= predicated9
	}
	if in.Paired {
		token |= paired9
	}
	return token, n <= length9Mask
}

// Bytes returns the tokens of the program, from the version to the end token. An instruction of
// more than 15 tokens is an error.
func (p *Program9) Bytes() ([]byte, error) {
	kind := uint32(vertex9)
	if p.Pixel {
		kind = pixel9
	}
	b := binary.LittleEndian.AppendUint32(nil, kind<<16|uint32(p.Major)<<8|uint32(p.Minor))
	for i := range p.Instructions {
		in := &p.Instructions[i]
		token, ok := in.token()
		if !ok {
			return nil, fmt.Errorf("%v has %d tokens, which the encoding lacks", in.Opcode, in.Tokens.Count)
		}
		b = binary.LittleEndian.AppendUint32(b, token)
		for _, w := range p.TokensOf(in) {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
	}
	return binary.LittleEndian.AppendUint32(b, uint32(Op9End)), nil
}
