package syntax

// This file holds the kinds of tokens: punctuation, literals and the tables of
// keywords and reserved words.

// A TokenKind is the kind of a token.
type TokenKind uint8

const (
	TokEOF TokenKind = iota // the end of the source

	TokIdent
	TokInt        // an integer literal, whatever its suffix
	TokFloat      // a floating-point literal
	TokUnderscore // _
	TokReserved   // a reserved word
	TokBad        // characters that begin no token; reported

	// Punctuation.
	TokAnd           // &
	TokAndAnd        // &&
	TokArrow         // ->
	TokAt            // @
	TokSlash         // /
	TokBang          // !
	TokLBracket      // [
	TokRBracket      // ]
	TokLBrace        // {
	TokRBrace        // }
	TokColon         // :
	TokComma         // ,
	TokAssign        // =
	TokEqual         // ==
	TokNotEqual      // !=
	TokGreater       // >
	TokGreaterEqual  // >=
	TokShr           // >>
	TokLess          // <
	TokLessEqual     // <=
	TokShl           // <<
	TokPercent       // %
	TokMinus         // -
	TokMinusMinus    // --
	TokPeriod        // .
	TokPlus          // +
	TokPlusPlus      // ++
	TokOr            // |
	TokOrOr          // ||
	TokLParen        // (
	TokRParen        // )
	TokSemicolon     // ;
	TokStar          // *
	TokTilde         // ~
	TokXor           // ^
	TokPlusAssign    // +=
	TokMinusAssign   // -=
	TokStarAssign    // *=
	TokSlashAssign   // /=
	TokPercentAssign // %=
	TokAndAssign     // &=
	TokOrAssign      // |=
	TokXorAssign     // ^=
	TokShrAssign     // >>=
	TokShlAssign     // <<=
	TokTemplateStart // < that starts a template list
	TokTemplateEnd   // > that ends one
	TokPath          // ::, of WESL

	// Keywords, in the order of their symbols: TokKeyword(s) relies on it.
	TokAlias
	TokBreak
	TokCase
	TokConst
	TokConstAssert
	TokContinue
	TokContinuing
	TokDefault
	TokDiagnostic
	TokDiscard
	TokElse
	TokEnable
	TokFalse
	TokFn
	TokFor
	TokIf
	TokLet
	TokLoop
	TokOverride
	TokRequires
	TokReturn
	TokStruct
	TokSwitch
	TokTrue
	TokVar
	TokWhile

	tokenKindCount
)

const (
	firstKeyword = TokAlias
	keywordCount = int(tokenKindCount - firstKeyword)
)

// tokenText is the spelling of tokens that have just one.
var tokenText = [tokenKindCount]string{
	TokUnderscore:    "_",
	TokAnd:           "&",
	TokAndAnd:        "&&",
	TokArrow:         "->",
	TokAt:            "@",
	TokSlash:         "/",
	TokBang:          "!",
	TokLBracket:      "[",
	TokRBracket:      "]",
	TokLBrace:        "{",
	TokRBrace:        "}",
	TokColon:         ":",
	TokComma:         ",",
	TokAssign:        "=",
	TokEqual:         "==",
	TokNotEqual:      "!=",
	TokGreater:       ">",
	TokGreaterEqual:  ">=",
	TokShr:           ">>",
	TokLess:          "<",
	TokLessEqual:     "<=",
	TokShl:           "<<",
	TokPercent:       "%",
	TokMinus:         "-",
	TokMinusMinus:    "--",
	TokPeriod:        ".",
	TokPlus:          "+",
	TokPlusPlus:      "++",
	TokOr:            "|",
	TokOrOr:          "||",
	TokLParen:        "(",
	TokRParen:        ")",
	TokSemicolon:     ";",
	TokStar:          "*",
	TokTilde:         "~",
	TokXor:           "^",
	TokPlusAssign:    "+=",
	TokMinusAssign:   "-=",
	TokStarAssign:    "*=",
	TokSlashAssign:   "/=",
	TokPercentAssign: "%=",
	TokAndAssign:     "&=",
	TokOrAssign:      "|=",
	TokXorAssign:     "^=",
	TokShrAssign:     ">>=",
	TokShlAssign:     "<<=",
	TokTemplateStart: "<",
	TokTemplateEnd:   ">",
	TokPath:          "::",
	TokAlias:         "alias",
	TokBreak:         "break",
	TokCase:          "case",
	TokConst:         "const",
	TokConstAssert:   "const_assert",
	TokContinue:      "continue",
	TokContinuing:    "continuing",
	TokDefault:       "default",
	TokDiagnostic:    "diagnostic",
	TokDiscard:       "discard",
	TokElse:          "else",
	TokEnable:        "enable",
	TokFalse:         "false",
	TokFn:            "fn",
	TokFor:           "for",
	TokIf:            "if",
	TokLet:           "let",
	TokLoop:          "loop",
	TokOverride:      "override",
	TokRequires:      "requires",
	TokReturn:        "return",
	TokStruct:        "struct",
	TokSwitch:        "switch",
	TokTrue:          "true",
	TokVar:           "var",
	TokWhile:         "while",
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
	case TokReserved:
		return "reserved word"
	case TokBad:
		return "invalid character"
	}
	if k < tokenKindCount {
		return "'" + tokenText[k] + "'"
	}
	return "token?"
}

// IsKeyword reports whether the token is a keyword.
func (k TokenKind) IsKeyword() bool { return k >= firstKeyword && k < tokenKindCount }

// The keywords, whose symbols are constants.
const (
	SymAlias Symbol = iota + 1
	SymBreak
	SymCase
	SymConst
	SymConstAssert
	SymContinue
	SymContinuing
	SymDefault
	SymDiagnostic
	SymDiscard
	SymElse
	SymEnable
	SymFalse
	SymFn
	SymFor
	SymIf
	SymLet
	SymLoop
	SymOverride
	SymRequires
	SymReturn
	SymStruct
	SymSwitch
	SymTrue
	SymVar
	SymWhile

	lastKeyword  = SymWhile
	lastReserved = lastKeyword + Symbol(len(reservedWords))

	// FirstPredeclared is the symbol of the first name given to NewInterner.
	FirstPredeclared = lastReserved + 1
)

// keywordNames are the spellings of the keywords in the order of their symbols.
func keywordNames() []string { return tokenText[firstKeyword:] }

// reservedWords must not occur in a program ("Reserved Words").
var reservedWords = [...]string{
	"NULL", "Self", "abstract", "active", "alignas", "alignof", "as", "asm",
	"asm_fragment", "async", "attribute", "auto", "await", "become", "cast",
	"catch", "class", "co_await", "co_return", "co_yield", "coherent",
	"column_major", "common", "compile", "compile_fragment", "concept",
	"const_cast", "consteval", "constexpr", "constinit", "crate", "debugger",
	"decltype", "delete", "demote", "demote_to_helper", "do", "dynamic_cast",
	"enum", "explicit", "export", "extends", "extern", "external",
	"fallthrough", "filter", "final", "finally", "friend", "from", "fxgroup",
	"get", "goto", "groupshared", "highp", "impl", "implements", "import",
	"inline", "instanceof", "interface", "layout", "lowp", "macro",
	"macro_rules", "match", "mediump", "meta", "mod", "module", "move", "mut",
	"mutable", "namespace", "new", "nil", "noexcept", "noinline",
	"nointerpolation", "non_coherent", "noncoherent", "noperspective", "null",
	"nullptr", "of", "operator", "package", "packoffset", "partition", "pass",
	"patch", "pixelfragment", "precise", "precision", "premerge", "priv",
	"protected", "pub", "public", "readonly", "ref", "regardless", "register",
	"reinterpret_cast", "require", "resource", "restrict", "self", "set",
	"shared", "sizeof", "smooth", "snorm", "static", "static_assert",
	"static_cast", "std", "subroutine", "super", "target", "template", "this",
	"thread_local", "throw", "trait", "try", "type", "typedef", "typeid",
	"typename", "typeof", "union", "unless", "unorm", "unsafe", "unsized",
	"use", "using", "varying", "virtual", "volatile", "wgsl", "where", "with",
	"writeonly", "yield",
}
