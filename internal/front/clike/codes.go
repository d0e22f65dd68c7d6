package clike

import "refract/diag"

// This file lists the codes of the diagnostics that parsing can give; those of the
// preprocessor are in package pp.
const (
	CodeInvalidCharacter    diag.Code = "invalid-character"     // a character that begins no token
	CodeInvalidNumber       diag.Code = "invalid-number"        // a malformed numeric literal
	CodeReservedWord        diag.Code = "reserved-word"         // a reserved word in the program
	CodeKeywordAsIdentifier diag.Code = "keyword-as-identifier" // a keyword in place of a name

	CodeSyntax              diag.Code = "syntax-error"         // a token that the grammar does not allow here
	CodeExpectedIdentifier  diag.Code = "expected-identifier"  // a name is missing
	CodeExpectedExpression  diag.Code = "expected-expression"  // an expression is missing
	CodeExpectedType        diag.Code = "expected-type"        // a type is missing
	CodeExpectedStatement   diag.Code = "expected-statement"   // the text is no statement
	CodeExpectedDeclaration diag.Code = "expected-declaration" // the text at global scope is no declaration
	CodeMissingSemicolon    diag.Code = "missing-semicolon"    // a statement or declaration without its ;
	CodeExtraSemicolon      diag.Code = "extra-semicolon"      // a ; at global scope, which the version of GLSL doesn't have
	CodeUnclosedDelimiter   diag.Code = "unclosed-delimiter"   // ( [ or { without its partner
	CodeUnmatchedDelimiter  diag.Code = "unmatched-delimiter"  // ) ] or } without its partner
	CodeNestingTooDeep      diag.Code = "nesting-too-deep"     // a limit on nesting is passed
	CodeMisplacedStatement  diag.Code = "misplaced-statement"  // a label outside of a switch
	CodeUnsupportedFeature  diag.Code = "unsupported-feature"  // a construct that refract has nothing for
)
