package refract

// The types of lists of passes, of their runs and of their errors, by names that programs can write.

import "refract/internal/ssa/pipeline"

// A PassPipeline is a list of passes; groups of them repeat until nothing changes.
type PassPipeline = pipeline.Pipeline

// A PassApplication is one run of a pass, on a shader or a function, numbered from 1.
type PassApplication = pipeline.Application

// A PassResult is the outcome of a run of passes: whether they changed the shader, and the facts
// that hold of it.
type PassResult = pipeline.Result

// A PassListError reports a fault in OptimizeOptions.Passes, with its place.
type PassListError = pipeline.ParseError

// An UnknownPassError reports a name that no pass has.
type UnknownPassError = pipeline.UnknownPassError

// An UnknownPipelineError reports a name that no pipeline has.
type UnknownPipelineError = pipeline.UnknownError

// An OptionalPassError reports a pass that isn't an optional one of a pipeline.
type OptionalPassError = pipeline.OptionalError

// A LevelError reports a level of optimization that there isn't.
type LevelError = pipeline.LevelError

// A RequirementError reports a pass that requires a fact which doesn't hold of the shader.
type RequirementError = pipeline.RequirementError

// A PassCheckError reports a faulty pass; OptimizeOptions.Verify finds them.
type PassCheckError = pipeline.CheckError

// A PassLeftError reports an instruction that a pass was to replace and can't.
type PassLeftError = pipeline.LeftError
