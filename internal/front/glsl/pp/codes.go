package pp

import "refract/diag"

// This file lists the codes of all diagnostics that preprocessing can give.
const (
	CodeSourceTooLarge      diag.Code = "source-too-large"     // more bytes than offsets can count
	CodeNameTooLong         diag.Code = "name-too-long"        // a name of more than MaxNameLength bytes
	CodeUnclosedComment     diag.Code = "unclosed-comment"     // a block comment without its */
	CodeContinuedComment    diag.Code = "continued-comment"    // a line comment that a backslash continues
	CodeUnknownDirective    diag.Code = "unknown-directive"    // a # with a name that is no directive
	CodeInvalidDirective    diag.Code = "invalid-directive"    // a directive whose text isn't as it must be
	CodeExtraTokens         diag.Code = "extra-tokens"         // something behind the end of a directive
	CodeInvalidVersion      diag.Code = "invalid-version"      // a #version that doesn't exist, or in the wrong place
	CodeUnknownExtension    diag.Code = "unknown-extension"    // an #extension that isn't known
	CodeErrorDirective      diag.Code = "error-directive"      // an #error that is reached
	CodeUnbalancedDirective diag.Code = "unbalanced-directive" // an #if without its #endif, or the other way round
	CodeInvalidCondition    diag.Code = "invalid-condition"    // an expression behind #if that can't be evaluated
	CodeMacroRedefined      diag.Code = "macro-redefined"      // a second #define that differs from the first
	CodeReservedMacro       diag.Code = "reserved-macro"       // a macro's name that the language reserves
	CodeInvalidMacro        diag.Code = "invalid-macro"        // a definition that isn't as it must be
	CodeMacroArguments      diag.Code = "macro-arguments"      // the wrong number of arguments, or no end of them
	CodeInvalidPaste        diag.Code = "invalid-paste"        // ## that doesn't give a token
	CodeStringize           diag.Code = "stringize"            // #, which GLSL doesn't have in macros
	CodeIncludeFailed       diag.Code = "include-failed"       // an #include whose file can't be had
	CodePreprocessorLimit   diag.Code = "preprocessor-limit"   // macros or includes that grow without bound
)
