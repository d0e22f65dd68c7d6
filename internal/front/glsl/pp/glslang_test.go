package pp

import (
	gocontext "context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
)

// This file compares with what glslangValidator -E makes of sources, where it
// is installed.

// byGlslang preprocesses with glslang: the tokens of what it prints, and
// whether it took the source.
func byGlslang(t testing.TB, p *Preprocessor, ext, src string, args ...string) (tokens string, ok bool) {
	t.Helper()
	tool, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "a."+ext)
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, append(args, "-E", file)...).Output()
	if err != nil || strings.Contains(string(out), "ERROR:") {
		return string(out), false
	}
	var text strings.Builder
	for _, line := range strings.Split(string(out), "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			text.WriteString(line)
		}
		text.WriteByte('\n')
	}
	tokens, _ = runWith(p, text.String(), Options{Version: 460, Profile: ProfileCore})
	return tokens, true
}

type shaderRow struct {
	Name, Stage, Source string
	Vulkan, OpenGL      bool
}

// TestCorpusLikeGlslang compares the tokens of the corpus.
func TestCorpusLikeGlslang(t *testing.T) {
	if testing.Short() {
		t.Skip("starts glslang for each row")
	}
	p := New(nil)
	compared, i := 0, 0
	every := 40
	if os.Getenv("REFRACT_FULL") != "" {
		every = 1
	}
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		if i++; !row.Vulkan && !row.OpenGL || i%every != 0 {
			return
		}
		ext := map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}[row.Stage]
		want, ok := byGlslang(t, p, ext, row.Source)
		if !ok || strings.Contains(row.Name, "debugPrintf") { // which it prints without the quotes of strings
			return
		}
		got, messages := runWith(p, row.Source, Options{})
		compared++
		if got != want {
			t.Errorf("%s %s", row.Name, difference(got, want))
			if messages != "" {
				t.Log(messages)
			}
		}
	})
	t.Logf("%d rows compared", compared)
}

// difference shows the tokens around the first that differs.
func difference(got, want string) string {
	a, b := strings.Fields(got), strings.Fields(want)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	show := func(s []string) string { return strings.Join(s[max(0, i-5):min(len(s), i+8)], " ") }
	return fmt.Sprintf("differs at token %d\n got %s\nwant %s", i, show(a), show(b))
}

// torture makes a source of macros.
func torture(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("#version 450\n")
	names := []string{"A", "B", "C", "D", "F", "G", "H"}
	params := map[string]int{}
	token := func(args []string) string {
		switch n := r.IntN(12); {
		case n < 3 && len(args) > 0:
			return args[r.IntN(len(args))]
		case n < 6:
			return names[r.IntN(len(names))]
		case n < 7:
			return "("
		case n < 8:
			return ")"
		case n < 9:
			return "+"
		case n < 10:
			return ","
		default:
			return fmt.Sprint(r.IntN(20))
		}
	}
	use := func(name string, depth int, args []string) string { return "" }
	use = func(name string, depth int, args []string) string {
		n := params[name]
		if n < 0 || r.IntN(8) == 0 {
			return name
		}
		var list []string
		for range n {
			var parts []string
			for range 1 + r.IntN(2) {
				if depth > 0 && r.IntN(2) == 0 {
					parts = append(parts, use(names[r.IntN(len(names))], depth-1, args))
				} else if len(args) > 0 && r.IntN(2) == 0 {
					parts = append(parts, args[r.IntN(len(args))])
				} else {
					parts = append(parts, fmt.Sprint(r.IntN(20)))
				}
			}
			list = append(list, strings.Join(parts, " "))
		}
		return name + "(" + strings.Join(list, ", ") + ")"
	}
	for _, name := range names {
		params[name] = r.IntN(4) - 1
	}
	for _, name := range names {
		if r.IntN(6) == 0 {
			continue
		}
		n := params[name]
		args := []string{"x", "y", "z"}[:max(0, n)]
		b.WriteString("#define " + name)
		if n >= 0 {
			b.WriteString("(" + strings.Join(args, ",") + ")")
		}
		for k := range 1 + r.IntN(5) {
			b.WriteByte(' ')
			switch {
			case r.IntN(2) == 0:
				b.WriteString(use(names[r.IntN(len(names))], 1, args))
			case k > 0 && r.IntN(12) == 0:
				b.WriteString("## " + []string{"A", "q", "3"}[r.IntN(3)])
			default:
				t := token(args)
				if t == "(" || t == ")" || t == "," {
					t = "*"
				}
				b.WriteString(t)
			}
		}
		b.WriteByte('\n')
	}
	for range 6 {
		switch r.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "#if %s\n", []string{"defined A && defined(F)", "1 - 1 || 2 > 1", "!defined Q", "(3 ^ 1) == 2", "defined(B) == 0"}[r.IntN(5)])
			b.WriteString(use(names[r.IntN(len(names))], 2, nil) + "\n#else\n" + use(names[r.IntN(len(names))], 1, nil) + "\n#endif\n")
		case 1:
			name := names[r.IntN(len(names))]
			fmt.Fprintf(&b, "#undef %s\n", name)
		default:
			b.WriteString(use(names[r.IntN(len(names))], 2, nil) + " ; " + use(names[r.IntN(len(names))], 2, nil) + "\n")
		}
	}
	return b.String()
}

// TestTortureLikeC compares made-up macros with what the preprocessor of a C
// compiler makes of them, since "#define and #undef are as in C++".
func TestTortureLikeC(t *testing.T) {
	tool, err := exec.LookPath("cpp")
	if err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("starts cpp for each source")
	}
	r := rand.New(rand.NewPCG(1, 2))
	p := New(nil)
	count := 25
	if os.Getenv("REFRACT_FULL") != "" {
		count = 5000
	}
	both, one := 0, 0
	for range count {
		src := torture(r)
		ctx, cancel := gocontext.WithTimeout(t.Context(), time.Second)
		cmd := exec.CommandContext(ctx, tool, "-P", "-")
		cmd.Stdin = strings.NewReader(strings.TrimPrefix(src, "#version 450\n"))
		var problems strings.Builder
		cmd.Stderr = &problems
		out, _ := cmd.Output()
		if cancel(); ctx.Err() == gocontext.DeadlineExceeded || len(out) > 1<<20 {
			continue // a bomb
		}
		want, _ := runWith(p, string(out), Options{})
		got, messages := runWith(p, src, Options{})
		if failed := strings.Contains(messages, "invalid-paste") || strings.Contains(messages, "macro-arg"); failed || problems.Len() > 0 {
			if failed != (problems.Len() > 0) {
				t.Errorf("%s\nthe C preprocessor says %q, we %q", src, problems.String(), messages)
				one++
			}
			continue
		}
		both++
		if got != want {
			t.Errorf("%s\n%s", src, difference(got, want))
		}
	}
	t.Logf("%d compared, %d taken by one only", both, one)
}
