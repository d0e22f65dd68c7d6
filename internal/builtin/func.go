package builtin

// This file holds the properties of a built-in function besides its overloads.

import (
	"slices"
	"strings"

	"refract/internal/lazy"
	"refract/ir"
)

// Func describes a built-in function.
type Func struct {
	Name    string  // WGSL's
	Op      Op      // what a call becomes
	Stages  Stages  // that may call it; 0: all
	Uniform Uniform // what it asks of control flow
	Needs   Feature // what must be enabled or supported
	Const   bool    // a call of const-expressions is one
	MustUse bool    // the result may not be dropped
	Doc     string  // one sentence
	list    *[]Overload
}

// Op is the IR operation that a call becomes. A function with a result is an
// expression of kind Kind; one with Stmt set is that statement, which populates
// the expression if Kind is set.
type Op struct {
	Kind ir.Kind
	Stmt ir.StmtKind
	Code uint8 // which one: see the accessors
	Aux  uint8
}

// Aux of a KindImageSample.
const (
	AuxGather    = 1 + iota // four texels of one component
	AuxClampEdge            // coordinates clamped half a texel inside
)

// Math is the function of a KindMath.
func (o Op) Math() ir.MathOp { return ir.MathOp(o.Code) }

// Relational is the test of a KindRelational.
func (o Op) Relational() ir.RelationalOp { return ir.RelationalOp(o.Code) }

// Axis is the axis of a KindDerivative.
func (o Op) Axis() ir.DerivativeAxis { return ir.DerivativeAxis(o.Code) }

// Control is the precision of a KindDerivative.
func (o Op) Control() ir.DerivativeControl { return ir.DerivativeControl(o.Aux) }

// Level is the source of a KindImageSample's level.
func (o Op) Level() ir.SampleLevel { return ir.SampleLevel(o.Code) }

// Query is the query of a KindImageQuery.
func (o Op) Query() ir.ImageQueryOp { return ir.ImageQueryOp(o.Code) }

// Atomic is the operation of a StmtAtomic or StmtImageAtomic.
func (o Op) Atomic() ir.AtomicOp { return ir.AtomicOp(o.Code) }

// Memory is the memory that a StmtControlBarrier orders.
func (o Op) Memory() ir.Memory { return ir.Memory(o.Code) }

// Subgroup is the operation of a StmtSubgroupCollective.
func (o Op) Subgroup() ir.SubgroupOp { return ir.SubgroupOp(o.Code) }

// Collective is the kind of a StmtSubgroupCollective.
func (o Op) Collective() ir.CollectiveOp { return ir.CollectiveOp(o.Aux) }

// Gather is the source lane of a StmtSubgroupGather.
func (o Op) Gather() ir.GatherMode { return ir.GatherMode(o.Code) }

// RayQuery is the operation of a StmtRayQuery.
func (o Op) RayQuery() ir.RayQueryOp { return ir.RayQueryOp(o.Code) }

// Cooperative is the operation of a StmtCooperative.
func (o Op) Cooperative() ir.CooperativeOp { return ir.CooperativeOp(o.Code) }

// RowMajor reports whether a StmtCooperative is of a matrix that lies in memory by rows.
func (o Op) RowMajor() bool { return o.Aux != 0 }

// Committed reports whether a KindRayQueryGet or KindRayQueryVertex is of the committed
// intersection.
func (o Op) Committed() bool { return o.Code != 0 }

// Stages is a set of shader stages.
type Stages uint16

const (
	fragmentOnly  Stages = 1 << ir.StageFragment
	workgroupOnly Stages = 1<<ir.StageCompute | 1<<ir.StageTask | 1<<ir.StageMesh
	notVertex            = ^Stages(1 << ir.StageVertex)
	subgroupOnly         = fragmentOnly | workgroupOnly
)

// Allows reports whether the function may be called in a stage.
func (s Stages) Allows(stage ir.Stage) bool { return s == 0 || s&(1<<stage) != 0 }

// Uniform is the requirement of a function on control flow (WGSL section "Uniformity").
type Uniform uint8

const (
	AnyFlow        Uniform = iota
	DerivativeFlow         // else the diagnostic derivative_uniformity
	SubgroupFlow           // else the diagnostic subgroup_uniformity
	BarrierFlow            // else an error
)

// Feature is the requirement of a function beyond the core of the language.
type Feature uint8

const (
	NoFeature               Feature = iota
	FeatureSubgroups                // enable subgroups
	FeatureQuads                    // likewise
	FeaturePackedDot                // language feature packed_4x8_integer_dot_product
	FeatureReadWriteStorage         // language feature readonly_and_readwrite_storage_textures
	FeatureTextureAtomics           // not in WGSL: atomic access of storage textures
	FeatureRayQuery                 // not in WGSL: ray queries
	FeatureRayVertices              // not in WGSL: vertex positions of ray intersections
	FeatureInverse                  // not in WGSL: the inverse of a matrix
	FeatureRayPipeline              // not in WGSL: ray-tracing pipelines
	FeatureCooperative              // not in WGSL: cooperative matrices
	numFeatures
)

var featureNames = [numFeatures]string{"none", "subgroups", "subgroups", "packed_4x8_integer_dot_product",
	"readonly_and_readwrite_storage_textures", "texture_atomics", "ray_query", "ray_query_vertex_return", "inverse", "ray_tracing_pipeline", "cooperative_matrix"}

func (f Feature) String() string { return featureNames[f] }

// Info describes a built-in function.
func (id ID) Info() *Func { return &funcs[id] }

// String is WGSL's name of the function.
func (id ID) String() string { return funcs[id].Name }

// Overloads are the overloads of a function: read only.
func Overloads(id ID) []Overload { return overloadsOf(id) }

func overloadsOf(id ID) []Overload {
	ready()
	return *funcs[id].list
}

// Role is the meaning of an argument for the operation.
type Role uint8

const (
	RoleValue        Role = iota // an operand, in the order of the operation's
	RoleReject                   // select: the value where the condition doesn't hold
	RoleAccept                   // select: the value where it does
	RoleCondition                // select
	RoleTexture                  // the image
	RoleSampler                  // the sampler
	RoleCoords                   // texel or normalized coordinates
	RoleArrayIndex               // the layer
	RoleLevel                    // the mip level
	RoleSample                   // the sample of a multisampled texture
	RoleBias                     // added to the automatic level
	RoleDdx                      // the gradient along x
	RoleDdy                      // the gradient along y
	RoleDepthRef                 // the reference value of a comparison
	RoleOffset                   // in texels; a const-expression in [-8, 7]
	RoleComponent                // gathered; a const-expression in [0, 3]
	RoleTexel                    // the value stored
	RolePointer                  // the memory operated on
	RoleCompare                  // the value expected by a compare-exchange
	RoleLane                     // a subgroup invocation: a const-expression in [0, 127]
	RoleQuadLane                 // an invocation of the quad: a const-expression in [0, 3]
	RoleShuffle                  // a subgroup invocation, or the distance to it; in [0, 127] if known early
	RoleByteOffset               // from the start of a buffer
	RoleByteSize                 // of a part of a buffer
	RoleAcceleration             // the acceleration structure
	RoleDescriptor               // the ray
	RoleMatrix                   // a cooperative matrix
	RoleStride                   // between rows or columns in memory, in elements
	numRoles
)

var roleNames = [numRoles]string{"e", "f", "t", "cond", "t", "s", "coords", "array_index", "level", "sample_index", "bias",
	"ddx", "ddy", "depth_ref", "offset", "component", "value", "p", "cmp", "id", "id", "id", "offset", "size", "acceleration_structure", "descriptor", "m", "stride"}

func (r Role) String() string { return roleNames[r] }

// MustBeConst reports whether an argument in the role must be a
// const-expression.
func (r Role) MustBeConst() bool {
	return r == RoleOffset || r == RoleComponent || r == RoleLane || r == RoleQuadLane
}

// Range is the range that the value of an argument in the role (each component
// of it) must be in if it is known before the shader runs.
func (r Role) Range() (low, high int64, limited bool) {
	switch r {
	case RoleOffset:
		return -8, 7, true
	case RoleComponent, RoleQuadLane:
		return 0, 3, true
	case RoleLane, RoleShuffle:
		return 0, 127, true
	}
	return 0, 0, false
}

// Names are WGSL's names of the functions: Names()[i] is that of ID(i+1).
func Names() []string {
	names := make([]string, 0, Count)
	for id := NoID + 1; id < numIDs; id++ {
		names = append(names, funcs[id].Name)
	}
	return names
}

// byName lists the functions in the order of their names.
var byName = lazy.Value[[]ID]{Make: func() []ID {
	ids := make([]ID, 0, Count)
	for id := NoID + 1; id < numIDs; id++ {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b ID) int { return strings.Compare(funcs[a].Name, funcs[b].Name) })
	return ids
}}

// ByName finds a function by WGSL's name, or returns NoID.
func ByName(name string) ID {
	if i, ok := slices.BinarySearchFunc(byName.Get(), name, func(id ID, name string) int { return strings.Compare(funcs[id].Name, name) }); ok {
		return byName.Get()[i]
	}
	return NoID
}
