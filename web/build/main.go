// Command build makes the playground as a folder that any server of static files can
// serve, with the npm package in it:
//
//	go run ./web/build -o DIR
//
// DIR/refract is the package, for 'npm pack' or 'npm install DIR/refract'; the rest is
// the page. It runs the go command, and needs nothing else.
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"refract/internal/web/service"
	"refract/web/npm"
	"refract/web/playground"
)

func main() {
	out := flag.String("o", "", "the `folder` to write")
	version := flag.String("version", "", "the package's `version`, as 1.2.3")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(*out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build writes the folder.
func build(out, version string) error {
	pkg := filepath.Join(out, "refract")
	if err := os.MkdirAll(pkg, 0o755); err != nil {
		return err
	}
	if err := copyFiles(pkg, npm.Files, "."); err != nil {
		return err
	}
	if err := copyFiles(out, playground.Files, playground.Root); err != nil {
		return err
	}
	if version != "" {
		name := filepath.Join(pkg, "package.json")
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = bytes.Replace(text, []byte(`"version": "0.0.0"`), []byte(`"version": "`+version+`"`), 1)
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	root, err := goOutput("env", "GOROOT")
	if err != nil {
		return err
	}
	for from, to := range map[string]string{"lib/wasm/wasm_exec.js": "wasm_exec.js", "LICENSE": "LICENSE-go"} {
		text, err := os.ReadFile(filepath.Join(root, from))
		if os.IsNotExist(err) && to == "LICENSE-go" {
			continue // some distributions keep it elsewhere
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(pkg, to), text, 0o644); err != nil {
			return err
		}
	}
	web := strings.TrimSuffix(reflect.TypeFor[service.Service]().PkgPath(), "/internal/web/service") + "/web"
	if dir, err := goOutput("list", "-f", "{{.Module.Dir}}", web+"/core"); err == nil {
		if text, err := os.ReadFile(filepath.Join(dir, "LICENSE")); err == nil {
			if err := os.WriteFile(filepath.Join(pkg, "LICENSE"), text, 0o644); err != nil {
				return err
			}
		}
	}
	// The file that a page loads first is small: inlined functions are a seventh of its code, and
	// browsers inline by themselves.
	small := strings.TrimSuffix(web, "/web") + "/...=-l"
	for _, p := range []struct{ name, tags, flags string }{{"core", "refract_core", small}, {"full", "", ""}} {
		file, err := filepath.Abs(filepath.Join(pkg, p.name+".wasm"))
		if err != nil {
			return err
		}
		c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-gcflags", p.flags, "-tags", p.tags, "-o", file, web+"/"+p.name)
		c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s.wasm: %w", p.name, err)
		}
	}
	return nil
}

// goOutput is the output of the go command.
func goOutput(args ...string) (string, error) {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}

// copyFiles writes the files below a folder of the embedded ones.
func copyFiles(to string, from embed.FS, root string) error {
	below, err := fs.Sub(from, root)
	if err != nil {
		return err
	}
	return fs.WalkDir(below, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file := filepath.Join(to, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(file, 0o755)
		}
		text, err := fs.ReadFile(below, name)
		if err != nil {
			return err
		}
		return os.WriteFile(file, text, 0o644)
	})
}
