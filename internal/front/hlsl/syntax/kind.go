package syntax

// This file holds the kinds of nodes, and the operators and modifiers that nodes carry.

// A Kind is the kind of a node, and so of its view.
type Kind uint8

const (
	KindNone Kind = iota // the kind of None

	KindBad // text that could not be parsed; a diagnostic has been reported

	// Expressions. Operands come before the nodes that use them.
	KindIdent       // name: Ident
	KindName        // A::B, f<int>: Name
	KindLiteral     // Literal
	KindString      // "text": Str
	KindParen       // (x): Paren
	KindUnary       // -x +x !x ~x ++x --x x++ x--: Unary
	KindBinary      // x + y, x && y: Binary
	KindAssign      // x = y, x += y: Assign
	KindConditional // c ? x : y: Conditional
	KindComma       // x, y: Comma
	KindCall        // f(x), float2(x), x(y): Call
	KindMethod      // x.name<T>(args): Method
	KindIndex       // x[i]: Index
	KindMember      // x.name: Member
	KindCast        // (type)x: Cast
	KindInitList    // {x, y}: InitList
	KindThis        // this; no view
	KindSizeof      // sizeof(type) or sizeof(x): Sizeof

	KindType // a type as written: Type

	// Declarations, at global scope, in structs or as statements.
	KindDeclaration   // attributes modifiers type declarators: Declaration
	KindDeclarator    // name[dims] : annotations = init: Declarator
	KindSemantic      // : NAME: Semantic
	KindRegister      // : register(t0, space1): Register
	KindPackOffset    // : packoffset(c0.x): PackOffset
	KindState         // {Filter = ...; } or sampler_state {...}: State
	KindStateEntry    // name = value: StateEntry
	KindStruct        // struct, class, interface: Struct
	KindEnum          // Enum
	KindEnumerator    // Enumerator
	KindBuffer        // cbuffer, tbuffer: Buffer
	KindNamespace     // Namespace
	KindTypedef       // typedef type names: Typedef
	KindUsing         // using name = type, using namespace A: Using
	KindTemplate      // template<...> declaration: Template
	KindTemplateParam // TemplateParam
	KindFunction      // Function
	KindParam         // Param
	KindStaticAssert  // StaticAssert
	KindTechnique     // technique name {...}: the text is skipped; no view

	KindAttributed // [unroll] for ...: Attributed
	KindAttribute  // name(args), vk::name(args): Attribute

	// Statements. Declarations and KindAttributed are statements too.
	KindBlock    // {...}: Block
	KindExprStmt // x;: ExprStmt
	KindEmpty    // a lone semicolon; no view
	KindIf       // the whole chain of if and else if: If
	KindIfClause // a condition and its statement: IfClause
	KindSwitch   // Switch
	KindCase     // case x:, in the list of a switch: Case
	KindDefault  // default:; no view
	KindFor      // For
	KindWhile    // While
	KindDo       // do ... while (x): Do
	KindBreak    // no view
	KindContinue // no view
	KindReturn   // Return
	KindDiscard  // no view

	kindCount
)

var kindNames = [kindCount]string{"none", "bad", "ident", "name", "literal", "string", "paren", "unary", "binary", "assign",
	"conditional", "comma", "call", "method", "index", "member", "cast", "init_list", "this", "sizeof", "type",
	"declaration", "declarator", "semantic", "register", "packoffset", "state", "state_entry", "struct", "enum", "enumerator",
	"buffer", "namespace", "typedef", "using", "template", "template_param", "function", "param", "static_assert", "technique",
	"attributed", "attribute", "block", "expr_stmt", "empty", "if", "if_clause", "switch", "case", "default", "for", "while",
	"do", "break", "continue", "return", "discard"}

func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "kind?"
}

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
	OpLogicalOr    // ||

	opCount
)

var opText = [opCount]string{"", "+", "-", "!", "~", "++", "--", "++", "--", "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=",
	">=", "==", "!=", "&", "^", "|", "&&", "||"}

// String is the operator as HLSL spells it.
func (o Op) String() string {
	if o < opCount {
		return opText[o]
	}
	return "op?"
}

// Modifiers is a set of words before a type.
type Modifiers uint64

const (
	ModConst Modifiers = 1 << iota
	ModStatic
	ModExtern
	ModUniform
	ModVolatile
	ModGroupShared
	ModShared
	ModPrecise
	ModIn
	ModOut
	ModInout
	ModRowMajor
	ModColumnMajor
	ModGloballyCoherent
	ModReorderCoherent
	ModUnorm
	ModSnorm
	ModInline
	ModNoInline
	ModExport
	ModUnsigned
	ModSigned
	ModConstexpr
	ModPublic
	ModPrivate
	ModProtected
	ModVirtual
	ModFriend
	ModMutable
	ModThreadLocal

	// Soft words: they are names, too, where no type follows.
	ModNoInterpolation
	ModLinear
	ModCentroid
	ModNoPerspective
	ModSample
	ModCenter
	ModPoint
	ModLine
	ModTriangle
	ModLineAdj
	ModTriangleAdj
	ModVertices
	ModIndices
	ModPrimitives
	ModPayload
)

// A modifier is a word that is one.
var modifierWords = []string{"const", "static", "extern", "uniform", "volatile", "groupshared", "shared", "precise", "in", "out",
	"inout", "row_major", "column_major", "globallycoherent", "reordercoherent", "unorm", "snorm", "inline", "noinline", "export",
	"unsigned", "signed", "constexpr", "public", "private", "protected", "virtual", "friend", "mutable", "thread_local",
	"nointerpolation", "linear", "centroid", "noperspective", "sample", "center", "point", "line", "triangle", "lineadj",
	"triangleadj", "vertices", "indices", "primitives", "payload"}

// firstSoft is the index of the first soft word.
const firstSoft = 30

// Words lists the modifiers of a set.
func (m Modifiers) Words() (list []string) {
	for i, w := range modifierWords {
		if m>>i&1 != 0 {
			list = append(list, w)
		}
	}
	return list
}

// word is the meaning of a name that is a word of the language.
type word uint8

const (
	wordNone word = iota
	wordClass
	wordInterface
	wordEnum
	wordCBuffer
	wordTBuffer
	wordNamespace
	wordTypedef
	wordUsing
	wordTemplate
	wordTypename
	wordOperator
	wordThis
	wordSizeof
	wordStaticAssert
	wordTechnique
	wordRegister
	wordPackOffset
	wordSamplerState
	wordGoto
	wordAsm
	wordCompile
	wordNull
	wordModifier // the first modifier; the others follow
)

var otherWords = []struct {
	name string
	word word
}{
	{"class", wordClass}, {"interface", wordInterface}, {"enum", wordEnum}, {"cbuffer", wordCBuffer}, {"tbuffer", wordTBuffer},
	{"namespace", wordNamespace}, {"typedef", wordTypedef}, {"using", wordUsing}, {"template", wordTemplate},
	{"typename", wordTypename}, {"operator", wordOperator}, {"this", wordThis}, {"sizeof", wordSizeof},
	{"_Static_assert", wordStaticAssert}, {"static_assert", wordStaticAssert}, {"technique", wordTechnique},
	{"Technique", wordTechnique}, {"TECHNIQUE", wordTechnique}, {"technique10", wordTechnique}, {"technique11", wordTechnique},
	{"fxgroup", wordTechnique}, {"register", wordRegister}, {"packoffset", wordPackOffset},
	{"sampler_state", wordSamplerState}, {"goto", wordGoto}, {"asm", wordAsm}, {"compile", wordCompile}, {"NULL", wordNull},
}
