package main

// The command for every platform: static, without cgo, in archives. The sources, the version
// and the Go release determine their bytes.

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

// A platform is an operating system and an architecture, as Go names them.
type platform struct{ os, arch string }

var platforms = []platform{
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// programs lists the programs in the archives of an operating system; the first is the
// command. refract-radv loads a Mesa driver, which exists on Linux only. refract-remote is a
// separate module with separate releases.
func programs(os string) []string {
	if os == "linux" {
		return []string{"refract", "refract-radv"}
	}
	return []string{"refract"}
}

// An artifact is a file of a release with its SHA-256 checksum.
type artifact struct {
	name string
	sum  [sha256.Size]byte
}

// build writes a release to the folder to: an archive for each platform, Debian packages for
// Linux, SHA256SUMS in the form of sha256sum -c, and a Homebrew formula and a Dockerfile that
// download the archives from url. It leaves out the last two if url is empty.
func build(dir, version, to, url string, platforms []platform) error {
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
	manuals, err := manualPages(dir, path, work)
	if err != nil {
		return err
	}
	var made []artifact
	write := func(name string, text []byte) error {
		made = append(made, artifact{name, sha256.Sum256(text)})
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	}
	for _, p := range platforms {
		members, err := compile(dir, path, version, work, p)
		if err != nil {
			return err
		}
		if p.os == "linux" {
			text, err := debianPackage(version, p.arch, members, filepath.Join(dir, "LICENSE"), manuals)
			if err != nil {
				return err
			}
			if err := write(debianName(version, p.arch), text); err != nil {
				return err
			}
		}
		runnable := len(members)
		members = append(members, filepath.Join(dir, "LICENSE"), filepath.Join(dir, "README.md"))
		archive := packTar
		if p.os == "windows" {
			archive = packZip
		}
		var packed bytes.Buffer
		if err := archive(&packed, folderName(version, p), members, runnable); err != nil {
			return err
		}
		if err := write(archiveName(version, p), packed.Bytes()); err != nil {
			return err
		}
	}
	if err := writeSums(to, made); err != nil || url == "" {
		return err
	}
	if err := writeTemplate(filepath.Join(to, "refract.rb"), formula, version, url, path, made); err != nil {
		return err
	}
	return writeTemplate(filepath.Join(to, "Dockerfile"), dockerfile, version, url, path, made)
}

// folderName is the name of the folder in an archive.
func folderName(version string, p platform) string {
	return fmt.Sprintf("refract-%s-%s-%s", version, p.os, p.arch)
}

// archiveName is the name of a platform's archive.
func archiveName(version string, p platform) string {
	if p.os == "windows" {
		return folderName(version, p) + ".zip"
	}
	return folderName(version, p) + ".tar.gz"
}

// compile builds the programs of a platform in the folder work and returns their files.
func compile(dir, path, version, work string, p platform) (programsOf []string, err error) {
	for _, command := range programs(p.os) {
		program := filepath.Join(work, command)
		if p.os == "windows" {
			program += ".exe"
		}
		c := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
			"-ldflags", "-s -w -buildid= -X main.release="+version, "-o", program, path+"/cmd/"+command)
		c.Dir = dir
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=")
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s/%s: %w\n%s", p.os, p.arch, err, out)
		}
		programsOf = append(programsOf, program)
	}
	return programsOf, nil
}

// writeSums writes SHA256SUMS for the artifacts.
func writeSums(to string, made []artifact) error {
	var sums bytes.Buffer
	for _, a := range made {
		fmt.Fprintf(&sums, "%x  %s\n", a.sum, a.name)
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
