package msl

// This file spells ray queries (section 6.18.4): methods of Metal's intersection
// queries, and functions that translate descriptors and intersections.

import "refract/ir"

func (w *Writer) rayQuery(s ir.StmtID) {
	o := &w.Out
	v := w.F.RayQuery(s)
	w.since(204, "ray queries", w.F.StmtSpan(s))
	if v.Op == ir.RayInitialize {
		o.Name(w.helper(helper{kind: rayInitialize}))
		w.Arguments(0, v.Query, v.A, v.B)
		return
	}
	w.Place(v.Query)
	switch v.Op {
	case ir.RayProceed:
		o.Str(".next()")
	case ir.RayTerminate:
		o.Str(".abort()")
	case ir.RayGenerateIntersection:
		o.Str(".commit_bounding_box_intersection")
		w.Arguments(0, v.A)
	case ir.RayConfirmIntersection:
		o.Str(".commit_triangle_intersection()")
	default:
		panic("msl: ray query operation " + v.Op.String())
	}
}

func (w *Writer) rayQueryGet(e ir.ExprID) {
	w.Out.Name(w.helper(helper{kind: rayGet(w.F, e)}))
	w.Arguments(0, w.Ex.Operand(e))
}

// rayFlags are what the flags of a descriptor ask for.
var rayFlags = [...]struct{ flag, ask string }{
	{"0x1u", "force_opacity(raytracing::forced_opacity::opaque)"},
	{"0x2u", "force_opacity(raytracing::forced_opacity::non_opaque)"},
	{"0x4u", "accept_any_intersection(true)"},
	{"0x10u", "set_triangle_cull_mode(raytracing::triangle_cull_mode::back)"},
	{"0x20u", "set_triangle_cull_mode(raytracing::triangle_cull_mode::front)"},
	{"0x40u", "set_opacity_cull_mode(raytracing::opacity_cull_mode::opaque)"},
	{"0x80u", "set_opacity_cull_mode(raytracing::opacity_cull_mode::non_opaque)"},
	{"0x100u", "set_geometry_cull_mode(raytracing::geometry_cull_mode::triangle)"},
	{"0x200u", "set_geometry_cull_mode(raytracing::geometry_cull_mode::bounding_box)"},
}

// rayHelper writes one of the functions.
func (w *Writer) rayHelper(h *helper) {
	o := &w.Out
	line := func(list ...string) {
		o.Line()
		for _, s := range list {
			o.Str(s)
		}
	}
	const query = "thread raytracing::intersection_query<raytracing::instancing, raytracing::triangle_data>& query"
	o.Blank()
	if h.kind == rayInitialize {
		o.Str("void ")
		o.Declare(h.name)
		o.Byte('(')
		o.Str(query)
		o.Str(", raytracing::instance_acceleration_structure scene, ")
		w.typeName(h.result)
		o.Str(" desc) {")
		o.Indent()
		line("raytracing::intersection_params params;")
		for _, f := range rayFlags {
			line("if ((desc.flags & ", f.flag, ") != 0u) {")
			o.Indent()
			line("params.", f.ask, ";")
			o.Outdent()
			line("}")
		}
		line("raytracing::ray ray(desc.origin, desc.dir, desc.tmin, desc.tmax);")
		line("query.reset(ray, scene, desc.cull_mask, params);")
		o.Outdent()
		line("}")
		o.End()
		return
	}
	// Kinds: 0 none, 1 triangle, 2 generated, 3 bounding box.
	which, box := "committed", "2u"
	if h.kind == rayCandidate {
		which, box = "candidate", "3u"
	}
	w.typeName(h.result)
	o.Byte(' ')
	o.Declare(h.name)
	o.Byte('(')
	o.Str(query)
	o.Str(") {")
	o.Indent()
	o.Line()
	w.typeName(h.result)
	o.Str(" result = {};")
	get := "query.get_" + which + "_"
	line("switch (", get, "intersection_type()) {")
	line("case raytracing::intersection_type::triangle:")
	o.Indent()
	line("result.kind = 1u;")
	distance := get + "distance()"
	if h.kind == rayCandidate {
		distance = get + "triangle_distance()"
	}
	line("result.t = ", distance, ";")
	line("result.barycentrics = ", get, "triangle_barycentric_coord();")
	line("result.front_face = query.is_", which, "_triangle_front_facing();")
	line("break;")
	o.Outdent()
	line("case raytracing::intersection_type::bounding_box:")
	o.Indent()
	line("result.kind = ", box, ";")
	if h.kind == rayCommitted {
		line("result.t = ", distance, ";")
	}
	line("break;")
	o.Outdent()
	line("default:")
	o.Indent()
	line("return result;")
	o.Outdent()
	line("}")
	for _, x := range [...][2]string{
		{"instance_custom_data", "user_instance_id"},
		{"instance_index", "instance_id"},
		{"geometry_index", "geometry_id"},
		{"primitive_index", "primitive_id"},
		{"object_to_world", "object_to_world_transform"},
		{"world_to_object", "world_to_object_transform"},
	} {
		line("result.", x[0], " = ", get, x[1], "();")
	}
	line("return result;")
	o.Outdent()
	line("}")
	o.End()
}
