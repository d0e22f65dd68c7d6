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

// A PrimitiveStage is an entry point with its resources. It runs for primitives, patches, the
// points of a patch or workgroups. Records are those of a [Stage]; values of a patch
// (Binding.Patch) and of primitives (Binding.PerPrimitive) have records of their own.
//
// A PrimitiveStage is for one goroutine at a time.
type PrimitiveStage interface {
	Setup() ir.Pipeline
	Inputs() Records
	Outputs() Records

	// Run runs the stage. Its errors are the errors of Program.Dispatch.
	Run(b *PrimitiveBatch) error

	// Close frees the stage. It isn't used afterwards.
	Close()
}

// Records are the ports of a stage's inputs or outputs, and the words of their records.
type Records struct {
	Vertex, Patch, Primitive                []Port
	VertexWords, PatchWords, PrimitiveWords int
}

// A Stream is the vertices that a geometry stage emitted to a stream, as Out and Breaks of a
// [PrimitiveBatch]. Outputs of other streams are zero in the records of a stream.
type Stream struct {
	Out    []uint32
	Breaks []int
}

// A PrimitiveBatch is work of a stage, and its results. Results of earlier batches are kept: more is
// appended to them.
type PrimitiveBatch struct {
	Count       int          // of primitives, patches or workgroups; of the points of one patch
	Vertices    []uint32     // records of the vertices of each primitive or patch
	VertexCount int          // of each of them
	Patch       []uint32     // evaluation: record of the patch
	Primitive   uint32       // number of the first primitive or patch
	Step        uint32       // difference to the number of the next one
	View        uint32       // of a multiview draw
	Coords      [][3]float32 // evaluation: the places in the patch
	First       uint32       // task, mesh: number of the first workgroup in the grid, x first
	Groups      [3]uint32    // task, mesh: size of the grid
	Payload     []byte       // mesh: of the task that launched the groups

	Out        []uint32    // records of vertices: emitted ones, control points, points, those of a mesh
	Breaks     []int       // geometry: how many vertices had been emitted where a strip ended; of points anything
	Streams    [3]Stream   // geometry: of the streams from 1 on, which are captured alone
	PatchOut   []uint32    // control: records of the patches
	Primitives []uint32    // mesh: records of primitives
	Indices    []uint32    // mesh: places of vertices in Out, of each primitive; they are within Out
	Tasks      [][3]uint32 // task: the grids of meshes
	Payloads   []byte      // task: the payloads for them, one after the other
}

// Workgroup is the place of workgroup k of a batch in its grid; zero if there is no grid.
func (b *PrimitiveBatch) Workgroup(k int) [3]uint32 {
	if b.Groups == [3]uint32{} {
		return [3]uint32{}
	}
	at := b.First + uint32(k)
	x, y := max(b.Groups[0], 1), max(b.Groups[1], 1)
	return [3]uint32{at % x, at / x % y, at / x / y}
}
