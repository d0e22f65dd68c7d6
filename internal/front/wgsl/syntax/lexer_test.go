package syntax

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"refract/diag"
)

// This file tests the lexer: one source and its tokens a line.

// tokens writes the tokens of src: names and punctuation as they are, keywords
// in quotes, reserved words after ~, literals with their kinds, the delimiters
// of template lists as ‹ and ›; then the codes of what was reported.
func tokens(src string) string {
	p := NewParser(nil)
	p.start(src, 1, Options{}, &diag.List{})
	p.lex(0)
	var out []string
	for i := range p.toks[:len(p.toks)-1] {
		t := &p.toks[i]
		text := p.tokText(i)
		switch {
		case t.kind == TokTemplateStart:
			text = "‹"
		case t.kind == TokTemplateEnd:
			text = "›"
		case t.kind == TokInt || t.kind == TokFloat:
			text += ":" + t.lit.String()
		case t.kind == TokReserved:
			text = "~" + text
		case t.kind == TokBad:
			text = "bad"
		case t.kind.IsKeyword():
			text = "'" + text + "'"
		case t.kind != TokIdent && text != tokenText[t.kind]:
			text = "?" + text
		}
		out = append(out, text)
	}
	for _, e := range p.lexErrors {
		out = append(out, "!"+string(e.code))
	}
	return strings.Join(out, " ")
}

var lexTests = [][2]string{
	// Blankspace.
	{"", ""},
	{"a b", "a b"},
	{"a\tb\nc\rd\ve\ff", "a b c d e f"},
	{"a\u0085b\u200ec\u200fd\u2028e\u2029f", "a b c d e f"},
	{"a\u00a0b", "a bad b !invalid-character"},
	{"a\u3000b", "a bad b !invalid-character"},

	// Comments.
	{"a//b", "a"},
	{"a//b\nc", "a c"},
	{"a//b\rc", "a c"},
	{"a//b\vc", "a c"},
	{"a//b\fc", "a c"},
	{"a//b\u0085c", "a c"},
	{"a//b\u2028c", "a c"},
	{"a//b\u2029c", "a c"},
	{"a//b\u200ec", "a"},
	{"a//b\u00e9c", "a"},
	{"a//b\u2014c", "a"},
	{"a/*b*/c", "a c"},
	{"a/**/c", "a c"},
	{"a/***/c", "a c"},
	{"a/*b/*c*/d*/e", "a e"},
	{"a/*b*//*c*/d", "a d"},
	{"a/*b//*/c", "a bad !unclosed-comment"},
	{"a/*/c", "a bad !unclosed-comment"},
	{"a/*b", "a bad !unclosed-comment"},
	{"a/*b/*c*/d", "a bad !unclosed-comment"},
	{"a/* * / */b", "a b"},
	{"a*/b", "a * / b"},
	{"//", ""},
	{"/", "/"},

	// Integer literals.
	{"0", "0:abstract-int"},
	{"1", "1:abstract-int"},
	{"1234567890", "1234567890:abstract-int"},
	{"1i 0i", "1i:i32 0i:i32"},
	{"1u 0u", "1u:u32 0u:u32"},
	{"1li 1lu", "1li:i64 1lu:u64"},
	{"0x0 0X1f 0xABCdef", "0x0:abstract-int 0X1f:abstract-int 0xABCdef:abstract-int"},
	{"0x1i 0x1u 0xfu", "0x1i:i32 0x1u:u32 0xfu:u32"},
	{"0x1li 0x1lu", "0x1li:i64 0x1lu:u64"},
	{"00", "00:abstract-int !invalid-number"},
	{"01", "01:abstract-int !invalid-number"},
	{"007u", "007u:abstract-int !invalid-number"},
	{"0x", "0x:abstract-int !invalid-number"},
	{"0xg", "0xg:abstract-int !invalid-number"},
	{"1a", "1a:abstract-int !invalid-number"},
	{"1u8", "1u8:u32 !invalid-number"},
	{"1ui", "1ui:u32 !invalid-number"},
	{"1_000", "1_000:abstract-int !invalid-number"},
	{"1l", "1l:abstract-int !invalid-number"},
	{"0b1", "0b1:abstract-int !invalid-number"},
	{"0o7", "0o7:abstract-int !invalid-number"},
	{"1é", "1é:abstract-int !invalid-number"},

	// Floating-point literals.
	{"1.0", "1.0:abstract-float"},
	{"1.", "1.:abstract-float"},
	{".5", ".5:abstract-float"},
	{"01.5", "01.5:abstract-float"},
	{"00012.", "00012.:abstract-float"},
	{"1e3", "1e3:abstract-float"},
	{"1E3", "1E3:abstract-float"},
	{"1e+3 1e-3", "1e+3:abstract-float 1e-3:abstract-float"},
	{"1.e3 .1e3 1.1e3", "1.e3:abstract-float .1e3:abstract-float 1.1e3:abstract-float"},
	{"01e3", "01e3:abstract-float"},
	{"0f 0h", "0f:f32 0h:f16"},
	{"1f 1h", "1f:f32 1h:f16"},
	{"1.f 1.h", "1.f:f32 1.h:f16"},
	{".5f .5h", ".5f:f32 .5h:f16"},
	{"1e3f 1e-3h", "1e3f:f32 1e-3h:f16"},
	{"0.e+4f", "0.e+4f:f32"},
	{"1lf 1.0lf .5lf 1e3lf", "1lf:f64 1.0lf:f64 .5lf:f64 1e3lf:f64"},
	{"01f", "01f:f32"},
	{"0x1.8 0x.8 0x1.", "0x1.8:abstract-float 0x.8:abstract-float 0x1.:abstract-float"},
	{"0x1p3 0x1P3", "0x1p3:abstract-float 0x1P3:abstract-float"},
	{"0x1p-3h 0x1p+3f", "0x1p-3h:f16 0x1p+3f:f32"},
	{"0x1.8p3 0x1.p3 0x.8p3", "0x1.8p3:abstract-float 0x1.p3:abstract-float 0x.8p3:abstract-float"},
	{"0x1p3lf", "0x1p3lf:f64"},
	{"0x1f", "0x1f:abstract-int"},
	{"0x1.f", "0x1.f:abstract-float"},
	{"0xa.fp+2", "0xa.fp+2:abstract-float"},
	{"1e", "1e:abstract-int !invalid-number"},
	{"1e+", "1e+:abstract-int !invalid-number"},
	{"1.ef", "1.ef:abstract-int !invalid-number"},
	{"1.0i", "1.0i:abstract-float !invalid-number"},
	{"1.0u", "1.0u:abstract-float !invalid-number"},
	{"1.0x", "1.0x:abstract-float !invalid-number"},
	{"1.2.3", "1.2.3:abstract-float !invalid-number"},
	{"0x1h", "0x1h:abstract-int !invalid-number"},
	{"0x1.h", "0x1.h:abstract-float !invalid-number"},
	{"0x1.p", "0x1.p:abstract-int !invalid-number"},
	{"0x1p", "0x1p:abstract-int !invalid-number"},
	{"0x.p2", "0x.p2:abstract-int !invalid-number"},
	{"0x1p3i", "0x1p3i:abstract-float !invalid-number"},
	{"1..2", "1..2:abstract-float !invalid-number"},
	{"a.0", "a .0:abstract-float"},
	{"1 .x", "1:abstract-int . x"},
	{"1+1-1", "1:abstract-int + 1:abstract-int - 1:abstract-int"},

	// Identifiers, keywords, reserved words.
	{"a A z9 a_b _a a__b", "a A z9 a_b _a a__b"},
	{"_", "_"},
	{"_ _", "_ _"},
	{"_9", "_9"},
	{"__", "__ !reserved-identifier"},
	{"__a __a", "__a __a !reserved-identifier"},
	{"Δέλτα réflexion Кызыл 𐰓𐰏𐰇 朝焼け سلام 검정 שָׁלוֹם गुलाबी փիրուզ", "Δέλτα réflexion Кызыл 𐰓𐰏𐰇 朝焼け سلام 검정 שָׁלוֹם गुलाबी փիրուզ"},
	{"aé éa _é aéb", "aé éa _é aéb"},
	{"a\u0301", "a\u0301"},
	{"\u0301a", "bad a !invalid-character"},
	{"a\u00b7", "a\u00b7"},
	{"\u2118 \u212e", "\u2118 \u212e"},
	{"a\u037ab", "a bad b !invalid-character"},
	{"\uff9e", "bad !invalid-character"},
	{"a\uff9e", "a\uff9e"},
	{"a😀b", "a bad b !invalid-character"},
	{"fn fnx let var", "'fn' fnx 'let' 'var'"},
	{"true false", "'true' 'false'"},
	{"const_assert const", "'const_assert' 'const'"},
	{"do NULL asm", "~do ~NULL ~asm"},
	{"Do null_", "Do null_"},
	{"i32 f64 handle binding_array", "i32 f64 handle binding_array"},
	{"abcdefgh abcdefghi abcdefgh", "abcdefgh abcdefghi abcdefgh"},

	// Punctuation.
	{"& && &= &&&", "& && &= && &"},
	{"| || |= |||", "| || |= || |"},
	{"+ ++ += +++", "+ ++ += ++ +"},
	{"- -- -= -> --- -->", "- -- -= -> -- - -- >"},
	{"* *= / /= % %= ^ ^=", "* *= / /= % %= ^ ^="},
	{"= == != === ! ~", "= == != == = ! ~"},
	{"< << <= <<= <<<", "< << <= <<= << <"},
	{"> >> >= >>= >>>", "> >> >= >>= >> >"},
	{"( ) [ ] { } , ; : @ .", "( ) [ ] { } , ; : @ ."},
	{"**", "* *"},

	// Invalid characters.
	{"#", "bad !invalid-character"},
	{"a ? b : c", "a bad b : c !invalid-character"},
	{"\"a\" b", "bad b !invalid-character"},
	{"\"a b", "bad a b !invalid-character"},
	{"#define a b\nc", "bad c !invalid-character"},
	{"###", "bad !invalid-character"},
	{"a\\\nb", "a bad b !invalid-character"},
	{"$a `b", "bad a bad b !invalid-character !invalid-character"},
	{"\x01", "bad !invalid-character"},
	{"\x7f", "bad !invalid-character"},
	{"a\x00b", "a b !null-character"},
	{"//\x00", "!null-character"},
	{"a\xffb", "a b !invalid-utf8"},
	{"//\xff", "!invalid-utf8"},
	{"a\xc3", "a !invalid-utf8"},
	{"\xed\xa0\x80", "!invalid-utf8"},
	{"\xf4\x90\x80\x80a", "a !invalid-utf8"},
	{"a\xc3\x28b", "a ( b !invalid-utf8"},
	{"\ufeffa", "a !byte-order-mark"},
	{"a\ufeffb", "a bad b !invalid-character"},

	// Template lists.
	{"a<b>", "a ‹ b ›"},
	{"a<b", "a < b"},
	{"a>b", "a > b"},
	{"a < b >", "a ‹ b ›"},
	{"a/**/<b//\n>", "a ‹ b ›"},
	{"a<b<c>>", "a ‹ b ‹ c › ›"},
	{"a<b<c<d>>>", "a ‹ b ‹ c ‹ d › › ›"},
	{"a<b<c>>=d", "a ‹ b ‹ c › › = d"},
	{"a<b>=c", "a ‹ b › = c"},
	{"a<b>==c", "a ‹ b › == c"},
	{"a<b>>c", "a ‹ b › > c"},
	{"a<b>>=c", "a ‹ b › >= c"},
	{"a<b>c", "a ‹ b › c"},
	{"a<b,c>(d)", "a ‹ b , c › ( d )"},
	{"A ( B < C, D > ( E ) )", "A ( B ‹ C , D › ( E ) )"},
	{"array<i32,select(2,3,a>b)>", "array ‹ i32 , select ( 2:abstract-int , 3:abstract-int , a > b ) ›"},
	{"a[b<d]>()", "a [ b < d ] > ( )"},
	{"A<B<<C>", "A ‹ B << C ›"},
	{"A<B<=C>", "A ‹ B <= C ›"},
	{"A<(B>=C)>", "A ‹ ( B >= C ) ›"},
	{"A<(B!=C)>", "A ‹ ( B != C ) ›"},
	{"A<(B==C)>", "A ‹ ( B == C ) ›"},
	{"A<(1<=C)>", "A ‹ ( 1:abstract-int <= C ) ›"},
	{"A<(B)<=C>", "A ‹ ( B ) <= C ›"},
	{"a<b || c>d", "a < b || c > d"},
	{"a<b && c>d", "a < b && c > d"},
	{"a<(b || c)>d", "a ‹ ( b || c ) › d"},
	{"f(a<b || c>d)", "f ( a < b || c > d )"},
	{"x<f(a && b)>", "x ‹ f ( a && b ) ›"},
	{"a<b;c>d", "a < b ; c > d"},
	{"a<b:c>d", "a < b : c > d"},
	{"a<b{c>d", "a < b { c > d"},
	{"a<b}c>d", "a < b } c > d"},
	{"a<b=c>d", "a < b = c > d"},
	{"a<b+=c>d", "a < b += c > d"},
	{"a<b|=c>d", "a < b |= c > d"},
	{"a<b<<=c>d", "a < b <<= c > d"},
	{"a<b(c>d)", "a < b ( c > d )"},
	{"a<(b>c)", "a < ( b > c )"},
	{"a<b)>c", "a < b ) > c"},
	{"(a<b)>c", "( a < b ) > c"},
	{"a<b]>c", "a < b ] > c"},
	{"a[b<c>]", "a [ b ‹ c › ]"},
	{"a<b[c>d]>", "a ‹ b [ c > d ] ›"},
	{"1<2>3", "1:abstract-int < 2:abstract-int > 3:abstract-int"},
	{"a<2>3", "a ‹ 2:abstract-int › 3:abstract-int"},
	{"true<b>c", "'true' < b > c"},
	{"var<storage,read_write>", "'var' ‹ storage , read_write ›"},
	{"_<b>", "_ < b >"},
	{"a()<b>c", "a ( ) < b > c"},
	{"a.b<c>d", "a . b ‹ c › d"},
	{"a<-b>c", "a ‹ - b › c"},
	{"a<1.0f>", "a ‹ 1.0f:f32 ›"},
	{"a<b->c", "a < b -> c"},
	{"a<b--c>d", "a ‹ b -- c › d"},
	{"if a<b {} c>d", "'if' a < b { } c > d"},
	{"a<b<c>d", "a < b ‹ c › d"},
	{"a<b,c", "a < b , c"},
	{"a<>", "a ‹ ›"},
	{"a<=b>c", "a <= b > c"},
	{"a<<b>c", "a << b > c"},
	{"a<b>(c)>>d", "a ‹ b › ( c ) >> d"},
	{"fn f(a:array<i32>)->vec2<f32>{", "'fn' f ( a : array ‹ i32 › ) -> vec2 ‹ f32 › {"},
	{"vec3<f32>(1)<vec3<f32>(2)", "vec3 ‹ f32 › ( 1:abstract-int ) < vec3 ‹ f32 › ( 2:abstract-int )"},
	{"a<b,vec2<c>(d)>e>f", "a ‹ b , vec2 ‹ c › ( d ) › e > f"},
}

func TestLexer(t *testing.T) {
	for _, test := range lexTests {
		if got := tokens(test[0]); got != test[1] {
			t.Errorf("%q\n got %s\nwant %s", test[0], got, test[1])
		}
	}
}

// TestKeywordTable checks that the symbols of keywords agree with their tokens.
func TestKeywordTable(t *testing.T) {
	in := NewInterner([]string{"first", "second"})
	for s := SymAlias; s <= lastKeyword; s++ {
		k := firstKeyword + TokenKind(s-1)
		if in.Name(s) != tokenText[k] || in.Lookup(tokenText[k]) != s {
			t.Errorf("symbol %d is %q, token %s", s, in.Name(s), k)
		}
	}
	if keywordCount != int(lastKeyword) {
		t.Errorf("%d keyword tokens, %d symbols", keywordCount, lastKeyword)
	}
	if in.Lookup("first") != FirstPredeclared || in.Lookup("second") != FirstPredeclared+1 {
		t.Error("predeclared names are not where they should be")
	}
	for k := range tokenKindCount {
		if k.String() == "''" {
			t.Errorf("token kind %d has no text", k)
		}
	}
}

// TestInterner checks that equal names have equal symbols, past growing, and
// that Reset forgets what was not there at first.
func TestInterner(t *testing.T) {
	in := NewInterner([]string{"vec3", "a_long_predeclared_name"})
	var names []string
	for i := range 5000 {
		name := strings.Repeat("n", i%40) + "_" + string(rune('a'+i%26)) + strings.Repeat("x", i/200)
		names = append(names, name)
	}
	for round := range 3 {
		first := Symbol(in.Len())
		if first != FirstPredeclared+2 {
			t.Fatalf("round %d: %d symbols", round, in.Len())
		}
		symbols := map[string]Symbol{}
		for _, n := range names {
			if in.Lookup(n) != symbols[n] {
				t.Fatalf("%q found too early", n)
			}
			s := in.Intern(n)
			if old, ok := symbols[n]; ok && old != s || s < first || in.Name(s) != n {
				t.Fatalf("%q has symbol %d, had %d", n, s, old)
			}
			symbols[n] = s
		}
		if int(first)+len(symbols) != in.Len() {
			t.Fatalf("%d names, %d symbols", len(symbols), in.Len()-int(first))
		}
		in.Reset()
		for _, n := range names {
			if in.Lookup(n) != NoSymbol {
				t.Fatalf("%q survived Reset", n)
			}
		}
		if in.Lookup("a_long_predeclared_name") != FirstPredeclared+1 || in.Lookup("while") != SymWhile {
			t.Fatal("Reset forgot a seeded name")
		}
	}
}

// TestIdentifierTables checks how many characters are in XID_Start and
// XID_Continue. The numbers were found by comparing both sets with another
// implementation's, character by character.
func TestIdentifierTables(t *testing.T) {
	starts, continues := 0, 0
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		start, cont := isIdentStart(r), isIdentContinue(r)
		if start && !cont {
			t.Errorf("%U starts but does not continue identifiers", r)
		}
		if (start || cont) && isWideBlank(r) {
			t.Errorf("%U is blank and in identifiers", r)
		}
		if start {
			starts++
		}
		if cont {
			continues++
		}
	}
	if unicode.Version == "15.0.0" && (starts != 136270 || continues != 139400) {
		t.Errorf("%d characters start and %d continue identifiers, want 136270 and 139400", starts, continues)
	}
}
