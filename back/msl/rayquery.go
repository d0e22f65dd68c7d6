package msl

// This file spells ray queries (section 6.18.4): methods of Metal's intersection
// queries, and functions that translate descriptors and intersections.

import (
	"refract/internal/back/text"
	"refract/ir"
)

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

// The functions that begin a query, and that read an intersection. Kinds are 0 for none, 1
// for a triangle, 2 for one that the shader generated, 3 for a bounding box.
const (
	beginQuery = `void @function($Query& @query, raytracing::instance_acceleration_structure @scene, $type @desc) {
	raytracing::intersection_params @params;
	$flags
	raytracing::ray @ray($desc.origin, $desc.dir, $desc.tmin, $desc.tmax);
	$query.reset($ray, $scene, $desc.cull_mask, $params);
}`
	queryFlag = `if (($desc.flags & $flag) != 0u) {
	$params.$ask;
}`
	readIntersection = `$type @function($Query& @query) {
	$type @result = {};
	switch ($query.get_${which}_intersection_type()) {
	case raytracing::intersection_type::triangle:
		$result.kind = 1u;
		$result.t = $query.get_${which}_${of}distance();
		$result.barycentrics = $query.get_${which}_triangle_barycentric_coord();
		$result.front_face = $query.is_${which}_triangle_front_facing();
		break;
	case raytracing::intersection_type::bounding_box:
		$result.kind = $box;
		break;
	default:
		return $result;
	}
	$result.instance_custom_data = $query.get_${which}_user_instance_id();
	$result.instance_index = $query.get_${which}_instance_id();
	$result.geometry_index = $query.get_${which}_geometry_id();
	$result.primitive_index = $query.get_${which}_primitive_id();
	$result.object_to_world = $query.get_${which}_object_to_world_transform();
	$result.world_to_object = $query.get_${which}_world_to_object_transform();
	return $result;
}`
)

// rayFlags are the effects of a descriptor's flags.
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
	args := text.Args{"function": h.name, "type": func() { w.typeName(h.result) },
		"Query": "thread raytracing::intersection_query<raytracing::instancing, raytracing::triangle_data>"}
	o.Blank()
	switch h.kind {
	case rayInitialize:
		desc, params := o.LocalName("desc", ""), o.LocalName("params", "")
		args["desc"], args["params"] = desc, params
		args["flags"] = func() {
			for i, f := range rayFlags {
				if i > 0 {
					o.Line()
				}
				o.Template(queryFlag, text.Args{"desc": desc, "params": params, "flag": f.flag, "ask": f.ask})
			}
		}
		o.Template(beginQuery, args)
	case rayCommitted:
		args["which"], args["of"] = "committed", ""
		args["box"] = "2u;\n\t\t$result.t = $query.get_committed_distance()"
		o.Template(readIntersection, args)
	case rayCandidate:
		args["which"], args["of"], args["box"] = "candidate", "triangle_", "3u"
		o.Template(readIntersection, args)
	}
	o.End()
}
