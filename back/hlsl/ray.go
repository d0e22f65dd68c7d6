package hlsl

// This file spells ray queries: objects with methods (shader model 6.5).

import (
	"refract/back/text"
	"refract/ir"
)

// rayQuery spells a statement on a ray query, but for its initialization.
func (w *Writer) rayQuery(s ir.StmtID) {
	o := &w.Out
	w.needs(ShaderModel65, "ray queries", w.F.StmtSpan(s))
	v := w.F.RayQuery(s)
	switch v.Op {
	case ir.RayInitialize:
		w.rayInitialize(v)
		return
	case ir.RayGenerateIntersection:
		w.Place(v.Query)
		o.Str(".CommitProceduralPrimitiveHit")
		w.Arguments(0, v.A)
		return
	}
	w.Place(v.Query)
	switch v.Op {
	case ir.RayProceed:
		o.Str(".Proceed()")
	case ir.RayTerminate:
		o.Str(".Abort()")
	case ir.RayConfirmIntersection:
		o.Str(".CommitNonOpaqueTriangleHit()")
	default:
		panic("hlsl: ray query " + v.Op.String())
	}
}

// rayInitialize spells the start of a ray query. The IR's description of a ray
// holds flags and mask too.
func (w *Writer) rayInitialize(v ir.RayQuery) {
	o := &w.Out
	ray := o.LocalName("ray", "")
	t := w.M.Types.At(w.Ex.TypeOf(v.B))
	member := func(i int) {
		w.Expr(v.B, primary)
		w.Member(0, t, i)
	}
	o.Begin()
	o.Line()
	o.Str("RayDesc ")
	o.Declare(ray)
	o.Bind(ray)
	o.Byte(';')
	for i, name := range [...]string{2: "TMin", 3: "TMax", 4: "Origin", 5: "Direction"} {
		if name == "" {
			continue
		}
		o.Line()
		o.Name(ray)
		o.Byte('.')
		o.Str(name)
		o.Infix("=")
		member(i)
		o.Byte(';')
	}
	o.Line()
	w.Place(v.Query)
	o.Str(".TraceRayInline(")
	w.Operand(0, v.A, anyForm)
	o.Comma()
	member(0)
	o.Comma()
	member(1)
	o.Comma()
	o.Name(ray)
	o.Str(");")
	o.Finished(false)
}

// intersectionKey is the function that reads an intersection.
func intersectionKey(ex *ir.Exprs, e ir.ExprID) helperKey {
	k := helperKey{kind: helperIntersection, ty: ex.TypeOf(e)}
	if ex.Flags(e)&ir.FlagCommitted != 0 {
		k.layout = 1
	}
	return k
}

func (w *Writer) rayQueryGet(e ir.ExprID) {
	w.needs(ShaderModel65, "ray queries", w.Ex.SpanOf(e))
	w.Out.Name(w.helpers.name(intersectionKey(w.Ex, e)))
	w.Out.Byte('(')
	w.Place(w.Ex.Operand(e))
	w.Out.Byte(')')
}

// Kinds of intersections, as the IR numbers them.
const (
	hitTriangle  = 1
	hitGenerated = 2
	hitBox       = 3
)

// intersectionFunction writes a function that reads an intersection. What it has
// not is zero.
func (w *Writer) intersectionFunction(k helperKey) {
	o := &w.Out
	t := w.M.Types.At(k.ty)
	w.startFunction(func() { w.typeName(k.ty) }, w.helpers.name(k))
	query := w.param("RayQuery<RAY_FLAG_NONE>", "query")
	w.startBody()
	value := o.LocalName("value", "")
	o.Line()
	w.declarator(k.ty, value)
	o.Bind(value)
	o.Infix("=")
	w.zero(k.ty)
	o.Byte(';')
	prefix := ".Candidate"
	if k.layout != 0 {
		prefix = ".Committed"
	}
	set := func(member int, what func()) {
		o.Line()
		o.Name(value)
		w.Member(0, t, member)
		o.Infix("=")
		what()
		o.Byte(';')
	}
	method := func(name string) func() {
		return func() {
			o.Name(query)
			o.Str(prefix)
			o.Str(name)
			o.Str("()")
		}
	}
	test := func(name string) {
		o.Str("if ")
		o.Byte('(')
		method(map[bool]string{true: "Status", false: "Type"}[k.layout != 0])()
		o.Infix("==")
		o.Word(word(name))
		o.Byte(')')
		o.Space()
		o.Byte('{')
		o.Indent()
	}
	end := func() {
		o.Outdent()
		o.Line()
		o.Byte('}')
	}
	number := func(n uint64) func() {
		return func() { o.Uint(n); o.Byte('u') }
	}
	triangle := func() {
		set(0, number(hitTriangle))
		if k.layout != 0 {
			set(1, func() { o.Name(query); o.Str(".CommittedRayT()") })
		} else {
			set(1, func() { o.Name(query); o.Str(".CandidateTriangleRayT()") })
		}
		set(7, method("TriangleBarycentrics"))
		set(8, method("TriangleFrontFace"))
	}
	common := func() {
		set(2, method("InstanceID"))
		set(3, method("InstanceIndex"))
		set(4, method("InstanceContributionToHitGroupIndex"))
		set(5, method("GeometryIndex"))
		set(6, method("PrimitiveIndex"))
		set(9, method("ObjectToWorld4x3"))
		set(10, method("WorldToObject4x3"))
	}
	o.Line()
	if k.layout != 0 {
		test("COMMITTED_TRIANGLE_HIT")
		triangle()
		end()
		o.Str(" else ")
		test("COMMITTED_PROCEDURAL_PRIMITIVE_HIT")
		set(0, number(hitGenerated))
		set(1, func() { o.Name(query); o.Str(".CommittedRayT()") })
		end()
		o.Line()
		o.Str("if ")
		o.Byte('(')
		method("Status")()
		o.Infix("!=")
		o.Word(word("COMMITTED_NOTHING"))
		o.Byte(')')
		o.Space()
		o.Byte('{')
		o.Indent()
		common()
		end()
	} else {
		test("CANDIDATE_NON_OPAQUE_TRIANGLE")
		triangle()
		end()
		o.Str(" else ")
		o.Byte('{')
		o.Indent()
		set(0, number(hitBox))
		end()
		common()
	}
	o.Line()
	o.Str("return ")
	o.Name(value)
	o.Byte(';')
	w.endBody()
}

var _ text.Name
