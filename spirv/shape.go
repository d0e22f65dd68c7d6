// Shapes: for most instructions the opcode alone determines which words are ids, so that
// checking ids needs no decoding.

package spirv

import (
	"math/bits"
	"sync"
)

// shape is the words of an instruction that are ids, if that follows from the opcode and
// the number of words.
type shape struct {
	known bool
	words uint8  // those that are always there, the first included
	first uint8  // so many of them, behind the first, are ids
	ids   uint16 // a bit per such word: it is an id
	zero  uint16 // a bit per such word: it is a mask without parameters if it is 0
	enum  uint8  // which of them is an enumerant; 0: none
	flags uint8  // of the row: hasResult, hasResultType
	kind  Kind   // of that
	rest  rest   // what comes after them
}

// rest is the kind of the further words of an instruction.
type rest uint8

const (
	restDecoded  rest = iota // something that must be decoded
	restIDs                  // any number of ids
	restLiterals             // any number of literals of one word
	restString               // a string
)

var (
	shapes     []shape // by row of the opcode
	shapesOnce sync.Once
)

// makeShapes fills the table.
func makeShapes() {
	shapes = make([]shape, len(instRows))
	for i := range shapes {
		r := &instRows[i]
		shapes[i] = shapeOf(operandPool[r.operands:][:r.nOperand])
		shapes[i].first, shapes[i].flags = uint8(bits.TrailingZeros16(^(shapes[i].ids >> 1))), r.flags
	}
}

func shapeOf(operands []Operand) shape {
	s := shape{known: true, words: 1}
	for i, o := range operands {
		c := o.Kind.Category()
		isLiteral := o.Kind == KindLiteralInteger || o.Kind == KindLiteralFloat || o.Kind == KindLiteralExtInstInteger
		if o.Quantifier != One {
			switch {
			case i != len(operands)-1 || o.Quantifier != Many:
			case c == CategoryId:
				s.rest = restIDs
			case isLiteral:
				s.rest = restLiterals
			}
			return s
		}
		switch bit := uint16(1) << s.words; {
		case s.words == 15:
			return shape{}
		case c == CategoryId:
			s.ids |= bit
		case c == CategoryBitEnum:
			s.zero |= bit
		case c == CategoryValueEnum && s.enum == 0:
			s.enum, s.kind = s.words, o.Kind
		case o.Kind == KindLiteralString && i == len(operands)-1:
			s.rest = restString
			return s
		case !isLiteral:
			return shape{}
		}
		s.words++
	}
	return s
}

// IsPlain reports whether an instruction follows the grammar and all its ids are from 1 to
// below a bound. It is false in cases of doubt: see Context.Operands.
func (inst Inst) IsPlain(bound uint32) bool {
	_, _, plain := inst.Examine(bound)
	return plain
}

// Examine is Result, Op.HasResultType and IsPlain in one look-up.
func (inst Inst) Examine(bound uint32) (result ID, typed, plain bool) {
	op := inst.Op()
	if int(op) >= len(opRows) || opRows[op] == 0 {
		return 0, false, false
	}
	shapesOnce.Do(makeShapes)
	s := &shapes[opRows[op]-1]
	at := 1
	if typed = s.flags&hasResultType != 0; typed {
		at = 2
	}
	if s.flags&hasResult != 0 && at < len(inst) {
		result = inst[at]
	}
	return result, typed, s.fits(inst, bound)
}

// fits is IsPlain of an instruction with the shape.
func (s *shape) fits(inst Inst, bound uint32) bool {
	n := int(s.words)
	if !s.known || len(inst) < n {
		return false
	}
	first := int(s.first)
	if !inst[1 : 1+first].areIDs(bound) {
		return false
	}
	for k := 1 + first; k < n; k++ {
		w := inst[k]
		if s.ids>>k&1 != 0 && w-1 >= bound-1 || s.zero>>k&1 != 0 && w != 0 {
			return false
		}
	}
	if s.enum != 0 {
		e := s.kind.Enumerant(inst[s.enum])
		if !e.Exists() {
			return false
		}
		if list := e.Parameters(); len(list) > 0 {
			return int(s.enum) == n-1 && s.rest == restDecoded && inst[n:].arePlain(list, bound)
		}
	}
	switch {
	case s.rest == restString:
		for k, w := range inst[n:] {
			if hasZeroByte(w) {
				return n+k+1 == len(inst)
			}
		}
		return false
	case len(inst) == n, s.rest == restLiterals:
		return true
	case s.rest == restIDs:
		return inst[n:].areIDs(bound)
	}
	return false
}

// areIDs reports whether words are ids below a bound.
func (words Inst) areIDs(bound uint32) bool {
	for _, w := range words {
		if w-1 >= bound-1 {
			return false
		}
	}
	return true
}

// arePlain reports whether words are operands of one word each that follow the grammar.
func (words Inst) arePlain(operands []Operand, bound uint32) bool {
	if len(words) != len(operands) {
		return false
	}
	for k, o := range operands {
		switch {
		case o.Quantifier != One:
			return false
		case o.Kind.Category() == CategoryId:
			if words[k]-1 >= bound-1 {
				return false
			}
		case o.Kind != KindLiteralInteger && o.Kind != KindLiteralFloat:
			if o.Kind.Category() != CategoryValueEnum {
				return false
			}
			if e := o.Kind.Enumerant(words[k]); !e.Exists() || len(e.Parameters()) > 0 {
				return false
			}
		}
	}
	return true
}
