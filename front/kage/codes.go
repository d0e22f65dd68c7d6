package kage

// This file declares the codes of the diagnostics of the checker.

import "refract/diag"

const (
	codeDirective   diag.Code = "invalid-directive"
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
	codeConstEval   diag.Code = "constant-evaluation"
	codeNoMatch     diag.Code = "no-matching-overload"
	codeArgCount    diag.Code = "wrong-argument-count"
	codeMember      diag.Code = "no-such-member"
	codeIndex       diag.Code = "invalid-index"
	codeAssign      diag.Code = "invalid-assignment"
	codeNotCallable diag.Code = "not-callable"
	codeVariable    diag.Code = "invalid-variable"
	codeUnused      diag.Code = "unused-variable"
	codeResult      diag.Code = "unused-result"
	codeEntryPoint  diag.Code = "invalid-entry-point"
	codeFlow        diag.Code = "invalid-control-flow"
	codeReturn      diag.Code = "missing-return"
	codeStage       diag.Code = "invalid-stage"
	codeUnsupported diag.Code = "unsupported-feature"
)
