package syntax

import "refract/internal/front/clike"

// This file names the parts of package clike that HLSL has, and the modifiers that its nodes carry.

// Types of the tree.
type (
	Node        = clike.Node
	Symbol      = clike.Symbol
	Kind        = clike.Kind
	Op          = clike.Op
	Unary       = clike.Unary
	Binary      = clike.Binary
	Assign      = clike.Assign
	Conditional = clike.Conditional
	Call        = clike.Call
	Index       = clike.Index
)

// The absent node and name.
const (
	None     = clike.None
	NoSymbol = clike.NoSymbol
)

// The kinds of nodes.
const (
	KindNone          = clike.KindNone
	KindBad           = clike.KindBad
	KindIdent         = clike.KindIdent
	KindName          = clike.KindName
	KindLiteral       = clike.KindLiteral
	KindString        = clike.KindString
	KindParen         = clike.KindParen
	KindUnary         = clike.KindUnary
	KindBinary        = clike.KindBinary
	KindAssign        = clike.KindAssign
	KindConditional   = clike.KindConditional
	KindComma         = clike.KindComma
	KindCall          = clike.KindCall
	KindMethod        = clike.KindMethod
	KindIndex         = clike.KindIndex
	KindMember        = clike.KindMember
	KindCast          = clike.KindCast
	KindInitList      = clike.KindInitList
	KindThis          = clike.KindThis
	KindSizeof        = clike.KindSizeof
	KindType          = clike.KindType
	KindDeclaration   = clike.KindDeclaration
	KindDeclarator    = clike.KindDeclarator
	KindSemantic      = clike.KindSemantic
	KindRegister      = clike.KindRegister
	KindPackOffset    = clike.KindPackOffset
	KindState         = clike.KindState
	KindStateEntry    = clike.KindStateEntry
	KindStruct        = clike.KindStruct
	KindEnum          = clike.KindEnum
	KindEnumerator    = clike.KindEnumerator
	KindBuffer        = clike.KindBuffer
	KindNamespace     = clike.KindNamespace
	KindTypedef       = clike.KindTypedef
	KindUsing         = clike.KindUsing
	KindTemplate      = clike.KindTemplate
	KindTemplateParam = clike.KindTemplateParam
	KindFunction      = clike.KindFunction
	KindParam         = clike.KindParam
	KindStaticAssert  = clike.KindStaticAssert
	KindTechnique     = clike.KindTechnique
	KindAttributed    = clike.KindAttributed
	KindAttribute     = clike.KindAttribute
	KindBlock         = clike.KindBlock
	KindExprStmt      = clike.KindExprStmt
	KindEmpty         = clike.KindEmpty
	KindIf            = clike.KindIf
	KindIfClause      = clike.KindIfClause
	KindSwitch        = clike.KindSwitch
	KindCase          = clike.KindCase
	KindDefault       = clike.KindDefault
	KindFor           = clike.KindFor
	KindWhile         = clike.KindWhile
	KindDo            = clike.KindDo
	KindBreak         = clike.KindBreak
	KindContinue      = clike.KindContinue
	KindReturn        = clike.KindReturn
	KindDiscard       = clike.KindDiscard
)

// The operators.
const (
	OpNone          = clike.OpNone
	OpPlus          = clike.OpPlus
	OpNegate        = clike.OpNegate
	OpNot           = clike.OpNot
	OpComplement    = clike.OpComplement
	OpPreIncrement  = clike.OpPreIncrement
	OpPreDecrement  = clike.OpPreDecrement
	OpPostIncrement = clike.OpPostIncrement
	OpPostDecrement = clike.OpPostDecrement
	OpMul           = clike.OpMul
	OpDiv           = clike.OpDiv
	OpRem           = clike.OpRem
	OpAdd           = clike.OpAdd
	OpSub           = clike.OpSub
	OpShl           = clike.OpShl
	OpShr           = clike.OpShr
	OpLess          = clike.OpLess
	OpGreater       = clike.OpGreater
	OpLessEqual     = clike.OpLessEqual
	OpGreaterEqual  = clike.OpGreaterEqual
	OpEqual         = clike.OpEqual
	OpNotEqual      = clike.OpNotEqual
	OpAnd           = clike.OpAnd
	OpXor           = clike.OpXor
	OpOr            = clike.OpOr
	OpLogicalAnd    = clike.OpLogicalAnd
	OpLogicalOr     = clike.OpLogicalOr
)

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
