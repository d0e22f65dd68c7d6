package syntax

// This file holds the kinds of nodes, and the operators, qualifiers and
// literals that nodes carry.

// A Kind is the kind of a node, and so of its view.
type Kind uint8

const (
	KindNone Kind = iota // the kind of None

	KindBad // text that could not be parsed; a diagnostic has been reported

	// Expressions. Operands come before the nodes that use them.
	KindIdent       // name: Ident
	KindLiteral     // Literal
	KindString      // "text", of debugPrintfEXT: Str
	KindParen       // (x): Paren
	KindUnary       // -x +x !x ~x ++x --x x++ x--: Unary
	KindBinary      // x + y, x && y, x ^^ y: Binary
	KindAssign      // x = y, x += y: Assign
	KindConditional // c ? x : y: Conditional
	KindComma       // x, y: Comma
	KindCall        // f(x), vec2(x), float[2](x, y): Call
	KindMethod      // x.length(): Method
	KindIndex       // x[i]: Index
	KindMember      // x.name: Member
	KindInitList    // {x, y}, only as an initializer or in one: InitList

	// Types and qualifiers.
	KindType      // name or struct, with array dimensions: Type
	KindStruct    // struct S {...}: Struct
	KindQualifier // in, highp, flat, ...: Qualifier
	KindLayout    // layout(...): Layout
	KindLayoutID  // name or name = value in a layout: LayoutID

	// Declarations, at global scope or as statements.
	KindDeclaration // qualifiers type declarators; also a struct alone, and members of structs and blocks: Declaration
	KindDeclarator  // name[dims] = init: Declarator
	KindInterface   // qualifiers Block {...} instance[dims]: Interface
	KindRequalify   // layout(...) in; invariant gl_Position; precise x, y: Requalify
	KindPrecision   // precision highp float: Precision
	KindFunction    // a prototype or definition: Function
	KindParam       // a parameter of a function: Param

	KindAttributed // [[unroll]] for ...: Attributed
	KindAttribute  // name or name(arguments) in [[ ]]: Attribute

	// Statements. KindDeclaration, KindRequalify, KindPrecision, KindFunction
	// (a local prototype) and KindAttributed are statements too.
	KindBlock     // {...}: Block
	KindExprStmt  // x;: ExprStmt
	KindEmpty     // a lone semicolon, also at global scope; no view
	KindIf        // the whole chain of if and else if: If
	KindIfClause  // a condition and its statement: IfClause
	KindSwitch    // Switch
	KindCase      // case x:, anywhere in the list of a switch: Case
	KindDefault   // default:, as KindCase; no view
	KindFor       // For
	KindWhile     // While
	KindDo        // do ... while (x): Do
	KindBreak     // no view
	KindContinue  // no view
	KindReturn    // Return
	KindDiscard   // no view
	KindDemote    // demote; no view
	KindTerminate // terminateInvocation, terminateRayEXT, ignoreIntersectionEXT: Terminate

	kindCount
)

var kindNames = [kindCount]string{
	KindNone:        "none",
	KindBad:         "bad",
	KindIdent:       "ident",
	KindLiteral:     "literal",
	KindString:      "string",
	KindParen:       "paren",
	KindUnary:       "unary",
	KindBinary:      "binary",
	KindAssign:      "assign",
	KindConditional: "conditional",
	KindComma:       "comma",
	KindCall:        "call",
	KindMethod:      "method",
	KindIndex:       "index",
	KindMember:      "member",
	KindInitList:    "init_list",
	KindType:        "type",
	KindStruct:      "struct",
	KindQualifier:   "qualifier",
	KindLayout:      "layout",
	KindLayoutID:    "layout_id",
	KindDeclaration: "declaration",
	KindDeclarator:  "declarator",
	KindInterface:   "interface",
	KindRequalify:   "requalify",
	KindPrecision:   "precision",
	KindFunction:    "function",
	KindParam:       "param",
	KindAttributed:  "attributed",
	KindAttribute:   "attribute",
	KindBlock:       "block",
	KindExprStmt:    "expr_stmt",
	KindEmpty:       "empty",
	KindIf:          "if",
	KindIfClause:    "if_clause",
	KindSwitch:      "switch",
	KindCase:        "case",
	KindDefault:     "default",
	KindFor:         "for",
	KindWhile:       "while",
	KindDo:          "do",
	KindBreak:       "break",
	KindContinue:    "continue",
	KindReturn:      "return",
	KindDiscard:     "discard",
	KindDemote:      "demote",
	KindTerminate:   "terminate",
}

func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "kind?"
}

// IsExpr reports whether nodes of the kind are expressions.
func (k Kind) IsExpr() bool { return k >= KindIdent && k <= KindInitList }

// An Op is a unary or binary operator, or the operator of a compound
// assignment.
type Op uint8

const (
	OpNone Op = iota // of a plain assignment

	// Unary.
	OpPlus          // +x
	OpNegate        // -x
	OpNot           // !x
	OpComplement    // ~x
	OpPreIncrement  // ++x
	OpPreDecrement  // --x
	OpPostIncrement // x++
	OpPostDecrement // x--

	// Binary.
	OpMul          // *
	OpDiv          // /
	OpRem          // %
	OpAdd          // +
	OpSub          // -
	OpShl          // <<
	OpShr          // >>
	OpLess         // <
	OpGreater      // >
	OpLessEqual    // <=
	OpGreaterEqual // >=
	OpEqual        // ==
	OpNotEqual     // !=
	OpAnd          // &
	OpXor          // ^
	OpOr           // |
	OpLogicalAnd   // &&
	OpLogicalXor   // ^^
	OpLogicalOr    // ||

	opCount
)

var opText = [opCount]string{
	OpNone:          "",
	OpPlus:          "+",
	OpNegate:        "-",
	OpNot:           "!",
	OpComplement:    "~",
	OpPreIncrement:  "++",
	OpPreDecrement:  "--",
	OpPostIncrement: "++",
	OpPostDecrement: "--",
	OpMul:           "*",
	OpDiv:           "/",
	OpRem:           "%",
	OpAdd:           "+",
	OpSub:           "-",
	OpShl:           "<<",
	OpShr:           ">>",
	OpLess:          "<",
	OpGreater:       ">",
	OpLessEqual:     "<=",
	OpGreaterEqual:  ">=",
	OpEqual:         "==",
	OpNotEqual:      "!=",
	OpAnd:           "&",
	OpXor:           "^",
	OpOr:            "|",
	OpLogicalAnd:    "&&",
	OpLogicalXor:    "^^",
	OpLogicalOr:     "||",
}

// String is the operator as GLSL spells it.
func (o Op) String() string {
	if o < opCount {
		return opText[o]
	}
	return "op?"
}

// A QualifierKind is a qualifier that is one word.
type QualifierKind uint8

const (
	QualNone QualifierKind = iota

	// Storage.
	QualConst
	QualIn
	QualOut
	QualInout
	QualUniform
	QualBuffer
	QualShared
	QualAttribute // the storage class of old vertex shaders
	QualVarying

	// Auxiliary storage.
	QualCentroid
	QualSample
	QualPatch

	// Interpolation.
	QualSmooth
	QualFlat
	QualNoPerspective

	// Memory.
	QualCoherent
	QualVolatile
	QualRestrict
	QualReadonly
	QualWriteonly

	// Precision.
	QualHighp
	QualMediump
	QualLowp

	QualPrecise
	QualInvariant
	QualNonUniform // nonuniformEXT of a declaration; in an expression it is a call of that name
	QualSubroutine // Qualifier.Names are those in parentheses

	// QualOther is a qualifier of an extension that the module IR has nothing
	// for (devicecoherent, perprimitiveEXT, rayPayloadEXT, ...): Qualifier.Name
	// says which.
	QualOther

	qualifierCount
)

var qualifierText = [qualifierCount]string{
	QualNone:          "none",
	QualConst:         "const",
	QualIn:            "in",
	QualOut:           "out",
	QualInout:         "inout",
	QualUniform:       "uniform",
	QualBuffer:        "buffer",
	QualShared:        "shared",
	QualAttribute:     "attribute",
	QualVarying:       "varying",
	QualCentroid:      "centroid",
	QualSample:        "sample",
	QualPatch:         "patch",
	QualSmooth:        "smooth",
	QualFlat:          "flat",
	QualNoPerspective: "noperspective",
	QualCoherent:      "coherent",
	QualVolatile:      "volatile",
	QualRestrict:      "restrict",
	QualReadonly:      "readonly",
	QualWriteonly:     "writeonly",
	QualHighp:         "highp",
	QualMediump:       "mediump",
	QualLowp:          "lowp",
	QualPrecise:       "precise",
	QualInvariant:     "invariant",
	QualNonUniform:    "nonuniformEXT",
	QualSubroutine:    "subroutine",
	QualOther:         "extension qualifier",
}

// String is the qualifier as GLSL spells it.
func (q QualifierKind) String() string {
	if q < qualifierCount {
		return qualifierText[q]
	}
	return "qualifier?"
}
