package pp

import (
	"math"
	"strconv"

	"refract/diag"
)

// This file evaluates the expressions behind #if, #elif and #line.

// maxConditionDepth bounds parentheses and unary operators inside one another.
const maxConditionDepth = 200

// An evaluator reads the tokens of a directive, macros expanded, and computes as it goes,
// with 32 bits as the language does. Operands that the left side of && or || skips aren't
// evaluated, and cause no errors.
type evaluator struct {
	p      *Preprocessor
	t      Token
	depth  int
	dead   int // of operators that have decided already
	failed bool
}

// condition evaluates the rest of a directive.
func (p *Preprocessor) condition(span diag.Span) bool {
	e := evaluator{p: p}
	e.next()
	if e.t.Kind == TokEOF {
		p.diags.Errorf(CodeInvalidCondition, span, "expected an expression")
		return false
	}
	v := e.binary(0)
	if !e.failed && e.t.Kind != TokEOF {
		e.fail("expected an operator or the end of the line, found %s", p.describe(&e.t))
	}
	p.closeContexts()
	return !e.failed && v != 0
}

// closeContexts ends the contexts of a directive's macros: directives are read from files,
// so that no other contexts are open.
func (p *Preprocessor) closeContexts() {
	for len(p.contexts) > 0 {
		p.pop()
	}
}

func (e *evaluator) next() { e.p.takeExpandedIn(e) }

// takeExpandedIn reads the next token of a condition; defined is looked at
// before its argument would be expanded.
func (p *Preprocessor) takeExpandedIn(e *evaluator) {
	for {
		p.take(&e.t)
		if e.t.Kind != TokIdent || e.t.Sym == symDefined || !p.expand(&e.t) {
			return
		}
		if p.stopped {
			e.t = Token{Kind: TokEOF}
			e.failed = true
			return
		}
	}
}

// fail reports a mistake at the current token, once.
func (e *evaluator) fail(format string, args ...any) {
	if !e.failed {
		at := diag.Span{Start: e.t.Start, End: e.t.End}
		e.p.diags.Errorf(CodeInvalidCondition, at, format, args...)
	}
	e.failed = true
}

// precedence is how tight an operator binds, or 0.
func precedence(k TokenKind) int {
	switch k {
	case TokOrOr:
		return 1
	case TokAndAnd:
		return 2
	case TokOr:
		return 3
	case TokXor:
		return 4
	case TokAnd:
		return 5
	case TokEqual, TokNotEqual:
		return 6
	case TokLess, TokGreater, TokLessEqual, TokGreaterEqual:
		return 7
	case TokShl, TokShr:
		return 8
	case TokPlus, TokMinus:
		return 9
	case TokStar, TokSlash, TokPercent:
		return 10
	}
	return 0
}

// binary evaluates operators that bind tighter than limit.
func (e *evaluator) binary(limit int) int32 {
	left := e.unary()
	for !e.failed {
		op := e.t
		prec := precedence(op.Kind)
		if prec <= limit {
			break
		}
		e.next()
		decided := op.Kind == TokOrOr && left != 0 || op.Kind == TokAndAnd && left == 0
		if decided {
			e.dead++
		}
		right := e.binary(prec)
		if decided {
			e.dead--
		}
		if e.failed {
			break
		}
		left = e.apply(&op, left, right)
	}
	return left
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// apply is left op right.
func (e *evaluator) apply(op *Token, left, right int32) int32 {
	switch op.Kind {
	case TokOrOr:
		return truth(left != 0 || right != 0)
	case TokAndAnd:
		return truth(left != 0 && right != 0)
	case TokOr:
		return left | right
	case TokXor:
		return left ^ right
	case TokAnd:
		return left & right
	case TokEqual:
		return truth(left == right)
	case TokNotEqual:
		return truth(left != right)
	case TokLess:
		return truth(left < right)
	case TokGreater:
		return truth(left > right)
	case TokLessEqual:
		return truth(left <= right)
	case TokGreaterEqual:
		return truth(left >= right)
	case TokShl:
		return left << (uint32(right) & 63)
	case TokShr:
		return left >> (uint32(right) & 63)
	case TokPlus:
		return left + right
	case TokMinus:
		return left - right
	case TokStar:
		return left * right
	case TokSlash, TokPercent:
		if right == 0 {
			if e.dead == 0 {
				e.t = *op
				e.fail("division by zero")
			}
			return 0
		}
		if op.Kind == TokSlash {
			if left == math.MinInt32 && right == -1 {
				return 0 // it overflows, which compilers define so
			}
			return left / right
		}
		return left % right
	}
	panic("pp: no operator of conditions: " + op.Kind.String())
}

// unary evaluates an operand with the operators before it.
func (e *evaluator) unary() int32 {
	if e.depth++; e.depth > maxConditionDepth {
		e.fail("the expression is nested more than %d deep", maxConditionDepth)
		return 0
	}
	defer func() { e.depth-- }()
	switch e.t.Kind {
	case TokPlus:
		e.next()
		return e.unary()
	case TokMinus:
		e.next()
		return -e.unary()
	case TokTilde:
		e.next()
		return ^e.unary()
	case TokBang:
		e.next()
		return truth(e.unary() == 0)
	case TokLParen:
		e.next()
		v := e.binary(0)
		if !e.failed && e.t.Kind != TokRParen {
			e.fail("expected ')', found %s", e.p.describe(&e.t))
		}
		if !e.failed {
			e.next()
		}
		return v
	case TokInt:
		return e.number()
	case TokIdent:
		if e.t.Sym == symDefined {
			return e.defined()
		}
		if e.p.unit.Profile == ProfileES && e.dead == 0 {
			e.fail("'%s' is no macro, which ES doesn't take for 0", e.p.interner.Name(e.t.Sym))
			return 0
		}
		e.next()
		return 0
	}
	e.fail("expected an integer, a macro or defined, found %s", e.p.describe(&e.t))
	return 0
}

// number is the value of an integer, which is the current token.
func (e *evaluator) number() int32 {
	if e.t.Kind != TokInt {
		e.fail("expected an integer, found %s", e.p.describe(&e.t))
		return 0
	}
	text := e.p.interner.Name(e.t.Sym)
	if text[0] == '\'' {
		e.next()
		return int32(characterOf(text))
	}
	for len(text) > 1 && (text[len(text)-1]|0x20 == 'u' || text[len(text)-1]|0x20 == 'l') {
		text = text[:len(text)-1]
	}
	v, err := strconv.ParseUint(text, 0, 64)
	if err != nil || len(text) > 2 && (text[1]|0x20 == 'o' || text[1]|0x20 == 'b' && !e.p.hlsl) {
		e.fail("invalid integer %s", e.p.describe(&e.t))
		return 0
	}
	e.next()
	return int32(uint32(v)) // as a literal in the program
}

// defined evaluates defined NAME and defined(NAME).
func (e *evaluator) defined() int32 {
	p := e.p
	p.take(&e.t)
	paren := e.t.Kind == TokLParen
	if paren {
		p.take(&e.t)
	}
	if e.t.Kind != TokIdent {
		e.fail("expected the name of a macro after 'defined', found %s", p.describe(&e.t))
		return 0
	}
	v := truth(p.macroNamed(e.t.Sym) != 0)
	if paren {
		p.take(&e.t)
		if e.t.Kind != TokRParen {
			e.fail("expected ')' after the name of the macro, found %s", p.describe(&e.t))
			return 0
		}
	}
	e.next()
	return v
}
