package spirv

// This file is the first pass over the words: it checks every instruction against the
// grammar, notes the definition of each id, and sorts the instructions outside of functions
// by subject.

import (
	"math/bits"
	"slices"
	"strings"

	"refract/internal/reuse"
	"refract/spirv"
)

// scanned is the results of the first pass.
type scanned struct {
	capabilities []spirv.Capability
	extensions   []string
	model        [2]uint32           // addressing, memory
	entries      []uint32            // offsets of OpEntryPoint
	modesOf      map[uint32][]uint32 // modes by their entry points; nil: not known yet
	modes        []uint32            // offsets of OpExecutionMode and OpExecutionModeId
	strings      []uint32            // offsets of OpString, OpSource and OpSourceContinued
	names        []uint32            // by id: offset of its OpName
	namesStart   uint32              // offset of the first OpName or OpMemberName
	namesEnd     uint32              // behind the last of them; 0: there are none
	memberNames  []uint32            // offsets of OpMemberName
	decorations  []decoration
	hasFlags     bool     // some are about results: see flagsOf
	groups       []uint32 // offsets of OpGroupDecorate and OpGroupMemberDecorate
	module       []uint32 // offsets of types, constants and variables, in order
	bodies       []body
	parts        []uint32    // offsets of what adds blocks to functions: labels, and atomics that may take some
	calls        []uint32    // offsets of OpFunctionCall
	ops          [128]uint64 // opcodes that are there, a bit each
}

// body is the place of a function and its contents.
type body struct {
	at, end      uint32 // offsets of OpFunction and OpFunctionEnd
	blocks       int
	instructions int
	parts, calls int // its first in the lists; those of the next begin where its own end
}

// hasOp reports whether an instruction is in the module.
func (s *scanned) hasOp(o spirv.Op) bool { return s.ops[o/64%128]>>(o%64)&1 != 0 }

// hasAny is hasOp of any of some.
func (s *scanned) hasAny(list ...spirv.Op) bool {
	return slices.ContainsFunc(list, s.hasOp)
}

// next is the body behind one, with at least the beginnings of its lists.
func (s *scanned) next(k int) body {
	if k+1 < len(s.bodies) {
		return s.bodies[k+1]
	}
	return body{parts: len(s.parts), calls: len(s.calls)}
}

// scan checks the words and fills scanned.
func (r *reader) scan(words []uint32) {
	rd, err := spirv.NewReader(words)
	if err != nil {
		r.malformed(err)
	}
	r.header, r.words, r.bound = rd.Header, rd.Words(), rd.Bound
	if int(r.bound) > 4*len(r.words)+64 {
		r.compact()
		rd, _ = spirv.NewReader(r.words)
	}
	r.defs = reuse.Zeroed(r.defs, int(r.bound))
	r.scanned.names = reuse.Zeroed(r.scanned.names, int(r.bound))
	r.marks = reuse.Zeroed(r.marks, int(r.bound))
	r.decorations = append(r.decorations, decoration{}) // [0] is none
	inside, block := false, false
	instructions := 0
	all, bound, defs := r.words, r.bound, r.defs
	for next := headerWords; next < len(all); {
		n := int(all[next] >> 16)
		if n == 0 || n > len(all)-next { // the format's own reader says what is wrong
			rd.Seek(next)
			rd.Next()
			r.malformed(rd.Err())
		}
		inst := spirv.Inst(all[next : next+n : next+n])
		r.at, next = next, next+n
		o := inst.Op()
		id, typed, plain := inst.Examine(bound)
		if !plain && !r.isWordConstant(inst) {
			if o == spirv.OpSwitch {
				r.observeSelector(inst)
			}
			list, err := r.context.Operands(r.operands[:0], inst)
			if err != nil {
				r.malformed(err)
			}
			r.ids(inst, list)
		}
		r.ops[o/64%128] |= 1 << (o % 64)
		instructions++
		at := uint32(r.at)
		if id != 0 {
			if !typed {
				r.context.Observe(inst)
			}
			d := &defs[id]
			if d.op != 0 {
				r.invalid("the id %%%d is defined twice", id)
			}
			d.op, d.offset = o, at
		}
		switch o {
		case spirv.OpFunction:
			if inside {
				r.invalid("a function inside another")
			}
			inside, block = true, false
			instructions = 0
			r.scanned.bodies = append(r.scanned.bodies, body{at: at, parts: len(r.parts), calls: len(r.calls)})
		case spirv.OpFunctionEnd:
			if !inside || block {
				r.invalid("a function ends that hasn't begun, or inside of a block")
			}
			inside = false
			f := &r.scanned.bodies[len(r.scanned.bodies)-1]
			f.end, f.instructions = at, instructions
		case spirv.OpLabel:
			if !inside || block {
				r.invalid("a block begins outside of a function or inside of another block")
			}
			block = true
			r.scanned.bodies[len(r.scanned.bodies)-1].blocks++
			r.parts = append(r.parts, at)
		case spirv.OpLine, spirv.OpNoLine, spirv.OpNop:
			if !inside {
				r.module = append(r.module, at)
			}
		case spirv.OpExtInst:
			if !inside {
				r.module = append(r.module, at)
			} else if !block && !r.isDebug(inst) {
				r.invalid("an instruction outside of a block")
			}
		case spirv.OpExtInstWithForwardRefsKHR:
			if !r.isDebug(inst) {
				r.unsupported("an extended instruction of what comes after it")
			}
		case spirv.OpFunctionParameter:
			if !inside || block {
				r.invalid("a parameter outside of a function's head")
			}
		case spirv.OpUndef, spirv.OpVariable:
			if !inside {
				r.module = append(r.module, at)
			} else if !block {
				r.invalid("an instruction outside of a block")
			}
		default:
			if inside {
				if !block {
					r.invalid("an instruction outside of a block")
				}
				switch o {
				case spirv.OpFunctionCall:
					r.calls = append(r.calls, at)
				case spirv.OpAtomicSMin, spirv.OpAtomicSMax, spirv.OpAtomicUMin, spirv.OpAtomicUMax:
					r.parts = append(r.parts, at)
				}
				if terminates(o) {
					block = false
				}
				break
			}
			r.section(o, inst, at)
		}
	}
	if inside {
		r.invalid("the last function doesn't end")
	}
	r.at = 0
}

// namesAt notes the places of names.
func (r *reader) namesAt(at uint32, inst spirv.Inst) {
	if r.namesEnd == 0 {
		r.namesStart = at
	}
	r.namesEnd = at + uint32(len(inst))
}

// isWordConstant reports whether an instruction is a constant of 32 bits that follows the
// grammar.
func (r *reader) isWordConstant(inst spirv.Inst) bool {
	if inst.Op() != spirv.OpConstant || len(inst) != 4 || inst[1]-1 >= r.bound-1 || inst[2]-1 >= r.bound-1 {
		return false
	}
	d := &r.defs[inst[1]]
	switch d.op {
	case spirv.OpTypeInt:
	case spirv.OpTypeFloat:
		if len(r.inst(int(d.offset))) != 3 {
			return false // of an encoding of its own
		}
	default:
		return false
	}
	return r.words[d.offset+2] == 32
}

// observeSelector makes known the type of the selector of a switch, which the literals of
// its cases have. No other value's type matters.
func (r *reader) observeSelector(inst spirv.Inst) {
	if len(inst) > 1 && inst[1] < r.bound {
		if d := &r.defs[inst[1]]; d.op != 0 {
			r.context.Observe(r.inst(int(d.offset)))
		}
	}
}

// section notes an instruction outside of functions.
func (r *reader) section(o spirv.Op, inst spirv.Inst, at uint32) {
	switch o {
	case spirv.OpCapability:
		r.capabilities = append(r.capabilities, spirv.Capability(inst[1]))
	case spirv.OpExtension:
		s, _ := spirv.String(inst[1:])
		r.extensions = append(r.extensions, s)
	case spirv.OpMemoryModel:
		r.model = [2]uint32{inst[1], inst[2]}
	case spirv.OpEntryPoint:
		r.entries = append(r.entries, at)
	case spirv.OpExecutionMode, spirv.OpExecutionModeId:
		r.modes = append(r.modes, at)
	case spirv.OpString, spirv.OpSource, spirv.OpSourceContinued:
		r.strings = append(r.strings, at)
	case spirv.OpExtInstImport, spirv.OpSourceExtension, spirv.OpModuleProcessed:
	case spirv.OpName:
		r.scanned.names[inst[1]] = at
		r.namesAt(at, inst)
	case spirv.OpMemberName:
		r.memberNames = append(r.memberNames, at)
		r.namesAt(at, inst)
	case spirv.OpDecorate, spirv.OpDecorateId, spirv.OpDecorateString:
		r.decorate(inst[1], -1, at, 2)
	case spirv.OpMemberDecorate, spirv.OpMemberDecorateString:
		r.decorate(inst[1], int32(min(inst[2], 1<<20)), at, 3)
	case spirv.OpDecorationGroup:
	case spirv.OpGroupDecorate, spirv.OpGroupMemberDecorate:
		r.groupDecorate(o, inst)
	default:
		switch c := o.Class(); c {
		case spirv.ClassTypeDeclaration, spirv.ClassConstantCreation, spirv.ClassMemory:
			r.module = append(r.module, at)
		default:
			r.invalid("an instruction that can't stand outside of a function")
		}
	}
}

// ids checks that every id is below the bound.
func (r *reader) ids(inst spirv.Inst, list []spirv.OperandWords) {
	for i := range list {
		if k := list[i].Kind; k.Category() == spirv.CategoryId {
			if inst[list[i].At] >= r.bound {
				r.invalid("the id %%%d isn't below the bound %d", inst[list[i].At], r.bound)
			}
		}
	}
}

// compact numbers ids anew if the bound is far above their number, so that tables by id
// stay in proportion to the module.
func (r *reader) compact() {
	words := append([]uint32(nil), r.words...)
	rd, err := spirv.NewReader(words)
	if err != nil {
		r.malformed(err)
	}
	// The context only has to know the values that switches select by.
	selectors := map[uint32]bool{}
	for rd.Next() {
		if inst := rd.Inst(); inst.Op() == spirv.OpSwitch && len(inst) > 1 {
			selectors[inst[1]] = true
		}
	}
	rd, _ = spirv.NewReader(words)
	number := map[uint32]uint32{}
	var context spirv.Context
	var operands [64]spirv.OperandWords
	original, _ := spirv.NewReader(r.words)
	for rd.Next() && original.Next() {
		r.at = original.Offset()
		inst := original.Inst()
		list, err := context.Operands(operands[:0], inst)
		if err != nil {
			r.malformed(err)
		}
		if !inst.Op().HasResultType() || selectors[inst.Result()] {
			context.Observe(inst)
		}
		out := rd.Inst()
		for i := range list {
			if list[i].Kind.Category() != spirv.CategoryId {
				continue
			}
			id := inst[list[i].At]
			n := number[id]
			if n == 0 {
				n = uint32(len(number) + 1)
				number[id] = n
			}
			out[list[i].At] = n
		}
	}
	if err := rd.Err(); err != nil {
		r.malformed(err)
	}
	r.words, r.bound = words, uint32(len(number)+1)
	r.at = 0
}

// malformed reports an error of the format.
func (r *reader) malformed(err error) {
	if e, ok := err.(*spirv.FormatError); ok {
		code := CodeMalformed
		if e.Unknown {
			code = CodeUnsupported
		}
		if e.Op != 0 {
			r.fail(code, "%s", e.Problem)
		}
		r.at = 0
		r.fail(code, "word %d: %s", e.Offset, e.Problem)
	}
	r.fail(CodeMalformed, "%s", err)
}

// terminates reports whether an instruction ends a block.
func terminates(o spirv.Op) bool {
	switch o {
	case spirv.OpBranch, spirv.OpBranchConditional, spirv.OpSwitch, spirv.OpKill, spirv.OpReturn, spirv.OpReturnValue,
		spirv.OpUnreachable, spirv.OpTerminateInvocation, spirv.OpIgnoreIntersectionKHR, spirv.OpTerminateRayKHR,
		spirv.OpEmitMeshTasksEXT:
		return true
	}
	return false
}

// words of the decoration that an OpDecorate has: its operands.
type decoration struct {
	kind   spirv.Decoration
	member int32 // -1: of the whole
	at     uint32
	skip   uint8  // words of the instruction before the decoration
	next   uint32 // of the same target: an index of decorations; 0: none
}

func (r *reader) decorate(target uint32, member int32, at uint32, skip uint8) {
	kind := spirv.Decoration(r.words[int(at)+int(skip)])
	r.hasFlags = r.hasFlags || flagOf(kind) != 0
	r.decorations = append(r.decorations, decoration{kind: kind, member: member, at: at, skip: skip, next: r.marks[target]})
	r.marks[target] = uint32(len(r.decorations) - 1)
}

// groupDecorate gives the decorations of a group to its targets.
func (r *reader) groupDecorate(o spirv.Op, inst spirv.Inst) {
	group := inst[1]
	step := 1
	if o == spirv.OpGroupMemberDecorate {
		step = 2
	}
	for i := 2; i+step <= len(inst); i += step {
		member := int32(-1)
		if step == 2 {
			member = int32(min(inst[i+1], 1<<20))
		}
		if inst[i] == group {
			r.invalid("a group of decorations is its own target")
		}
		if len(r.decorations) > 1<<20 {
			r.invalid("there are more decorations than make sense")
		}
		for k := r.marks[group]; k != 0; k = r.decorations[k].next {
			d := r.decorations[k]
			r.decorate(inst[i], member, d.at, d.skip)
		}
	}
}

// decorated finds a decoration of an id or of its member and returns its operands.
func (r *reader) decorated(id uint32, member int32, kind spirv.Decoration) (operands []uint32, ok bool) {
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		if d := &r.decorations[k]; d.kind == kind && d.member == member {
			inst := r.inst(int(d.at))
			return inst[d.skip+1:], true
		}
	}
	return nil, false
}

// has reports whether an id has a decoration.
func (r *reader) has(id uint32, kind spirv.Decoration) bool {
	_, ok := r.decorated(id, -1, kind)
	return ok
}

// number is the first operand of a decoration, or another value if it isn't there.
func (r *reader) number(id uint32, member int32, kind spirv.Decoration, otherwise uint32) uint32 {
	if list, ok := r.decorated(id, member, kind); ok && len(list) > 0 {
		return list[0]
	}
	return otherwise
}

// name is the author's name of an id, or "".
func (r *reader) name(id uint32) string {
	if at := r.scanned.names[id]; at != 0 {
		return cleanName(r.nameText(at + 2))
	}
	return ""
}

// nameText is the text at an offset in the words with names, as a part of one string
// with all of them.
func (r *reader) nameText(at uint32) string {
	if r.nameTexts == "" {
		r.bytes = spirv.AppendBytes(r.bytes[:0], r.words[r.namesStart:r.namesEnd])
		r.nameTexts = string(r.bytes)
	}
	s := r.nameTexts[4*(at-r.namesStart):]
	return s[:strings.IndexByte(s, 0)]
}

// cleanName is a name without a compiler's additions that no author writes: the types of a
// function's parameters, and control characters.
func cleanName(s string) string {
	clean := true
	for i := range len(s) {
		c := s[i]
		if c == '(' {
			s = s[:i]
			break
		}
		clean = clean && isNameByte(c)
	}
	if clean {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if !isNameByte(c) {
			b[i] = '_'
		}
	}
	return string(b)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// each id's definition.

// definition is the definition of an id, which must exist.
func (r *reader) definition(id uint32) *def {
	d := &r.defs[id]
	if d.op == 0 {
		r.undefined(id)
	}
	return d
}

func (r *reader) undefined(id uint32) { r.invalid("nothing defines the id %%%d", id) }

// before checks that a definition stands before the current instruction.
func (r *reader) before(id uint32) *def {
	d := r.definition(id)
	if int(d.offset) >= r.at {
		r.invalid("the id %%%d is used before it is defined", id)
	}
	return d
}

func log2(n uint32) int { return bits.Len32(n) - 1 }
