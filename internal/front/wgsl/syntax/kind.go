package syntax

// This file holds the kinds of nodes and the operators they carry.

// A Kind is the kind of a node, and so of the view that reads it.
type Kind uint8

const (
	KindNone Kind = iota // the kind of None

	KindBad // text that could not be parsed; a diagnostic has been reported

	// Expressions. Operands come before the nodes that use them: all nodes of
	// an expression n lie in Tree.First(n)..n.
	KindIdent   // name, name<arguments>: Ident
	KindLiteral // Literal
	KindParen   // (x): Paren
	KindUnary   // -x !x ~x *x &x: Unary
	KindBinary  // x + y: Binary
	KindCall    // f(x), vec2<f32>(x): Call
	KindIndex   // x[i]: Index
	KindMember  // x.name: Member
	KindPhony   // the _ of a phony assignment; no view

	// Declarations of values, at module scope or as statements: Variable.
	KindVar
	KindLet
	KindConst
	KindOverride

	// Other declarations at module scope.
	KindFunction    // Function
	KindParam       // a parameter of a function: Field
	KindStruct      // Struct
	KindField       // a member of a struct: Field
	KindAlias       // Alias
	KindConstAssert // at module scope or as a statement: ConstAssert

	// Directives.
	KindEnable     // Extensions
	KindRequires   // Extensions
	KindDiagnostic // DiagnosticControl

	KindAttribute // @name(arguments): Attribute

	// Statements.
	KindBlock      // Block
	KindAssign     // x = y, x += y, _ = y: Assign
	KindIncrement  // x++: Step
	KindDecrement  // x--: Step
	KindCallStmt   // f(x);: CallStmt
	KindIf         // If
	KindIfClause   // a condition and its block: IfClause
	KindSwitch     // Switch
	KindCase       // Case
	KindDefault    // the word default among the selectors of a case; no view
	KindLoop       // Loop
	KindContinuing // Continuing
	KindBreakIf    // break if x;: BreakIf
	KindFor        // For
	KindWhile      // While
	KindBreak      // no view
	KindContinue   // no view
	KindDiscard    // no view
	KindReturn     // Return
	KindEmpty      // a lone semicolon, kept by Options.Lossless only; no view

	kindCount
)

var kindNames = [kindCount]string{
	KindNone:        "none",
	KindBad:         "bad",
	KindIdent:       "ident",
	KindLiteral:     "literal",
	KindParen:       "paren",
	KindUnary:       "unary",
	KindBinary:      "binary",
	KindCall:        "call",
	KindIndex:       "index",
	KindMember:      "member",
	KindPhony:       "phony",
	KindVar:         "var",
	KindLet:         "let",
	KindConst:       "const",
	KindOverride:    "override",
	KindFunction:    "fn",
	KindParam:       "param",
	KindStruct:      "struct",
	KindField:       "field",
	KindAlias:       "alias",
	KindConstAssert: "const_assert",
	KindEnable:      "enable",
	KindRequires:    "requires",
	KindDiagnostic:  "diagnostic",
	KindAttribute:   "attribute",
	KindBlock:       "block",
	KindAssign:      "assign",
	KindIncrement:   "increment",
	KindDecrement:   "decrement",
	KindCallStmt:    "call_stmt",
	KindIf:          "if",
	KindIfClause:    "if_clause",
	KindSwitch:      "switch",
	KindCase:        "case",
	KindDefault:     "default",
	KindLoop:        "loop",
	KindContinuing:  "continuing",
	KindBreakIf:     "break_if",
	KindFor:         "for",
	KindWhile:       "while",
	KindBreak:       "break",
	KindContinue:    "continue",
	KindDiscard:     "discard",
	KindReturn:      "return",
	KindEmpty:       "empty",
}

func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "kind?"
}

// IsExpr reports whether nodes of the kind are expressions.
func (k Kind) IsExpr() bool { return k >= KindIdent && k <= KindPhony }

// An Op is a unary or binary operator, or the operator of a compound
// assignment.
type Op uint8

const (
	OpNone Op = iota // of a plain assignment

	// Unary.
	OpNegate     // -
	OpNot        // !
	OpComplement // ~
	OpDeref      // *
	OpAddressOf  // &

	// Binary. Operators up to OpShr also stand in compound assignments.
	OpAdd          // +
	OpSub          // -
	OpMul          // *
	OpDiv          // /
	OpRem          // %
	OpAnd          // &
	OpOr           // |
	OpXor          // ^
	OpShl          // <<
	OpShr          // >>
	OpEqual        // ==
	OpNotEqual     // !=
	OpLess         // <
	OpLessEqual    // <=
	OpGreater      // >
	OpGreaterEqual // >=
	OpLogicalAnd   // &&
	OpLogicalOr    // ||

	opCount
)

var opText = [opCount]string{
	OpNone:         "",
	OpNegate:       "-",
	OpNot:          "!",
	OpComplement:   "~",
	OpDeref:        "*",
	OpAddressOf:    "&",
	OpAdd:          "+",
	OpSub:          "-",
	OpMul:          "*",
	OpDiv:          "/",
	OpRem:          "%",
	OpAnd:          "&",
	OpOr:           "|",
	OpXor:          "^",
	OpShl:          "<<",
	OpShr:          ">>",
	OpEqual:        "==",
	OpNotEqual:     "!=",
	OpLess:         "<",
	OpLessEqual:    "<=",
	OpGreater:      ">",
	OpGreaterEqual: ">=",
	OpLogicalAnd:   "&&",
	OpLogicalOr:    "||",
}

// String is the operator as WGSL spells it.
func (o Op) String() string {
	if o < opCount {
		return opText[o]
	}
	return "op?"
}

// A LiteralKind is the form of a literal, its suffix included.
type LiteralKind uint8

const (
	LitFalse         LiteralKind = iota
	LitTrue                      //
	LitAbstractInt               // 1
	LitI32                       // 1i
	LitU32                       // 1u
	LitI64                       // 1li, an extension
	LitU64                       // 1lu, an extension
	LitAbstractFloat             // 1.0
	LitF32                       // 1f
	LitF16                       // 1h
	LitF64                       // 1lf, an extension

	literalKindCount
)

var literalKindNames = [literalKindCount]string{
	LitFalse:         "false",
	LitTrue:          "true",
	LitAbstractInt:   "abstract-int",
	LitI32:           "i32",
	LitU32:           "u32",
	LitI64:           "i64",
	LitU64:           "u64",
	LitAbstractFloat: "abstract-float",
	LitF32:           "f32",
	LitF16:           "f16",
	LitF64:           "f64",
}

func (k LiteralKind) String() string {
	if k < literalKindCount {
		return literalKindNames[k]
	}
	return "literal?"
}

// IsInt reports whether the literal is an integer.
func (k LiteralKind) IsInt() bool { return k >= LitAbstractInt && k <= LitU64 }

// IsFloat reports whether the literal is a floating-point number.
func (k LiteralKind) IsFloat() bool { return k >= LitAbstractFloat && k <= LitF64 }

// suffixLen is the length in bytes of the suffix that the kind is spelled with.
func (k LiteralKind) suffixLen() int {
	switch k {
	case LitI32, LitU32, LitF32, LitF16:
		return 1
	case LitI64, LitU64, LitF64:
		return 2
	}
	return 0
}
