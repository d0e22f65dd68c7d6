package refract_test

// The page about security: each of its promises is held by tests that exist.

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// promises are the sentences of SECURITY.md, by how they begin, with the tests that hold
// them: a function of a package, or a script of the command. Sentences that promise nothing
// have none.
var promises = []struct {
	sentence string
	tests    string
}{
	{"Shaders come from anywhere", "-"},
	{"This page lists the permitted", "-"},
	{"Get a result, or errors", "conformance/endtoend:FuzzTranslate front/wgsl:TestErrors"},
	{"Take processor time and memory", "conformance/endtoend:TestAttacks conformance/endtoend:TestScaling"},
	{"A *budget* bounds the rest", ".:TestBudget"},
	{"An input that exceeds the budget", ".:TestBudget"},
	{"The defaults suit shaders", ".:TestBudget"},
	{"Nest: expressions to", "front/wgsl:TestLimits"},
	{"More is an error", "front/wgsl:TestLimits conformance/endtoend:TestAttacks"},
	{"Make the library panic", "conformance/endtoend:TestAttacks conformance/endtoend:FuzzTranslate"},
	{"Should there be a fault", ".:TestFaults cmd/refract:TestFaultBundle"},
	{"Other inputs and other targets", ".:TestFaults"},
	{"Make the output do more", "conformance:TestHostile"},
	{"Options turn these checks off", ".:TestOptions"},
	{"Read or write files, except", "confined.txtar"},
	{"Shaders are run by", "render.txtar run.txtar"},
	{"Programs are started by", "draw.txtar remote.txtar"},
	{"Includes, the URIs of meshes", "confined.txtar internal/confine:TestRead internal/confine:TestStandard internal/confine:TestPipe internal/front/glsl/pp:TestDirsAreConfined"},
	{"`-I FOLDER`, or `include`", "confined.txtar"},
	{"A module that WESL imports", "confined.txtar wesl.txtar"},
	{"A link that leads out", "confined.txtar internal/confine:TestRead"},
	{"A file outside of them", "internal/front/glsl/pp:TestDirsAreConfined"},
	{"Devices and pipes are refused", "internal/confine:TestPipe"},
	{"Remote workers get the files", "remote.txtar"},
	{"An output is complete or absent", "files.txtar"},
	{"The input isn't written over", "force.txtar"},
	{"From folders only regular files", "files.txtar"},
	{"An entry of a `--cache` folder", "cmd/refract:TestForgedCache remote.txtar"},
	{"Everyone who may write to a cache", "-"},
	{"A build that is killed", "cmd/refract:TestSweep"},
	{"The next one removes the files", "cmd/refract:TestSweep"},
	{"`refract run` takes at most", "run.txtar"},
	{"A job that sets no limit", "run.txtar"},
	{"`TestAttacks` measures time", "conformance/endtoend:TestAttacks"},
	{"Report a fault that reaches", "-"},
}

// TestSecurityPage compares the page with the list, and looks the tests up.
func TestSecurityPage(t *testing.T) {
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var sentences []string
	for block := range strings.SplitSeq(strings.ReplaceAll(string(text), "\n- ", "\n\n"), "\n\n") {
		if strings.HasPrefix(block, "#") {
			_, block, _ = strings.Cut(block, "\n") // below a heading
		}
		block = strings.Join(strings.Fields(block), " ")
		for s := range strings.SplitSeq(strings.TrimSuffix(block, "."), ". ") {
			if s != "" {
				sentences = append(sentences, s)
			}
		}
	}
	for i, s := range sentences {
		if i >= len(promises) || !strings.HasPrefix(s, promises[i].sentence) {
			t.Fatalf("the list of promises lacks %q, or has it elsewhere", s)
		}
	}
	if len(promises) > len(sentences) {
		t.Errorf("SECURITY.md lacks %q", promises[len(sentences)].sentence)
	}
	for _, p := range promises {
		for test := range strings.FieldsSeq(p.tests) {
			if dir, name, isFunction := strings.Cut(test, ":"); isFunction {
				if !hasFunction(t, dir, name) {
					t.Errorf("%q: there is no test %s", p.sentence, test)
				}
			} else if _, err := os.Stat(path.Join("cmd/refract/testdata/script", test)); err != nil && test != "-" {
				t.Errorf("%q: %v", p.sentence, err)
			}
		}
	}
}

// hasFunction reports whether a test file of a package has a function.
func hasFunction(t *testing.T, dir, name string) bool {
	files, err := filepath.Glob(path.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
