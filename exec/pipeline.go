package exec

// This file declares ray-tracing pipelines: shaders that are called by traces of rays, and
// the tables that they are found in (VK_KHR_ray_tracing_pipeline).

import (
	"context"
)

// A RayShader is an entry point of a ray-tracing pipeline, and the data beside its handle in
// the shader binding table. The zero RayShader is no shader.
type RayShader struct {
	Program Program
	Entry   string
	Record  []byte // the shader record
}

// A HitGroup is the shaders of one kind of geometry; any of them may be absent: the
// intersection shader finds hits in boxes, the any-hit shader accepts or ignores hits of
// geometries that aren't opaque, the closest-hit shader runs for the nearest hit.
type HitGroup struct {
	ClosestHit, AnyHit, Intersection RayShader
	Record                           []byte // the shader record of all three
}

// MaxTraceDepth is the most traces within traces, and the most callable shaders that call
// callable shaders.
const MaxTraceDepth = 31

// A RayPipeline is the shaders of a ray-tracing pipeline. A trace finds its hit group by
// the offsets of the trace and of the instance and the number of the geometry, and its
// miss shader by number; shaders call callable shaders by number. The stages of all
// shaders share the resources of the run.
type RayPipeline struct {
	Generation RayShader
	Miss       []RayShader
	Hit        []HitGroup
	Callable   []RayShader

	// MaxDepth bounds traces within traces: 1 allows only the ray generation shader to trace.
	// 0 means MaxTraceDepth.
	MaxDepth int
}

// A RayTracer is a Program that runs ray-tracing pipelines.
type RayTracer interface {
	// TraceRays runs a pipeline whose ray generation shader is in the program, for each
	// point of a grid. All programs are of one engine. Its errors are the errors of
	// Program.Dispatch, and a *LimitError for traces that are nested too deep.
	TraceRays(ctx context.Context, p *RayPipeline, size [3]uint32, r *Resources, o RunOptions) (*Report, error)
}
