package validate

// This file checks module-scope expressions: acyclic, of kinds that are allowed there, and
// well typed. Only expressions reached from a root are checked.

import (
	"refract/internal/ir/typing"
	"refract/ir"
)

// constState is a depth-first walk over Module.Consts with a stack of its own,
// which follows the names of constants and overrides to their values.
type constState struct {
	v     *Validator
	mark  []constMark // by ConstID
	stack []uint32    // an expression to enter; with leave, to leave
}

type constMark uint8

const (
	constEntered  constMark = 1 << iota // on the path from the root
	constDone                           // checked
	constBad                            // an error was reported of it, or of what it uses
	constOverride                       // depends on an override
)

const leave = 1 << 31

func (s *constState) start(v *Validator) {
	s.v = v
	s.mark = grow(s.mark, v.m.Consts.ExprCount())
	s.stack = s.stack[:0]
	v.check.Consts()
}

// usesOverride reports whether a visited expression depends on an override.
func (s *constState) usesOverride(c ir.ConstID) bool { return s.mark[c]&constOverride != 0 }

// operands appends the operands of an expression, through names too, to buf.
func (s *constState) operands(x ir.ExprID, buf []ir.ExprID) []ir.ExprID {
	e := &s.v.m.Consts
	switch e.Kind(x) {
	case ir.KindConstant:
		return appendConst(buf, s.v.m.Constants[e.ConstantRef(x)].Init)
	case ir.KindOverride:
		return appendConst(buf, s.v.m.Overrides[e.OverrideRef(x)].Init)
	}
	return e.Operands(x, buf)
}

func appendConst(buf []ir.ExprID, c ir.ConstID) []ir.ExprID {
	if c != 0 {
		buf = append(buf, ir.ExprID(c))
	}
	return buf
}

// visit checks an expression and everything it uses, once, and reports whether
// all is well.
func (s *constState) visit(root ir.ConstID) bool {
	v, e := s.v, &s.v.m.Consts
	s.stack = append(s.stack[:0], uint32(root))
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		x := ir.ExprID(top &^ leave)
		v.buf = s.operands(x, v.buf[:0])
		if top&leave == 0 {
			if s.mark[x]&(constDone|constEntered) != 0 {
				continue
			}
			s.mark[x] |= constEntered
			s.stack = append(s.stack, top|leave)
			for _, y := range v.buf {
				switch {
				case s.mark[y]&constDone != 0:
				case s.mark[y]&constEntered != 0:
					if s.mark[y]&constBad == 0 {
						v.errorf(CodeConstCycle, e.SpanOf(y), "the value depends on itself")
					}
					s.mark[x] |= constBad
				default:
					s.stack = append(s.stack, uint32(y))
				}
			}
			continue
		}
		m := s.mark[x]&constBad | constDone
		for _, y := range v.buf {
			m |= s.mark[y] & (constBad | constOverride)
		}
		if e.Kind(x) == ir.KindOverride {
			m |= constOverride
		}
		if v.facts.Of(e.TypeOf(x)).Features&typing.NeedsCooperative != 0 {
			v.errorf(CodeCooperative, e.SpanOf(x), "a cooperative matrix is no constant")
			m |= constBad
		}
		if m&constBad == 0 {
			v.needType(e.TypeOf(x), e.SpanOf(x))
			if !v.check.Check(x) {
				v.errorf(v.check.Problem.Code, e.SpanOf(x), "%s", v.check.Problem.Message)
				m |= constBad
			}
		}
		s.mark[x] = m
	}
	return s.mark[root]&constBad == 0
}
