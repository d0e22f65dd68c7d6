package syntax

import "refract/diag"

// This file lists the codes of all diagnostics that reading a source can give.
const (
	// The text.
	CodeSourceTooLarge      diag.Code = "source-too-large"      // more bytes than offsets can count
	CodeInvalidUTF8         diag.Code = "invalid-utf8"          // a byte sequence that is not UTF-8
	CodeByteOrderMark       diag.Code = "byte-order-mark"       // U+FEFF at the start of the source
	CodeNullCharacter       diag.Code = "null-character"        // U+0000 anywhere in the source
	CodeUnclosedComment     diag.Code = "unclosed-comment"      // a block comment without its */
	CodeInvalidCharacter    diag.Code = "invalid-character"     // a character that begins no token
	CodeInvalidNumber       diag.Code = "invalid-number"        // a malformed numeric literal
	CodeReservedWord        diag.Code = "reserved-word"         // a reserved word in the program
	CodeReservedIdentifier  diag.Code = "reserved-identifier"   // an identifier that starts with two underscores
	CodeKeywordAsIdentifier diag.Code = "keyword-as-identifier" // a keyword or _ where a name must stand

	// Shape.
	CodeSyntax              diag.Code = "syntax-error"         // a token that the grammar does not allow here
	CodeExpectedIdentifier  diag.Code = "expected-identifier"  // a name is missing
	CodeExpectedExpression  diag.Code = "expected-expression"  // an expression is missing
	CodeExpectedType        diag.Code = "expected-type"        // a type is missing
	CodeExpectedStatement   diag.Code = "expected-statement"   // what stands here is not a statement
	CodeExpectedDeclaration diag.Code = "expected-declaration" // what stands at module scope is no declaration
	CodeMissingSemicolon    diag.Code = "missing-semicolon"    // a statement or declaration without its ;
	CodeUnclosedDelimiter   diag.Code = "unclosed-delimiter"   // ( [ { or < without its partner
	CodeUnmatchedDelimiter  diag.Code = "unmatched-delimiter"  // ) ] or } without its partner
	CodeNestingTooDeep      diag.Code = "nesting-too-deep"     // a limit on nesting is passed

	// Expressions.
	CodeMixedOperators     diag.Code = "mixed-operators"      // operators that need parentheses to be combined
	CodeAssignInExpression diag.Code = "assign-in-expression" // = where == was meant
	CodeStepInExpression   diag.Code = "step-in-expression"   // ++ or -- inside of an expression
	CodePrefixStep         diag.Code = "prefix-step"          // ++x or --x as a statement
	CodeInvalidAssignment  diag.Code = "invalid-assignment"   // a left side that can't be assigned to
	CodeUnusedExpression   diag.Code = "unused-expression"    // an expression as a statement that is not a call

	// Declarations and statements.
	CodeForeignSyntax        diag.Code = "foreign-syntax"        // a construct of another language
	CodeMissingInitializer   diag.Code = "missing-initializer"   // let or const without a value
	CodeMissingArrow         diag.Code = "missing-arrow"         // a return type without ->
	CodeMisplacedDeclaration diag.Code = "misplaced-declaration" // a declaration in the wrong scope
	CodeMisplacedDirective   diag.Code = "misplaced-directive"   // a directive after a declaration
	CodeMisplacedStatement   diag.Code = "misplaced-statement"   // a statement where it has no meaning
	CodeMisplacedAttribute   diag.Code = "misplaced-attribute"   // attributes before what takes none
	CodeInvalidDiagnostic    diag.Code = "invalid-diagnostic"    // a diagnostic control that isn't (severity, rule)
)

// Codes of WESL.
const (
	CodeMisplacedCondition diag.Code = "misplaced-condition" // @if, @elif or @else where it can't stand
	CodeUnknownFeature     diag.Code = "unknown-feature"     // a condition over a feature without a value
	CodeMisplacedImport    diag.Code = "misplaced-import"    // an import or module declaration behind declarations
	CodeUnresolvedImport   diag.Code = "unresolved-import"   // a path that leads to no declaration or module
	CodeImportConflict     diag.Code = "import-conflict"     // a name with several meanings
	CodeImportVisibility   diag.Code = "import-visibility"   // a declaration that the module may not name
	CodeWildcardImport     diag.Code = "wildcard-import"     // * from a package that doesn't offer it
	CodePipelineVisibility diag.Code = "pipeline-visibility" // what the host must know of is hidden in a module
)
