package pp

import "refract/internal/intern"

// This file holds tokens and their kinds.

// A Symbol is the number of a name: words of the language come first, then the names given
// to New from FirstPredeclared on, then names of sources.
type Symbol = intern.Symbol

// A Token is one token of the program, or of a directive.
type Token struct {
	// Start and End are offsets in the space of all sources. A token from the
	// body of a macro lies in a range of its own, which diag leads back to the
	// use; an argument of a macro lies where it is written.
	Start, End uint32
	// Sym is the name of identifiers and words, the spelling of numbers, the
	// text of strings between their quotes.
	Sym   Symbol
	Kind  TokenKind
	flags uint8
}

const (
	flagSpace   = 1 << iota // blank or a comment stands before it
	flagNewline             // it is the first of its line
	flagPainted             // a macro's name that is not to be expanded any more
)

// A TokenKind is the kind of a token.
type TokenKind uint8

const (
	TokEOF TokenKind = iota // the end of the source

	TokIdent
	TokInt      // an integer, or what a macro made of digits
	TokFloat    // a floating-point number
	TokString   // "text"
	TokReserved // a word that the version in force reserves
	TokBad      // characters that begin no token; without Sym, something that was reported already

	// Punctuation.
	TokLParen       // (
	TokRParen       // )
	TokLBracket     // [
	TokRBracket     // ]
	TokLBrace       // {
	TokRBrace       // }
	TokComma        // ,
	TokSemicolon    // ;
	TokColon        // :
	TokQuestion     // ?
	TokPeriod       // .
	TokAssign       // =
	TokMulAssign    // *=
	TokDivAssign    // /=
	TokRemAssign    // %=
	TokAddAssign    // +=
	TokSubAssign    // -=
	TokShlAssign    // <<=
	TokShrAssign    // >>=
	TokAndAssign    // &=
	TokXorAssign    // ^=
	TokOrAssign     // |=
	TokStar         // *
	TokSlash        // /
	TokPercent      // %
	TokPlus         // +
	TokMinus        // -
	TokShl          // <<
	TokShr          // >>
	TokLess         // <
	TokGreater      // >
	TokLessEqual    // <=
	TokGreaterEqual // >=
	TokEqual        // ==
	TokNotEqual     // !=
	TokAnd          // &
	TokXor          // ^
	TokOr           // |
	TokAndAnd       // &&
	TokXorXor       // ^^
	TokOrOr         // ||
	TokBang         // !
	TokTilde        // ~
	TokPlusPlus     // ++
	TokMinusMinus   // --
	TokHash         // #, only in directives
	TokHashHash     // ##, only in directives

	// Words, where the version and the extensions in force make them keywords.
	TokTrue
	TokFalse
	TokIf
	TokElse
	TokSwitch
	TokCase
	TokDefault
	TokFor
	TokWhile
	TokDo
	TokBreak
	TokContinue
	TokReturn
	TokDiscard
	TokDemote
	TokTerminate // terminateInvocation, terminateRayEXT, ignoreIntersectionEXT
	TokStruct
	TokLayout
	TokPrecision

	// Qualifiers, in the order of the syntax package's.
	TokConst
	TokIn
	TokOut
	TokInout
	TokUniform
	TokBuffer
	TokShared
	TokAttribute
	TokVarying
	TokCentroid
	TokSample
	TokPatch
	TokSmooth
	TokFlat
	TokNoPerspective
	TokCoherent
	TokVolatile
	TokRestrict
	TokReadonly
	TokWriteonly
	TokHighp
	TokMediump
	TokLowp
	TokPrecise
	TokInvariant
	TokNonUniform
	TokSubroutine
	TokQualifier // a qualifier of an extension

	tokenKindCount
)

// tokenText is the spelling of tokens that have just one.
var tokenText = [tokenKindCount]string{
	TokLParen:        "(",
	TokRParen:        ")",
	TokLBracket:      "[",
	TokRBracket:      "]",
	TokLBrace:        "{",
	TokRBrace:        "}",
	TokComma:         ",",
	TokSemicolon:     ";",
	TokColon:         ":",
	TokQuestion:      "?",
	TokPeriod:        ".",
	TokAssign:        "=",
	TokMulAssign:     "*=",
	TokDivAssign:     "/=",
	TokRemAssign:     "%=",
	TokAddAssign:     "+=",
	TokSubAssign:     "-=",
	TokShlAssign:     "<<=",
	TokShrAssign:     ">>=",
	TokAndAssign:     "&=",
	TokXorAssign:     "^=",
	TokOrAssign:      "|=",
	TokStar:          "*",
	TokSlash:         "/",
	TokPercent:       "%",
	TokPlus:          "+",
	TokMinus:         "-",
	TokShl:           "<<",
	TokShr:           ">>",
	TokLess:          "<",
	TokGreater:       ">",
	TokLessEqual:     "<=",
	TokGreaterEqual:  ">=",
	TokEqual:         "==",
	TokNotEqual:      "!=",
	TokAnd:           "&",
	TokXor:           "^",
	TokOr:            "|",
	TokAndAnd:        "&&",
	TokXorXor:        "^^",
	TokOrOr:          "||",
	TokBang:          "!",
	TokTilde:         "~",
	TokPlusPlus:      "++",
	TokMinusMinus:    "--",
	TokHash:          "#",
	TokHashHash:      "##",
	TokTrue:          "true",
	TokFalse:         "false",
	TokIf:            "if",
	TokElse:          "else",
	TokSwitch:        "switch",
	TokCase:          "case",
	TokDefault:       "default",
	TokFor:           "for",
	TokWhile:         "while",
	TokDo:            "do",
	TokBreak:         "break",
	TokContinue:      "continue",
	TokReturn:        "return",
	TokDiscard:       "discard",
	TokDemote:        "demote",
	TokStruct:        "struct",
	TokLayout:        "layout",
	TokPrecision:     "precision",
	TokConst:         "const",
	TokIn:            "in",
	TokOut:           "out",
	TokInout:         "inout",
	TokUniform:       "uniform",
	TokBuffer:        "buffer",
	TokShared:        "shared",
	TokAttribute:     "attribute",
	TokVarying:       "varying",
	TokCentroid:      "centroid",
	TokSample:        "sample",
	TokPatch:         "patch",
	TokSmooth:        "smooth",
	TokFlat:          "flat",
	TokNoPerspective: "noperspective",
	TokCoherent:      "coherent",
	TokVolatile:      "volatile",
	TokRestrict:      "restrict",
	TokReadonly:      "readonly",
	TokWriteonly:     "writeonly",
	TokHighp:         "highp",
	TokMediump:       "mediump",
	TokLowp:          "lowp",
	TokPrecise:       "precise",
	TokInvariant:     "invariant",
	TokNonUniform:    "nonuniformEXT",
	TokSubroutine:    "subroutine",
}

// String describes the kind for a message: the spelling in quotes, or a noun.
func (k TokenKind) String() string {
	switch k {
	case TokEOF:
		return "end of file"
	case TokIdent:
		return "identifier"
	case TokInt:
		return "integer literal"
	case TokFloat:
		return "floating-point literal"
	case TokString:
		return "string"
	case TokReserved:
		return "reserved word"
	case TokBad:
		return "invalid character"
	case TokTerminate:
		return "'terminateInvocation'"
	case TokQualifier:
		return "qualifier"
	}
	if k < tokenKindCount {
		return "'" + tokenText[k] + "'"
	}
	return "token?"
}

// Newline reports whether the token is the first of its line.
func (t Token) Newline() bool { return t.flags&flagNewline != 0 }

// IsWord reports whether the token is a keyword or a reserved word.
func (k TokenKind) IsWord() bool { return k >= TokTrue && k < tokenKindCount || k == TokReserved }

// IsQualifier reports whether the token is a qualifier of one word.
func (k TokenKind) IsQualifier() bool { return k >= TokConst && k <= TokQualifier }

// A LiteralKind is the type of a literal.
type LiteralKind uint8

const (
	LitBool    LiteralKind = iota // true, false
	LitInt                        // 1
	LitUint                       // 1u
	LitInt16                      // 1s
	LitUint16                     // 1us
	LitInt64                      // 1l
	LitUint64                     // 1ul
	LitFloat                      // 1.0, 1.0f
	LitDouble                     // 1.0lf
	LitHalf                       // 1.0hf, 1.0h
	LitUntyped                    // an integer or floating-point number of HLSL without a suffix
)
