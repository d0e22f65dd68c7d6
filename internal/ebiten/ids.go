package ebiten

// This file computes source ids with the code of the program's own version of Ebitengine: an
// id is a hash of a source and of code that Ebitengine adds to it.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// hashing are the packages that compute ids. They need the standard library only.
var hashing = []string{"internal/graphics", "internal/legacyshader", "internal/shader", "internal/shaderir"}

// hasher is a program that reads sources and writes their ids, as JSON.
const hasher = `package main

import (
	"encoding/json"
	"os"

	"github.com/hajimehoshi/ebiten/v2/internal/legacyshader"
)

func main() {
	var sources []string
	if err := json.NewDecoder(os.Stdin).Decode(&sources); err != nil {
		panic(err)
	}
	type result struct{ ID, Error string }
	var results []result
	for _, s := range sources {
		id, err := legacyshader.CalcSourceID([]byte(s))
		if err != nil {
			results = append(results, result{Error: err.Error()})
			continue
		}
		results = append(results, result{ID: id.String()})
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
`

// AddIDs gives sources their ids: it copies the packages that compute them from the module into
// a temporary folder and runs a program there.
func AddIDs(m *Module, sources []Source) error {
	if len(sources) == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "refract-ebiten")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, p := range hashing {
		if err := copyPackage(filepath.Join(m.Dir, filepath.FromSlash(p)), filepath.Join(dir, filepath.FromSlash(p))); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "internal", "hasher"), 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{"go.mod": "module " + ModulePath + "\n\ngo 1.25\n", "internal/hasher/main.go": hasher} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			return err
		}
	}
	texts := make([]string, len(sources))
	for i := range sources {
		texts[i] = sources[i].Text
	}
	in, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "./internal/hasher")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "GOOS=", "GOARCH=")
	cmd.Stdin = strings.NewReader(string(in))
	var message strings.Builder
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("computing source ids: %w\n%s", err, message.String())
	}
	var results []struct{ ID, Error string }
	if err := json.Unmarshal(out, &results); err != nil {
		return err
	}
	if len(results) != len(sources) {
		return errors.New("computing source ids: there are too few")
	}
	for i, r := range results {
		if r.Error != "" {
			return fmt.Errorf("%s: %s", sources[i].File, r.Error)
		}
		sources[i].ID = r.ID
	}
	return nil
}

// copyPackage copies the files of Go of a package, without tests.
func copyPackage(from, to string) error {
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, f.Name()), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
