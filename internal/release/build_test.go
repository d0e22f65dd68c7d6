package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"text/template"

	"refract/internal/sweep"
)

// TestBuild builds a release for this machine twice, and installs it by each way that
// docs/install.md has.
func TestBuild(t *testing.T) {
	sweep.Nightly(t) // it compiles everything anew
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("Debian packages are tried on linux/amd64")
	}
	here := []platform{{runtime.GOOS, runtime.GOARCH}}
	first, second := t.TempDir(), t.TempDir()
	server := httptest.NewServer(http.FileServer(http.Dir(first)))
	defer server.Close()
	for _, dir := range []string{first, second} {
		if err := build(filepath.Join("..", ".."), version, dir, server.URL, here); err != nil {
			t.Fatal(err)
		}
	}
	if err := buildNPM(filepath.Join("..", ".."), version, first); err != nil {
		t.Fatal(err)
	}
	archive, deb := archiveName(version, here[0]), debianName(version, runtime.GOARCH)
	for _, name := range []string{archive, deb, "refract.rb", "Dockerfile"} {
		a, err := os.ReadFile(filepath.Join(first, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(second, name)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs between builds: %v", name, err)
		}
	}
	t.Run("archive", func(t *testing.T) { checkArchive(t, filepath.Join(first, archive)) })
	t.Run("debian", func(t *testing.T) { checkDebian(t, filepath.Join(first, deb)) })
	t.Run("formula", func(t *testing.T) { checkFormula(t, first, archive, server.URL) })
	t.Run("container", func(t *testing.T) { checkContainer(t, first) })
	t.Run("document", func(t *testing.T) { checkDocument(t, first) })
}

// checkStatic requires a program without an interpreter and without libraries, built
// without cgo.
func checkStatic(t *testing.T, program string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Errorf("%s needs an interpreter: it is not static", program)
		}
	}
	if list, err := f.ImportedLibraries(); err != nil || len(list) > 0 {
		t.Errorf("%s needs libraries %v: %v", program, list, err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "0"}) {
		t.Errorf("%s was built with %v", program, info.Settings)
	}
}

// checkArchive extracts an archive's members and runs the command.
func checkArchive(t *testing.T, file string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	compressed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	folder := strings.TrimSuffix(filepath.Base(file), ".tar.gz")
	runnable := programs(runtime.GOOS)
	archive := tar.NewReader(compressed)
	for i, want := range append(slices.Clone(runnable), "LICENSE", "README.md") {
		member, err := archive.Next()
		if err != nil || member.Name != folder+"/"+want || (member.Mode == 0o755) != (i < len(runnable)) {
			t.Fatal(want, member, err)
		}
		if i > 0 {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(t.TempDir(), "refract")
		if err := os.WriteFile(program, text, 0o755); err != nil {
			t.Fatal(err)
		}
		checkStatic(t, program)
		checkVersion(t, program)
	}
}

// checkVersion runs a program and compares its version.
func checkVersion(t *testing.T, program string) {
	t.Helper()
	if got := output(t, nil, ".", program, "version"); !strings.HasPrefix(got, "refract "+version+" ") {
		t.Errorf("%s reports version %q", program, got)
	}
}

// checkDebian has dpkg read a package and install it below another root, whose list of
// packages has the one that ours depends on.
func checkDebian(t *testing.T, file string) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg is missing")
	}
	info := output(t, nil, ".", "dpkg-deb", "--info", file)
	for _, want := range []string{" Package: refract\n", " Version: 0.1.0\n", " Architecture: amd64\n", " Depends: libc6\n"} {
		if !strings.Contains(info, want) {
			t.Errorf("dpkg-deb --info lacks %q:\n%s", want, info)
		}
	}
	contents := output(t, nil, ".", "dpkg-deb", "--contents", file)
	for _, want := range []string{"-rwxr-xr-x root/root", " ./usr/bin/refract\n", " ./usr/bin/refract-radv\n", " ./usr/share/man/man1/refract-check.1.gz\n", " ./usr/share/doc/refract/copyright\n"} {
		if !strings.Contains(contents, want) {
			t.Errorf("dpkg-deb --contents lacks %q:\n%s", want, contents)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("dpkg -i needs to be root")
	}
	root := t.TempDir()
	write(t, root, map[string]string{"var/lib/dpkg/status": "Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41\nMaintainer: none\nDescription: none\n\n", "var/lib/dpkg/info/format": "1\n", "var/lib/dpkg/updates/.keep": ""})
	if err := os.Remove(filepath.Join(root, "var/lib/dpkg/updates/.keep")); err != nil {
		t.Fatal(err)
	}
	output(t, nil, ".", "dpkg", "--root="+root, "--force-script-chrootless", "-i", file)
	checkVersion(t, filepath.Join(root, "usr/bin/refract"))
	if got := output(t, nil, ".", "dpkg", "--root="+root, "-V", "refract"); got != "" {
		t.Errorf("dpkg -V: %s", got)
	}
	output(t, nil, ".", "dpkg", "--root="+root, "-r", "refract")
	if _, err := os.Stat(filepath.Join(root, "usr/bin/refract")); !os.IsNotExist(err) {
		t.Errorf("dpkg -r leaves the program: %v", err)
	}
}

// checkFormula compares a formula's addresses and checksums with SHA256SUMS, and has Ruby
// parse it if Ruby is there.
func checkFormula(t *testing.T, dir, archive, url string) {
	text, err := os.ReadFile(filepath.Join(dir, "refract.rb"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`url "([^"]*)"\s+sha256 "([0-9a-f]{64})"`).FindAllStringSubmatch(string(text), -1)
	if len(found) != 1 || found[0][1] != url+"/"+archive || !strings.Contains(string(sums), found[0][2]+"  "+archive+"\n") {
		t.Errorf("the archives are %v:\n%s", found, text)
	}
	open, end := 0, 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasSuffix(line, " do"), strings.HasPrefix(line, "class "), strings.HasPrefix(line, "def "):
			open++
		case line == "end":
			end++
		}
	}
	if open != end || open < 5 {
		t.Errorf("%d blocks begin and %d end:\n%s", open, end, text)
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		output(t, nil, dir, ruby, "-c", "refract.rb")
	}
}

// checkContainer runs the Dockerfile's commands in a shell: they download the archive,
// verify its checksum and extract the command.
func checkContainer(t *testing.T, dir string) {
	if _, err := exec.LookPath("wget"); err != nil {
		t.Skip("wget is missing")
	}
	text, err := os.ReadFile(filepath.Join(dir, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(string(text), "\nRUN ")
	script, rest, ok := strings.Cut(script, "\n\nFROM scratch\n")
	if !ok || !strings.Contains(rest, "COPY --from=download /download/refract /usr/bin/refract\n") || !strings.HasSuffix(rest, "ENTRYPOINT [\"/usr/bin/refract\"]\n") {
		t.Fatalf("stages:\n%s", text)
	}
	for _, arch := range []string{"amd64", ""} {
		work := t.TempDir()
		output(t, append(os.Environ(), "TARGETARCH="+arch), work, "sh", "-c", script)
		checkStatic(t, filepath.Join(work, "refract"))
		checkVersion(t, filepath.Join(work, "refract"))
	}
	for name, wrong := range map[string]string{
		"a checksum":      regexp.MustCompile(`sum=[0-9a-f]{8}`).ReplaceAllString(script, "sum=00000000"),
		"an architecture": "TARGETARCH=sparc; " + script,
	} {
		c := exec.Command("sh", "-c", wrong)
		c.Dir = t.TempDir()
		if out, err := c.CombinedOutput(); err == nil {
			t.Errorf("the script accepts %s that is wrong: %s", name, out)
		}
	}
}

// checkDocument runs the console sessions of docs/install.md beside the release's files. It
// replaces the commands that need a daemon, another package manager or the system's root:
// the other checks make the same installations elsewhere.
func checkDocument(t *testing.T, dir string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]string{
		"CGO_ENABLED=0 go install ": "TestFetch", "sudo dpkg -i refract_0.1.0_amd64.deb": "checkDebian", "docker ": "checkContainer", "brew ": "checkFormula",
	}
	ran := map[string]bool{}
	for _, block := range regexp.MustCompile("(?s)\n```console\n(.*?)```\n").FindAllStringSubmatch(string(text), -1) {
	lines:
		for line := range strings.Lines(block[1]) {
			command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
			if !ok {
				continue
			}
			ran[strings.Fields(command)[0]] = true
			for prefix := range elsewhere {
				if strings.HasPrefix(command, prefix) {
					continue lines
				}
			}
			if strings.HasPrefix(command, "npm ") || strings.HasPrefix(command, "node ") {
				if _, err := exec.LookPath("npm"); err != nil {
					continue
				}
			}
			out := output(t, nil, dir, "sh", "-c", command)
			if strings.HasSuffix(command, " version") && !strings.HasPrefix(out, "refract "+version+" ") {
				t.Errorf("$ %s\n%s", command, out)
			}
		}
	}
	for _, want := range []string{"sha256sum", "tar", "CGO_ENABLED=0", "npm", "node", "docker", "brew", "sudo"} {
		if !ran[want] {
			t.Errorf("docs/install.md has no line with %s", want)
		}
	}
}

// TestDebianVersion compares versions in Debian's order with dpkg.
func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-rc1": "1.2.3~rc1"} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s is %s, not %s", version, got, want)
		}
	}
	if _, err := exec.LookPath("dpkg"); err == nil {
		output(t, nil, ".", "dpkg", "--compare-versions", debianVersion("v1.2.3-rc1"), "lt", debianVersion("v1.2.3"))
	}
}

// TestDebianPackage has dpkg-deb extract a small package.
func TestDebianPackage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"refract": "#!/bin/sh\necho odd\n", "LICENSE": "free\n"})
	text, err := debianPackage(version, "arm64", []string{filepath.Join(dir, "refract")}, filepath.Join(dir, "LICENSE"),
		[]debianFile{{"usr/share/man/man1/refract.1.gz", 0o644, []byte("page")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg is missing")
	}
	file, to := filepath.Join(dir, debianName(version, "arm64")), filepath.Join(dir, "out")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := output(t, nil, dir, "dpkg-deb", "--field", file, "Package", "Version", "Architecture"); got != "Package: refract\nVersion: 0.1.0\nArchitecture: arm64" {
		t.Error(got)
	}
	output(t, nil, dir, "dpkg-deb", "--raw-extract", file, to)
	if got := output(t, nil, dir, filepath.Join(to, "usr/bin/refract")); got != "odd" {
		t.Error(got)
	}
	output(t, nil, to, "md5sum", "--check", "--strict", "DEBIAN/md5sums")
}

// TestDownloads writes a formula and a Dockerfile of four archives.
func TestDownloads(t *testing.T) {
	var made []artifact
	for i, p := range platforms {
		made = append(made, artifact{name: archiveName(version, p), sum: [32]byte{byte(i)}})
	}
	for _, c := range []struct {
		name string
		form *template.Template
	}{{"refract.rb", formula}, {"Dockerfile", dockerfile}} {
		file := filepath.Join(t.TempDir(), c.name)
		if err := writeTemplate(file, c.form, version, "https://host/dir", fetchable, made); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range platforms {
			want := (p.os == "linux" || c.name == "refract.rb") && p.os != "windows"
			url, sum := "https://host/dir/"+archiveName(version, p), fmt.Sprintf("%02x%062d", i, 0)
			if strings.Contains(string(text), url) != want || strings.Contains(string(text), sum) != want {
				t.Errorf("%s about %s: want %v\n%s", c.name, url, want, text)
			}
		}
	}
}

// TestDownloadURL looks at modules with a host in their path and without.
func TestDownloadURL(t *testing.T) {
	for module, want := range map[string]string{"refract": "", fetchable: "https://" + fetchable + "/releases/download/v1.0.0"} {
		dir := t.TempDir()
		write(t, dir, map[string]string{"go.mod": "module " + module + "\n"})
		if got, err := downloadURL(dir, "v1.0.0"); got != want || err != nil {
			t.Errorf("%s: %q, %v", module, got, err)
		}
	}
}

// TestNPMName compares file names with those of npm pack.
func TestNPMName(t *testing.T) {
	for name, want := range map[string]string{"refract-shaders": "refract-shaders-1.0.0.tgz", "@a/b": "a-b-1.0.0.tgz"} {
		if got := npmName(name, "1.0.0"); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// TestAddSum adds two artifacts, and one of them again.
func TestAddSum(t *testing.T) {
	dir := t.TempDir()
	for _, a := range []artifact{{"a.tgz", [32]byte{1}}, {"b.tgz", [32]byte{2}}, {"a.tgz", [32]byte{3}}} {
		if err := addSum(dir, a); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if want := fmt.Sprintf("02%062d  b.tgz\n03%062d  a.tgz\n", 0, 0); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
