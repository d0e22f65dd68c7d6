// Package glslang compiles and links GLSL with glslang, for tests. A process of glslangValidator takes longer to
// start than to compile most shaders, so processes of a server are kept (server/glslang_server.cpp), which the
// C++ compiler makes of glslang's library. Without compiler or library each call is a process.
package glslang

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"refract/internal/harness"
)

// A Shader is the source of a stage, given by the extension of its files: "comp", "frag".
type Shader struct{ Extension, Source string }

// Installed reports whether glslangValidator is installed.
func Installed() bool {
	_, err := exec.LookPath(validator)
	return err == nil
}

// Find skips the test if glslangValidator isn't installed, or fails it if
// REFRACT_REQUIRE_TOOLS is 1.
func Find(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath(validator); err == nil {
		return
	} else if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else {
		t.Skip(err)
	}
}

// Compile returns the SPIR-V of a shader for a version of Vulkan, as "1.2". The error holds
// glslang's messages.
func Compile(vulkan string, s Shader) ([]byte, error) {
	return compile(job{vulkan: vulkan, shaders: []Shader{s}})
}

// CompilePlaced is Compile with bindings and locations for resources and variables without.
func CompilePlaced(vulkan string, s Shader) ([]byte, error) {
	return compile(job{vulkan: vulkan, mode: placed, shaders: []Shader{s}})
}

func compile(j job) ([]byte, error) {
	messages, code, err := j.run()
	if err == nil && len(code) == 0 {
		err = errors.New("glslang makes no SPIR-V")
	}
	if err != nil && messages != "" {
		err = errors.New(messages)
	}
	return code, err
}

// Link compiles the stages of a program for a version of Vulkan, or for OpenGL if that is "", and
// links them. It returns glslang's messages, which may be warnings, and an error if it rejects the
// program.
func Link(vulkan string, stages ...Shader) (messages string, err error) {
	messages, _, err = job{vulkan: vulkan, shaders: stages}.run()
	return messages, err
}

// Names returns the names of a shader's interface, a line each behind its role, or an error if
// glslang rejects the shader.
func Names(vulkan string, s Shader) (string, error) {
	_, names, err := job{vulkan: vulkan, mode: named, shaders: []Shader{s}}.run()
	return string(names), err
}

// A job is a program for glslang.
type job struct {
	vulkan  string
	mode    mode
	shaders []Shader
}

// A mode is the result of a job.
type mode string

const (
	plain  mode = ""
	placed mode = "places"
	named  mode = "names"
)

func (j job) run() (messages string, result []byte, err error) {
	program := serverProgram()
	if program == "" {
		return j.runOnce()
	}
	s, err := acquire(program)
	if err != nil {
		return "", nil, err
	}
	request := []string{j.vulkan, string(j.mode)}
	for _, x := range j.shaders {
		request = append(request, x.Extension, x.Source)
	}
	answer, err := s.call(request)
	if err != nil {
		s.stop()
		return "", nil, fmt.Errorf("glslang ended: %w", err)
	}
	idle <- s
	if string(answer[0]) != "1" {
		err = errRejected
	}
	return string(bytes.TrimSpace(answer[1])), answer[2], err
}

var errRejected = errors.New("glslang rejects it")

const validator = "glslangValidator"

// runOnce is run by a process of glslangValidator.
func (j job) runOnce() (messages string, result []byte, err error) {
	dir, err := os.MkdirTemp("", "glslang")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"-l"}
	if j.vulkan != "" {
		args = []string{"-V", "--target-env", "vulkan" + j.vulkan}
	}
	switch j.mode {
	case placed:
		args = append(args, "--aml", "--amb")
	case named:
		args = append(args, "-q", "--reflect-all-io-variables")
	}
	for i, s := range j.shaders {
		name := strconv.Itoa(i) + "." + s.Extension
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s.Source), 0o666); err != nil {
			return "", nil, err
		}
		args = append(args, name)
	}
	c := exec.Command(validator, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err == nil && j.mode == named {
		result = reflected(string(out))
	} else if err == nil && j.vulkan != "" {
		result, err = os.ReadFile(filepath.Join(dir, j.shaders[0].Extension+".spv"))
	}
	return string(bytes.TrimSpace(out)), result, err
}

// reflected are the names in the output of glslangValidator -q, behind their roles.
func reflected(out string) (names []byte) {
	role := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if r, ok := strings.CutSuffix(line, " reflection:"); ok {
			role = r
		} else if name, _, ok := strings.Cut(line, ": "); ok && role != "" && !strings.HasPrefix(name, "Local size ") {
			names = append(names, role+" "+name+"\n"...)
		}
	}
	return names
}

//go:embed server/glslang_server.cpp
var source []byte

// libraries are glslang's, in the order of the linker.
var libraries = strings.Fields("-lglslang -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler -lHLSL -lSPIRV " +
	"-lglslang-default-resource-limits -lSPIRV-Tools-opt -lSPIRV-Tools -lpthread")

// serverProgram is the path of the server, which is made at the first use, or "" if it can't be
// made. It is kept by the source and the version of glslang.
var serverProgram = sync.OnceValue(func() string {
	version, err := exec.Command(validator, "--version").Output()
	if err != nil {
		return ""
	}
	hash := sha256.New()
	hash.Write(source)
	hash.Write(version)
	path := filepath.Join(harness.Oracles(), "glslang-server", fmt.Sprintf("%x", hash.Sum(nil)[:8]))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return ""
	}
	made, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return ""
	}
	made.Close()
	defer os.Remove(made.Name())
	compiler := exec.Command("g++", append([]string{"-O1", "-x", "c++", "-o", made.Name(), "-", "-x", "none"}, libraries...)...)
	compiler.Stdin = bytes.NewReader(source)
	if compiler.Run() != nil || os.Chmod(made.Name(), 0o755) != nil || os.Rename(made.Name(), path) != nil {
		return ""
	}
	return path
})

// A server is a process of the server.
type server struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
}

// idle has the processes that wait for a request. They end with the test's process, when their
// input does.
var idle = make(chan *server, max(64, runtime.NumCPU()))

// acquire returns a process that nobody else uses.
func acquire(program string) (*server, error) {
	select {
	case s := <-idle:
		return s, nil
	default:
	}
	s := &server{process: exec.Command(program)}
	var err error
	if s.in, err = s.process.StdinPipe(); err != nil {
		return nil, err
	}
	if s.out, err = s.process.StdoutPipe(); err != nil {
		return nil, err
	}
	return s, s.process.Start()
}

// call sends a request and returns the texts of the answer.
func (s *server) call(request []string) (answer [3][]byte, err error) {
	message := binary.LittleEndian.AppendUint32(nil, uint32(len(request)))
	for _, text := range request {
		message = append(binary.LittleEndian.AppendUint32(message, uint32(len(text))), text...)
	}
	if _, err := s.in.Write(message); err != nil {
		return answer, err
	}
	for i := range answer {
		var size [4]byte
		if _, err := io.ReadFull(s.out, size[:]); err != nil {
			return answer, err
		}
		answer[i] = make([]byte, binary.LittleEndian.Uint32(size[:]))
		if _, err := io.ReadFull(s.out, answer[i]); err != nil {
			return answer, err
		}
	}
	return answer, nil
}

// stop ends a process that doesn't answer.
func (s *server) stop() {
	s.in.Close()
	s.process.Process.Kill()
	s.process.Wait()
}
