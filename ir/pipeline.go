package ir

import (
	"slices"

	"refract/diag"
)

// This file holds the stages beyond vertex, fragment and compute: how an entry point of each
// is set up, and the operations by which its invocations reach the pipeline.
//
// Inputs that have a value per vertex, outputs that a group of invocations writes together,
// and outputs that are emitted vertex by vertex are variables of the module: globals in
// SpaceInput and SpaceOutput, as SPIR-V and GLSL have them.

// Topology is the kind of primitives that a geometry stage takes, or a geometry or mesh stage
// makes.
type Topology uint8

const (
	NoTopology Topology = iota
	TopologyPoints
	TopologyLines
	TopologyLinesAdjacency
	TopologyTriangles
	TopologyTrianglesAdjacency
	TopologyLineStrip
	TopologyTriangleStrip
	numTopologies
)

var topologyNames = [numTopologies]string{"none", "points", "lines", "lines_adjacency", "triangles", "triangles_adjacency",
	"line_strip", "triangle_strip"}

func (t Topology) String() string { return topologyNames[t] }

// TopologyByName finds a topology by its name, or returns NoTopology.
func TopologyByName(name string) Topology {
	return Topology(max(0, slices.Index(topologyNames[:], name)))
}

// Vertices is how many vertices a primitive has; of strips, that of the primitives in them.
func (t Topology) Vertices() int {
	return [numTopologies]int{0, 1, 2, 4, 3, 6, 2, 3}[t]
}

// Passed is the output of a geometry stage that passes primitives through, by its input; NoTopology: it
// can't.
func (t Topology) Passed() Topology {
	return [numTopologies]Topology{TopologyPoints: TopologyPoints, TopologyLines: TopologyLineStrip, TopologyTriangles: TopologyTriangleStrip}[t]
}

// Geometry is the setup of a geometry stage.
type Geometry struct {
	Input       Topology // points, lines or triangles, with adjacency or not
	Output      Topology // points, line_strip, triangle_strip
	MaxVertices uint32   // that an invocation may emit
	Invocations uint32   // per primitive; 0 is 1
}

// TessDomain is the domain that is tessellated.
type TessDomain uint8

const (
	NoTessDomain TessDomain = iota
	TessTriangles
	TessQuads
	TessIsolines
	numTessDomains
)

var tessDomainNames = [numTessDomains]string{"none", "triangles", "quads", "isolines"}

func (d TessDomain) String() string { return tessDomainNames[d] }

// TessSpacing is how edges are divided.
type TessSpacing uint8

const (
	NoTessSpacing TessSpacing = iota
	TessEqual
	TessFractionalEven
	TessFractionalOdd
	numTessSpacings
)

var tessSpacingNames = [numTessSpacings]string{"none", "equal", "fractional_even", "fractional_odd"}

func (s TessSpacing) String() string { return tessSpacingNames[s] }

// TessOrder is the order of the vertices of triangles.
type TessOrder uint8

const (
	NoTessOrder TessOrder = iota
	TessCounterClockwise
	TessClockwise
	numTessOrders
)

var tessOrderNames = [numTessOrders]string{"none", "ccw", "cw"}

func (o TessOrder) String() string { return tessOrderNames[o] }

// Tessellation is the setup of a tessellation stage. The control stage has Vertices, the
// evaluation stage the rest; SPIR-V allows either to have any of it.
type Tessellation struct {
	Vertices uint32 // of the output patch: invocations of the control stage
	Domain   TessDomain
	Spacing  TessSpacing
	Order    TessOrder
	Points   bool // points are made instead of lines or triangles
}

// Mesh is the setup of a mesh stage.
type Mesh struct {
	Output        Topology // points, lines, triangles
	MaxVertices   uint32
	MaxPrimitives uint32
}

// A Pipeline is the setup of an entry point beyond vertex, fragment and compute, and the strides of
// transform feedback. Parts of other stages are zero.
type Pipeline struct {
	Geometry     Geometry
	Tessellation Tessellation
	Mesh         Mesh
	Feedback     FeedbackStrides // vertex, tessellation evaluation, geometry
}

// Setup is the setup of the stage; it has zeros for a stage that has none.
func (e *EntryPoint) Setup() Pipeline {
	if e.Pipeline == nil {
		return Pipeline{}
	}
	return *e.Pipeline
}

// Arrayed reports whether an input or output of the stage that is a variable has an element for each
// vertex or primitive. Inputs that are built-in values have one only if BuiltIn.PerVertex.
func (s Stage) Arrayed(output, patch bool) bool {
	switch s {
	case StageGeometry, StageTessellationEvaluation:
		return !output && !patch
	case StageTessellationControl:
		return !patch
	case StageMesh:
		return output
	}
	return false
}

// PipelineOp is an operation of a StmtPipeline.
type PipelineOp uint8

const (
	EmitVertex         PipelineOp = iota // geometry: the outputs become a vertex of the stream
	EndPrimitive                         // geometry: the strip of the stream ends
	SetMeshOutputs                       // mesh: vertices, primitives: how many there will be
	EmitMeshTasks                        // task: x, y, z, and maybe a pointer to the payload; ends the invocation
	TraceRay                             // structure, flags, cull mask, record offset, record stride, miss index, origin, least t, direction, greatest t, pointer to the payload; of a ray with motion its time
	ReportIntersection                   // intersection: t, kind; the result, a bool, is whether it was accepted
	IgnoreIntersection                   // any hit; ends the invocation
	TerminateRay                         // any hit; ends the invocation
	ExecuteCallable                      // index, pointer to the data
	ReadClock                            // any stage: the result, a vec2<u32>, is the low and the high word of a clock that runs on; of the subgroup's processor, or of the device
	TraceHit                             // pointer to a hit object, the operands of TraceRay: the object becomes the hit or miss, before any closest-hit or miss shader
	RecordHit                            // object, structure, instance, primitive, geometry, kind, record offset, record stride, origin, least t, direction, greatest t, pointer to attributes; maybe a time
	RecordHitAt                          // likewise, with the index of the record in place of offset and stride
	RecordMiss                           // object, flags, miss index, origin, least t, direction, greatest t; maybe a time
	RecordEmpty                          // object
	RecordQuery                          // object, pointer to a ray query, index of the record, pointer to attributes, and maybe the kind: the query's committed intersection
	SetRecordIndex                       // object, index of the record
	ExecuteHit                           // object, pointer to the payload: the closest-hit or miss shader runs
	ReadHit                              // object, or pointer to a ray query: a property, see ReadOf
	ReadHitAttributes                    // object, pointer to attributes
	ReorderThread                        // object, and maybe hint, bits; or hint, bits: invocations may move to other subgroups
	FetchMicroVertex                     // structure, instance, geometry, primitive, barycentric coordinates as vec2<i32>: a position, vec3<f32>, or with Stream 1 barycentrics, vec2<f32>
	PassPrimitive                        // geometry: whole inputs: the input primitive is emitted, see Binding.Passthrough
	numPipelineOps
)

// NumPipelineOps is one more than the greatest operation.
const NumPipelineOps = int(numPipelineOps)

var pipelineOpNames = [numPipelineOps]string{"emit_vertex", "end_primitive", "set_mesh_outputs", "emit_mesh_tasks",
	"trace_ray", "report_intersection", "ignore_intersection", "terminate_ray", "execute_callable", "read_clock",
	"trace_hit", "record_hit", "record_hit_at", "record_miss", "record_empty", "record_query", "set_record_index", "execute_hit", "read_hit",
	"read_hit_attributes", "reorder_thread", "fetch_micro_vertex", "pass_primitive"}

func (o PipelineOp) String() string { return pipelineOpNames[o] }

// Ends reports whether the operation ends the invocation. The statement behind it is a
// StmtTerminate.
func (o PipelineOp) Ends() bool {
	return o == EmitMeshTasks || o == IgnoreIntersection || o == TerminateRay
}

// Operands are the fewest and the most operands of the operation.
func (o PipelineOp) Operands() (least, most int) {
	n := [numPipelineOps][2]int{SetMeshOutputs: {2, 2}, EmitMeshTasks: {3, 4}, TraceRay: {11, 12}, ReportIntersection: {2, 2}, ExecuteCallable: {2, 2},
		TraceHit: {12, 13}, RecordHit: {13, 14}, RecordHitAt: {12, 13}, RecordMiss: {7, 8}, RecordEmpty: {1, 1}, RecordQuery: {4, 5},
		SetRecordIndex: {2, 2}, ExecuteHit: {2, 2}, ReadHit: {1, 1}, ReadHitAttributes: {2, 2}, ReorderThread: {1, 3}, FetchMicroVertex: {5, 5}, PassPrimitive: {1, maxPassed}}[o]
	return n[0], n[1]
}

// pipelineStages are the stages of the operations.
var pipelineStages = [numPipelineOps][]Stage{
	EmitVertex:         {StageGeometry},
	EndPrimitive:       {StageGeometry},
	SetMeshOutputs:     {StageMesh},
	EmitMeshTasks:      {StageTask},
	TraceRay:           callers,
	ReportIntersection: {StageIntersection},
	IgnoreIntersection: {StageAnyHit},
	TerminateRay:       {StageAnyHit},
	ExecuteCallable:    {StageRayGeneration, StageClosestHit, StageMiss, StageCallable},
	TraceHit:           callers,
	RecordHit:          callers,
	RecordHitAt:        callers,
	RecordMiss:         callers,
	RecordEmpty:        callers,
	RecordQuery:        callers,
	SetRecordIndex:     callers,
	ExecuteHit:         callers,
	ReadHitAttributes:  callers,
	ReorderThread:      {StageRayGeneration},
	PassPrimitive:      {StageGeometry},
}

// maxPassed is the most inputs that PassPrimitive takes.
const maxPassed = 256

// callers are the stages that may trace rays.
var callers = []Stage{StageRayGeneration, StageClosestHit, StageMiss}

// In reports whether a stage has the operation.
func (o PipelineOp) In(s Stage) bool {
	return o == ReadClock || o == ReadHit || o == FetchMicroVertex || slices.Contains(pipelineStages[o], s)
}

// HasResult reports whether the operation has a result.
func (o PipelineOp) HasResult() bool {
	return o == ReportIntersection || o == ReadClock || o == ReadHit || o == FetchMicroVertex
}

// ResultType is the type of the operation's result; 0: it has none.
func (v *PipelineStmt) ResultType(ts *Types) TypeID {
	switch v.Op {
	case ReportIntersection:
		return TypeBool
	case ReadClock:
		return TypeVec2U32
	case ReadHit:
		if p, _ := v.Property(); p < numRayProperties {
			return p.Type(ts)
		}
		return TypeBool
	case FetchMicroVertex:
		if v.Stream == 1 {
			return TypeVec2F32
		}
		return TypeVec3F32
	}
	return 0
}

// Stages are the stages that have the operation, if not all.
func (o PipelineOp) Stages() []Stage { return slices.Clone(pipelineStages[o]) }

// PipelineStmt is the view of a StmtPipeline.
type PipelineStmt struct {
	Op     PipelineOp
	Args   []ExprID // the arena's own memory: read only
	Stream uint8    // EmitVertex, EndPrimitive; ReadClock: 1 for the device's clock; ReadHit: see ReadOf; FetchMicroVertex
	Result ExprID   // of operations with PipelineOp.HasResult; or 0
}

// Pipeline reads a StmtPipeline.
func (f *Function) Pipeline(s StmtID) PipelineStmt {
	n := &f.stmts[s]
	return PipelineStmt{PipelineOp(n.op), f.pool[n.a : n.a+n.b : n.a+n.b], uint8(n.c), ExprID(n.d)}
}

// AddPipeline makes a StmtPipeline; its operands are copied.
func (f *Function) AddPipeline(v PipelineStmt, s diag.Span) StmtID {
	at := uint32(0)
	if len(v.Args) > 0 {
		at = f.addPool(v.Args...)
	}
	return f.addStmt(head(uint32(StmtPipeline), uint8(v.Op), 0), at, uint32(len(v.Args)), uint32(v.Stream), uint32(v.Result), s)
}

// Locations is how many locations a value takes: one for a scalar or vector, two for vectors of three
// or four doubles, and so on for the parts of others.
func (m *Module) Locations(t TypeID) uint32 {
	ty := m.Types.At(t)
	switch ty.Kind {
	case TypeMatrix:
		return uint32(ty.Columns) * m.Locations(VectorOf(ty.Scalar, int(ty.Rows)))
	case TypeArray:
		return ty.Length * m.Locations(ty.Base)
	case TypeStruct:
		n := uint32(0)
		for i := range m.Structs[ty.Struct].Members {
			n += m.Locations(m.Structs[ty.Struct].Members[i].Type)
		}
		return n
	}
	if ty.Scalar.Bits() == 64 && ty.Rows > 2 {
		return 2
	}
	return 1
}
