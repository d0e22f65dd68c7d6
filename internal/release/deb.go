package main

// Debian packages in the binary format of deb(5): an ar archive with a version, a
// compressed tar archive of control files, and one of the installed files. The library
// nfpm writes the format too, but adds 39 modules (git and ssh clients among them) to a
// program that needs one ar header and two tar archives.

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// summary describes refract in one line, without a full stop.
const summary = "Shader translator, optimizer and runner for WGSL, GLSL and SPIR-V"

// A debianFile is a file that a package installs.
type debianFile struct {
	name string // absolute path, without the first slash
	mode int64
	text []byte
}

// debianVersion is a version in Debian's form: v1.2.3-rc1 is 1.2.3~rc1, which sorts before
// 1.2.3.
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.TrimPrefix(version, "v"), "-", "~")
}

// debianName is the file name of the package for an architecture.
func debianName(version, arch string) string {
	return fmt.Sprintf("refract_%s_%s.deb", debianVersion(version), arch)
}

// manualPages runs the command, built for this machine, and returns its manual pages,
// compressed as Debian's policy requires.
func manualPages(dir, module, work string) (list []debianFile, err error) {
	folder := filepath.Join(work, "man")
	c := exec.Command("go", "run", module+"/cmd/refract", "man", folder)
	c.Dir = dir
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("manual pages: %w\n%s", err, out)
	}
	pages, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(folder, page.Name()))
		if err != nil {
			return nil, err
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
		if _, err := w.Write(text); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		list = append(list, debianFile{"usr/share/man/man1/" + page.Name() + ".gz", 0o644, packed.Bytes()})
	}
	return list, nil
}

// debianPackage returns the package of compiled programs for an architecture.
func debianPackage(version, arch string, programs []string, license string, manuals []debianFile) ([]byte, error) {
	var files []debianFile
	for _, program := range programs {
		text, err := os.ReadFile(program)
		if err != nil {
			return nil, err
		}
		files = append(files, debianFile{"usr/bin/" + filepath.Base(program), 0o755, text})
	}
	text, err := os.ReadFile(license)
	if err != nil {
		return nil, err
	}
	files = append(files, debianFile{"usr/share/doc/refract/copyright", 0o644, text})
	files = append(files, manuals...)
	size := 0
	var sums bytes.Buffer
	for _, f := range files {
		size += len(f.text)
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.text), f.name)
	}
	// refract-radv loads drivers with dlopen, so that it needs the C library; the command
	// itself is static.
	control := fmt.Sprintf(`Package: refract
Version: %s
Architecture: %s
Maintainer: The refract authors
Installed-Size: %d
Depends: libc6
Suggests: mesa-vulkan-drivers
Section: graphics
Priority: optional
Description: %s
 The command refract checks, translates, optimizes, runs and draws shaders
 without a GPU. It writes SPIR-V, WGSL, GLSL, HLSL and MSL.
`, debianVersion(version), arch, (size+1023)/1024, summary)
	controls, err := debianTar([]debianFile{{"control", 0o644, []byte(control)}, {"md5sums", 0o644, sums.Bytes()}})
	if err != nil {
		return nil, err
	}
	data, err := debianTar(files)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, m := range []debianFile{{"debian-binary", 0o644, []byte("2.0\n")}, {"control.tar.gz", 0o644, controls}, {"data.tar.gz", 0o644, data}} {
		// Name, time, owner, group, mode in octal and size, padded with spaces: ar(5).
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", m.name, 0, 0, 0, 0o100000|m.mode, len(m.text))
		out.Write(m.text)
		if len(m.text)%2 != 0 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), nil
}

// debianTar writes files and their parent folders to a compressed tar archive. Owners are
// root and times are fixed, so that equal files give equal bytes.
func debianTar(files []debianFile) ([]byte, error) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	header := func(name string, kind byte, mode, size int64) error {
		return archive.WriteHeader(&tar.Header{Typeflag: kind, Name: "./" + name, Mode: mode, Size: size,
			ModTime: time.Unix(0, 0), Uname: "root", Gname: "root", Format: tar.FormatGNU})
	}
	if err := header("", tar.TypeDir, 0o755, 0); err != nil {
		return nil, err
	}
	seen := map[string]bool{".": true}
	var folder func(name string) error
	folder = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		if err := folder(path.Dir(name)); err != nil {
			return err
		}
		return header(name+"/", tar.TypeDir, 0o755, 0)
	}
	for _, f := range files {
		if err := folder(path.Dir(f.name)); err != nil {
			return nil, err
		}
		if err := header(f.name, tar.TypeReg, f.mode, int64(len(f.text))); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.text); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
