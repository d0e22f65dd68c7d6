package glsl

// This file checks the functions of ray queries (GL_EXT_ray_query). The module has no
// expression for the ray with which a query began: if the source reads rays, a query is a
// struct that keeps it, too. Structs with queries become variables in the end
// (transform.PlainQueries).

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/transform"
	"refract/ir"
)

// rayNames are the functions of GL_EXT_ray_query.
var rayNames = []string{"rayQueryInitializeEXT", "rayQueryTerminateEXT", "rayQueryGenerateIntersectionEXT",
	"rayQueryConfirmIntersectionEXT", "rayQueryProceedEXT", "rayQueryGetIntersectionTypeEXT", "rayQueryGetIntersectionTEXT",
	"rayQueryGetIntersectionInstanceCustomIndexEXT", "rayQueryGetIntersectionInstanceIdEXT",
	"rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT", "rayQueryGetIntersectionGeometryIndexEXT",
	"rayQueryGetIntersectionPrimitiveIndexEXT", "rayQueryGetIntersectionBarycentricsEXT", "rayQueryGetIntersectionFrontFaceEXT",
	"rayQueryGetIntersectionObjectToWorldEXT", "rayQueryGetIntersectionWorldToObjectEXT",
	"rayQueryGetRayTMinEXT", "rayQueryGetRayFlagsEXT", "rayQueryGetWorldRayOriginEXT", "rayQueryGetWorldRayDirectionEXT",
	"rayQueryGetIntersectionCandidateAABBOpaqueEXT", "rayQueryGetIntersectionObjectRayDirectionEXT",
	"rayQueryGetIntersectionObjectRayOriginEXT", "rayQueryGetIntersectionTriangleVertexPositionsEXT"}

// The places of functions in rayNames that read the ray of a query, which the module has no
// expression for, and of the one that reads corners.
const (
	rayTMin            = 16
	rayFlags           = 17
	rayWorldOrigin     = 18
	rayWorldDirection  = 19
	rayOpaqueBox       = 20
	rayObjectDirection = 21
	rayObjectOrigin    = 22
	rayCorners         = 23
)

// asksRay reports whether a function reads the ray of a query.
func asksRay(code uint8) bool {
	return code >= rayTMin && code <= rayObjectOrigin && code != rayOpaqueBox
}

// holdsRayObject reports whether a type is a ray query or hit object, or an array or struct that holds some.
func (c *checker) holdsRayObject(t ir.TypeID) bool {
	if t == 0 || t.IsElementary() {
		return false
	}
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	switch c.at(t).Kind {
	case ir.TypeRayQuery, ir.TypeHitObject:
		return true
	case ir.TypeStruct:
		return c.infoOf(t).queries
	}
	return false
}

// misplacedQuery reports a variable with ray queries that is none of one invocation, or that
// has an initial value.
func (c *checker) misplacedQuery(v *syntax.Declarator, q *qualifiers) bool {
	switch {
	case q.storage != syntax.QualNone:
		c.errorf(codeTypeRule, v.NameSpan, "a variable with ray queries can't be %s", q.storage)
	case v.Init != syntax.None:
		c.errorf(codeNotValue, c.t.Span(v.Init), "a variable with ray queries has no initial value")
	default:
		return false
	}
	return true
}

// queryType is the type of ray queries: with their rays, if the source reads these.
func (c *checker) queryType() ir.TypeID {
	if c.queries == 0 {
		c.queries = c.m.Types.Intern(ir.Type{Kind: ir.TypeRayQuery, VertexReturn: c.scan.corners})
		if c.scan.rays {
			c.queries = c.m.AddStruct(ir.Struct{Name: "rayQueryEXT", Members: []ir.Member{{Type: c.queries}, {Name: "ray", Type: c.m.SpecialStruct(ir.SpecialRayDesc, 0)}}})
		}
	}
	return c.queries
}

// queryPointer is the place of the query of an operand.
func (c *checker) queryPointer(x operand) ir.ExprID {
	if c.scan.rays {
		return c.b.AccessIndex(x.expr(), 0)
	}
	return x.expr()
}

// plainQueries makes variables of structs with ray queries.
func (c *checker) plainQueries() {
	if err, bad := transform.PlainQueries(c.m).(diag.Diagnosable); bad {
		_, span := err.Diagnostic()
		c.errorf(codeLimit, span, "%s", err)
	}
}

// rayRead reads the ray of a query, in world space or in the space of an intersection's
// object.
func (c *checker) rayRead(n syntax.Node, f *memoryFunction, list []operand) operand {
	object := f.code >= rayObjectDirection
	if object && len(list) != 2 || !object && len(list) != 1 {
		return c.noOverload(n, f.name, list)
	}
	ray := operand{kind: opValue, ty: c.m.SpecialStruct(ir.SpecialRayDesc, 0), handle: uint32(c.b.Load(c.b.AccessIndex(list[0].expr(), 1)))}
	switch f.code {
	case rayTMin:
		return c.component(ray, 2)
	case rayFlags:
		return c.component(ray, 0)
	case rayWorldOrigin:
		return c.component(ray, 4)
	case rayWorldDirection:
		return c.component(ray, 5)
	}
	x, ok := c.intersection(n, f, list)
	if !ok {
		return operand{}
	}
	const toObject = 10
	part, last := uint32(5), uint64(0) // a direction isn't moved
	if f.code == rayObjectOrigin {
		part, last = 4, 0x3F800000
	}
	world := c.compose(vec4, c.component(ray, part), constant(ir.TypeF32, last))
	return c.binary(ir.Mul, c.component(x, toObject), world)
}

// rayCornersCall stores the corners of an intersected triangle.
func (c *checker) rayCornersCall(n syntax.Node, f *memoryFunction, list []operand) operand {
	a := only(exts{extRayPosition})
	if !c.needs(c.t.Span(n), f.name, &a) {
		return operand{}
	}
	t := c.m.Types.Array(vec3, 3)
	if len(list) != 3 || list[2].kind != opRef || list[2].ty != t {
		return c.noOverload(n, f.name, list)
	}
	flags, ok := c.whichIntersection(n, f, list)
	if !ok {
		return operand{}
	}
	c.store(list[2], c.made(c.ex.AddUnaryKind(ir.KindRayQueryVertex, t, flags, c.queryPointer(list[0]), c.b.Span), false))
	return operand{kind: opVoid}
}

// whichIntersection is the flags of the committed or of the candidate intersection.
func (c *checker) whichIntersection(n syntax.Node, f *memoryFunction, list []operand) (ir.Flags, bool) {
	if len(list) < 2 || !list[1].isConst() {
		c.noOverload(n, f.name, list)
		return 0, false
	}
	if list[1].bits != 0 {
		return ir.FlagCommitted, true
	}
	return 0, true
}

// intersection reads the committed or candidate intersection.
func (c *checker) intersection(n syntax.Node, f *memoryFunction, list []operand) (operand, bool) {
	flags, ok := c.whichIntersection(n, f, list)
	if !ok {
		return operand{}, false
	}
	t := c.m.SpecialStruct(ir.SpecialRayIntersection, 0)
	return c.made(c.ex.AddUnaryKind(ir.KindRayQueryGet, t, flags, c.queryPointer(list[0]), c.b.Span), false), true
}

// rayMember is the member of RayIntersection that a function gives, by the place in
// rayNames.
func rayMember(code uint8) (member uint32, ok bool) {
	return uint32(code) - 5, code >= 5 && code <= 15
}

func (c *checker) rayCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	if len(list) == 0 || list[0].kind != opRef || list[0].ty != c.queryType() {
		return c.noOverload(n, f.name, list)
	}
	q := ir.RayQuery{Query: c.queryPointer(list[0])}
	convert := func(i int, t ir.TypeID) operand {
		return c.implicit(list[i], t, diag.Span(c.t.Span(nodes[i])), "an argument of "+f.name)
	}
	switch f.code {
	case 0:
		if len(list) != 8 || c.opaques[list[1].opq].kind != opaqueAcceleration {
			return c.noOverload(n, f.name, list)
		}
		parts := [6]operand{convert(2, tUint), convert(3, tUint), convert(5, tFloat), convert(7, tFloat), convert(4, vec3), convert(6, vec3)}
		desc := c.compose(c.m.SpecialStruct(ir.SpecialRayDesc, 0), parts[:]...)
		if !desc.ok() {
			return operand{}
		}
		q.Op, q.A, q.B = ir.RayInitialize, list[1].expr(), c.toExpr(desc)
		if c.scan.rays {
			c.b.Store(c.b.AccessIndex(list[0].expr(), 1), q.B)
		}
	case 1:
		q.Op = ir.RayTerminate
	case 2:
		if len(list) != 2 {
			return c.noOverload(n, f.name, list)
		}
		t := convert(1, tFloat)
		if !t.ok() {
			return t
		}
		q.Op, q.A = ir.RayGenerateIntersection, c.toExpr(t)
	case 3:
		q.Op = ir.RayConfirmIntersection
	case 4:
		q.Op = ir.RayProceed
		q.Result = c.fn.AddResult(ir.KindRayQueryProceedResult, ir.TypeBool, c.b.Span)
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return operand{kind: opValue, ty: ir.TypeBool, handle: uint32(q.Result)}
	case rayCorners:
		return c.rayCornersCall(n, f, list)
	default:
		return c.rayGet(n, f, list)
	}
	c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
	return operand{kind: opVoid}
}

// rayGet reads a part of the committed or candidate intersection, or of the ray.
func (c *checker) rayGet(n syntax.Node, f *memoryFunction, list []operand) operand {
	if asksRay(f.code) {
		return c.rayRead(n, f, list)
	}
	member, ok := rayMember(f.code)
	if !ok {
		c.unsupported(c.t.Span(n), strings.TrimSuffix(f.name, "EXT"))
		return operand{}
	}
	if len(list) != 2 {
		return c.noOverload(n, f.name, list)
	}
	x, ok := c.intersection(n, f, list)
	if !ok {
		return operand{}
	}
	v := c.component(x, member)
	switch f.code {
	case 5:
		if list[1].bits == 0 { // a triangle is 0, a box 1; the IR has 1 and 3
			return c.selects(c.binary(ir.Eq, v, constUint(3)), constUint(1), constUint(0))
		}
		return v
	case 6, 12, 13, 14, 15:
		return v
	case 9:
		return v
	}
	return c.cast(ir.I32, v)
}
