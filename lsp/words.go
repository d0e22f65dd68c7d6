package lsp

// This file describes the words of WGSL.

import "refract/internal/lazy"

// attributeForm is an attribute with its arguments.
func attributeForm(name string) string {
	switch name {
	case "align", "size", "binding", "group", "id", "location", "blend_src", "subgroup_size":
		return name + "(number)"
	case "workgroup_size":
		return name + "(x, y, z)"
	case "builtin":
		return name + "(value)"
	case "mesh", "payload", "incoming_payload":
		return name + "(variable)"
	case "interpolate":
		return name + "(type, sampling)"
	case "diagnostic":
		return name + "(severity, rule)"
	}
	return name
}

var attributeDocs = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"align":            "The member's address in memory is a multiple of this many bytes.",
		"any_hit":          "The function is the entry point of an any-hit stage, called for each hit of a ray that isn't opaque; wgpu's.",
		"binding":          "The number of the resource within its bind group.",
		"blend_src":        "Which source of dual-source blending the output is: 0 or 1.",
		"builtin":          "The input or output is one of the pipeline's own values.",
		"closest_hit":      "The function is the entry point of a closest-hit stage, called for the nearest hit of a ray; wgpu's.",
		"coherent":         "Other invocations of the device see what is written into the buffer; wgpu's.",
		"compute":          "The function is the entry point of a compute stage.",
		"const":            "The function can be called in const-expressions; only the language's own have it.",
		"diagnostic":       "How severe findings of a rule are in what follows.",
		"early_depth_test": "The depth test happens before the fragment shader.",
		"fragment":         "The function is the entry point of a fragment stage.",
		"group":            "The bind group of the resource.",
		"id":               "The number by which a pipeline gives the override a value.",
		"incoming_payload": "The variable that holds the payload of the ray that called the shader; wgpu's.",
		"interpolate":      "How the value is interpolated between vertices.",
		"invariant":        "The position comes out the same from the same computation in other pipelines.",
		"location":         "The number of the input or output.",
		"mesh":             "The function is the entry point of a mesh stage; the workgroup variable gets its vertices and primitives; wgpu's.",
		"miss":             "The function is the entry point of a miss stage, called for rays that hit nothing; wgpu's.",
		"must_use":         "The result of a call may not be dropped.",
		"payload":          "The variable that a task shader hands to its mesh shaders; wgpu's.",
		"per_primitive":    "The value belongs to a primitive, not to a vertex; wgpu's.",
		"ray_generation":   "The function is the entry point of a ray generation stage; wgpu's.",
		"size":             "The member takes this many bytes in memory.",
		"subgroup_size":    "The number of invocations in a subgroup.",
		"task":             "The function is the entry point of a task stage, which returns how many workgroups of the mesh stage follow; wgpu's.",
		"vertex":           "The function is the entry point of a vertex stage.",
		"volatile":         "Other agents may change the buffer at any time; wgpu's.",
		"workgroup_size":   "The number of invocations of a workgroup in each dimension.",
	}
}}

var builtInDocs = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"position":                   "vec4<f32>: of a vertex shader the position in clip space; of a fragment shader the pixel's centre, depth and 1/w.",
		"vertex_index":               "u32: the number of the vertex within the draw.",
		"instance_index":             "u32: the number of the instance within the draw.",
		"front_facing":               "bool: whether the primitive faces the viewer.",
		"frag_depth":                 "f32: the depth that the fragment gets.",
		"sample_index":               "u32: the number of the sample.",
		"sample_mask":                "u32: which samples are covered.",
		"local_invocation_id":        "vec3<u32>: the invocation's place in its workgroup.",
		"local_invocation_index":     "u32: the invocation's number in its workgroup.",
		"global_invocation_id":       "vec3<u32>: the invocation's place in the grid.",
		"global_invocation_index":    "u32: the invocation's number in the grid.",
		"workgroup_id":               "vec3<u32>: the workgroup's place in the grid.",
		"workgroup_index":            "u32: the workgroup's number in the grid.",
		"num_workgroups":             "vec3<u32>: how many workgroups were dispatched.",
		"subgroup_size":              "u32: the number of invocations in a subgroup.",
		"subgroup_invocation_id":     "u32: the invocation's number in its subgroup.",
		"subgroup_id":                "u32: the subgroup's number in its workgroup.",
		"num_subgroups":              "u32: how many subgroups the workgroup has.",
		"clip_distances":             "array<f32, N>: distances to clip planes; negative ones are cut away.",
		"primitive_index":            "u32: the number of the primitive within the draw.",
		"view_index":                 "u32: the view of a multiview draw.",
		"draw_index":                 "u32: the number of the draw of an indirect multi-draw.",
		"barycentric_no_perspective": "vec3<f32>: weights of the three vertices, without perspective; wgpu's.",
		"barycentric_coord":          "vec3<f32>: weights of the three vertices.",
		"point_size":                 "f32: the size of a point in pixels.",
		"mesh_task_size":             "vec3<u32>: how many workgroups of the mesh stage follow the task.",
		"cull_primitive":             "bool: whether the primitive is not drawn.",
		"point_index":                "u32: the vertex of a point.",
		"line_indices":               "vec2<u32>: the vertices of a line.",
		"triangle_indices":           "vec3<u32>: the vertices of a triangle.",
		"vertices":                   "array<V, N>: the vertices of a mesh shader.",
		"primitives":                 "array<P, N>: the primitives of a mesh shader.",
		"vertex_count":               "u32: how many vertices the mesh shader makes.",
		"primitive_count":            "u32: how many primitives the mesh shader makes.",
		"ray_invocation_id":          "vec3<u32>: the invocation's place in the launch.",
		"num_ray_invocations":        "vec3<u32>: how many invocations were launched.",
		"instance_custom_data":       "u32: the number that the host gave the instance.",
		"geometry_index":             "u32: the number of the geometry that was hit.",
		"world_ray_origin":           "vec3<f32>: where the ray begins.",
		"world_ray_direction":        "vec3<f32>: where the ray goes.",
		"object_ray_origin":          "vec3<f32>: where the ray begins, in the space of the instance.",
		"object_ray_direction":       "vec3<f32>: where the ray goes, in the space of the instance.",
		"ray_t_min":                  "f32: the distance at which the ray begins.",
		"ray_t_current_max":          "f32: the distance of the hit, or of the ray's end.",
		"object_to_world":            "mat4x3<f32>: the transform of the instance.",
		"world_to_object":            "mat4x3<f32>: its inverse.",
		"hit_kind":                   "u32: the face of the triangle that was hit: 254 is the front, 255 the back.",
	}
}}

var keywordDocs = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"alias":        "Another name for a type.",
		"break":        "Leaves the innermost loop or switch.",
		"const":        "A value that is known when the shader is compiled.",
		"const_assert": "An error at compile time unless the condition holds.",
		"continue":     "Goes on with the next iteration of the innermost loop.",
		"continuing":   "What a loop does at the end of each iteration.",
		"diagnostic":   "How severe findings of a rule are in the module.",
		"discard":      "Makes the fragment write nothing.",
		"enable":       "Asks for an extension.",
		"fn":           "A function.",
		"let":          "A value that doesn't change.",
		"loop":         "A loop without a condition of its own.",
		"override":     "A constant that the pipeline may set.",
		"requires":     "Says which language features the module relies on.",
		"struct":       "A type with members.",
		"var":          "A variable.",
		"while":        "A loop with a condition before each iteration.",
	}
}}

// wgslKeywords can stand where a statement or declaration begins.
var wgslKeywords = []string{
	"alias", "break", "case", "const", "const_assert", "continue", "continuing", "default", "diagnostic", "discard", "else", "enable",
	"false", "fn", "for", "if", "let", "loop", "override", "requires", "return", "struct", "switch", "true", "var", "while",
}

var glslKeywords = []string{
	"break", "buffer", "case", "centroid", "coherent", "const", "continue", "default", "discard", "do", "else", "false", "flat", "for", "highp", "if",
	"in", "inout", "invariant", "layout", "lowp", "mediump", "noperspective", "out", "precision", "readonly", "restrict", "return", "sample", "shared",
	"smooth", "struct", "switch", "true", "uniform", "varying", "attribute", "void", "volatile", "while", "writeonly",
}

var glslDirectives = []string{"define", "elif", "else", "endif", "error", "extension", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef", "version"}
