package glsl

// This file declares the codes of the diagnostics of the checker.

import "refract/diag"

const (
	codeUnresolved  diag.Code = "unresolved-identifier"
	codeRedeclared  diag.Code = "redeclaration"
	codeRecursion   diag.Code = "recursive-function"
	codeLimit       diag.Code = "limit-exceeded"
	codeDepth       diag.Code = "nesting-too-deep"
	codeNotType     diag.Code = "not-a-type"
	codeNotValue    diag.Code = "not-a-value"
	codeType        diag.Code = "type-mismatch"
	codeTypeRule    diag.Code = "invalid-type"
	codeConstWanted diag.Code = "not-constant"
	codeNoMatch     diag.Code = "no-matching-overload"
	codeMember      diag.Code = "no-such-member"
	codeIndex       diag.Code = "invalid-index"
	codeAssign      diag.Code = "invalid-assignment"
	codeNotCallable diag.Code = "not-callable"
	codeLayout      diag.Code = "invalid-layout-qualifier"
	codeQualifier   diag.Code = "invalid-qualifier"
	codeExtension   diag.Code = "extension-not-enabled"
	codeUnknownExt  diag.Code = "unknown-extension"
	codeVariable    diag.Code = "invalid-variable"
	codeEntryPoint  diag.Code = "invalid-entry-point"
	codeFlow        diag.Code = "invalid-control-flow"
	codeSwitch      diag.Code = "invalid-switch"
	codeUnsupported diag.Code = "unsupported-feature"
	codeStage       diag.Code = "invalid-stage"
	codeArgCount    diag.Code = "wrong-argument-count"
	codeLink        diag.Code = "stages-do-not-link"
	codeOrder       diag.Code = "locations-by-order" // a warning
	codeWebGL       diag.Code = "webgl-1-limit"      // a warning
)
