package exec

// This file declares how the stages between vertices and fragments run: tessellation control and
// evaluation, geometry, task and mesh entry points.

import (
	"context"

	"refract/ir"
)

// A PrimitiveStager is a Program that runs the stages of primitives.
type PrimitiveStager interface {
	// PrimitiveStage prepares a tessellation control or evaluation, geometry, task or mesh
	// entry point. Errors: NotFoundError, BindingError, UnsupportedError, LimitError.
	PrimitiveStage(ctx context.Context, entry string, stage ir.Stage, r *Resources, o RunOptions) (PrimitiveStage, error)
}

// A PrimitiveStage is an entry point with its resources. It runs for a primitive, a patch, a
// point of a patch or a workgroup at a time. Records are those of a [Stage]; values of a patch
// (Binding.Patch) and of primitives (Binding.PerPrimitive) have records of their own.
//
// A PrimitiveStage is for one goroutine at a time.
type PrimitiveStage interface {
	Setup() ir.Pipeline
	Inputs() Records
	Outputs() Records

	// Run runs the stage. Its errors are the errors of Program.Dispatch.
	Run(b *PrimitiveBatch) error
}

// Records are the ports of a stage's inputs or outputs, and the words of their records.
type Records struct {
	Vertex, Patch, Primitive                []Port
	VertexWords, PatchWords, PrimitiveWords int
}

// A Stream is the vertices that a geometry stage emitted to a stream, as Out and Breaks of a
// [PrimitiveBatch].
type Stream struct {
	Out    []uint32
	Breaks []int
}

// A PrimitiveBatch is the work of a stage, and what it made. What was made before is kept,
// and more is added to it.
type PrimitiveBatch struct {
	Vertices    []uint32 // records of the primitive's or patch's vertices
	VertexCount int
	Patch       []uint32   // record of the patch
	Primitive   uint32     // number of the primitive
	View        uint32     // of a multiview draw
	Coord       [3]float32 // evaluation: the place in the patch
	Workgroup   [3]uint32  // task, mesh: the place in the grid
	Groups      [3]uint32  // task, mesh: size of the grid
	Payload     []byte     // mesh: of the task that launched the group; task: what it hands over

	Out        []uint32  // records of vertices: emitted ones, control points, those of a mesh
	Breaks     []int     // geometry: how many vertices had been emitted where a strip ended
	Streams    [3]Stream // geometry: of the streams from 1 on, which are captured alone
	PatchOut   []uint32  // control: record of the patch
	Primitives []uint32  // mesh: records of primitives
	Indices    []uint32  // mesh: places of vertices in Out, of each primitive; they are within Out
	Tasks      [3]uint32
}
