package back

// This file removes outputs that became members of the variable of a mesh shader.

import (
	"refract/internal/ir/compact"
	"refract/ir"
)

// CompactMeshes removes unused declarations of a module with mesh shaders, but for resources and overrides.
// meshes are the variables of transform.MeshVariables, which stay and get their new handles.
func CompactMeshes(m *ir.Module, meshes []ir.GlobalID) {
	var kept []ir.GlobalID
	for _, g := range meshes {
		if g != 0 {
			kept = append(kept, g)
		}
	}
	compact.Module(m, compact.Options{Keep: kept, Pipelines: true})
	for i := range meshes {
		if meshes[i] != 0 {
			meshes[i], kept = kept[0], kept[1:]
		}
	}
}
