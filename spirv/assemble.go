// The assembler: one pass over the tokens, each instruction read along its row of the
// grammar and emitted as it is read. A fault is reported and the next instruction goes on.

package spirv

import (
	"math"
	"strconv"
	"strings"

	"refract/diag"
)

// AssembleOptions configures the assembler. A value that is 0 is taken from the comments at
// the top of the text ("; Version: 1.5"), as Disassemble writes them, or is the default.
type AssembleOptions struct {
	Version     Version // default 1.6, or 1.3 if no entry point lists a variable that functions use
	Generator   uint32  // default 0
	PreserveIDs bool    // %7 is id 7; else ids are numbered from 1 as they appear, as spirv-as does

	// Positions, if not nil, receives the place of each instruction in the text, ascending.
	Positions *[]Position
}

// A Position is the place of an instruction in the text that it was assembled from.
type Position struct {
	Offset int // of the instruction, in words from the start of the module
	Span   diag.Span
}

// Codes of the assembler's diagnostics.
const (
	CodeSyntax    diag.Code = "spirv-syntax"            // not an instruction
	CodeOpcode    diag.Code = "spirv-unknown-opcode"    // no such instruction
	CodeResult    diag.Code = "spirv-result"            // a result id is missing or too much
	CodeOperand   diag.Code = "spirv-operand"           // an operand is missing, too much, or of another kind
	CodeEnumerant diag.Code = "spirv-unknown-enumerant" // no such name for this kind of operand
	CodeNumber    diag.Code = "spirv-number"            // not a number, or not one of its type
	CodeLimit     diag.Code = "spirv-limit"             // more ids, words or text than can be
)

// Assemble returns the words of a module's text. Syntax is that of spirv-as;
// immediates (!42) are taken for operands, and OpUnknown(opcode, words) for
// instructions, which then have immediates, ids, numbers and strings.
//
// The text lies at offset base of the sources' space. Whatever is wrong is
// reported to diags, several findings per text; words are returned only when no
// error was reported.
func Assemble(src string, base uint32, opt AssembleOptions, diags *diag.List) ([]uint32, bool) {
	a := assembler{lexer: lexer{src: src}, base: base, diags: diags, preserve: opt.PreserveIDs}
	if uint64(len(src))+uint64(base) > math.MaxUint32 {
		diags.Errorf(CodeLimit, diag.Span{Start: base, End: base}, "the text has more than 4 GiB")
		return nil, false
	}
	bound := a.header(&opt)
	a.out.words = make([]uint32, headerWords, len(src)/8+64)
	if a.preserve {
		a.reserveNumbers()
	}
	a.skip()
	a.next()
	for a.kind != tokenEnd {
		start, at := len(a.out.words), a.from
		if a.instruction() {
			if opt.Positions != nil {
				*opt.Positions = append(*opt.Positions, Position{start, diag.Span{Start: base + uint32(at), End: base + uint32(a.end(at))}})
			}
			continue
		}
		a.failed = true
		a.out.words = a.out.words[:start]
		if a.from == at {
			a.next()
		}
		for !a.atEnd() {
			a.next()
		}
	}
	if a.failed {
		return nil, false
	}
	if opt.Version == 0 {
		opt.Version = a.defaultVersion()
	}
	copy(a.out.words, []uint32{Magic, uint32(opt.Version), opt.Generator, max(a.last+1, bound), 0})
	return a.out.words, true
}

type assembler struct {
	lexer
	base    uint32
	diags   *diag.List
	failed  bool
	out     Stream
	context Context
	scratch []byte

	preserve bool
	last     ID            // the highest id so far
	fresh    ID            // ids below are in use, when preserving
	names    map[string]ID // of ids that aren't plain numbers
	numbers  idTable[ID]   // of ids that are, by number; when preserving, 1 where it is in use

	op     Op
	result lexer // the token of the result id, before =; its kind is tokenEnd if there is none
	raw    bool  // an immediate was met: what follows has no grammar
}

func (a *assembler) errorf(code diag.Code, from, to int, format string, args ...any) bool {
	a.diags.Errorf(code, diag.Span{Start: a.base + uint32(from), End: a.base + uint32(to)}, format, args...)
	return false
}

// wrong reports the current token.
func (a *assembler) wrong(code diag.Code, format string, args ...any) bool {
	return a.errorf(code, a.from, a.to, format, args...)
}

// header reads the comment lines at the top of the text into the unset fields of opt, and
// returns the bound, 0 if none is given or ids are renumbered.
func (a *assembler) header(opt *AssembleOptions) (bound uint32) {
	for rest := a.src; strings.HasPrefix(rest, ";"); {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		key, value, _ := strings.Cut(strings.TrimSpace(line[1:]), ": ")
		switch key {
		case "Version":
			major, minor, _ := strings.Cut(value, ".")
			n, err := strconv.ParseUint(minor, 10, 8)
			if opt.Version == 0 && err == nil && major == "1" {
				opt.Version = V(1, uint8(n))
			}
		case "Generator":
			i := strings.LastIndex(value, "; ")
			if opt.Generator != 0 || i < 0 {
				continue
			}
			tool, known := parseGenerator(value[:i])
			n, err := strconv.ParseUint(value[i+2:], 10, 16)
			if known && err == nil {
				opt.Generator = tool<<16 | uint32(n)
			}
		case "Bound":
			n, err := strconv.ParseUint(value, 10, 32)
			if opt.PreserveIDs && err == nil && n <= MaxBound {
				bound = uint32(n)
			}
		}
	}
	return bound
}

// instruction assembles one, or reports and returns false.
func (a *assembler) instruction() bool {
	a.result, a.raw = lexer{}, false
	if a.kind == tokenResult {
		a.result = a.lexer
		a.next() // =
		a.next()
		if a.kind != tokenOp {
			return a.wrong(CodeSyntax, "expected an instruction after =, found %s", a.found())
		}
	}
	start := a.out.Len()
	switch {
	case a.isImmediate():
		return a.rawOperands()
	case a.kind != tokenOp:
		return a.wrong(CodeSyntax, "expected an instruction, found %s", a.found())
	case strings.HasPrefix(a.src[a.from:], "OpUnknown("):
		return a.unknownInstruction()
	}
	opFrom, opTo := a.from, a.to
	op, ok := OpNamed(a.token())
	if !ok {
		return a.wrong(CodeOpcode, "there is no instruction %s", a.found())
	}
	a.op = op
	a.next()
	switch defines := op.HasResult(); {
	case defines && a.result.kind == tokenEnd:
		return a.errorf(CodeResult, opFrom, opTo, "%s defines an id: write %%id = %s", op, op)
	case !defines && a.result.kind != tokenEnd:
		return a.errorf(CodeResult, a.result.from, a.result.to, "%s defines no id", op)
	}
	a.out.Begin(op)
	if !a.list(op.Operands()) {
		return false
	}
	if (a.raw || a.isImmediate()) && !a.rawOperands() {
		return false
	}
	if !a.atEnd() {
		return a.wrong(CodeOperand, "%s has no more operands, found %s", op, a.found())
	}
	if a.out.Len()-start > MaxInstructionWords {
		return a.errorf(CodeLimit, opFrom, opTo, "the instruction has more than %d words", MaxInstructionWords)
	}
	a.out.End()
	a.context.Observe(Inst(a.out.words[start:]))
	return true
}

// unknownInstruction assembles OpUnknown(opcode, words) and raw operands.
func (a *assembler) unknownInstruction() bool {
	from := a.from
	if a.result.kind != tokenEnd {
		return a.errorf(CodeResult, a.result.from, a.result.to, "OpUnknown takes its result as an operand")
	}
	open := from + len("OpUnknown(")
	length := strings.IndexByte(a.src[open:min(len(a.src), open+64)], ')')
	if length < 0 {
		return a.wrong(CodeSyntax, "expected OpUnknown(opcode, words)")
	}
	first, second, _ := strings.Cut(a.src[open:open+length], ",")
	op, err1 := strconv.ParseUint(strings.TrimSpace(first), 0, 16)
	n, err2 := strconv.ParseUint(strings.TrimSpace(second), 0, 16)
	a.pos = open + length + 1
	a.skip()
	a.next()
	if err1 != nil || err2 != nil || n == 0 {
		return a.errorf(CodeSyntax, from, open+length+1, "expected OpUnknown(opcode, words)")
	}
	start := a.out.Len()
	a.out.Word(uint32(n)<<16 | uint32(op))
	if !a.rawOperands() {
		return false
	}
	if got := a.out.Len() - start; got != int(n) {
		return a.errorf(CodeOperand, from, open+length+1, "the instruction has %d words, not %d", got, n)
	}
	return true
}

// end is the end of the line that holds an offset, without its comment and the white space
// before that.
func (a *assembler) end(at int) int {
	line := a.src[at:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return at + len(strings.TrimRight(line, " \t\r"))
}

// found describes the current token for a message.
func (a *assembler) found() string {
	switch a.kind {
	case tokenEnd:
		return "the end of the text"
	case tokenOpen:
		return "a string without an end"
	}
	return clip(a.token())
}

// clip shortens a quotation in a message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

// list assembles operands in the order of the grammar, to the first immediate.
func (a *assembler) list(operands []Operand) bool {
	for _, o := range operands {
		if o.Kind == KindIdResult {
			id, ok := a.id(a.src[a.result.from:a.result.to], a.result.from)
			if !ok {
				return false
			}
			a.out.Word(id)
			continue
		}
		if a.raw {
			continue
		}
		switch o.Quantifier {
		case One:
			if !a.operand(o) {
				return false
			}
		case Optional:
			if !a.atEnd() && !a.operand(o) {
				return false
			}
		case Many:
			for !a.atEnd() && !a.raw {
				if !a.operand(o) {
					return false
				}
			}
		}
	}
	return true
}

// operand assembles one, its parameters included.
func (a *assembler) operand(o Operand) bool {
	switch {
	case a.atEnd():
		if name := o.Name(); name != "" {
			return a.wrong(CodeOperand, "expected operand %q of %s (%s), found %s", name, a.op, o.Kind, a.found())
		}
		return a.wrong(CodeOperand, "expected operand %s of %s, found %s", o.Kind, a.op, a.found())
	case a.isImmediate():
		a.raw = true
		return a.immediate()
	}
	row := &kindRows[o.Kind]
	switch row.category {
	case CategoryId:
		if a.kind != tokenID {
			return a.wrong(CodeOperand, "expected an id for %s, found %s", a.op, a.found())
		}
		return a.idOperand()
	case CategoryValueEnum:
		e := Enumerant{}
		if a.kind == tokenWord {
			e = o.Kind.EnumerantNamed(a.token())
		}
		if !e.Exists() {
			return a.wrong(CodeEnumerant, "expected a value of %s, found %s", o.Kind, a.found())
		}
		a.out.Word(e.Value())
		a.next()
		return a.list(e.Parameters())
	case CategoryBitEnum:
		return a.mask(o.Kind)
	case CategoryLiteral:
		return a.literal(o.Kind)
	case CategoryComposite:
		for _, k := range row.bases {
			if k == KindLiteralInteger && a.op == OpSwitch {
				k = KindLiteralContextDependentNumber
			}
			if !a.raw && !a.operand(Operand{Kind: k}) {
				return false
			}
		}
		return true
	default:
		panic("spirv: operand of kind " + o.Kind.String())
	}
}

// mask assembles names with | between them, and the parameters of the bits.
func (a *assembler) mask(k Kind) bool {
	var mask uint32
	for rest, more := a.token(), true; more; {
		var name string
		name, rest, more = strings.Cut(rest, "|")
		e := Enumerant{}
		if a.kind == tokenWord {
			e = k.EnumerantNamed(name)
		}
		switch {
		case e.Exists():
			mask |= e.Value()
		case a.kind != tokenWord || name != "None":
			return a.wrong(CodeEnumerant, "expected bits of %s, found %s", k, a.found())
		}
	}
	a.out.Word(mask)
	a.next()
	for m := mask; m != 0; m &= m - 1 {
		if !a.list(k.Enumerant(m & -m).Parameters()) {
			return false
		}
	}
	return true
}

func (a *assembler) literal(k Kind) bool {
	switch k {
	case KindLiteralInteger:
		return a.number(scalar{unsignedInt, 32})
	case KindLiteralFloat:
		return a.number(scalar{binaryFloat, 32})
	case KindLiteralString:
		if a.kind != tokenString {
			return a.wrong(CodeOperand, "expected a string for %s, found %s", a.op, a.found())
		}
		return a.str()
	case KindLiteralContextDependentNumber:
		inst := Inst(a.out.words[a.out.start:])
		s := a.context.literalType(inst)
		if s.kind == notScalar {
			if a.op == OpSwitch {
				return a.wrong(CodeOperand, "the selector of OpSwitch must be an integer defined before")
			}
			return a.wrong(CodeOperand, "the type of %s must be an integer or float declared before", a.op)
		}
		return a.number(s)
	case KindLiteralExtInstInteger:
		set := a.context.ExtSet(a.out.words[len(a.out.words)-1])
		if n, ok := set.Number(a.token()); ok && a.kind == tokenWord {
			a.out.Word(n)
			a.next()
			return a.list(set.literalOperands(n))
		}
		if set != ExtSetNone && (a.kind != tokenWord || a.src[a.from] < '0' || a.src[a.from] > '9') {
			return a.wrong(CodeEnumerant, "there is no instruction %s in %s", a.found(), set)
		}
		return a.number(scalar{unsignedInt, 32})
	case KindLiteralSpecConstantOpInteger:
		op, ok := OpNamed("Op" + a.token())
		if ok {
			_, ok = specConstantOp(uint32(op))
		}
		if !ok || a.kind != tokenWord {
			return a.wrong(CodeEnumerant, "expected an operation on constants, found %s", a.found())
		}
		a.out.Word(uint32(op))
		a.next()
		return a.list(op.Operands()[2:])
	default:
		panic("spirv: literal of kind " + k.String())
	}
}

// number assembles a number of type s.
func (a *assembler) number(s scalar) bool {
	if a.kind != tokenWord {
		return a.wrong(CodeNumber, "expected a number for %s, found %s", a.op, a.found())
	}
	v, problem := parseNumber(a.token(), s)
	if problem != numberIsFit {
		what := "integer"
		if !s.isInt() {
			what = "float"
		}
		return a.wrong(CodeNumber, "%s %s for %d bits of %s", a.found(), problem, s.width, what)
	}
	if s.words() == 2 {
		a.out.Word64(v)
	} else {
		a.out.Word(uint32(v))
	}
	a.next()
	return true
}

// str assembles the string token.
func (a *assembler) str() bool {
	s := a.src[a.from+1 : a.to-1]
	if strings.IndexByte(s, 0) >= 0 {
		return a.wrong(CodeOperand, "the string has a zero byte, which would end it")
	}
	if strings.IndexByte(s, '\\') >= 0 {
		b := a.scratch[:0]
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			}
			b = append(b, s[i])
		}
		a.scratch, s = b, string(b)
	}
	a.out.String(s)
	a.next()
	return true
}

// isImmediate reports whether the token is one, !42.
func (a *assembler) isImmediate() bool { return a.kind == tokenWord && a.src[a.from] == '!' }

// immediate assembles !42.
func (a *assembler) immediate() bool {
	v, minus, _, problem := parseMagnitude(a.src[a.from+1 : a.to])
	if problem == numberIsFit && (minus || v > math.MaxUint32) {
		problem = outOfRange
	}
	if problem != numberIsFit {
		return a.wrong(CodeNumber, "the immediate %s %s", a.found(), problem)
	}
	a.out.Word(uint32(v))
	a.next()
	return true
}

// rawOperands assembles operands without a grammar: immediates, ids, strings, integers of
// one word if they fit and two if they don't, 32-bit floats.
func (a *assembler) rawOperands() bool {
	for !a.atEnd() {
		ok := false
		switch {
		case a.kind == tokenID:
			ok = a.idOperand()
		case a.kind == tokenString:
			ok = a.str()
		case a.kind == tokenOpen:
			ok = a.wrong(CodeOperand, "the string doesn't end")
		case a.isImmediate():
			ok = a.immediate()
		default:
			ok = a.untypedNumber()
		}
		if !ok {
			return false
		}
	}
	return true
}

func (a *assembler) untypedNumber() bool {
	v, minus, _, problem := parseMagnitude(a.token())
	s := scalar{unsignedInt, 32}
	if minus {
		s.kind = signedInt
	}
	switch {
	case problem == notAnInt:
		s.kind = binaryFloat
	case minus && v > 1<<31, !minus && v > math.MaxUint32:
		s.width = 64
	}
	return a.number(s)
}
