package syntax

import "refract/internal/front/clike"

// This file names the parts of package clike that GLSL has, and the qualifiers that its nodes carry.

// Types of the tree.
type (
	Node   = clike.Node
	Symbol = clike.Symbol
	Kind   = clike.Kind
	Op     = clike.Op
	Unary  = clike.Unary
	Binary = clike.Binary
	Call   = clike.Call
	For    = clike.For
)

// The absent node and name.
const (
	None     = clike.None
	NoSymbol = clike.NoSymbol
)

// MaxStatementDepth bounds how deep statements lie inside one another.
const MaxStatementDepth = clike.MaxStatementDepth

// The kinds of nodes.
const (
	KindNone        = clike.KindNone
	KindBad         = clike.KindBad
	KindIdent       = clike.KindIdent
	KindLiteral     = clike.KindLiteral
	KindString      = clike.KindString
	KindParen       = clike.KindParen
	KindUnary       = clike.KindUnary
	KindBinary      = clike.KindBinary
	KindAssign      = clike.KindAssign
	KindConditional = clike.KindConditional
	KindComma       = clike.KindComma
	KindCall        = clike.KindCall
	KindMethod      = clike.KindMethod
	KindIndex       = clike.KindIndex
	KindMember      = clike.KindMember
	KindInitList    = clike.KindInitList
	KindType        = clike.KindType
	KindStruct      = clike.KindStruct
	KindQualifier   = clike.KindQualifier
	KindLayout      = clike.KindLayout
	KindLayoutID    = clike.KindLayoutID
	KindDeclaration = clike.KindDeclaration
	KindDeclarator  = clike.KindDeclarator
	KindInterface   = clike.KindInterface
	KindRequalify   = clike.KindRequalify
	KindPrecision   = clike.KindPrecision
	KindFunction    = clike.KindFunction
	KindParam       = clike.KindParam
	KindAttributed  = clike.KindAttributed
	KindAttribute   = clike.KindAttribute
	KindBlock       = clike.KindBlock
	KindExprStmt    = clike.KindExprStmt
	KindEmpty       = clike.KindEmpty
	KindIf          = clike.KindIf
	KindIfClause    = clike.KindIfClause
	KindSwitch      = clike.KindSwitch
	KindCase        = clike.KindCase
	KindDefault     = clike.KindDefault
	KindFor         = clike.KindFor
	KindWhile       = clike.KindWhile
	KindDo          = clike.KindDo
	KindBreak       = clike.KindBreak
	KindContinue    = clike.KindContinue
	KindReturn      = clike.KindReturn
	KindDiscard     = clike.KindDiscard
	KindDemote      = clike.KindDemote
	KindTerminate   = clike.KindTerminate
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
	OpLogicalXor    = clike.OpLogicalXor
	OpLogicalOr     = clike.OpLogicalOr
)

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
