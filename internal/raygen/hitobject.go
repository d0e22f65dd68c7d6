package raygen

import (
	"slices"
	"strings"
)

// HitObjects is a pipeline that traces rays into hit objects, whose shaders it executes then, and that
// leaves the same results. Every second pipeline makes another object of the parts of each hit and miss,
// unless its shaders read the flags of rays, which such objects lack.
func HitObjects(p *Pipeline, seed uint64) *Pipeline {
	out := *p
	remade := seed&1 == 0 && !strings.Contains(p.Generation, "x.flags") && !slices.ContainsFunc(p.Hit, func(h HitGroup) bool {
		return strings.Contains(h.ClosestHit, "gl_IncomingRayFlagsEXT")
	})
	out.Generation = withHitObjects(p.Generation, true, remade)
	out.Hit = slices.Clone(p.Hit)
	for k := range out.Hit {
		out.Hit[k].ClosestHit = withHitObjects(p.Hit[k].ClosestHit, false, false) // these skip closest-hit shaders, by a flag
	}
	return &out
}

const hitObjectHead = "#version 460\n#extension GL_NV_shader_invocation_reorder : require\n"

// withHitObjects rewrites the traces of a shader.
func withHitObjects(text string, reorder, remade bool) string {
	const call = "traceRayEXT(scene, "
	for {
		before, rest, ok := strings.Cut(text, call)
		if !ok {
			break
		}
		args, rest, _ := strings.Cut(rest, ");")
		last := strings.LastIndex(args, ", ")
		payload := args[last+2:]
		b := "{ hitObjectNV traced; hitObjectTraceRayNV(traced, scene, " + args + ");\n"
		if reorder {
			b += "  reorderThreadNV(traced, hitObjectGetHitKindNV(traced) & 1u, 1u);\n"
		}
		object := "traced"
		if remade {
			object = "made"
			b += `  hitObjectNV made; hitObjectRecordEmptyNV(made);
  uint record = hitObjectGetShaderBindingTableRecordIndexNV(traced);
  vec3 from = hitObjectGetWorldRayOriginNV(traced), to = hitObjectGetWorldRayDirectionNV(traced);
  float least = hitObjectGetRayTMinNV(traced), most = hitObjectGetRayTMaxNV(traced);
  if (hitObjectIsHitNV(traced)) {
    hitObjectGetAttributesNV(traced, 0);
    hitObjectRecordHitWithIndexNV(made, scene, hitObjectGetInstanceIdNV(traced), hitObjectGetPrimitiveIndexNV(traced), hitObjectGetGeometryIndexNV(traced), hitObjectGetHitKindNV(traced), record, from, least, to, most, 0);
  } else if (hitObjectIsMissNV(traced)) hitObjectRecordMissNV(made, record, from, least, to, most);
`
		}
		text = before + b + "  hitObjectExecuteShaderNV(" + object + ", " + payload + "); }" + rest
	}
	text = strings.Replace(text, "#version 460\n", hitObjectHead, 1)
	return strings.Replace(text, "void main()", "layout(location = 0) hitObjectAttributeNV vec2 attributes;\nvoid main()", 1)
}
