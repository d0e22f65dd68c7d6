package format

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/harness"
)

var update = flag.Bool("update", false, "rewrite what is expected in testdata")

// checkFormat formats a source that has no syntax errors and checks what holds
// of every one: the tokens are those of the source but for optional commas and
// semicolons, the comments are those of the source but for blankspace, and
// formatting again changes nothing.
func checkFormat(t testing.TB, f *Formatter, src string) string {
	t.Helper()
	got, err := f.Source("a", src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	out := string(got)
	wantTokens, wantComments := content(t, src)
	gotTokens, gotComments := content(t, out)
	if gotTokens != wantTokens {
		t.Fatalf("the tokens are\n%s\nwant\n%s\nsource\n%s\nformatted\n%s", gotTokens, wantTokens, src, out)
	}
	if gotComments != wantComments {
		t.Fatalf("the comments are\n%s\nwant\n%s", gotComments, wantComments)
	}
	again, err := f.Source("a", out)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != out {
		t.Fatalf("formatting is not idempotent; source\n%s\nonce\n%s\ntwice\n%s", src, out, again)
	}
	return out
}

// content is the tokens of a source, less the commas before closing brackets
// and the semicolons that end nothing, and the comments, less blankspace.
func content(t testing.TB, src string) (tokens, comments string) {
	t.Helper()
	var list diag.List
	tree := syntax.Parse(src, 1, syntax.Options{Lossless: true}, &list)
	if list.HasErrors() {
		t.Fatalf("the output has syntax errors: %s\n%s", list.Sorted()[0].Message, src)
	}
	var b strings.Builder
	before := syntax.TokSemicolon
	for i := range tree.TokenCount() {
		tok := tree.Token(i)
		switch tok.Kind {
		case syntax.TokComma:
			switch tree.Token(i + 1).Kind {
			case syntax.TokRParen, syntax.TokTemplateEnd, syntax.TokRBrace:
				continue
			}
		case syntax.TokSemicolon:
			if before == syntax.TokSemicolon || before == syntax.TokLBrace || before == syntax.TokRBrace {
				if !inHeader(tree, i) {
					continue
				}
			}
		}
		before = tok.Kind
		b.WriteString(tok.Kind.String() + src[tok.Start:tok.End] + "\n")
	}
	var c strings.Builder
	for _, comment := range tree.Comments() {
		c.WriteString(strings.Join(strings.Fields(tree.CommentText(comment)), " ") + "\n")
	}
	return b.String(), c.String()
}

// inHeader reports whether a semicolon is one of a for header.
func inHeader(tree *syntax.Tree, i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch tree.Token(i).Kind {
		case syntax.TokLBrace, syntax.TokRBrace:
			return false
		case syntax.TokRParen:
			depth++
		case syntax.TokLParen:
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// TestStyle compares small sources: the formatted one is below ---.
func TestStyle(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	var f Formatter
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src, want, ok := strings.Cut(string(data), "\n-----\n")
		if !ok {
			t.Fatalf("%s has no -----", file)
		}
		if *update {
			want = checkFormat(t, &f, src)
			if err := os.WriteFile(file, []byte(src+"\n-----\n"+want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := checkFormat(t, &f, src); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestOwnShaders: what this project ships is formatted.
func TestOwnShaders(t *testing.T) {
	files, _ := filepath.Glob("../../../../testdata/shaders/*.wgsl")
	if len(files) == 0 {
		t.Fatal("no shaders")
	}
	var f Formatter
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := checkFormat(t, &f, string(data)); got != string(data) {
			t.Errorf("%s is not formatted; refract fmt -w would write\n%s", file, got)
		}
	}
}

// corpus calls f with each shader of the corpus that has no syntax errors.
func corpus(t testing.TB, f func(name, src string)) {
	dir := os.Getenv("REFRACT_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "corpus")
	}
	file, err := os.Open(filepath.Join(dir, "wgsl.jsonl.gz"))
	if err != nil {
		t.Skip("no corpus: ", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var row struct {
			Name, Source string
			Core         bool
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		var list diag.List
		if syntax.Parse(row.Source, 1, syntax.Options{}, &list); row.Core && !list.HasErrors() {
			f(row.Name, row.Source)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestCorpus formats every shader as it is, and with comments and line breaks
// put in and out at random.
func TestCorpus(t *testing.T) {
	var f Formatter
	n := 0
	random := rand.New(rand.NewPCG(1, 2))
	corpus(t, func(name, src string) {
		n++
		t.Run(name, func(t *testing.T) {
			checkFormat(t, &f, src)
			if len(src) < 20_000 {
				checkFormat(t, &f, mutate(src, random))
			}
		})
	})
	t.Logf("%d shaders", n)
}

// mutate changes the blankspace of a source without syntax errors and puts
// comments between its tokens.
func mutate(src string, random *rand.Rand) string {
	var list diag.List
	tree := syntax.Parse(src, 1, syntax.Options{Lossless: true}, &list)
	gaps := []string{" ", "\n", "\n\n", "\n\n\n", "\t", "\r\n", " // c \n", "\n// own\n", "/* b */", " /* b */ ", "\n/* b */", "/* b */\n",
		"\n  /* two\n     * lines\n */\n", "/**/", "// c\n// d\n", "\n\n/* x */ /* y */\n\n// z\n\n"}
	share := random.IntN(20) + 1
	var b strings.Builder
	end := uint32(0)
	for i := range tree.TokenCount() {
		tok := tree.Token(i)
		if random.IntN(share) == 0 {
			b.WriteString("\n" + gaps[random.IntN(len(gaps))])
		} else if random.IntN(share) == 0 {
			b.WriteString(" " + gaps[random.IntN(len(gaps))] + gaps[random.IntN(len(gaps))])
		} else {
			b.WriteString(src[end:tok.Start])
		}
		b.WriteString(src[tok.Start:tok.End])
		end = tok.End
	}
	return b.String()
}

// TestStress formats what people don't write, in time linear in its size.
func TestStress(t *testing.T) {
	var f Formatter
	for name, src := range map[string]string{
		"comments":    strings.Repeat("/**/", 1<<18),
		"multi-line":  strings.Repeat("/*\r*/", 1<<18),
		"lines":       strings.Repeat("//\n", 1<<18),
		"semicolons":  strings.Repeat(";", 1<<20),
		"blank lines": "const a = 1;" + strings.Repeat("\n", 1<<20) + "const b = 2;",
		"parentheses": "const a = " + strings.Repeat("(/**/", 100) + "1" + strings.Repeat(")", 100) + ";",
		"lists":       "const a = array(" + strings.Repeat("array(1, /**/\n 2),\n", 1<<16) + ");",
		"trailing":    strings.Repeat("const a = 1; //\n", 1<<16),
		"parameters":  "fn f(" + strings.Repeat("a: i32, ", 200) + ") {}",
		"long line":   "const a = 1" + strings.Repeat(" + 1 /* b */", 1<<16) + ";",
		"dropped":     strings.Repeat("/**/;", 1<<18),
	} {
		took := harness.CPUTime(func() {
			if _, err := f.Source("a", src); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		if took > 2*time.Second {
			t.Errorf("%s takes %v for %d bytes", name, took, len(src))
		}
	}
}

// FuzzFormat checks any source without syntax errors.
func FuzzFormat(f *testing.F) {
	files, _ := filepath.Glob("../../../../testdata/shaders/*.wgsl")
	styles, _ := filepath.Glob("testdata/*.txt")
	for _, file := range append(files, styles...) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		src, _, _ := strings.Cut(string(data), "\n-----\n")
		f.Add(src, uint64(1))
		for i, part := range strings.Split(src, "\n\n") {
			f.Add(part, uint64(i))
		}
	}
	var formatter Formatter
	f.Fuzz(func(t *testing.T, src string, seed uint64) {
		var list diag.List
		if syntax.Parse(src, 1, syntax.Options{}, &list); list.HasErrors() {
			if _, err := formatter.Source("a", src); err == nil {
				t.Fatal("a source with syntax errors is formatted")
			}
			return
		}
		checkFormat(t, &formatter, src)
		checkFormat(t, &formatter, mutate(src, rand.New(rand.NewPCG(seed, 0))))
	})
}

func BenchmarkFormat(b *testing.B) {
	data, err := os.ReadFile("../../../../testdata/shaders/terrain.wgsl")
	if err != nil {
		b.Fatal(err)
	}
	var f Formatter
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Source("a", string(data)); err != nil {
			b.Fatal(err)
		}
	}
}
