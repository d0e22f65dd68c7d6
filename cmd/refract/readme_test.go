package main

// The console sessions of the README, of docs/commands.md and of the tutorials are run, and
// their output is compared.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// session is a console session of a Markdown file.
var session = regexp.MustCompile("(?s)\n```console\n(.*?)```\n")

// TestREADME runs the console sessions of the README and of docs/commands.md, each in a folder
// with the repository's testdata.
func TestREADME(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"../../README.md", "../../docs/commands.md"} {
		t.Run(filepath.Base(file), func(t *testing.T) { runSessions(t, file, map[string]string{"testdata": testdata}) })
	}
}

// TestREADMELines runs the commands of the README that are indented, without a session.
func TestREADMELines(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(testdata, "testdata"); err != nil {
		t.Skip("no symbolic links:", err)
	}
	lines := regexp.MustCompile(`(?m)^    (?:go run ./cmd/)?refract ([^#\n]*)`).FindAllStringSubmatch(string(text), -1)
	if len(lines) != 2 {
		t.Errorf("the README has %d commands", len(lines))
	}
	for _, line := range lines {
		args := strings.Fields(line[1])
		var said bytes.Buffer
		if status := run(args, streams{strings.NewReader(""), &said, &said}); status != exitDone || said.Len() > 0 {
			t.Errorf("refract %s: status %d\n%s", line[1], status, said.String())
		}
		for i, a := range args {
			if a == "-o" && !exists(args[i+1]) {
				t.Errorf("refract %s: %s is missing", line[1], args[i+1])
			}
		}
	}
}

// TestTutorials runs the console sessions of the tutorials, each in an empty folder.
func TestTutorials(t *testing.T) {
	files, err := filepath.Glob("../../docs/tutorial-*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no tutorials: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { runSessions(t, file, nil) })
	}
}

// runSessions runs the console sessions of a Markdown file in a new folder, in which
// links have the names that links says, and compares what follows each command:
// refract, go (in whose arguments ../refract is this module; variables of the environment may be ahead),
// ls, "echo $?". "cat FILE"
// shows a file that it makes, or one that a command has made.
func runSessions(t *testing.T, file string, links map[string]string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, to := range links {
		if err := os.Symlink(to, name); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	// Times and versions of modules vary, and so do the modules that the go command loads.
	varying := regexp.MustCompile(`\b[0-9]+ ms\b|\b[0-9.]+s\b|\(cached\)|\bv[0-9]+\.[-.0-9a-z]+`)
	loading := regexp.MustCompile(`(?m)^go: (downloading|added) .*\n`)
	// same compares what a command says with what the file shows, but for what varies, and
	// returns what the file should show.
	same := func(line, said, shown string, varies *regexp.Regexp) string {
		if said != "" && !strings.HasSuffix(said, "\n") {
			said += "\n"
		}
		if varies.ReplaceAllString(said, "0") == varies.ReplaceAllString(shown, "0") {
			return shown
		}
		if !*update {
			t.Errorf("$ %s\nsays\n%s\n%s shows\n%s", line, said, filepath.Base(file), shown)
		}
		return said
	}
	commands, status := 0, 0
	ours := map[string]bool{} // files that cat has made
	after := session.ReplaceAllStringFunc(string(text), func(block string) string {
		body := strings.TrimSuffix(strings.TrimPrefix(block, "\n```console\n"), "```\n")
		var out strings.Builder
		for _, step := range strings.Split("\n"+body, "\n$ ")[1:] {
			line, shown, _ := strings.Cut(step, "\n")
			if shown != "" {
				shown = strings.TrimSuffix(shown, "\n") + "\n"
			}
			out.WriteString("$ " + line + "\n")
			words := strings.Fields(line)
			var env []string // ahead of the command
			for strings.Contains(words[0], "=") {
				env, words = append(env, words[0]), words[1:]
			}
			switch words[0] {
			case "cat":
				if !ours[words[1]] && exists(words[1]) {
					made, err := os.ReadFile(words[1])
					if err != nil {
						t.Fatal(err)
					}
					out.WriteString(same(line, string(made), shown, varying))
					continue
				}
				ours[words[1]] = true
				if err := makeFile(words[1], []byte(shown)); err != nil {
					t.Fatal(err)
				}
				out.WriteString(shown)
			case "refract":
				commands++
				var said bytes.Buffer
				status = run(words[1:], streams{strings.NewReader(""), &said, &said})
				out.WriteString(same(line, said.String(), shown, varying))
			case "go":
				if testing.Short() {
					t.Skip("what the go command makes is needed from here on")
				}
				commands++
				c := exec.Command("go", strings.Fields(strings.ReplaceAll(strings.Join(words[1:], " "), "../refract", module))...)
				c.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GO111MODULE=on"), env...)
				said, err := c.CombinedOutput()
				var failed *exec.ExitError
				if err != nil && !errors.As(err, &failed) {
					t.Fatal(err)
				}
				status = c.ProcessState.ExitCode()
				out.WriteString(same(line, loading.ReplaceAllString(string(said), ""), shown, varying))
			case "ls":
				entries, err := os.ReadDir(words[1])
				if err != nil {
					t.Fatal(err)
				}
				var said strings.Builder
				for _, e := range entries {
					said.WriteString(e.Name() + "\n")
				}
				out.WriteString(same(line, said.String(), shown, varying))
			case "echo": // echo $?
				out.WriteString(same(line, fmt.Sprint(status), shown, varying))
			case "naga": // naga IN OUT; cat OUT
				result := strings.TrimSuffix(words[2], ";")
				said, err := exec.Command("naga", words[1], result).CombinedOutput()
				switch {
				case errors.Is(err, exec.ErrNotFound):
					out.WriteString(shown)
					continue
				case err != nil:
					t.Fatalf("$ %s: %v\n%s", line, err, said)
				}
				text, err := os.ReadFile(result)
				if err != nil {
					t.Fatal(err)
				}
				out.WriteString(same(line, string(text), shown, regexp.MustCompile("[0-9]+"))) // names follow from the ids of our SPIR-V
			default:
				t.Errorf("%s runs %q, which isn't tested", filepath.Base(file), line)
			}
		}
		return "\n```console\n" + out.String() + "```\n"
	})
	if commands == 0 {
		t.Errorf("%s has no console session", filepath.Base(file))
	}
	if *update {
		if err := os.WriteFile(path, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestListedCommands demands a line in the list of docs/commands.md for each command.
func TestListedCommands(t *testing.T) {
	text, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot(streams{}).Commands() {
		if name := c.Name(); name != "help" && name != "completion" && name != "version" && !strings.Contains(string(text), "    refract "+name+" ") &&
			!strings.Contains(string(text), ", refract "+name+" ") {
			t.Errorf("docs/commands.md lacks %s", name)
		}
	}
}
