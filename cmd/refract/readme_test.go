package main

// The README's console sessions are run: what they show is what the command says.

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// session is a console session of a Markdown file.
var session = regexp.MustCompile("(?s)\n```console\n(.*?)```\n")

// TestREADME runs the lines that begin with "$ refract", in a folder with the
// repository's testdata, and compares what follows each. "$ cat FILE" shows a file
// that it makes.
func TestREADME(t *testing.T) {
	const readme = "../../README.md"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	readmePath, err := filepath.Abs(readme)
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
	commands := 0
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
			switch words[0] {
			case "cat":
				if err := os.WriteFile(words[1], []byte(shown), 0o666); err != nil {
					t.Fatal(err)
				}
				out.WriteString(shown)
			case "refract":
				commands++
				var said bytes.Buffer
				run(words[1:], streams{strings.NewReader(""), &said, &said})
				if !*update && said.String() != shown {
					t.Errorf("$ %s\nsays\n%s\nthe README shows\n%s", line, said.String(), shown)
				}
				out.WriteString(said.String())
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
				number := regexp.MustCompile("[0-9]+") // names follow from the ids of our SPIR-V
				if !*update && number.ReplaceAllString(string(text), "0") != number.ReplaceAllString(shown, "0") {
					t.Errorf("$ %s\nsays\n%s\nthe README shows\n%s", line, text, shown)
				}
				out.WriteString(string(text))
			default:
				t.Errorf("the README runs %q, which isn't tested", line)
			}
		}
		return "\n```console\n" + out.String() + "```\n"
	})
	if commands == 0 {
		t.Error("the README has no console session")
	}
	if *update {
		if err := os.WriteFile(readmePath, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestREADMECommands demands a line of the README's list for each command.
func TestREADMECommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot(streams{}).Commands() {
		if name := c.Name(); name != "help" && name != "completion" && name != "version" && !strings.Contains(string(text), "    refract "+name+" ") &&
			!strings.Contains(string(text), ", refract "+name+" ") {
			t.Errorf("the README's list of commands lacks %s", name)
		}
	}
}
