package syntax

import (
	"math"
	"strings"
	"testing"
	"unsafe"

	"refract/diag"
)

// This file tests what trees offer: spans, values, comments and tokens.

// checkTree checks what holds of every tree: parts lie inside of wholes and
// the operands of an expression right before it.
func checkTree(t testing.TB, tree *Tree) {
	t.Helper()
	for n := Node(1); int(n) < tree.Len(); n++ {
		s := tree.Span(n)
		if s.End < s.Start || s.Start < tree.Base() || int(s.End-tree.Base()) > len(tree.Source()) {
			t.Fatalf("node %d (%s) spans %v", n, tree.Kind(n), s)
		}
		p := tree.Primary(n)
		if p.Start < s.Start || p.End > s.End {
			t.Fatalf("node %d (%s) spans %v, its primary token %v", n, tree.Kind(n), s, p)
		}
		if tree.Kind(n).IsExpr() {
			if f := tree.First(n); f > n || f == None {
				t.Fatalf("first node of %d is %d", n, f)
			}
		}
	}
	dump(tree)
}

// checkCover checks that tokens and comments follow one another with nothing
// but blankspace between them; in a broken source there may be characters that
// are no text.
func checkCover(t testing.TB, tree *Tree, broken bool) {
	t.Helper()
	at := uint32(0)
	comments := tree.Comments()
	gap := func(to uint32) {
		for len(comments) > 0 && comments[0].Start < to {
			c := comments[0]
			if c.Start < at || !broken && !isBlank(tree.Source()[at:c.Start]) {
				t.Fatalf("%q is neither token nor comment", tree.Source()[at:c.Start])
			}
			at = c.End
			comments = comments[1:]
		}
		if to < at || !broken && !isBlank(tree.Source()[at:to]) {
			t.Fatalf("%q is neither token nor comment", tree.Source()[at:to])
		}
	}
	for i := range tree.TokenCount() {
		tok := tree.Token(i)
		gap(tok.Start)
		at = tok.End
	}
	if last := tree.Token(tree.TokenCount() - 1); last.Kind != TokEOF || int(last.End) != len(tree.Source()) {
		t.Fatalf("the last token is %v", last)
	}
}

func TestLossless(t *testing.T) {
	src := "// head\n/// doc of a\n/** more */\nconst a = 1; // tail\n//// no doc\n/***/fn f(/* in */) { ;; } /// last"
	var diags diag.List
	tree := Parse(src, 10, Options{Lossless: true}, &diags)
	if diags.HasErrors() {
		t.Fatal(messages(&diags))
	}
	checkCover(t, tree, false)
	if got, want := dump(tree), "(const a (= 1))\n(fn f { empty empty})"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var docs []string
	for _, n := range tree.Items() {
		for _, c := range tree.Doc(n) {
			docs = append(docs, tree.CommentText(c))
		}
		docs = append(docs, tree.Kind(n).String())
	}
	if got, want := strings.Join(docs, "|"), "/// doc of a|/** more */|const|fn"; got != want {
		t.Errorf("docs are %s, want %s", got, want)
	}
	if n := len(tree.Comments()); n != 8 {
		t.Errorf("%d comments", n)
	}
	if s := tree.CommentSpan(tree.Comments()[0]); s.Start != 10 || s.End != 17 {
		t.Errorf("the first comment spans %v", s)
	}
	if tree = Parse(src, 10, Options{}, &diags); len(tree.Comments()) != 0 || tree.TokenCount() != 0 {
		t.Error("comments or tokens are kept without being asked for")
	}
}

// TestSpans checks the extent and the primary token of each kind of node.
func TestSpans(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		src  string
		span string
		main string
	}{
		{KindBinary, "const x = a /* + */ + b;", "a /* + */ + b", "+"},
		{KindBinary, "const x = (a) << b.c;", "(a) << b.c", "<<"},
		{KindUnary, "const x = - a;", "- a", "-"},
		{KindCall, "const x = vec2<f32>(1, 2);", "vec2<f32>(1, 2)", "vec2"},
		{KindMember, "const x = a . b;", "a . b", "b"},
		{KindIndex, "const x = a[ 1 ];", "a[ 1 ]", "1"},
		{KindParen, "const x = ( a );", "( a )", "( a )"},
		{KindConst, "const x = 1 ;", "const x = 1 ;", "x"},
		{KindVar, "@a var<private> x: i32;", "@a var<private> x: i32;", "x"},
		{KindFunction, "@a fn f() { }", "@a fn f() { }", "f"},
		{KindStruct, "struct s { a: i32 };", "struct s { a: i32 }", "s"},
		{KindField, "struct s { @a a: i32 , }", "@a a: i32", "a"},
		{KindParam, "fn f(@a b : i32 , ) { }", "@a b : i32", "b"},
		{KindAlias, "alias a = b ;", "alias a = b ;", "a"},
		{KindAttribute, "@ size ( 4 ) var x: i32;", "@ size ( 4 )", "@ size"},
		{KindEnable, " enable a , b ;", "enable a , b ;", "enable a , b ;"},
		{KindAssign, "fn f() { a.b += c ; }", "a.b += c ;", "+="},
		{KindAssign, "fn f() { a /**/ = c; }", "a /**/ = c;", "="},
		{KindIncrement, "fn f() { a ++ ; }", "a ++ ;", "++"},
		{KindCallStmt, "fn f() { g(1) ; }", "g(1) ;", "g"},
		{KindIf, "fn f() { @a /**/ if b { } else { } }", "@a /**/ if b { } else { }", "if"},
		{KindIfClause, "fn f() { if b { } else { } }", "if b { }", "if b { }"},
		{KindSwitch, "fn f() { @a switch b { default { } } }", "@a switch b { default { } }", "switch"},
		{KindCase, "fn f() { switch b { case 1, 2: { } } }", "case 1, 2: { }", "case 1, 2: { }"},
		{KindLoop, "fn f() { @a @b loop { } }", "@a @b loop { }", "loop"},
		{KindContinuing, "fn f() { loop { continuing { } } }", "continuing { }", "continuing"},
		{KindBreakIf, "fn f() { loop { continuing { break if a ; } } }", "break if a ;", "break if a ;"},
		{KindFor, "fn f() { for (;;) { } }", "for (;;) { }", "for"},
		{KindWhile, "fn f() { while a { } }", "while a { }", "while"},
		{KindReturn, "fn f() { return a ; }", "return a ;", "return"},
		{KindReturn, "fn f() { return ; }", "return ;", "return"},
		{KindDiscard, "fn f() { discard ; }", "discard ;", "discard"},
		{KindBreak, "fn f() { break ; }", "break ;", "break"},
		{KindConstAssert, "const_assert a ;", "const_assert a ;", "const_assert"},
		{KindLet, "fn f() { let a : i32 = b ; }", "let a : i32 = b ;", "a"},
	} {
		const base = 100
		var diags diag.List
		tree := Parse(test.src, base, Options{}, &diags)
		if diags.HasErrors() {
			t.Errorf("%s: %s", test.src, messages(&diags))
		}
		checkTree(t, tree)
		found := false
		for n := Node(1); int(n) < tree.Len(); n++ {
			if tree.Kind(n) != test.kind {
				continue
			}
			found = true
			s, p := tree.Span(n), tree.Primary(n)
			if got := test.src[s.Start-base : s.End-base]; got != test.span || got != tree.Text(n) {
				t.Errorf("%s: %s spans %q, want %q", test.src, test.kind, got, test.span)
			}
			if got := test.src[p.Start-base : p.End-base]; got != test.main {
				t.Errorf("%s: primary token of %s is %q, want %q", test.src, test.kind, got, test.main)
			}
		}
		if !found {
			t.Errorf("%s: no %s", test.src, test.kind)
		}
	}
	var none *Tree = &Tree{}
	if !none.Span(None).IsZero() || !none.Primary(None).IsZero() {
		t.Error("None has a span")
	}
}

func TestLiteralValues(t *testing.T) {
	for _, test := range []struct {
		src string
		v   uint64
		ok  bool
	}{
		{"0", 0, true}, {"42u", 42, true}, {"0xFFi", 255, true}, {"0x7fli", 127, true}, {"18446744073709551615", 1<<64 - 1, true},
		{"18446744073709551616", 0, false}, {"99999999999999999999999", 0, false}, {"0xffffffffffffffff", 1<<64 - 1, true}, {"0x10000000000000000", 0, false},
	} {
		tree := parseExpr(t, test.src)
		if v, ok := tree.Int(1); v != test.v || ok != test.ok {
			t.Errorf("%s is %d, %v", test.src, v, ok)
		}
	}
	for _, test := range []struct {
		src  string
		bits int
		v    float64
		ok   bool
	}{
		{"1.5", 64, 1.5, true}, {"1.f", 32, 1, true}, {".5h", 64, 0.5, true}, {"1e3", 64, 1000, true}, {"0x1p-3h", 64, 0.125, true},
		{"0x.8", 64, 0.5, true}, {"0x1.", 64, 1, true}, {"0xa.fp+2", 64, 43.75, true}, {"0X1P+4f", 32, 16, true}, {"1lf", 64, 1, true}, {"00012.", 64, 12, true},
		{"0.1f", 32, float64(float32(0.1)), true}, {"1e39f", 32, math.Inf(1), false}, {"1e400", 64, math.Inf(1), false}, {"0x1p-1074", 64, 5e-324, true},
	} {
		tree := parseExpr(t, test.src)
		if v, ok := tree.Float(1, test.bits); v != test.v || ok != test.ok {
			t.Errorf("%s is %g, %v", test.src, v, ok)
		}
	}
}

// parseExpr parses an expression; its first node is number 1.
func parseExpr(t *testing.T, src string) *Tree {
	t.Helper()
	var diags diag.List
	tree := Parse("const_assert "+src+";", 1, Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(src, messages(&diags))
	}
	return tree
}

// TestViews checks that a view of the wrong kind panics with the kinds' names,
// and that every kind and operator has a name.
func TestViews(t *testing.T) {
	tree := parseExpr(t, "a + 1")
	for _, f := range []func(){
		func() { tree.Call(1) },
		func() { tree.Variable(1) },
		func() { tree.Field(1) },
		func() { tree.Step(1) },
		func() { tree.Extensions(1) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(r.(string), "ident") {
					t.Errorf("recovered %v", r)
				}
			}()
			f()
		}()
	}
	for k := range kindCount {
		if k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
	for o := OpNone + 1; o < opCount; o++ {
		if o.String() == "" {
			t.Errorf("operator %d has no text", o)
		}
	}
	for k := range literalKindCount {
		if k.String() == "" {
			t.Errorf("literal kind %d has no name", k)
		}
	}
	if size := unsafe.Sizeof(node{}); size != 20 {
		t.Errorf("a node has %d bytes", size)
	}
	if size := unsafe.Sizeof(token{}); size != 16 {
		t.Errorf("a token has %d bytes", size)
	}
}

// TestAllocations checks that a warm Parser allocates nothing.
func TestAllocations(t *testing.T) {
	src := strings.Repeat("@compute fn f(a: vec2<f32>) -> f32 { if a.x < 1 { return g(a.y) + 2; } for (var i = 0; i < 3; i++) { b[i] = a; } return 1.0; }\n", 100)
	p := NewParser(nil)
	var diags diag.List
	p.Parse(src, 1, Options{}, &diags)
	if n := testing.AllocsPerRun(10, func() { p.Parse(src, 1, Options{}, &diags) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTooLarge(t *testing.T) {
	var diags diag.List
	tree := Parse("const a = 1;", math.MaxUint32-3, Options{}, &diags)
	if len(tree.Items()) != 0 || diags.ErrorCount() != 1 || diags.Sorted()[0].Code != CodeSourceTooLarge {
		t.Error(messages(&diags))
	}
}
