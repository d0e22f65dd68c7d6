package main

// The npm package as the archive that npm pack makes of the folder of web/build.

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// buildNPM writes NAME-VERSION.tgz to a folder and adds it to SHA256SUMS there.
func buildNPM(dir, version, to string) error {
	module, err := modulePath(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	number := strings.TrimPrefix(version, "v")
	c := exec.Command("go", "run", module+"/web/build", "-o", work, "-version", number)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("npm package: %w\n%s", err, out)
	}
	folder := filepath.Join(work, "refract")
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return err
	}
	var about struct{ Name, Version string }
	if err := json.Unmarshal(text, &about); err != nil {
		return err
	}
	if about.Version != number {
		return fmt.Errorf("package.json has version %q, not %q", about.Version, number)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var members []string
	for _, e := range entries {
		members = append(members, filepath.Join(folder, e.Name()))
	}
	var packed bytes.Buffer
	if err := packTar(&packed, "package", members, 0); err != nil {
		return err
	}
	name := npmName(about.Name, number)
	if err := os.WriteFile(filepath.Join(to, name), packed.Bytes(), 0o644); err != nil {
		return err
	}
	return addSum(to, artifact{name, sha256.Sum256(packed.Bytes())})
}

// addSum adds an artifact to SHA256SUMS, in the place of an earlier line about it.
func addSum(to string, a artifact) error {
	file := filepath.Join(to, "SHA256SUMS")
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	var sums strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "  "+a.name+"\n") {
			sums.WriteString(line)
		}
	}
	fmt.Fprintf(&sums, "%x  %s\n", a.sum, a.name)
	return os.WriteFile(file, []byte(sums.String()), 0o644)
}

// npmName is the file name of a package's archive: npm writes @scope/name as scope-name.
func npmName(name, version string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + "-" + version + ".tgz"
}
