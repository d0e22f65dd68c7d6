package validate

// This file holds the results of validating a module: the side tables that writers and
// transforms read.

import (
	"refract/diag"
	"refract/internal/ir/layout"
	"refract/internal/ir/typing"
	"refract/ir"
)

// Info is the facts about a valid module. Its slices are indexed by handle and belong to
// the Validator that made it.
type Info struct {
	Required    Capabilities // what the module uses
	Facts       *typing.Facts
	Layouts     *layout.Cache
	Functions   []FunctionInfo   // by FuncID
	EntryPoints []EntryPointInfo // as Module.EntryPoints
	Order       []ir.FuncID      // every function, callees before their callers
}

// UsedGlobals lists the globals that each entry point uses; nil if nothing is known.
func (i *Info) UsedGlobals() [][]ir.GlobalID {
	if i == nil {
		return nil
	}
	used, n := make([][]ir.GlobalID, len(i.EntryPoints)), 0
	for e := range i.EntryPoints {
		n += len(i.EntryPoints[e].Globals)
	}
	all := make([]ir.GlobalID, 0, n) // of all entry points
	for e := range i.EntryPoints {
		first := len(all)
		for _, g := range i.EntryPoints[e].Globals {
			all = append(all, g.Global)
		}
		used[e] = all[first:len(all):len(all)]
	}
	return used
}

// FunctionInfo is the facts about one function.
type FunctionInfo struct {
	// Refs counts, by ExprID, how often the value is used by expressions that
	// are evaluated and by statements. Zero: it is not used, or never evaluated.
	Refs []uint32
	// Globals are the globals that the function itself uses, ascending.
	Globals []GlobalUse
	// Params is the accesses, here and in callees, to the memory behind each pointer
	// parameter, or to the resource.
	Params []Access
	// Samplings are the pairs of image and sampler used together, here and (for pairs that
	// involve a parameter) in callees.
	Samplings []Sampling
	// Calls are the functions called, in the order of the calls.
	Calls []ir.FuncID
	// Own is the uses of the function itself, All includes its callees.
	Own, All Uses
	// Stages that can run the function.
	Stages Stages
}

// EntryPointInfo is the facts about one entry point, callees included.
type EntryPointInfo struct {
	Uses      Uses
	Globals   []GlobalUse // ascending
	Samplings []Sampling  // of globals only
	// DualSource: an output has a blend source.
	DualSource bool
}

// Access is the set of uses of a global.
type Access uint8

const (
	Referenced Access = 1 << iota // named at all, be the value used or not
	Read                          // read, or sampled
	Write                         // written
	Query                         // asked for its size
	Atomic                        // operated on atomically
)

// GlobalUse is the uses of one global.
type GlobalUse struct {
	Global ir.GlobalID
	Access Access
}

// Find returns how a global is used, given the ascending list of uses.
func Find(uses []GlobalUse, g ir.GlobalID) Access {
	lo, hi := 0, len(uses)
	for lo < hi {
		if mid := (lo + hi) / 2; uses[mid].Global < g {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(uses) && uses[lo].Global == g {
		return uses[lo].Access
	}
	return 0
}

// A Resource is a global or a parameter of the function at hand; the zero
// Resource is none (the sampler of a sampled image).
type Resource uint32

const (
	rootGlobal = 1
	rootParam  = 2
	rootLocal  = 3
	rootBits   = 2
)

func root(kind, index uint32) Resource { return Resource(index<<rootBits | kind) }

// Global is the global, or 0.
func (r Resource) Global() ir.GlobalID {
	if r&3 != rootGlobal {
		return 0
	}
	return ir.GlobalID(r >> rootBits)
}

// Param is the index of the parameter, or -1.
func (r Resource) Param() int {
	if r&3 != rootParam {
		return -1
	}
	return int(r >> rootBits)
}

// Sampling is an image together with the sampler that samples it.
type Sampling struct{ Image, Sampler Resource }

// Uses is a set of things that functions do and that not every stage can.
type Uses uint32

const (
	UsesDerivative       Uses = 1 << iota // explicit derivatives
	UsesImplicitLevel                     // samples whose level comes from implicit derivatives
	UsesDiscard                           // Terminate or Demote
	UsesBarrier                           // control barriers of the workgroup; workgroup-uniform loads
	UsesWorkgroup                         // memory in the workgroup space
	UsesSubgroup                          // subgroup and quad operations
	UsesSubgroupBarrier                   // control barriers of the subgroup
	UsesRayQuery                          // ray queries
	UsesTaskPayload                       // memory in the task payload space
	UsesNonUniformAccess                  // binding arrays accessed with a non-uniform index
	UsesAtomic                            // atomic operations, on memory or texels
	UsesInputAttachment                   // texels of input attachments
	UsesInterpolation                     // inputs interpolated elsewhere than declared
	UsesInterlock                         // critical sections of fragments
	UsesVariableIO                        // inputs or outputs that are variables
	UsesEmission                          // vertices that a geometry stage emits
	UsesMeshOutputs                       // the counts of a mesh
	UsesMeshTasks                         // mesh workgroups that are launched
	UsesTrace                             // rays that are traced
	UsesReport                            // intersections that are reported
	UsesHitControl                        // intersections that are ignored, or end a ray
	UsesCallable                          // callable shaders that are called
	UsesIncomingPayload                   // memory in the incoming ray payload space
	UsesHitAttribute                      // memory in the hit attribute space
	UsesIncomingCallable                  // memory in the incoming callable data space
	UsesShaderRecord                      // the shader record
	UsesCooperative                       // operations on cooperative matrices
	UsesReorder                           // invocations that may move to other subgroups
	numUses              = iota
)

var useNames = [numUses]string{"a derivative", "a sample with an implicit level", "a discard", "a workgroup barrier",
	"workgroup memory", "a subgroup operation", "a subgroup barrier", "a ray query", "a task payload",
	"an access with a non-uniform index", "an atomic operation", "an input attachment", "an interpolation", "a critical section of fragments",
	"an input or output that is a variable", "an emitted vertex", "the counts of a mesh", "a launch of mesh workgroups", "a traced ray",
	"a reported intersection", "an end of a hit", "a callable shader", "an incoming ray payload", "a hit attribute",
	"incoming callable data", "the shader record", "an operation on cooperative matrices", "a reordering of invocations"}

// Stages is a set of shader stages.
type Stages uint32

// StageSet is the set of one stage.
func StageSet(s ir.Stage) Stages { return 1 << s }

const (
	fragmentStage = Stages(1 << ir.StageFragment)
	vertexStage   = Stages(1 << ir.StageVertex)
	computeStages = Stages(1<<ir.StageCompute | 1<<ir.StageTask | 1<<ir.StageMesh)
	allStages     = Stages(1<<ir.NumStages - 2)
	geometryStage = Stages(1 << ir.StageGeometry)
	controlStage  = Stages(1 << ir.StageTessellationControl)
	evalStage     = Stages(1 << ir.StageTessellationEvaluation)
	taskStage     = Stages(1 << ir.StageTask)
	meshStage     = Stages(1 << ir.StageMesh)
	anyHitStage   = Stages(1 << ir.StageAnyHit)
	closestStage  = Stages(1 << ir.StageClosestHit)
	missStage     = Stages(1 << ir.StageMiss)
	hitStages     = anyHitStage | closestStage
	betweenHits   = Stages(1 << ir.StageIntersection)
	callableStage = Stages(1 << ir.StageCallable)
	rayStages     = 1<<ir.StageRayGeneration | hitStages | missStage | betweenHits | callableStage
	laneStages    = rayStages | geometryStage | controlStage | evalStage // beyond vertex, fragment and compute
	variableIO    = taskStage | meshStage | laneStages
)

// stagesOf is the stages that allow each use.
var stagesOf = [numUses]Stages{
	fragmentStage,                     // derivative; others if their invocations form quads
	fragmentStage,                     // implicit level; likewise
	fragmentStage,                     // discard
	computeStages | controlStage,      // barrier
	computeStages,                     // workgroup
	allStages,                         // subgroup: vertex needs a capability of its own
	allStages,                         // subgroup barrier
	allStages,                         // ray query
	1<<ir.StageTask | 1<<ir.StageMesh, // task payload
	allStages,                         // non-uniform access
	allStages,                         // atomic: vertex needs a capability of its own
	fragmentStage,                     // input attachment
	fragmentStage,                     // interpolation
	fragmentStage,                     // interlock
	variableIO,
	geometryStage,
	meshStage,
	taskStage,
	1<<ir.StageRayGeneration | closestStage | missStage, // trace
	betweenHits, // report
	anyHitStage,
	1<<ir.StageRayGeneration | closestStage | missStage | callableStage, // callable
	hitStages | missStage,   // incoming payload
	hitStages | betweenHits, // hit attribute
	callableStage,
	rayStages,     // shader record
	computeStages, // cooperative matrices
	1 << ir.StageRayGeneration,
}

// use notes the function and the place of a first use.
type use struct {
	fn   ir.FuncID
	span diag.Span
}
