// Package prose has a test that counts habits that make comments and documents hard to
// read. It has no other code.
package prose

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract/internal/harness"
)

var list = flag.String("list", "", "print the sentences with a habit in this `folder`, from the module's root")

// habits are patterns of sentences, and how many sentences may match, in per cent: the
// figures of golang.org/x/tools, or less.
var habits = []struct {
	name    string
	pattern *regexp.Regexp
	most    float64
}{
	{"what", regexp.MustCompile(`\b[Ww]hat\b`), 0.5},                                                                      // a clause in the place of a noun
	{"those", regexp.MustCompile(`\b([Tt]hose|of which|in which|[Ss]uch an?|[Ww]hoever|likewise|thereof|theirs)\b`), 1.2}, // a word in the place of a noun
	{"where", regexp.MustCompile(`\b[Ww]here\b`), 1.2},                                                                    // a condition is if or when
	{"say", regexp.MustCompile(`\b([Tt]ells?|told|[Aa]sk(s|ed)? for|[Ss]ays?|said)\b`), 0.3},                              // programs report, return, record, declare
	{"fronted", regexp.MustCompile(`^(Of|What|Where|Those|With|Who)\b`), 0.4},                                             // a sentence begins with its subject
}

// TestProse counts the sentences of comments and documents that have each habit.
func TestProse(t *testing.T) {
	root := harness.Root(t)
	counts, sentences := make([]int, len(habits)), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if name == "testdata" || name == "node_modules" || path != root && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		isGo := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_gen.go") && !strings.HasSuffix(name, "_test.go")
		if !isGo && !strings.HasSuffix(name, ".md") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		short, _ := filepath.Rel(root, path)
		shown := *list != "" && (*list == "." || strings.HasPrefix(short, filepath.Clean(*list)+string(filepath.Separator)))
		paragraphs(string(text), isGo, func(line int, text string) {
			for _, s := range split(text) {
				sentences++
				for i, h := range habits {
					if h.pattern.MatchString(s) {
						counts[i]++
						if shown {
							t.Logf("%s:%d: %s: %s", short, line, h.name, s)
						}
					}
				}
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range habits {
		if share := 100 * float64(counts[i]) / float64(sentences); share > h.most {
			t.Errorf("%s: %d of %d sentences, %.1f%%; the most is %.1f%% (see Plain words in CONTRIBUTING.md)", h.name, counts[i], sentences, share, h.most)
		}
	}
}

var lineComment = regexp.MustCompile(`^\s*//(?: |$)(.*)`)

// paragraphs calls do with each run of comment lines of a Go file, or each paragraph of a
// Markdown file without code, tables and headings.
func paragraphs(text string, isGo bool, do func(line int, text string)) {
	var run []string
	start, fenced, n := 0, false, 0
	flush := func() {
		if len(run) > 0 {
			do(start, strings.Join(run, " "))
			run = nil
		}
	}
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		part, ok := line, false
		if isGo {
			if m := lineComment.FindStringSubmatch(line); m != nil {
				part, ok = m[1], true
			}
		} else {
			code := strings.HasPrefix(line, "```")
			fenced = fenced != code
			ok = !fenced && !code && strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "    ") && line[0] != '|' && line[0] != '#'
		}
		if !ok {
			flush()
			continue
		}
		if run == nil {
			start = n
		}
		run = append(run, part)
	}
	flush()
}

var sentenceEnd = regexp.MustCompile(`[.:;] +`)

// split returns the sentences of at least five words.
func split(text string) (list []string) {
	from := 0
	add := func(s string) {
		if len(strings.Fields(s)) >= 5 {
			list = append(list, s)
		}
	}
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		add(text[from : at[0]+1])
		from = at[1]
	}
	add(text[from:])
	return list
}
