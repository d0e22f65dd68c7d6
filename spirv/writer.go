// Writing: a Builder holds one Stream of words for each section of the logical layout
// (specification, section 2.4), so that instructions are emitted in any order and joined in
// the required one.

package spirv

import "fmt"

// An ID is a result id: positive, and less than the module's bound.
type ID = uint32

// A Stream is a run of instructions under construction. The zero Stream is
// empty and ready to use. Emission allocates only when the stream grows.
//
// An instruction of known length is one call of Op0 to Op8; any other is
// Begin, its operands, End. Streams are independent: while an instruction is
// open in one, others can be written.
type Stream struct {
	words []uint32
	start int // of the open instruction
	long  int // 1 + the offset of the first instruction that is too long
}

// Op0 emits an instruction without operands.
func (s *Stream) Op0(op Op) { s.words = append(s.words, 1<<16|uint32(op)) }

// Op1 emits an instruction of one operand word.
func (s *Stream) Op1(op Op, a uint32) { s.words = append(s.words, 2<<16|uint32(op), a) }

// Op2 emits an instruction of two operand words.
func (s *Stream) Op2(op Op, a, b uint32) { s.words = append(s.words, 3<<16|uint32(op), a, b) }

// Op3 emits an instruction of three operand words.
func (s *Stream) Op3(op Op, a, b, c uint32) { s.words = append(s.words, 4<<16|uint32(op), a, b, c) }

// Op4 emits an instruction of four operand words.
func (s *Stream) Op4(op Op, a, b, c, d uint32) {
	s.words = append(s.words, 5<<16|uint32(op), a, b, c, d)
}

// Op5 emits an instruction of five operand words.
func (s *Stream) Op5(op Op, a, b, c, d, e uint32) {
	s.words = append(s.words, 6<<16|uint32(op), a, b, c, d, e)
}

// Op6 emits an instruction of six operand words.
func (s *Stream) Op6(op Op, a, b, c, d, e, f uint32) {
	s.words = append(s.words, 7<<16|uint32(op), a, b, c, d, e, f)
}

// Op7 emits an instruction of seven operand words.
func (s *Stream) Op7(op Op, a, b, c, d, e, f, g uint32) {
	s.words = append(s.words, 8<<16|uint32(op), a, b, c, d, e, f, g)
}

// Op8 emits an instruction of eight operand words.
func (s *Stream) Op8(op Op, a, b, c, d, e, f, g, h uint32) {
	s.words = append(s.words, 9<<16|uint32(op), a, b, c, d, e, f, g, h)
}

// Op emits an instruction with these operand words.
func (s *Stream) Op(op Op, operands ...uint32) {
	s.Begin(op)
	s.words = append(s.words, operands...)
	s.End()
}

// Begin opens an instruction. No other may be open in this stream.
func (s *Stream) Begin(op Op) {
	s.start = len(s.words)
	s.words = append(s.words, uint32(op))
}

// Word appends an operand word to the open instruction.
func (s *Stream) Word(w uint32) { s.words = append(s.words, w) }

// Words appends operand words to the open instruction.
func (s *Stream) Words(w ...uint32) {
	n := len(s.words)
	if cap(s.words)-n < len(w) {
		s.words = append(s.words, w...)
		return
	}
	s.words = s.words[:n+len(w)] // which isn't to write a pointer
	copy(s.words[n:], w)
}

// Word64 appends a 64-bit literal to the open instruction, low word first.
func (s *Stream) Word64(v uint64) { s.words = append(s.words, uint32(v), uint32(v>>32)) }

// String appends a literal string to the open instruction, see AppendString.
func (s *Stream) String(v string) {
	if words := AppendString(s.words, v); cap(words) == cap(s.words) {
		s.words = s.words[:len(words)]
	} else {
		s.words = words
	}
}

// End closes the open instruction. One longer than MaxInstructionWords makes
// the Builder's Module fail.
func (s *Stream) End() {
	n := len(s.words) - s.start
	if n > MaxInstructionWords && s.long == 0 {
		s.long = s.start + 1
	}
	s.words[s.start] |= uint32(n) << 16
}

// Len is the number of words so far, and so the offset of the next instruction.
func (s *Stream) Len() int { return len(s.words) }

// Contents returns the words so far. They stay the stream's, valid until the
// next call that emits or resets; words of finished instructions may be changed
// in place.
func (s *Stream) Contents() []uint32 { return s.words }

// AppendStream appends all instructions of another stream.
func (s *Stream) AppendStream(from *Stream) {
	if from.long != 0 && s.long == 0 {
		s.long = len(s.words) + from.long
	}
	s.words = append(s.words, from.words...)
}

// Truncate drops the words past the first n, a value that Len returned.
func (s *Stream) Truncate(n int) {
	s.words = s.words[:n]
	if s.long > n {
		s.long = 0
	}
}

// Reset empties the stream and keeps its memory.
func (s *Stream) Reset() { s.Truncate(0) }

// A Builder is a module under construction. The zero Builder is empty and ready
// to use.
type Builder struct {
	Capabilities   Stream // OpCapability
	Extensions     Stream // OpExtension
	Imports        Stream // OpExtInstImport
	Memory         Stream // OpMemoryModel
	EntryPoints    Stream // OpEntryPoint
	ExecutionModes Stream // OpExecutionMode, OpExecutionModeId
	Strings        Stream // OpString, OpSourceExtension, OpSource, OpSourceContinued
	Names          Stream // OpName, OpMemberName
	Processed      Stream // OpModuleProcessed
	Annotations    Stream // decorations
	Globals        Stream // types, constants, global variables, OpUndef, non-semantic instructions
	Functions      Stream // declarations and definitions of functions

	last ID
}

const sectionCount = 12

func (b *Builder) sections() [sectionCount]*Stream {
	return [sectionCount]*Stream{
		&b.Capabilities, &b.Extensions, &b.Imports, &b.Memory, &b.EntryPoints, &b.ExecutionModes,
		&b.Strings, &b.Names, &b.Processed, &b.Annotations, &b.Globals, &b.Functions,
	}
}

// NewID returns the next unused id; the first is 1.
func (b *Builder) NewID() ID {
	b.last++
	return b.last
}

// NewIDs reserves n ids in a row and returns the first.
func (b *Builder) NewIDs(n int) ID {
	first := b.last + 1
	b.last += uint32(n)
	return first
}

// Bound is one more than the highest id so far.
func (b *Builder) Bound() uint32 { return b.last + 1 }

// Capability declares a capability once, however often it is called.
func (b *Builder) Capability(c Capability) {
	w := b.Capabilities.words
	for i := 1; i < len(w); i += 2 {
		if w[i] == uint32(c) {
			return
		}
	}
	b.Capabilities.Op1(OpCapability, uint32(c))
}

// Extension declares an extension once, however often it is called.
func (b *Builder) Extension(name string) {
	for w := b.Extensions.words; len(w) > 0; w = w[w[0]>>16:] {
		if stringEquals(w[1:w[0]>>16], name) {
			return
		}
	}
	b.Extensions.Begin(OpExtension)
	b.Extensions.String(name)
	b.Extensions.End()
}

// Import returns the id of an extended instruction set and imports it on the
// first call.
func (b *Builder) Import(name string) ID {
	for w := b.Imports.words; len(w) > 0; w = w[w[0]>>16:] {
		if stringEquals(w[2:w[0]>>16], name) {
			return w[1]
		}
	}
	id := b.NewID()
	b.Imports.Begin(OpExtInstImport)
	b.Imports.Word(id)
	b.Imports.String(name)
	b.Imports.End()
	return id
}

// stringEquals compares a literal string with s.
func stringEquals(words []uint32, s string) bool {
	if len(words) != StringWords(s) {
		return false
	}
	for i := 0; i < len(s) && s[i] != 0; i++ {
		if byte(words[i/4]>>(8*(i%4))) != s[i] {
			return false
		}
	}
	return true
}

// EntryPoint emits OpEntryPoint.
func (b *Builder) EntryPoint(model ExecutionModel, function ID, name string, interfaces ...ID) {
	s := &b.EntryPoints
	s.Begin(OpEntryPoint)
	s.Word(uint32(model))
	s.Word(function)
	s.String(name)
	s.Words(interfaces...)
	s.End()
}

// Name emits OpName, or nothing for an empty name.
func (b *Builder) Name(id ID, name string) {
	if name == "" {
		return
	}
	b.Names.Begin(OpName)
	b.Names.Word(id)
	b.Names.String(name)
	b.Names.End()
}

// MemberName emits OpMemberName, or nothing for an empty name.
func (b *Builder) MemberName(structure ID, member uint32, name string) {
	if name == "" {
		return
	}
	b.Names.Begin(OpMemberName)
	b.Names.Word(structure)
	b.Names.Word(member)
	b.Names.String(name)
	b.Names.End()
}

// Decorate emits OpDecorate.
func (b *Builder) Decorate(id ID, d Decoration, parameters ...uint32) {
	s := &b.Annotations
	s.Begin(OpDecorate)
	s.Word(id)
	s.Word(uint32(d))
	s.Words(parameters...)
	s.End()
}

// MemberDecorate emits OpMemberDecorate.
func (b *Builder) MemberDecorate(structure ID, member uint32, d Decoration, parameters ...uint32) {
	s := &b.Annotations
	s.Begin(OpMemberDecorate)
	s.Word(structure)
	s.Word(member)
	s.Word(uint32(d))
	s.Words(parameters...)
	s.End()
}

// AppendModule appends the module to dst: a header with this version and generator (the
// tool's registered number in the high 16 bits, its own version in the low) and the
// sections in order. It fails if an instruction is too long.
func (b *Builder) AppendModule(dst []uint32, version Version, generator uint32) ([]uint32, error) {
	total := headerWords
	for _, s := range b.sections() {
		if s.long != 0 {
			op := Op(s.words[s.long-1])
			return nil, fmt.Errorf("%s has more than %d words", op, MaxInstructionWords)
		}
		total += len(s.words)
	}
	if need := len(dst) + total; need > cap(dst) {
		dst = append(make([]uint32, 0, need), dst...)
	}
	dst = append(dst, Magic, uint32(version), generator, b.Bound(), 0)
	for _, s := range b.sections() {
		dst = append(dst, s.words...)
	}
	return dst, nil
}

// Module returns the module's words, see AppendModule.
func (b *Builder) Module(version Version, generator uint32) ([]uint32, error) {
	return b.AppendModule(nil, version, generator)
}

// Reset empties the builder and keeps its memory.
func (b *Builder) Reset() {
	for _, s := range b.sections() {
		s.Reset()
	}
	b.last = 0
}
