package validate

// This file declares the codes of the rules that are checked here; the codes of types and
// expressions are in package typing.

import "refract/diag"

const (
	CodeHandle       diag.Code = "bad-handle"
	CodeAbstractType diag.Code = "abstract-type"
	CodeCapability   diag.Code = "missing-capability"
	CodeLimit        diag.Code = "limit-exceeded"

	// Module scope.

	CodeLayout           diag.Code = "invalid-layout"
	CodeLayoutConstraint diag.Code = "layout-constraint"
	CodeArrayLength      diag.Code = "array-length"
	CodeConstCycle       diag.Code = "const-cycle"
	CodeConstant         diag.Code = "invalid-constant"
	CodeOverride         diag.Code = "invalid-override"
	CodeInitializer      diag.Code = "initializer"
	CodeGlobalSpace      diag.Code = "global-space"
	CodeGlobalType       diag.Code = "global-type"
	CodeGlobalBinding    diag.Code = "global-binding"

	// Functions: signature and scope.

	CodeParameter     diag.Code = "invalid-parameter"
	CodeResult        diag.Code = "invalid-result"
	CodeLocal         diag.Code = "invalid-local"
	CodeBinding       diag.Code = "unexpected-binding"
	CodeScope         diag.Code = "out-of-scope"
	CodeEmit          diag.Code = "invalid-emit"
	CodePopulate      diag.Code = "invalid-populate" // of a result expression by a statement
	CodeLocalScope    diag.Code = "local-scope"
	CodeBlock         diag.Code = "shared-block"
	CodeNesting       diag.Code = "nesting-too-deep"
	CodeAfter         diag.Code = "after-terminator"
	CodeMissingReturn diag.Code = "missing-return"

	// Statements.

	CodeCondition     diag.Code = "condition-type"
	CodeSwitch        diag.Code = "invalid-switch"
	CodeMisplaced     diag.Code = "misplaced-statement" // break, continue, return, terminate
	CodeReturn        diag.Code = "return-type"
	CodeStore         diag.Code = "invalid-store"
	CodeImageStore    diag.Code = "invalid-image-store"
	CodeAtomic        diag.Code = "invalid-atomic"
	CodeBarrier       diag.Code = "invalid-barrier"
	CodeUniformLoad   diag.Code = "invalid-workgroup-uniform-load"
	CodeCall          diag.Code = "invalid-call"
	CodeRecursion     diag.Code = "recursive-call"
	CodeRayQueryStmt  diag.Code = "invalid-ray-query"
	CodePipeline      diag.Code = "invalid-pipeline-operation"
	CodeSubgroup      diag.Code = "invalid-subgroup-operation"
	CodeCooperative   diag.Code = "invalid-cooperative-operation"
	CodeNonUniformUse diag.Code = "non-uniform-access"

	// Entry points.

	CodeEntryPoint       diag.Code = "invalid-entry-point"
	CodeWorkgroupSize    diag.Code = "workgroup-size"
	CodeEarlyDepth       diag.Code = "early-depth"
	CodeInterlock        diag.Code = "interlock"
	CodeStage            diag.Code = "stage-restriction"
	CodeIOType           diag.Code = "io-type"
	CodeIOMissing        diag.Code = "io-missing-binding"
	CodeIOBuiltIn        diag.Code = "io-built-in"
	CodeIOLocation       diag.Code = "io-location"
	CodeIOInterpolation  diag.Code = "io-interpolation"
	CodeBlendSrc         diag.Code = "blend-src"
	CodeFeedback         diag.Code = "transform-feedback"
	CodePosition         diag.Code = "missing-position"
	CodeBindingCollision diag.Code = "binding-collision"
	CodeImmediates       diag.Code = "several-immediates"
)
