// Reading: a Reader steps over the instructions of a module and hands out views of its
// words. It checks the header and the lengths of instructions; Inst.Operands decodes
// operands, and their meaning is nobody's business here.

package spirv

import (
	"fmt"
	"math/bits"
)

const headerWords = 5

// MaxBound is the greatest bound of ids that is read, the universal limit of
// the specification (section 2.17) and so the size of a table indexed by id.
const MaxBound = 0x3fffff

// A FormatError is the place at which the words of a module stop making sense.
type FormatError struct {
	Offset  int // in words from the start of the module
	Op      Op  // of the instruction at fault, 0 if there is none
	Problem string
	Unknown bool // it may be right by a grammar newer than this package's
}

// Error returns the problem with its position.
func (e *FormatError) Error() string {
	if e.Op != 0 {
		return fmt.Sprintf("SPIR-V word %d: %s: %s", e.Offset, e.Op, e.Problem)
	}
	return fmt.Sprintf("SPIR-V word %d: %s", e.Offset, e.Problem)
}

// A Header is the start of a module (specification, section 2.3).
type Header struct {
	Version   Version
	Generator uint32 // the tool's registered number in the high 16 bits, its own version in the low
	Bound     uint32 // more than every id
	Schema    uint32 // 0
}

// An Inst is one instruction: its words, the first with length and opcode. It is a view of
// the module's words.
type Inst []uint32

// Op returns the opcode.
func (i Inst) Op() Op { return Op(i[0]) }

// ResultType returns the id of the result type, 0 if the instruction has none.
func (i Inst) ResultType() ID {
	if r := i.Op().row(); r != nil && r.flags&hasResultType != 0 && len(i) > 1 {
		return i[1]
	}
	return 0
}

// Result returns the id that the instruction defines, 0 if it defines none.
func (i Inst) Result() ID {
	r := i.Op().row()
	if r == nil || r.flags&hasResult == 0 {
		return 0
	}
	at := 1
	if r.flags&hasResultType != 0 {
		at = 2
	}
	if at < len(i) {
		return i[at]
	}
	return 0
}

// A Reader steps over the instructions of a module:
//
//	r, err := NewReader(words)
//	for r.Next() {
//		switch inst := r.Inst(); inst.Op() { ... }
//	}
//	err = r.Err()
type Reader struct {
	Header
	words []uint32
	start int // of the current instruction
	next  int
	err   *FormatError
}

// NewReader checks the header and returns a reader before the first
// instruction. The words stay the caller's and must not change while views are
// used; words in the other byte order are copied. It fails with a *FormatError.
func NewReader(words []uint32) (Reader, error) {
	if len(words) < headerWords {
		return Reader{}, &FormatError{Offset: len(words), Problem: "the header is cut short"}
	}
	switch words[0] {
	case Magic:
	case bits.ReverseBytes32(Magic):
		swapped := make([]uint32, len(words))
		for i, w := range words {
			swapped[i] = bits.ReverseBytes32(w)
		}
		words = swapped
	default:
		return Reader{}, &FormatError{Problem: "the magic number is missing"}
	}
	h := Header{Version(words[1]), words[2], words[3], words[4]}
	switch {
	case h.Version&0xff0000ff != 0 || h.Version.Major() != 1:
		return Reader{}, &FormatError{Offset: 1, Problem: fmt.Sprintf("version %#08x isn't 1.x", uint32(h.Version))}
	case h.Bound == 0 || h.Bound > MaxBound:
		return Reader{}, &FormatError{Offset: 3, Problem: fmt.Sprintf("the bound of ids, %d, isn't from 1 to %d", h.Bound, MaxBound)}
	case h.Schema != 0:
		return Reader{}, &FormatError{Offset: 4, Problem: fmt.Sprintf("schema %d isn't 0", h.Schema)}
	}
	return Reader{Header: h, words: words, start: headerWords, next: headerWords}, nil
}

// Next steps to the next instruction. It returns false at the end and at a malformed
// length; Err distinguishes them.
func (r *Reader) Next() bool {
	if r.next >= len(r.words) {
		return false
	}
	n := int(r.words[r.next] >> 16)
	if n == 0 || n > len(r.words)-r.next {
		r.malformed(n)
		return false
	}
	r.start = r.next
	r.next += n
	return true
}

func (r *Reader) malformed(n int) {
	if r.err != nil {
		return
	}
	op := Op(r.words[r.next])
	if n == 0 {
		r.err = &FormatError{Offset: r.next, Op: op, Problem: "the length is 0"}
		return
	}
	r.err = &FormatError{Offset: r.next, Op: op, Problem: fmt.Sprintf("the instruction has %d words, %d are left", n, len(r.words)-r.next)}
}

// Inst returns the current instruction, valid after Next returned true.
func (r *Reader) Inst() Inst { return Inst(r.words[r.start:r.next:r.next]) }

// Offset is the current instruction's, in words from the start of the module.
func (r *Reader) Offset() int { return r.start }

// Words returns the words of the whole module in this machine's byte order.
func (r *Reader) Words() []uint32 { return r.words }

// Seek moves so that Next steps to the instruction at an offset that Offset
// returned before.
func (r *Reader) Seek(offset int) { r.start, r.next = offset, offset }

// Err returns the *FormatError that ended the iteration, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}
