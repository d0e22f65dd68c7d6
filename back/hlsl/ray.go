package hlsl

// This file spells ray queries: objects with methods (shader model 6.5).

import (
	"refract/internal/back/text"
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
	t := w.M.Types.At(w.Ex.TypeOf(v.B))
	args := text.Args{"query": func() { w.Place(v.Query) }, "scene": func() { w.Operand(0, v.A, anyForm) }}
	for i, name := range [...]string{"flags", "mask", "tmin", "tmax", "origin", "direction"} {
		args[name] = func() {
			w.Expr(v.B, primary)
			w.Member(0, t, i)
		}
	}
	w.Out.Template(`{
	RayDesc @ray;
	$ray.TMin = $tmin;
	$ray.TMax = $tmax;
	$ray.Origin = $origin;
	$ray.Direction = $direction;
	$query.TraceRayInline($scene, $flags, $mask, $ray);
}`, args)
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

// The functions that read an intersection; members that it lacks are zero. $common stands
// for the members that both read.
const (
	committedFunction = `$type @function(RayQuery<RAY_FLAG_NONE> @query) {
	$declaration = $zero;
	if ($query.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
		$hit
	} else if ($query.CommittedStatus() == COMMITTED_PROCEDURAL_PRIMITIVE_HIT) {
		$kind = $generated;
		$t = $query.CommittedRayT();
	}
	if ($query.CommittedStatus() != COMMITTED_NOTHING) {
		$common
	}
	return $value;
}`
	triangleHit = `$kind = $triangle;
$t = $query.${ray}();
$barycentrics = $query.${prefix}TriangleBarycentrics();
$front_face = $query.${prefix}TriangleFrontFace();`
	candidateFunction = `$type @function(RayQuery<RAY_FLAG_NONE> @query) {
	$declaration = $zero;
	if ($query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
		$hit
	} else {
		$kind = $box;
	}
	$common
	return $value;
}`
)

// intersectionMembers are the members of an intersection that have a name in the templates,
// and the ones read by the method whose name ends so.
var intersectionMembers = [...]struct{ place, method string }{{place: "kind"}, {place: "t"},
	{method: "InstanceID"}, {method: "InstanceIndex"}, {method: "InstanceContributionToHitGroupIndex"}, {method: "GeometryIndex"},
	{method: "PrimitiveIndex"}, {place: "barycentrics"}, {place: "front_face"}, {method: "ObjectToWorld4x3"}, {method: "WorldToObject4x3"}}

// intersectionFunction writes a function that reads an intersection.
func (w *Writer) intersectionFunction(k helperKey) {
	o := &w.Out
	t := w.M.Types.At(k.ty)
	query, value := o.LocalName("query", ""), o.LocalName("value", "")
	args := text.Args{"function": w.helpers.name(k), "type": func() { w.typeName(k.ty) }, "query": query, "value": value,
		"declaration": func() { w.declarator(k.ty, value); o.Bind(value) }, "zero": func() { w.zero(k.ty) },
		"triangle": func() { w.unsigned(hitTriangle) }, "generated": func() { w.unsigned(hitGenerated) }, "box": func() { w.unsigned(hitBox) }}
	member := func(i int) {
		o.Name(value)
		w.Member(0, t, i)
	}
	for i, x := range intersectionMembers {
		if x.place != "" {
			args[x.place] = func() { member(i) }
		}
	}
	function, prefix := candidateFunction, "Candidate"
	args["ray"] = "CandidateTriangleRayT"
	if k.layout != 0 {
		function, prefix = committedFunction, "Committed"
		args["ray"] = "CommittedRayT"
	}
	args["prefix"] = prefix
	args["hit"] = func() { o.Template(triangleHit, args) }
	args["common"] = func() {
		first := true
		for i, x := range intersectionMembers {
			if x.method != "" {
				if !first {
					o.Line()
				}
				first = false
				o.Template("$member = $query.$prefix$method();", text.Args{"member": func() { member(i) }, "query": query, "prefix": prefix, "method": x.method})
			}
		}
	}
	o.Template(function, args)
}
