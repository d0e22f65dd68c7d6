package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// beforeMain are the packages of refract that may run code before main, which every start
// of the command waits for: tables are laid out by the linker, or made when they are first
// used (package lazy).
var beforeMain = map[string]bool{
	"refract/exec":                   true, // a table of formats
	"refract/exec/wasm":              true, // registers its engines
	"refract/internal/front/glsl/pp": true, // classes of bytes
	"refract/internal/intern":        true, // a random number for hashes
}

// TestInit runs this program with a trace of what its packages do before main.
func TestInit(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		// init PACKAGE @0.1 ms, 0.01 ms clock, 123 bytes, 4 allocs
		f := strings.Fields(line)
		if len(f) < 11 || f[0] != "init" || !strings.HasPrefix(f[1]+"/", "refract/") || strings.HasPrefix(f[1], "refract/internal/harness") {
			continue
		}
		if beforeMain[f[1]] {
			seen++
		} else if f[1] != "refract/cmd/refract" { // which has its tests' variables
			t.Errorf("%s runs code before main (%s bytes in %s times): make its tables when they are first used", f[1], f[7], f[9])
		}
	}
	if seen != len(beforeMain) {
		t.Errorf("%d of the packages that run code before main are in the trace:\n%s", seen, out)
	}
}
