package glsl

// This file spells ray queries (GL_EXT_ray_query). The module has an intersection as a struct
// and the description of a ray as one; GLSL has a function for each member and parameters:
//
//	ray_query initialize $q, @scene, %desc     rayQueryInitializeEXT(q, scene, desc.flags, ...)
//	%i = ray_query_get committed $q
//	%t = access_index %i, .t                   rayQueryGetIntersectionTEXT(q, true)
//
// An intersection that has a name is composed of all its members. A member that an
// intersection lacks is zero then: a function that reads it must not be called.

import (
	"strings"

	"refract/ir"
)

// rayOrder are the members of a description, in the order of the parameters.
var rayOrder = [...]int{0, 1, 4, 2, 5, 3}

// rayQuery spells a statement on a ray query.
func (w *Writer) rayQuery(s ir.StmtID) {
	w.require(rayQueries, w.Span)
	o := &w.Out
	v := w.F.RayQuery(s)
	switch v.Op {
	case ir.RayInitialize:
		o.Str("rayQueryInitializeEXT(")
		w.Place(v.Query)
		o.Comma()
		w.Expr(v.A, anyForm)
		compose := w.Ex.Kind(v.B) == ir.KindCompose && !w.IsNamed(v.B)
		for _, i := range rayOrder {
			o.Comma()
			if compose {
				w.Expr(w.Ex.Compose(v.B).Components[i], anyForm)
				continue
			}
			w.Expr(v.B, primary)
			w.Member(0, w.M.Types.At(w.Ex.TypeOf(v.B)), i)
		}
		o.Byte(')')
		return
	case ir.RayProceed:
		o.Str("rayQueryProceedEXT(")
	case ir.RayTerminate:
		o.Str("rayQueryTerminateEXT(")
	case ir.RayGenerateIntersection:
		o.Str("rayQueryGenerateIntersectionEXT(")
	case ir.RayConfirmIntersection:
		o.Str("rayQueryConfirmIntersectionEXT(")
	default:
		panic("glsl: ray query " + v.Op.String())
	}
	w.Place(v.Query)
	if v.Op == ir.RayGenerateIntersection {
		o.Comma()
		w.Expr(v.A, anyForm)
	}
	o.Byte(')')
}

// rayMembers are the functions that read the members of an intersection.
var rayMembers = [...]struct {
	function string
	of       rayOwners
	none     string // the value if there is no such member
	unsigned bool   // the function returns an int
}{
	{"Type", rayAny, "0u", false},
	{"T", rayDistance, "0.0", false},
	{"InstanceCustomIndex", rayHit, "0u", true},
	{"InstanceId", rayHit, "0u", true},
	{"InstanceShaderBindingTableRecordOffset", rayHit, "0u", false},
	{"GeometryIndex", rayHit, "0u", true},
	{"PrimitiveIndex", rayHit, "0u", true},
	{"Barycentrics", rayTriangle, "vec2(0.0)", false},
	{"FrontFace", rayTriangle, "false", false},
	{"ObjectToWorld", rayHit, "mat4x3(0.0)", false},
	{"WorldToObject", rayHit, "mat4x3(0.0)", false},
}

// rayOwners are the intersections that have a member.
type rayOwners uint8

const (
	rayAny      rayOwners = iota
	rayHit                // committed intersections that are there, and candidates
	rayDistance           // committed intersections that are there, and candidates that are triangles
	rayTriangle           // triangles
)

// rayRead spells the call of a function on the intersection of a RayQueryGet.
func (w *Writer) rayRead(get ir.ExprID, function string) {
	o := &w.Out
	o.Str("rayQueryGetIntersection")
	o.Str(function)
	o.Str("EXT(")
	w.Place(w.Ex.Operand(get))
	o.Comma()
	if w.Ex.Flags(get)&ir.FlagCommitted != 0 {
		o.Str("true)")
	} else {
		o.Str("false)")
	}
}

// rayMember spells a member of the intersection of a RayQueryGet. With test, it is zero if
// the intersection lacks it.
func (w *Writer) rayMember(get ir.ExprID, i int, test bool) {
	o := &w.Out
	m := &rayMembers[i]
	committed := w.Ex.Flags(get)&ir.FlagCommitted != 0
	condition := ""
	switch {
	case m.of == rayAny && !committed: // a triangle is 0 and a box 1; the module has 1 and 3
		o.Byte('(')
		w.rayRead(get, "Type")
		o.Str(strings.ReplaceAll(" == 0u ? 1u : 3u)", " ", w.blank()))
		return
	case m.of == rayAny || !test, m.of == rayHit && !committed:
	case m.of != rayTriangle && committed:
		condition = " != 0u ? "
	case committed:
		condition = " == 1u ? "
	default:
		condition = " == 0u ? "
	}
	if condition != "" {
		o.Byte('(')
		w.rayRead(get, "Type")
		o.Str(strings.ReplaceAll(condition, " ", w.blank()))
	}
	if m.unsigned {
		o.Str("uint(")
	}
	w.rayRead(get, m.function)
	if m.unsigned {
		o.Byte(')')
	}
	if condition != "" {
		o.Str(strings.ReplaceAll(" : ", " ", w.blank()))
		o.Str(m.none)
		o.Byte(')')
	}
}

// blank is the space around operators.
func (w *Writer) blank() string {
	if w.opts.Minify {
		return ""
	}
	return " "
}

// rayQueryGet spells a whole intersection.
func (w *Writer) rayQueryGet(e ir.ExprID) {
	w.require(rayQueries, w.Span)
	w.typeName(w.Ex.TypeOf(e))
	w.Out.Byte('(')
	for i := range rayMembers {
		if i > 0 {
			w.Out.Comma()
		}
		w.rayMember(e, i, true)
	}
	w.Out.Byte(')')
}
