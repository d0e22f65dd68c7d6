package main

// A report of a fault of refract, in one file: the command line, the inputs, the version,
// and where in refract it happened.

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"refract"
	"refract/exec"
)

// maxBundleInput bounds the bytes of an input that a bundle holds.
const maxBundleInput = 16 << 20

// A faultLog keeps the parts of a bundle that only their place in the program knows.
type faultLog struct {
	mu     sync.Mutex
	traces []string // of each fault: what it is about, and the stack
	stdin  []byte   // what was read from standard input
}

// faults is the log of this process.
var faults faultLog

// note keeps the fault that an error holds, if it holds one.
func (l *faultLog) note(err error) {
	var fault *refract.FaultError
	var engine *exec.FaultError
	switch {
	case errors.As(err, &fault):
		l.add(fmt.Sprintf("%s: %v\n%s", fault.Name, fault, fault.Stack))
	case errors.As(err, &engine):
		l.add(fmt.Sprintf("%v\n%s", engine, engine.Stack))
	}
}

func (l *faultLog) add(trace string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.traces = append(l.traces, trace)
}

// read keeps the bytes of standard input.
func (l *faultLog) read(stdin []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stdin = stdin
}

// tell prints advice about the faults, and writes the bundle to report.
func (l *faultLog) tell(w io.Writer, args []string) {
	name, err := l.write(os.TempDir(), args)
	if err != nil {
		fmt.Fprintf(w, "This is a fault of refract, not of the shader. Please report it, with the input,\nthe command line and 'refract version'. (No file could be written for that: %v.)\n", cause(err))
		return
	}
	fmt.Fprintf(w, "This is a fault of refract, not of the shader. Please report it with the file\n%s,\nwhich holds the command line, the inputs that it names, the version, and the place\nin refract. Read the file before you publish it.\n", name)
}

// write writes the bundle into a folder. Its name is a hash of its content.
func (l *faultLog) write(dir string, args []string) (string, error) {
	bundle, err := l.bundle(args)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(bundle)
	name := filepath.Join(dir, fmt.Sprintf("refract-fault-%x.zip", sum[:6]))
	return name, os.WriteFile(name, bundle, 0o600)
}

// bundle makes the bundle.
func (l *faultLog) bundle(args []string) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(name string, content []byte) error {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(content)
		}
		return err
	}
	var report strings.Builder
	fmt.Fprintf(&report, "refract %s, %s, %s/%s\n\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, a := range append([]string{"refract"}, args...) {
		fmt.Fprintf(&report, "%q ", a)
	}
	fmt.Fprintf(&report, "\n\n%s\n", strings.Join(l.traces, "\n"))
	if err := add("report.txt", []byte(report.String())); err != nil {
		return nil, err
	}
	if l.stdin != nil {
		if err := add("inputs/stdin", l.stdin); err != nil {
			return nil, err
		}
	}
	for i, a := range args {
		if content, ok := bundled(a); ok {
			if err := add(fmt.Sprintf("inputs/%d-%s", i+1, filepath.Base(a)), content); err != nil {
				return nil, err
			}
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// bundled is the content of an argument that names a file; for the value of a flag the
// file may follow an equals sign and an @.
func bundled(arg string) ([]byte, bool) {
	if i := strings.LastIndexAny(arg, "=@"); i >= 0 {
		arg = arg[i+1:]
	}
	info, err := os.Stat(arg)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxBundleInput {
		return nil, false
	}
	content, err := os.ReadFile(arg)
	return content, err == nil
}
