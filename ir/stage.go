package ir

import (
	"fmt"
	"strings"
)

// Stage is a shader stage.
type Stage uint8

const (
	NoStage Stage = iota
	StageVertex
	StageFragment
	StageCompute
	StageTask
	StageMesh
	StageRayGeneration
	StageAnyHit
	StageClosestHit
	StageMiss
	StageIntersection
	StageCallable
	StageTessellationControl
	StageTessellationEvaluation
	StageGeometry
	numStages
)

// NumStages is one more than the greatest stage, for tables by stage.
const NumStages = int(numStages)

// Interface is the kind of data that a stage reads or writes at locations.
type Interface uint8

const (
	NoInterface Interface = iota
	Attributes            // of a vertex, from buffers
	Varyings              // from the last stage before the rasterizer to the fragment stage
	Colors                // of a fragment, to attachments
)

// StageInfo holds the properties of a stage. Code queries a property, and compares stages
// only if it is about one stage alone.
type StageInfo struct {
	Name           string    // in the text form and in messages
	Extension      string    // of files with one shader of the stage, as glslang's
	Model          uint32    // SPIR-V's ExecutionModel
	Inputs         Interface // at locations
	Outputs        Interface // at locations
	Workgroups     bool      // invocations are in workgroups: sizes, barriers, workgroup memory
	Quads          bool      // invocations are always in quads: derivatives, levels that follow from them; see EntryPoint.HasQuads
	WritesPosition bool      // its result has the position that the rasterizer needs
	HasPositions   bool      // its variables have positions, in a clip space
	Discards       bool      // invocations can be discarded; the depth test may run before them
	RayTracing     bool      // is one of a ray-tracing pipeline
	Variables      bool      // its inputs and outputs may be variables (SpaceInput, SpaceOutput), which the vertices of a primitive or the invocations of a group share
}

var stageInfos = [numStages]StageInfo{
	NoStage:            {Name: "none"},
	StageVertex:        {Name: "vertex", Extension: "vert", Model: 0, Inputs: Attributes, Outputs: Varyings, WritesPosition: true, HasPositions: true},
	StageFragment:      {Name: "fragment", Extension: "frag", Model: 4, Inputs: Varyings, Outputs: Colors, Quads: true, Discards: true},
	StageCompute:       {Name: "compute", Extension: "comp", Model: 5, Workgroups: true},
	StageTask:          {Name: "task", Extension: "task", Model: 5364, Workgroups: true, Variables: true},
	StageMesh:          {Name: "mesh", Extension: "mesh", Model: 5365, Workgroups: true, Variables: true, HasPositions: true},
	StageRayGeneration: {Name: "ray_generation", Extension: "rgen", Model: 5313, RayTracing: true, Variables: true},
	StageAnyHit:        {Name: "any_hit", Extension: "rahit", Model: 5315, RayTracing: true, Variables: true},
	StageClosestHit:    {Name: "closest_hit", Extension: "rchit", Model: 5316, RayTracing: true, Variables: true},
	StageMiss:          {Name: "miss", Extension: "rmiss", Model: 5317, RayTracing: true, Variables: true},
	StageIntersection:  {Name: "intersection", Extension: "rint", Model: 5314, RayTracing: true, Variables: true},
	StageCallable:      {Name: "callable", Extension: "rcall", Model: 5318, RayTracing: true, Variables: true},

	StageTessellationControl:    {Name: "tessellation_control", Extension: "tesc", Model: 1, Variables: true, HasPositions: true},
	StageTessellationEvaluation: {Name: "tessellation_evaluation", Extension: "tese", Model: 2, Variables: true, HasPositions: true},
	StageGeometry:               {Name: "geometry", Extension: "geom", Model: 3, Variables: true, HasPositions: true},
}

// Info returns the properties of the stage. The caller must not change them.
func (s Stage) Info() *StageInfo { return &stageInfos[s] }

func (s Stage) String() string { return stageInfos[s].Name }

// IO is the interface of the stage's outputs, or of its inputs.
func (s Stage) IO(output bool) Interface {
	if output {
		return stageInfos[s].Outputs
	}
	return stageInfos[s].Inputs
}

// StageByName is the stage with a name, of the text form or of files: "vertex", "vert".
// It is NoStage for other names.
func StageByName(name string) Stage {
	for s := NoStage + 1; s < numStages; s++ {
		if i := s.Info(); name == i.Name || name == i.Extension {
			return s
		}
	}
	return NoStage
}

// StageOfExtension is the stage of a file's extension, such as ".vert", or NoStage.
func StageOfExtension(extension string) Stage {
	for s := NoStage + 1; s < numStages; s++ {
		if name, ok := strings.CutPrefix(extension, "."); ok && strings.EqualFold(name, s.Info().Extension) {
			return s
		}
	}
	return NoStage
}

// StageOfModel is the stage with an ExecutionModel of SPIR-V, or NoStage.
func StageOfModel(model uint32) Stage {
	for s := NoStage + 1; s < numStages; s++ {
		if s.Info().Model == model {
			return s
		}
	}
	return NoStage
}

// MarshalText returns the name of the stage.
func (s Stage) MarshalText() ([]byte, error) {
	if s >= numStages {
		return nil, fmt.Errorf("%d is no shader stage", s)
	}
	return []byte(s.Info().Name), nil
}

// UnmarshalText reads the name of a stage, or "none".
func (s *Stage) UnmarshalText(text []byte) error {
	names := make([]string, 0, numStages)
	for i := range stageInfos {
		if stageInfos[i].Name == string(text) {
			*s = Stage(i)
			return nil
		}
		names = append(names, stageInfos[i].Name)
	}
	return fmt.Errorf("%q is no shader stage: %s are", text, strings.Join(names, ", "))
}
