// Package raster draws: it runs the graphics pipeline on the CPU, with vertex and
// fragment entry points that an engine of package exec runs.
//
//	pass := &raster.Pass{Colors: []raster.Color{{View: picture.View()}}}
//	pass.ClearColor(0, [4]float64{0, 0, 0, 1})
//	err := pass.Draw(ctx, &raster.Draw{Pipeline: pipeline, Resources: &resources, Count: 3})
//
// # Scheme
//
// A draw takes its primitives in chunks (draw.go). The vertices of a chunk are
// fetched and shaded in batches (vertex.go), assembled to triangles, lines and
// points (assemble.go), clipped (clip.go) and set up as triangles in 1/256 of a
// pixel (setup.go). Tiles of 64 by 64 pixels then go to the workers: each walks the
// quads of its triangles in order (tile.go), gathers them into batches for the
// fragment stage (shade.go), tests depth and stencil (depth.go) and blends
// (blend.go). Tiles share nothing, so the result has the same bytes with any number
// of workers, unless the shader itself writes memory: such draws run on one.
//
// # Rules
//
// They are Vulkan's, chapters "Fixed-Function Vertex Post-Processing", "Rasterization",
// "Fragment Operations" and "The Framebuffer": samples on a left or top edge are inside;
// positions are snapped to 1/256 pixel; the first vertex of a primitive is the provoking
// one. Choices that Vulkan leaves open are documented beside the code that makes them.
package raster
