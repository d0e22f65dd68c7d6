package wgsl

// This file declares the codes of the diagnostics of the checker.

import "refract/diag"

const (
	codeUnresolved       diag.Code = "unresolved-identifier"      // a name that nothing declares
	codeRedeclared       diag.Code = "redeclaration"              // a second declaration of a name in one scope
	codeCycle            diag.Code = "declaration-cycle"          // a declaration depends on itself
	codeRecursion        diag.Code = "recursive-function"         // a function calls itself, directly or not
	codeLimit            diag.Code = "limit-exceeded"             // more of something than there may be
	codeDepth            diag.Code = "nesting-too-deep"           // a limit on nesting is exceeded
	codeNotType          diag.Code = "not-a-type"                 // a value or function where a type is wanted
	codeNotValue         diag.Code = "not-a-value"                // a type or function where a value is wanted
	codeType             diag.Code = "type-mismatch"              // a value of another type is wanted
	codeTemplate         diag.Code = "invalid-template-arguments" // wrong number or kind of template arguments
	codeTypeRule         diag.Code = "invalid-type"               // a type that can't be formed or stored here
	codeConstWanted      diag.Code = "not-constant"               // a const- or override-expression is wanted
	codeConstEval        diag.Code = "constant-evaluation"        // a constant expression has no value
	codeConstAssert      diag.Code = "const-assert-failed"        // const_assert of false
	codeNoMatch          diag.Code = "no-matching-overload"       // no overload takes these operands or arguments
	codeArgCount         diag.Code = "wrong-argument-count"       // a call with too few or too many arguments
	codeMember           diag.Code = "no-such-member"             // unknown member or invalid swizzle
	codeIndex            diag.Code = "invalid-index"              // not indexable, or index out of bounds or of the wrong type
	codeAssign           diag.Code = "invalid-assignment"         // left side can't be assigned to
	codeAddress          diag.Code = "invalid-address-of"         // & or * where it can't stand
	codeMustUse          diag.Code = "unused-result"              // the result of a must_use function is dropped
	codeNotCallable      diag.Code = "not-callable"               // a call of something that is no function or type
	codeAttribute        diag.Code = "invalid-attribute"          // unknown, misplaced, repeated or malformed attribute
	codeBlendSrc         diag.Code = "blend-src"                  // members with blend sources that are no pair
	codeExtension        diag.Code = "extension-not-enabled"      // a feature that an enable directive must allow
	codeCapability       diag.Code = "missing-capability"         // an extension that isn't allowed
	codeUnknownExtension diag.Code = "unknown-extension"          // enable or requires of an unknown name
	codeVariable         diag.Code = "invalid-variable"           // a var, let, const or override that isn't allowed as written
	codeEntryPoint       diag.Code = "invalid-entry-point"        // an entry point that isn't allowed as written
	codeFlow             diag.Code = "invalid-control-flow"       // break, continue, return or discard out of place
	codeMissingReturn    diag.Code = "missing-return"             // control can fall off a function with a result
	codeSwitch           diag.Code = "invalid-switch"             // selectors or defaults of a switch
	codeUnsupported      diag.Code = "unsupported-feature"        // valid WGSL that this front end doesn't take
	codeStage            diag.Code = "invalid-stage"              // a built-in function in a stage that lacks it
	codeAlias            diag.Code = "pointer-aliasing"           // two pointers, or one and a variable, to memory that a call writes
	codeDerivative       diag.Code = "derivative-uniformity"      // derivatives in control flow that may be non-uniform
	codeSubgroup         diag.Code = "subgroup-uniformity"        // a subgroup operation in such control flow
	codeBarrier          diag.Code = "barrier-uniformity"         // a barrier in such control flow
	codeUnused           diag.Code = "unused-variable"            // warning: a local declaration that nothing names
	codeZeroToZero       diag.Code = "zero-to-zero"               // warning: pow(0, 0) as a constant
	codeUnreachable      diag.Code = "unreachable-code"           // warning: a statement that control never reaches
	codeDiagnosticRule   diag.Code = "invalid-diagnostic-control" // severity or conflicts of diagnostic filters
)
