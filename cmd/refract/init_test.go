package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// initAllowed is what packages of refract may allocate before main, in bytes: tables
// are laid out by the linker, or made when they are first used.
const initAllowed = 12 << 10

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
	seen, total := 0, 0
	for line := range strings.Lines(string(out)) {
		// init PACKAGE @0.1 ms, 0.01 ms clock, 123 bytes, 4 allocs
		f := strings.Fields(line)
		if len(f) < 11 || f[0] != "init" || !strings.HasPrefix(f[1], "refract/") || strings.HasPrefix(f[1], "refract/internal/harness") {
			continue
		}
		bytes, err := strconv.Atoi(f[7])
		if err != nil {
			t.Fatalf("a line of another form: %s", line)
		}
		seen++
		total += bytes
		if bytes > initAllowed {
			t.Errorf("%s allocates %d bytes in %s times before main, more than %d: make its tables when they are first used", f[1], bytes, f[9], initAllowed)
		}
	}
	if seen < 10 {
		t.Errorf("only %d packages of refract are in the trace:\n%s", seen, out)
	}
	if most := 56 << 10; total > most {
		t.Errorf("all packages together allocate %d bytes before main, more than %d", total, most)
	}
}
