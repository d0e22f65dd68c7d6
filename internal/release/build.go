package main

// The command for every platform: static, without cgo, in archives whose bytes
// follow from the sources, the version and the Go that compiles.

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A platform is a target of Go's compiler.
type platform struct{ os, arch string }

var platforms = []platform{
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// programs are the contents of an archive for an operating system; the first is the
// command. A driver of Mesa's, which refract-radv loads, is on Linux alone. refract-remote
// is a module of its own and has releases of its own.
func programs(os string) []string {
	if os == "linux" {
		return []string{"refract", "refract-radv"}
	}
	return []string{"refract"}
}

// build writes an archive for each platform to a folder, and SHA256SUMS, which
// sha256sum -c reads.
func build(dir, version, to string, platforms []platform) error {
	if !strings.HasPrefix(version, "v") {
		return fmt.Errorf("version %q does not begin with v", version)
	}
	path, err := modulePath(dir)
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
	var sums bytes.Buffer
	for _, p := range platforms {
		var members []string
		for _, command := range programs(p.os) {
			program := filepath.Join(work, command)
			if p.os == "windows" {
				program += ".exe"
			}
			compile := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
				"-ldflags", "-s -w -buildid= -X main.release="+version, "-o", program, path+"/cmd/"+command)
			compile.Dir = dir
			compile.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=")
			if out, err := compile.CombinedOutput(); err != nil {
				return fmt.Errorf("%s/%s: %w\n%s", p.os, p.arch, err, out)
			}
			members = append(members, program)
		}
		runnable := len(members)
		name := fmt.Sprintf("refract-%s-%s-%s", version, p.os, p.arch)
		members = append(members, filepath.Join(dir, "LICENSE"), filepath.Join(dir, "README.md"))
		archive, form := packTar, ".tar.gz"
		if p.os == "windows" {
			archive, form = packZip, ".zip"
		}
		var packed bytes.Buffer
		if err := archive(&packed, name, members, runnable); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s%s\n", sha256.Sum256(packed.Bytes()), name, form)
		if err := os.WriteFile(filepath.Join(to, name+form), packed.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(to, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// packTar writes files into a folder of a compressed tar archive. The first ones are
// programs.
func packTar(w io.Writer, folder string, members []string, programs int) error {
	compressed := gzip.NewWriter(w)
	archive := tar.NewWriter(compressed)
	for i, member := range members {
		text, err := os.ReadFile(member)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if i < programs {
			mode = 0o755
		}
		if err := archive.WriteHeader(&tar.Header{Name: folder + "/" + filepath.Base(member), Mode: mode, Size: int64(len(text))}); err != nil {
			return err
		}
		if _, err := archive.Write(text); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

// packZip writes files into a folder of a zip archive.
func packZip(w io.Writer, folder string, members []string, _ int) error {
	archive := zip.NewWriter(w)
	for _, member := range members {
		text, err := os.ReadFile(member)
		if err != nil {
			return err
		}
		f, err := archive.Create(folder + "/" + filepath.Base(member))
		if err != nil {
			return err
		}
		if _, err := f.Write(text); err != nil {
			return err
		}
	}
	return archive.Close()
}
