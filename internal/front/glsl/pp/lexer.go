package pp

import (
	"strings"
	"unicode/utf8"

	"refract/diag"
	"refract/internal/intern"
)

// This file turns the text of a file into tokens, one at a time.
//
// Line continuations may stand anywhere, within names too. A file that has any
// is therefore lexed from a copy without them, and a table leads offsets of the
// copy back to the file. Such files are few, and in them the table is consulted
// from one end to the other.

// MaxNameLength bounds the bytes of a name ("Identifiers": at least 1024).
const MaxNameLength = 1024

// A file is a source in the midst of being read.
type file struct {
	src     string // without line continuations
	i       int    // the next byte
	base    uint32 // of the text in the space of all sources
	splices []splice
	splice  int    // of splices, those before what was asked last
	path    string // as the includer gave it
	text    string // as it is

	// The line of an offset, counted from the previous request.
	countedTo, line int
	lineShift       int // set by #line
	number          int // of the source string, set by #line
	name            string

	conds int // open conditionals when the file was entered
}

// A splice is a place where a line continuation was taken out.
type splice struct {
	at     int    // offset in the copy
	offset uint32 // how much further the text behind it lies in the file
}

// openFile makes a file of a text that lies at base.
func openFile(f *file, text string, base uint32, path string) {
	if rest, ok := strings.CutPrefix(text, "\uFEFF"); ok { // a byte order mark
		base += uint32(len(text) - len(rest))
		text = rest
	}
	*f = file{src: text, text: text, base: base, path: path, splices: f.splices[:0], line: 1}
	if strings.IndexByte(text, '\\') < 0 {
		return
	}
	var out strings.Builder
	from := 0
	for i := 0; i < len(text); {
		k := strings.IndexByte(text[i:], '\\')
		if k < 0 {
			break
		}
		i += k
		n := newlineLen(text, i+1)
		if n == 0 {
			i++
			continue
		}
		if out.Cap() == 0 {
			out.Grow(len(text))
		}
		out.WriteString(text[from:i])
		i += 1 + n
		from = i
		f.splices = append(f.splices, splice{out.Len(), uint32(i - out.Len())})
	}
	if from > 0 {
		out.WriteString(text[from:])
		f.src = out.String()
	}
}

// newlineLen is the length of the line break at i, or 0. LF, CR, and the two in
// either order are one line break.
func newlineLen(s string, i int) int {
	if i >= len(s) || s[i] != '\n' && s[i] != '\r' {
		return 0
	}
	if i+1 < len(s) && s[i+1] != s[i] && (s[i+1] == '\n' || s[i+1] == '\r') {
		return 2
	}
	return 1
}

// pos is where offset i of the text that is lexed lies in the space of all
// sources. A continuation at i lies before it.
func (f *file) pos(i int) uint32 {
	if len(f.splices) == 0 {
		return f.base + uint32(i)
	}
	return f.base + uint32(f.offset(i))
}

// end is pos of the end of a token that ends before i.
func (f *file) end(i int) uint32 {
	if len(f.splices) == 0 || i == 0 {
		return f.base + uint32(i)
	}
	return f.base + uint32(f.offset(i-1)) + 1
}

// offset is where offset i of the text that is lexed lies in the file.
func (f *file) offset(i int) int {
	for f.splice < len(f.splices) && f.splices[f.splice].at <= i {
		f.splice++
	}
	for f.splice > 0 && f.splices[f.splice-1].at > i {
		f.splice--
	}
	if f.splice == 0 {
		return i
	}
	return i + int(f.splices[f.splice-1].offset)
}

// lineAt is the number of the line of a byte of the file.
func (f *file) lineAt(at int) int {
	if at < f.countedTo {
		f.countedTo, f.line = 0, 1
	}
	for i := f.countedTo; i < at; {
		if n := newlineLen(f.text, i); n > 0 {
			if i+n > at {
				break
			}
			f.line++
			i += n
			f.countedTo = i
			continue
		}
		i++
		f.countedTo = i
	}
	return f.line
}

// charClass sorts bytes for the lexer.
var charClass = func() (c [256]uint8) {
	for b := range 256 {
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '_':
			c[b] = className
		case b >= '0' && b <= '9':
			c[b] = classDigit
		case b == ' ', b == '\t', b == '\v', b == '\f':
			c[b] = classBlank
		case b == '\n', b == '\r':
			c[b] = classNewline
		case single[b] != 0:
			c[b] = classSingle
		default:
			c[b] = classOther
		}
	}
	return c
}()

// single has the bytes that are a token by themselves, whatever follows.
var single = [256]TokenKind{
	'(': TokLParen, ')': TokRParen, '[': TokLBracket, ']': TokRBracket, '{': TokLBrace, '}': TokRBrace,
	',': TokComma, ';': TokSemicolon, ':': TokColon, '?': TokQuestion, '~': TokTilde,
}

// lonely has the operators of one byte that begin no longer one if the next byte is none of
// theirs.
var lonely = [256]TokenKind{
	'.': TokPeriod, '=': TokAssign, '!': TokBang, '*': TokStar, '%': TokPercent, '/': TokSlash, '+': TokPlus, '-': TokMinus,
	'&': TokAnd, '|': TokOr, '^': TokXor, '<': TokLess, '>': TokGreater,
}

// blankFlags is the flag that a blank byte sets on the token behind it, 0 of all others.
var blankFlags = [256]uint8{
	' ': flagSpace, '\t': flagSpace, '\v': flagSpace, '\f': flagSpace,
	'\n': flagSpace | flagNewline, '\r': flagSpace | flagNewline,
}

const (
	classOther = iota
	classSingle
	classBlank
	classNewline
	classDigit
	className
)

// lex reads the next token of the current file into t. In a directive it stops
// before the end of the line, where it gives TokEOF.
func (p *Preprocessor) lex(t *Token) {
	f := p.file
	src := f.src
	i := f.i
	flags := uint8(0)
	if i == 0 {
		flags = flagNewline
	}
	for {
		if i >= len(src) {
			f.i = i
			*t = Token{Start: f.pos(i), End: f.pos(i), Kind: TokEOF, flags: flags | flagNewline}
			return
		}
		c := src[i]
		switch charClass[c] {
		case classBlank:
			i++
			for i < len(src) && src[i] == ' ' {
				i++
			}
			flags |= flagSpace
			continue

		case classNewline:
			if p.inDirective {
				f.i = i
				*t = Token{Start: f.pos(i), End: f.pos(i), Kind: TokEOF, flags: flags}
				return
			}
			i++
			flags |= flagSpace | flagNewline
			continue

		case className:
			j := i + 1
			for j < len(src) && charClass[src[j]] >= classDigit {
				j++
			}
			name := src[i:j]
			var key uint64
			if i+8 <= len(src) {
				key = intern.Load64(src[i:])
				if len(name) < 8 {
					key &= 1<<(uint(len(name))*8) - 1
				}
			} else {
				key = intern.Head(name)
			}
			t.Sym = p.interner.InternHashed(name, key, intern.Hash(name, key))
			t.Kind, t.flags = TokIdent, flags
			f.i = j
			if len(f.splices) == 0 {
				t.Start, t.End = f.base+uint32(i), f.base+uint32(j)
			} else {
				t.Start, t.End = f.pos(i), f.end(j)
			}
			if len(name) > MaxNameLength {
				p.errorAt(CodeNameTooLong, t.Start, t.End, "a name has %d bytes, more than %d", len(name), MaxNameLength)
			}
			return

		case classDigit:
			p.lexNumber(t, i, flags)
			return

		case classSingle:
			f.i = i + 1
			t.Sym, t.Kind, t.flags = 0, single[c], flags
			if len(f.splices) == 0 {
				t.Start, t.End = f.base+uint32(i), f.base+uint32(i+1)
			} else {
				t.Start, t.End = f.pos(i), f.end(i+1)
			}
			return
		}

		kind, n := TokBad, 1
		next := byte(0)
		if i+1 < len(src) {
			next = src[i+1]
		}
		switch c {
		case '.':
			if charClass[next] == classDigit {
				p.lexNumber(t, i, flags)
				return
			}
			kind = TokPeriod
		case '=':
			kind, n = operator(next, '=', TokAssign, TokEqual)
		case '!':
			kind, n = operator(next, '=', TokBang, TokNotEqual)
		case '*':
			kind, n = operator(next, '=', TokStar, TokMulAssign)
		case '%':
			kind, n = operator(next, '=', TokPercent, TokRemAssign)
		case '/':
			if next == '/' || next == '*' {
				i = p.skipComment(i)
				flags |= flagSpace
				continue
			}
			kind, n = operator(next, '=', TokSlash, TokDivAssign)
		case '+':
			kind, n = operator(next, '=', TokPlus, TokAddAssign)
			if next == '+' {
				kind, n = TokPlusPlus, 2
			}
		case '-':
			kind, n = operator(next, '=', TokMinus, TokSubAssign)
			if next == '-' {
				kind, n = TokMinusMinus, 2
			}
		case '&':
			kind, n = operator(next, '=', TokAnd, TokAndAssign)
			if next == '&' {
				kind, n = TokAndAnd, 2
			}
		case '|':
			kind, n = operator(next, '=', TokOr, TokOrAssign)
			if next == '|' {
				kind, n = TokOrOr, 2
			}
		case '^':
			kind, n = operator(next, '=', TokXor, TokXorAssign)
			if next == '^' && !p.hlsl {
				kind, n = TokXorXor, 2
			}
		case '<':
			kind, n = operator(next, '=', TokLess, TokLessEqual)
			if next == '<' {
				kind, n = TokShl, 2
				if i+2 < len(src) && src[i+2] == '=' {
					kind, n = TokShlAssign, 3
				}
			}
		case '>':
			kind, n = operator(next, '=', TokGreater, TokGreaterEqual)
			if next == '>' {
				kind, n = TokShr, 2
				if i+2 < len(src) && src[i+2] == '=' {
					kind, n = TokShrAssign, 3
				}
			}
		case '#':
			kind, n = operator(next, '#', TokHash, TokHashHash)
		case '"':
			p.lexString(t, i, flags)
			return
		case '\'':
			if n := scanCharacter(src[i:]); n > 0 && p.hlsl {
				t.Sym, t.Kind, t.flags = p.interner.Intern(src[i:i+n]), TokInt, flags
				f.i = i + n
				t.Start, t.End = f.pos(i), f.end(i+n)
				return
			}
			t.Sym, t.Kind, t.flags = p.interner.Intern(src[i:i+1]), TokBad, flags
			f.i = i + 1
			t.Start, t.End = f.pos(i), f.end(i+1)
			return
		default:
			for n = 1; i+n < len(src) && isStray(src[i+n]); n++ {
			}
			// A run of strange bytes is one token; its text is its name.
			t.Sym = p.interner.Intern(src[i : i+n])
			f.i = i + n
			t.Start, t.End, t.Kind, t.flags = f.pos(i), f.end(i+n), TokBad, flags
			return
		}
		f.i = i + n
		t.Sym, t.Kind, t.flags = 0, kind, flags
		if len(f.splices) == 0 {
			t.Start, t.End = f.base+uint32(i), f.base+uint32(i+n)
		} else {
			t.Start, t.End = f.pos(i), f.end(i+n)
		}
		return
	}
}

// operator is one of two tokens, the longer one if next is second.
func operator(next, second byte, one, two TokenKind) (TokenKind, int) {
	if next == second {
		return two, 2
	}
	return one, 1
}

// isStray reports whether a byte begins no token and is not blank.
func isStray(c byte) bool {
	return c >= utf8.RuneSelf || c < ' ' && charClass[c] == classOther || c == 0x7f
}

// skipComment is the offset behind the comment at i. A comment that isn't
// closed is reported and reaches to the end.
func (p *Preprocessor) skipComment(i int) int {
	f := p.file
	if f.src[i+1] == '/' {
		j := i + 2
		for j < len(f.src) && f.src[j] != '\n' && f.src[j] != '\r' {
			j++
		}
		if len(f.splices) > 0 && f.offset(j)-f.offset(i) != j-i {
			p.warnAt(CodeContinuedComment, f.pos(i), f.end(j), "a line continuation makes the next line a part of this comment")
		}
		return j
	}
	n := strings.Index(f.src[i+2:], "*/")
	if n < 0 {
		p.errorAt(CodeUnclosedComment, f.pos(i), f.pos(i)+2, "this comment is not closed").
			At("expected '*/' before the end of the file")
		return len(f.src)
	}
	return i + 2 + n + 2
}

// lexNumber reads a number that starts at i. Its spelling becomes its name.
func (p *Preprocessor) lexNumber(t *Token, i int, flags uint8) {
	f := p.file
	end, kind := scanNumber(f.src, i)
	if p.hlsl && kind == TokFloat {
		end, kind = beforeSwizzle(f.src, i, end)
	}
	f.i = end
	t.Sym = p.interner.Intern(f.src[i:end])
	t.Kind, t.flags = kind, flags
	t.Start, t.End = f.pos(i), f.end(end)
}

// scanNumber finds the end of the number at i. Letters that don't belong to a number are
// taken with it; mistakes are reported when its value is read.
func scanNumber(s string, i int) (end int, kind TokenKind) {
	kind = TokInt
	if s[i] == '0' && i+1 < len(s) && s[i+1]|0x20 == 'x' {
		i += 2
		for i < len(s) && charClass[s[i]] >= classDigit {
			i++
		}
		return i, kind
	}
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	if i < len(s) && s[i] == '.' {
		kind = TokFloat
		i++
		if i+3 < len(s) && s[i] == '#' && s[i+1:i+4] == "INF" { // infinity, in HLSL
			return i + 4, kind
		}
		for i < len(s) && s[i]-'0' <= 9 {
			i++
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j]-'0' <= 9 {
			kind = TokFloat
			for i = j; i < len(s) && s[i]-'0' <= 9; i++ {
			}
		}
	}
	for i < len(s) && charClass[s[i]] >= classDigit {
		i++
	}
	return i, kind
}

// beforeSwizzle ends a number that components follow, as in 0.xxxx, before the point.
func beforeSwizzle(s string, i, end int) (int, TokenKind) {
	k := i
	for k < end && s[k]-'0' <= 9 {
		k++
	}
	if k == i || k+1 >= end || s[k] != '.' {
		return end, TokFloat
	}
	for _, c := range []byte(s[k+1 : end]) {
		switch c {
		case 'x', 'y', 'z', 'w', 'r', 'g', 'b', 'a':
		default:
			return end, TokFloat
		}
	}
	return k, TokInt
}

// lexString reads a string that starts at i: the text of debugPrintfEXT and of
// some directives.
func (p *Preprocessor) lexString(t *Token, i int, flags uint8) {
	f := p.file
	j := i + 1
	for j < len(f.src) && f.src[j] != '"' && f.src[j] != '\n' && f.src[j] != '\r' {
		if f.src[j] == '\\' && j+1 < len(f.src) && f.src[j+1] >= ' ' {
			j++
		}
		j++
	}
	t.Sym = p.interner.Intern(f.src[i+1 : j])
	t.Kind = TokString
	if j < len(f.src) && f.src[j] == '"' {
		j++
	} else {
		t.Kind = TokBad
	}
	f.i = j
	t.flags = flags
	t.Start, t.End = f.pos(i), f.end(j)
}

// errorAt reports an error.
func (p *Preprocessor) errorAt(code diag.Code, start, end uint32, format string, args ...any) *diag.Diagnostic {
	return p.diags.Errorf(code, diag.Span{Start: start, End: end}, format, args...)
}

// warnAt reports a warning.
func (p *Preprocessor) warnAt(code diag.Code, start, end uint32, format string, args ...any) *diag.Diagnostic {
	return p.diags.Warnf(code, diag.Span{Start: start, End: end}, format, args...)
}

// errorOn reports an error at a token.
func (p *Preprocessor) errorOn(t *Token, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return p.errorAt(code, t.Start, t.End, format, args...)
}
