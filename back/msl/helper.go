package msl

// This file writes the functions that the text needs beside the module's own: features that
// Metal has, but not as an expression.

import (
	"refract/internal/back/text"
	"refract/ir"
)

type helperKind uint8

const (
	compareExchange helperKind = iota // of one scalar and address space
	rayInitialize                     // begins a ray query
	rayCommitted                      // the committed intersection
	rayCandidate                      // the candidate
)

type helper struct {
	kind   helperKind
	scalar ir.Scalar
	space  ir.AddressSpace
	strong bool
	result ir.TypeID
	name   text.Name
}

func (h helper) like(o helper) bool {
	return h.kind == o.kind && h.scalar == o.scalar && h.space == o.space && h.strong == o.strong
}

// helper is the name of a helper that findHelpers found.
func (w *Writer) helper(h helper) text.Name {
	for i := range w.helpers {
		if w.helpers[i].like(h) {
			return w.helpers[i].name
		}
	}
	panic("msl: no such helper")
}

// findHelpers finds the helpers that functions need, and the structs that the helpers need.
func (w *Writer) findHelpers() {
	m := w.M
	w.helpers = w.helpers[:0]
	add := func(h helper) {
		for _, o := range w.helpers {
			if h.like(o) {
				return
			}
		}
		w.helpers = append(w.helpers, h)
	}
	for _, f := range m.Functions[1:] {
		if f.MayHaveStmt(ir.StmtAtomic) || f.MayHaveStmt(ir.StmtRayQuery) {
			for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
				switch f.StmtKind(s) {
				case ir.StmtAtomic:
					if v := f.Atomic(s); v.Op == ir.AtomicCompareExchange {
						h := compareExchangeOf(m, f, s, v)
						h.result = m.SpecialStruct(ir.SpecialAtomicExchange, ir.ScalarTypeOf(h.scalar))
						add(h)
					}
				case ir.StmtRayQuery:
					if f.RayQuery(s).Op == ir.RayInitialize {
						add(helper{kind: rayInitialize, result: m.SpecialStruct(ir.SpecialRayDesc, 0)})
					}
				}
			}
		}
		if f.MayHave(ir.KindRayQueryGet) {
			for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
				if f.Kind(x) == ir.KindRayQueryGet {
					add(helper{kind: rayGet(f, x), result: f.TypeOf(x)})
				}
			}
		}
	}
}

func compareExchangeOf(m *ir.Module, f *ir.Function, s ir.StmtID, v ir.Atomic) helper {
	t := m.Types.At(f.TypeOf(v.Pointer))
	return helper{kind: compareExchange, scalar: m.Types.ScalarOf(t.Base), space: t.Space, strong: f.StmtFlags(s)&ir.FlagWeak == 0}
}

func rayGet(f *ir.Function, x ir.ExprID) helperKind {
	if f.Flags(x)&ir.FlagCommitted != 0 {
		return rayCommitted
	}
	return rayCandidate
}

var helperNames = [...]string{compareExchange: "compare_exchange", rayInitialize: "begin_ray_query",
	rayCommitted: "committed_intersection", rayCandidate: "candidate_intersection"}

func (w *Writer) helperDecls() {
	for i := range w.helpers {
		w.need(w.helpers[i].result, 0)
	}
	var shared [2]text.Name // overloads, by strength
	for i := range w.helpers {
		h := &w.helpers[i]
		if h.kind != compareExchange {
			h.name = w.moduleName(helperNames[h.kind], "", false)
			w.rayHelper(h)
			continue
		}
		k := 0
		if h.strong {
			k = 1
		}
		if shared[k] == 0 {
			shared[k] = w.moduleName(helperNames[h.kind]+[...]string{"_weak", ""}[k], "", false)
		}
		h.name = shared[k]
		w.compareExchangeDecl(h)
	}
}

// The compare-exchanges, with the result that the module has. Metal's is weak: a strong
// one tries again.
const (
	weakExchange = `$result @function($space $atomic& @value, $scalar @expected, $scalar @desired) {
	$scalar @old = $expected;
	bool @exchanged = atomic_compare_exchange_weak_explicit(&$value, &$old, $desired, memory_order_relaxed, memory_order_relaxed);
	return $result { $old, $exchanged };
}`
	strongExchange = `$result @function($space $atomic& @value, $scalar @expected, $scalar @desired) {
	$scalar @old = $expected;
	bool @exchanged = false;
	do {
		$old = $expected;
		$exchanged = atomic_compare_exchange_weak_explicit(&$value, &$old, $desired, memory_order_relaxed, memory_order_relaxed);
	} while (!$exchanged && $old == $expected);
	return $result { $old, $exchanged };
}`
)

// compareExchangeDecl writes a compare-exchange.
func (w *Writer) compareExchangeDecl(h *helper) {
	function, space := weakExchange, "device"
	if h.strong {
		function = strongExchange
	}
	if h.space == ir.SpaceWorkgroup {
		space = "threadgroup"
	}
	w.Out.Blank()
	w.Out.Template(function, text.Args{"function": h.name, "result": func() { w.typeName(h.result) }, "space": space,
		"atomic": func() { w.atomicName(h.scalar) }, "scalar": scalarNames[h.scalar]})
	w.Out.End()
}

// compareExchange spells a call of a helper for compare-exchange.
func (w *Writer) compareExchange(s ir.StmtID, v ir.Atomic, scalar ir.Scalar) {
	o := &w.Out
	if scalar.Bits() == 64 {
		w.Unsupported("an atomic compare-exchange of 64-bit integers", w.F.StmtSpan(s))
		return
	}
	o.Name(w.helper(compareExchangeOf(w.M, w.F, s, v)))
	o.Byte('(')
	w.Place(v.Pointer)
	o.Comma()
	w.Expr(v.Compare, anyForm)
	o.Comma()
	w.Expr(v.Value, anyForm)
	o.Byte(')')
}
