package clike

// This file holds the kinds of nodes, and the operators that nodes carry.

// A Kind is the kind of a node, and so of its view. Each language uses those that its
// grammar has.
type Kind uint8

const (
	KindNone Kind = iota // the kind of None

	KindBad // text that could not be parsed; a diagnostic has been reported

	// Expressions. Operands come before the nodes that use them.
	KindIdent       // name: Ident
	KindName        // A::B, f<int>, of HLSL: NameOf
	KindLiteral     // Literal
	KindString      // "text": Str
	KindParen       // (x): Paren
	KindUnary       // -x +x !x ~x ++x --x x++ x--: Unary
	KindBinary      // x + y, x && y: Binary
	KindAssign      // x = y, x += y: Assign
	KindConditional // c ? x : y: Conditional
	KindComma       // x, y: Comma
	KindCall        // f(x), vec2(x), float[2](x, y): Call
	KindMethod      // x.length(): Method
	KindIndex       // x[i]: Index
	KindMember      // x.name: Member
	KindCast        // (type)x, of HLSL: Cast
	KindInitList    // {x, y}: InitList
	KindThis        // this, of HLSL; no view
	KindSizeof      // sizeof(type) or sizeof(x), of HLSL: Sizeof

	// Types and declarations, at global scope, in structs or as statements.
	KindType        // a type as written: Type
	KindStruct      // struct S {...}: Struct
	KindDeclaration // qualifiers type declarators: Declaration
	KindDeclarator  // name[dims] = init: Declarator
	KindFunction    // a prototype or definition: Function
	KindParam       // a parameter of a function: Param

	// Those of GLSL.
	KindQualifier // in, highp, flat, ...: Qualifier
	KindLayout    // layout(...): Layout
	KindLayoutID  // name or name = value in a layout: LayoutID
	KindInterface // qualifiers Block {...} instance[dims]: Interface
	KindRequalify // layout(...) in; invariant gl_Position; precise x, y: Requalify
	KindPrecision // precision highp float: Precision

	KindAttributed // [unroll] for ...: Attributed
	KindAttribute  // name or name(arguments) in brackets: Attribute

	// Statements. Declarations and KindAttributed are statements too.
	KindBlock     // {...}: Block
	KindExprStmt  // x;: ExprStmt
	KindEmpty     // a lone semicolon; no view
	KindIf        // the whole chain of if and else if: If
	KindIfClause  // a condition and its statement: IfClause
	KindSwitch    // Switch
	KindCase      // case x:, in the list of a switch: Case
	KindDefault   // default:, as KindCase; no view
	KindFor       // For
	KindWhile     // While
	KindDo        // do ... while (x): Do
	KindBreak     // no view
	KindContinue  // no view
	KindReturn    // Return
	KindDiscard   // no view
	KindDemote    // demote, of GLSL; no view
	KindTerminate // terminateInvocation, terminateRayEXT, ignoreIntersectionEXT, of GLSL: Terminate

	// Those of HLSL.
	KindSemantic      // : NAME: Semantic
	KindRegister      // : register(t0, space1): Register
	KindPackOffset    // : packoffset(c0.x): PackOffset
	KindState         // {Filter = ...; } or sampler_state {...}: State
	KindStateEntry    // name = value: StateEntry
	KindEnum          // Enum
	KindEnumerator    // Enumerator
	KindBuffer        // cbuffer, tbuffer: Buffer
	KindNamespace     // Namespace
	KindTypedef       // typedef type names: Typedef
	KindUsing         // using name = type, using namespace A: Using
	KindTemplate      // template<...> declaration: Template
	KindTemplateParam // TemplateParam
	KindStaticAssert  // StaticAssert
	KindTechnique     // technique name {...}: the text is skipped; no view

	kindCount
)

var kindNames = [kindCount]string{
	KindNone: "none", KindBad: "bad",
	KindIdent: "ident", KindName: "name", KindLiteral: "literal", KindString: "string", KindParen: "paren", KindUnary: "unary",
	KindBinary: "binary", KindAssign: "assign", KindConditional: "conditional", KindComma: "comma", KindCall: "call",
	KindMethod: "method", KindIndex: "index", KindMember: "member", KindCast: "cast", KindInitList: "init_list",
	KindThis: "this", KindSizeof: "sizeof",
	KindType: "type", KindStruct: "struct", KindDeclaration: "declaration", KindDeclarator: "declarator",
	KindFunction: "function", KindParam: "param",
	KindQualifier: "qualifier", KindLayout: "layout", KindLayoutID: "layout_id", KindInterface: "interface",
	KindRequalify: "requalify", KindPrecision: "precision",
	KindSemantic: "semantic", KindRegister: "register", KindPackOffset: "packoffset", KindState: "state",
	KindStateEntry: "state_entry", KindEnum: "enum", KindEnumerator: "enumerator", KindBuffer: "buffer",
	KindNamespace: "namespace", KindTypedef: "typedef", KindUsing: "using", KindTemplate: "template",
	KindTemplateParam: "template_param", KindStaticAssert: "static_assert", KindTechnique: "technique",
	KindAttributed: "attributed", KindAttribute: "attribute",
	KindBlock: "block", KindExprStmt: "expr_stmt", KindEmpty: "empty", KindIf: "if", KindIfClause: "if_clause",
	KindSwitch: "switch", KindCase: "case", KindDefault: "default", KindFor: "for", KindWhile: "while", KindDo: "do",
	KindBreak: "break", KindContinue: "continue", KindReturn: "return", KindDiscard: "discard", KindDemote: "demote",
	KindTerminate: "terminate",
}

func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "kind?"
}

// IsExpr reports whether nodes of the kind are expressions.
func (k Kind) IsExpr() bool { return k >= KindIdent && k <= KindSizeof }

// An Op is a unary or binary operator, or the operator of a compound assignment.
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
	OpLogicalXor   // ^^, of GLSL
	OpLogicalOr    // ||

	opCount
)

var opText = [opCount]string{"", "+", "-", "!", "~", "++", "--", "++", "--", "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=",
	">=", "==", "!=", "&", "^", "|", "&&", "^^", "||"}

// String is the operator as both languages spell it.
func (o Op) String() string {
	if o < opCount {
		return opText[o]
	}
	return "op?"
}
