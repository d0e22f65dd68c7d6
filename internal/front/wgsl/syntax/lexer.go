package syntax

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"refract/diag"
	"refract/internal/intern"
)

// This file turns a source into tokens, all of them before parsing starts, and
// finds template lists on the way.
//
// A < after a name starts a template list if a > follows at the same depth of parentheses
// and brackets, with nothing between them that ends an expression. So each such < is a
// candidate on a stack; a > takes the top candidate if it lies at the same depth, and both
// become template tokens; a token that cannot stand in a template list drops candidates.
// This is the algorithm of section "Template Lists" on tokens instead of characters, in a
// single pass. On characters, the <= of (1)<=2 would count as an assignment and end the
// list around it; here it counts as the comparison that it is.

// A token is a token as the parser reads it.
type token struct {
	start, end uint32
	sym        Symbol // of identifiers, keywords and reserved words
	kind       TokenKind
	lit        LiteralKind // of literals
}

// A candidate is a < that may start a template list.
type candidate struct {
	tok   uint32 // index of its token
	depth int32  // of parentheses and brackets around it
}

// A lexError waits for the parser to reach its place, so that diagnostics come
// in source order.
type lexError struct {
	code       diag.Code
	start, end int
	message    string
	note       string
	fix        string
	replace    string
	hasFix     bool
}

func (p *Parser) lexError(code diag.Code, start, end int, message string) *lexError {
	if len(p.lexErrors) >= maxErrors {
		return &lexError{}
	}
	p.lexErrors = append(p.lexErrors, lexError{code: code, start: start, end: end, message: message})
	return &p.lexErrors[len(p.lexErrors)-1]
}

// checkText finds characters that must not occur anywhere in a source, comments included.
// It reports the first of each, and returns the number of bytes to skip.
func (p *Parser) checkText(from int) int {
	const mark = "\uFEFF"
	src, skip := p.src[from:], from
	if strings.HasPrefix(src, mark) {
		skip += len(mark)
		e := p.lexError(CodeByteOrderMark, from, skip, "the source starts with a byte order mark")
		e.fix, e.hasFix = "remove it", true
	}
	if !utf8.ValidString(src) {
		at := from
		for {
			r, n := utf8.DecodeRuneInString(p.src[at:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			at += n
		}
		p.lexError(CodeInvalidUTF8, at, at+1, "the source is not valid UTF-8")
	}
	if at := strings.IndexByte(src, 0); at >= 0 {
		p.lexError(CodeNullCharacter, from+at, from+at+1, "the source contains a null character")
	}
	return skip
}

// lex fills p.toks with the tokens behind an offset; the last token is TokEOF.
func (p *Parser) lex(from int) {
	src := p.src
	toks := p.toks[:cap(p.toks)]
	count := 0
	p.pending = p.pending[:0]
	depth := int32(0) // of parentheses and brackets

	i := p.checkText(from)
	for i < len(src) {
		p.opts.Meter.Step()
		c := src[i]
		j := i + 1 // where the token ends
		var kind TokenKind
		var sym Symbol
		var lit LiteralKind
		switch class[c] {
		case classBlank:
			for i = j; i+8 <= len(src); i += 8 {
				if others := intern.Load64(src[i:]) ^ 0x2020202020202020; others != 0 {
					i += bits.TrailingZeros64(others) >> 3
					break
				}
			}
			continue

		case classLetter:
			kind = TokIdent
			if i+8 > len(src) {
				j = identEnd(src, j)
				sym = p.interner.Intern(src[i:j])
			} else if head := intern.Load64(src[i:]); notIdent(head) == 0 {
				j = identEnd(src, i+8)
				sym = p.interner.InternHead(src[i:j], head)
			} else {
				n := uint(bits.TrailingZeros64(notIdent(head))) &^ 7
				if j = i + int(n>>3); src[j] >= utf8.RuneSelf {
					j = identEnd(src, j)
					sym = p.interner.Intern(src[i:j])
				} else {
					head &= 1<<n - 1
					if sym = p.interner.Short(head, int(n>>3)); sym == 0 {
						sym = p.interner.InternHead(src[i:j], head)
					}
				}
			}
			if sym <= lastReserved {
				kind = TokReserved
				if sym <= lastKeyword {
					kind = firstKeyword + TokenKind(sym-1)
				}
			}

		case classUnderscore:
			j = identEnd(src, j)
			if j == i+1 {
				kind = TokUnderscore
				break
			}
			kind = TokIdent
			name := src[i:j]
			sym = p.interner.Intern(name)
			if strings.HasPrefix(name, "__") && p.firstReport(sym) {
				p.lexError(CodeReservedIdentifier, i, j, "'"+name+"' starts with two underscores, which is reserved").
					suggest("use one underscore", name[1:])
			}

		case classDigit:
			for j < len(src) && src[j]-'0' <= 9 {
				j++
			}
			kind, lit = TokInt, LitAbstractInt
			if c == '0' && j > i+1 {
				kind, lit, j = p.lexNumber(i)
				break
			}
			if j < len(src) && src[j] == '.' {
				kind, lit = TokFloat, LitAbstractFloat
				for j++; j < len(src) && src[j]-'0' <= 9; {
					j++
				}
			}
			if j < len(src) && (class[src[j]] <= lastOfNumbers || src[j] == '.') {
				kind, lit, j = p.lexNumber(i)
			}

		case classPeriod:
			kind = TokPeriod
			if j < len(src) && isDigit(src[j]) {
				kind, lit, j = p.lexNumber(i)
			}

		case classPlain:
			kind = plainToken[c]
		case classOpen:
			kind = plainToken[c]
			depth++
		case classClose:
			kind = plainToken[c]
			p.drop(depth)
			depth = max(depth-1, 0)
		case classBreak:
			kind = plainToken[c]
			p.pending, depth = p.pending[:0], 0

		case classColon:
			kind = TokColon
			if p.opts.WESL && at(src, j) == ':' {
				kind = TokPath
				j++
				break
			}
			p.pending, depth = p.pending[:0], 0

		case classEqual:
			if at(src, j) == '=' {
				kind = TokEqual
				j++
				break
			}
			kind = TokAssign
			p.pending, depth = p.pending[:0], 0
		case classBang:
			kind = TokBang
			if at(src, j) == '=' {
				kind = TokNotEqual
				j++
			}

		case classLess:
			switch at(src, j) {
			case '=':
				kind = TokLessEqual
				j++
			case '<':
				kind = TokShl
				j++
				if at(src, j) == '=' {
					kind = TokShlAssign
					j++
					p.pending, depth = p.pending[:0], 0
				}
			default:
				kind = TokLess
				if count > 0 && takesTemplate(toks[count-1].kind) {
					p.pending = append(p.pending, candidate{uint32(count), depth})
				}
			}
		case classGreater:
			if k := len(p.pending); k > 0 && p.pending[k-1].depth == depth {
				kind = TokTemplateEnd
				toks[p.pending[k-1].tok].kind = TokTemplateStart
				p.pending = p.pending[:k-1]
				break
			}
			kind = TokGreater
			switch at(src, j) {
			case '=':
				kind = TokGreaterEqual
				j++
			case '>':
				kind = TokShr
				j++
				if at(src, j) == '=' {
					kind = TokShrAssign
					j++
				}
			}

		case classOperator:
			kind = plainToken[c]
			switch next := at(src, j); {
			case next == '=':
				kind = assignToken[c]
				j++
				p.pending, depth = p.pending[:0], 0
			case next == c:
				switch c {
				case '&', '|':
					kind++
					j++
					p.drop(depth)
				case '+', '-':
					kind++
					j++
				}
			case next == '>' && c == '-':
				kind = TokArrow
				j++
			}

		case classSlash:
			kind = TokSlash
			switch at(src, j) {
			case '=':
				kind = TokSlashAssign
				j++
				p.pending, depth = p.pending[:0], 0
			case '/', '*':
				n, closed := p.lexComment(i)
				j = i + n
				if closed {
					if p.opts.Comments || p.opts.Lossless {
						p.comments = append(p.comments, Comment{uint32(i), uint32(j)})
					}
					i = j
					continue
				}
				kind = TokBad
			}

		default:
			kind, sym, j = p.lexOther(i)
			if kind == TokEOF {
				i = j
				continue
			}
		}
		if count == len(toks) {
			toks = moreTokens(toks, i, len(src))
		}
		// A token put together and then copied costs twice the time.
		t := &toks[count]
		count++
		t.start, t.end, t.sym, t.kind, t.lit = uint32(i), uint32(j), sym, kind, lit
		if i = j; i < len(src) && src[i] == ' ' { // most often there is one: not worth a round
			i++
		}
	}
	p.toks = append(toks[:count], token{uint32(len(src)), uint32(len(src)), 0, TokEOF, 0})
}

// drop forgets candidates that lie as deep or deeper.
func (p *Parser) drop(depth int32) {
	for len(p.pending) > 0 && p.pending[len(p.pending)-1].depth >= depth {
		p.pending = p.pending[:len(p.pending)-1]
	}
}

// notIdent has the high bit set of each byte that is no ASCII character of
// identifiers, at least up to the first; the others are zero.
func notIdent(x uint64) uint64 {
	const (
		all  = 0x0101010101010101
		high = 0x80 * all
	)
	// Added to seven bits, 0x80-c sets the high bit if they are c or more.
	low := x &^ high
	fold := low | 0x20*all
	letter := (fold + (0x80-'a')*all) &^ (fold + (0x7f-'z')*all)
	digit := (low + (0x80-'0')*all) &^ (low + (0x7f-'9')*all)
	other := (low ^ '_'*all) + 0x7f*all // than an underscore
	return (^(letter|digit)&other | x) & high
}

// moreTokens moves tokens to memory for as many as the whole source will have if it goes on
// as it began, within bounds: growing step by step takes three times the memory. They are
// the tokens of a source of the given size up to an offset.
//
//go:noinline
func moreTokens(toks []token, at, size int) []token {
	n := uint64(len(toks))
	expected := n*uint64(size)/uint64(max(at, 1)) + n/16
	more := append(make([]token, 0, min(max(expected, n+n/4), 4*n)+256), toks...)
	return more[:cap(more)]
}

// The class of a token by its first character. Classes up to lastOfNumbers can't follow a
// number.
const (
	classOther = iota // and characters beyond ASCII
	classLetter
	classDigit
	classUnderscore
	lastOfNumbers

	classBlank = iota - 1
	classPlain
	classOpen
	classClose
	classBreak // ends lists of templates
	classPeriod
	classColon
	classEqual
	classBang
	classLess
	classGreater
	classOperator
	classSlash
)

// class is by character.
var class = [256]uint8{
	'a': classLetter, 'b': classLetter, 'c': classLetter, 'd': classLetter, 'e': classLetter, 'f': classLetter,
	'g': classLetter, 'h': classLetter, 'i': classLetter, 'j': classLetter, 'k': classLetter, 'l': classLetter,
	'm': classLetter, 'n': classLetter, 'o': classLetter, 'p': classLetter, 'q': classLetter, 'r': classLetter,
	's': classLetter, 't': classLetter, 'u': classLetter, 'v': classLetter, 'w': classLetter, 'x': classLetter,
	'y': classLetter, 'z': classLetter,
	'A': classLetter, 'B': classLetter, 'C': classLetter, 'D': classLetter, 'E': classLetter, 'F': classLetter,
	'G': classLetter, 'H': classLetter, 'I': classLetter, 'J': classLetter, 'K': classLetter, 'L': classLetter,
	'M': classLetter, 'N': classLetter, 'O': classLetter, 'P': classLetter, 'Q': classLetter, 'R': classLetter,
	'S': classLetter, 'T': classLetter, 'U': classLetter, 'V': classLetter, 'W': classLetter, 'X': classLetter,
	'Y': classLetter, 'Z': classLetter,
	'0': classDigit, '1': classDigit, '2': classDigit, '3': classDigit, '4': classDigit,
	'5': classDigit, '6': classDigit, '7': classDigit, '8': classDigit, '9': classDigit,
	'_': classUnderscore,
	0:   classBlank, ' ': classBlank, '\n': classBlank, '\t': classBlank,
	'\r': classBlank, '\v': classBlank, '\f': classBlank,
	',': classPlain, '@': classPlain, '~': classPlain,
	'(': classOpen, '[': classOpen,
	')': classClose, ']': classClose,
	';': classBreak, '{': classBreak, '}': classBreak,
	'+': classOperator, '-': classOperator, '*': classOperator, '%': classOperator,
	'^': classOperator, '&': classOperator, '|': classOperator,
	'.': classPeriod,
	':': classColon,
	'=': classEqual,
	'!': classBang,
	'<': classLess,
	'>': classGreater,
	'/': classSlash,
}

// plainToken is the token that a character is by itself.
var plainToken = [256]TokenKind{
	',': TokComma, '@': TokAt, '~': TokTilde,
	'(': TokLParen, '[': TokLBracket, ')': TokRParen, ']': TokRBracket,
	';': TokSemicolon, '{': TokLBrace, '}': TokRBrace,
	'+': TokPlus, '-': TokMinus, '*': TokStar, '%': TokPercent, '^': TokXor, '&': TokAnd, '|': TokOr,
}

// assignToken is the token of an operator with a = behind it.
var assignToken = [256]TokenKind{
	'+': TokPlusAssign, '-': TokMinusAssign, '*': TokStarAssign, '%': TokPercentAssign,
	'^': TokXorAssign, '&': TokAndAssign, '|': TokOrAssign,
}

// identByte reports whether c is an ASCII character of identifiers.
func identByte(c byte) bool { return class[c]-classLetter <= classUnderscore-classLetter }

// at is s[i], or 0 past the end.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// takesTemplate reports whether a < after such a token may start a template list: whether
// it has the form of an identifier.
func takesTemplate(k TokenKind) bool {
	return k == TokIdent || k == TokReserved || k.IsKeyword() && k != TokTrue && k != TokFalse
}

// identEnd is the end of the identifier characters that start at i.
func identEnd(src string, i int) int {
	for ; i+8 <= len(src); i += 8 {
		if ends := notIdent(intern.Load64(src[i:])); ends != 0 {
			i += bits.TrailingZeros64(ends) >> 3
			break
		}
	}
	for i < len(src) {
		if c := src[i]; c < utf8.RuneSelf {
			if !identByte(c) {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if !isIdentContinue(r) {
			return i
		}
		i += n
	}
	return i
}

// lexComment is the length of the comment at i, and whether it is closed.
func (p *Parser) lexComment(i int) (n int, closed bool) {
	if p.src[i+1] == '/' {
		return lineCommentLen(p.src[i:]), true
	}
	n, closed = blockCommentLen(p.src[i:])
	if !closed {
		e := p.lexError(CodeUnclosedComment, i, i+2, "this block comment is not closed")
		e.note = "block comments nest: each '/*' needs its own '*/'"
	}
	return n, closed
}

// lexOther reads at i text that does not start with an ASCII character that tokens start
// with: blankspace, an identifier, or a run of invalid characters, up to end. The token is
// TokEOF if there is nothing to pass on.
func (p *Parser) lexOther(i int) (kind TokenKind, sym Symbol, end int) {
	src := p.src
	r, n := utf8.DecodeRuneInString(src[i:])
	switch {
	case r == utf8.RuneError && n <= 1: // reported by checkText
		return TokEOF, 0, i + 1
	case isWideBlank(r):
		return TokEOF, 0, i + n
	case r >= utf8.RuneSelf && isIdentStart(r):
		j := identEnd(src, i+n)
		return TokIdent, p.interner.Intern(src[i:j]), j
	}
	j := i + n
	switch c := src[i]; c {
	case '#': // a directive of a preprocessor
		j = i + lineLen(src[i:])
	case '"', '\'': // a string, if it ends on this line
		if k := strings.IndexByte(src[j:], c); k >= 0 && lineLen(src[j:j+k]) == k {
			j += k + 1
		}
	default:
		for j < len(src) {
			r, n := utf8.DecodeRuneInString(src[j:])
			if !isInvalid(r) || n <= 1 && r == utf8.RuneError {
				break
			}
			j += n
		}
	}
	e := p.lexError(CodeInvalidCharacter, i, j, "invalid character "+quoteRunes(src[i:i+n]))
	switch src[i] {
	case '#':
		e.note = "WGSL has no preprocessor"
	case '"', '\'', '`':
		e.note = "WGSL has no strings or characters"
	case '?':
		e.note = "WGSL has no '?:' operator: use select(if_false, if_true, condition)"
	case '\\':
		e.note = "WGSL has no line continuations"
	}
	return TokBad, 0, j
}

// isInvalid reports whether r begins no token and is not blankspace.
func isInvalid(r rune) bool {
	if r < utf8.RuneSelf {
		return r > 0 && r < ' ' && (r < '\t' || r > '\r') || strings.IndexByte("\"#$'?\\`\x7f", byte(r)) >= 0
	}
	return !isWideBlank(r) && !isIdentStart(r)
}

// suggest sets a fix that replaces the whole span.
func (e *lexError) suggest(message, replacement string) {
	e.fix, e.replace, e.hasFix = message, replacement, true
}
