package main

// Files that download a release's archives and verify their checksums: a Homebrew formula
// and a Dockerfile.

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"text/template"
)

// downloadURL is the address of a version's archives on the host in the module's path, as
// the common hosts have it. It is empty if the path has no host.
func downloadURL(dir, version string) (string, error) {
	path, err := modulePath(dir)
	if err != nil || !modulePathForm.MatchString(path) {
		return "", err
	}
	return "https://" + path + "/releases/download/" + version, nil
}

var formula = template.Must(template.New("refract.rb").Parse(`class Refract < Formula
  desc "{{.Summary}}"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "MIT"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.CPU}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "refract"
    bin.install "refract-radv" if OS.linux?
    system bin/"refract", "man", man1
    generate_completions_from_executable(bin/"refract", "completion")
  end

  test do
    assert_match "refract v#{version} ", shell_output("#{bin}/refract version")
  end
end
`))

var dockerfile = template.Must(template.New("Dockerfile").Parse(`# refract {{.Version}}: docker build -t refract . && docker run --rm -v "$PWD:/work" refract check a.wgsl
FROM alpine:3.22 AS download
ARG TARGETARCH
WORKDIR /download
RUN case "${TARGETARCH:-$(uname -m)}" in \
{{- range .Systems}}{{if eq .Name "linux"}}{{range .Archives}}
      {{.Arch}}|{{.Machine}}) url={{.URL}} sum={{.Sum}};; \
{{- end}}{{end}}{{end}}
      *) echo "no archive for this architecture" >&2; exit 1;; \
    esac && \
    wget -q -O archive.tar.gz "$url" && \
    echo "$sum  archive.tar.gz" | sha256sum -c && \
    tar -xzf archive.tar.gz && \
    mv refract-*/refract refract

FROM scratch
COPY --from=download /download/refract /usr/bin/refract
WORKDIR /work
ENTRYPOINT ["/usr/bin/refract"]
`))

// A download is an archive with its names in formulas and Dockerfiles.
type download struct {
	CPU, Arch, Machine string // Homebrew's, Go's and uname's name of the architecture
	URL, Sum           string
}

// A system has the archives of an operating system; Name is Homebrew's.
type system struct {
	Name     string
	Archives []download
}

// writeTemplate writes a file about the artifacts at url.
func writeTemplate(file string, t *template.Template, version, url, module string, made []artifact) error {
	var systems []system
	for _, s := range []struct{ name, os string }{{"macos", "darwin"}, {"linux", "linux"}} {
		next := system{Name: s.name}
		for _, d := range []download{{CPU: "arm", Arch: "arm64", Machine: "aarch64"}, {CPU: "intel", Arch: "amd64", Machine: "x86_64"}} {
			name := archiveName(version, platform{s.os, d.Arch})
			for _, a := range made {
				if a.name == name {
					d.URL, d.Sum = url+"/"+name, fmt.Sprintf("%x", a.sum)
					next.Archives = append(next.Archives, d)
				}
			}
		}
		if len(next.Archives) > 0 {
			systems = append(systems, next)
		}
	}
	var out bytes.Buffer
	if err := t.Execute(&out, struct {
		Summary, Home, Version string
		Systems                []system
	}{summary, "https://" + module, strings.TrimPrefix(version, "v"), systems}); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}
