package main

// This file draws with the stages between vertices and fragments.

import (
	"errors"

	"refract/exec/raster"
	"refract/ir"
)

// errNothingToDraw is about shaders without a fragment stage.
var errNothingToDraw = errors.New("the shader has no fragment entry point: --link adds the file of another stage, and a scene file describes more than one draw")

// workgroups reads --workgroups: up to three numbers.
func workgroups(given []uint) (groups [3]uint32, err error) {
	groups = [3]uint32{1, 1, 1}
	if len(given) > 3 {
		return groups, usagef("--workgroups takes up to three numbers")
	}
	for i, n := range given {
		if n > 1<<20 {
			return groups, usagef("--workgroups %d is too many", n)
		}
		groups[i] = uint32(n)
	}
	return groups, nil
}

// topologies has the topology of a draw for each input of a geometry stage.
var topologies = [...]raster.Topology{
	ir.TopologyPoints: raster.PointList, ir.TopologyLines: raster.LineList, ir.TopologyTriangles: raster.TriangleList,
	ir.TopologyLinesAdjacency: raster.LineListAdjacency, ir.TopologyTrianglesAdjacency: raster.TriangleListAdjacency,
}

// between gives the pipeline the module's stages between vertices and fragments.
func (v *rendering) between(p *picture, pipeline *raster.Pipeline) error {
	for _, s := range []struct {
		stage ir.Stage
		to    *raster.Shader
	}{
		{ir.StageTessellationControl, &pipeline.Control}, {ir.StageTessellationEvaluation, &pipeline.Evaluation},
		{ir.StageGeometry, &pipeline.Geometry}, {ir.StageTask, &pipeline.Task}, {ir.StageMesh, &pipeline.Mesh},
	} {
		entry, err := stageEntry(p.module, s.stage, "")
		if err != nil {
			return err
		}
		if entry != "" {
			*s.to = raster.Shader{Program: p.program, Entry: entry}
		}
	}
	for i := range p.module.EntryPoints {
		if e := &p.module.EntryPoints[i]; e.Stage == ir.StageGeometry {
			pipeline.Primitive.Topology = topologies[e.Setup().Geometry.Input]
		}
	}
	if pipeline.Control.Program != nil {
		pipeline.PatchVertices = v.patch
	}
	return nil
}

// positions is the shader that writes the positions that are drawn.
func positions(pipeline *raster.Pipeline) *raster.Shader {
	last := &pipeline.Vertex
	for _, s := range []*raster.Shader{&pipeline.Evaluation, &pipeline.Geometry, &pipeline.Mesh} {
		if s.Program != nil {
			last = s
		}
	}
	return last
}
