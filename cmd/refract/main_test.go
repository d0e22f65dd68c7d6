package main

// The command as its users meet it: scripts in testdata/script run it in
// processes of its own and look at output, files and exit status.

import (
	"encoding/hex"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"refract": main, "refract-remote": remoteStandIn})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			program, err := exec.LookPath("refract")
			e.Setenv("REFRACT", program) // for scripts that change PATH
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"grow":   grow,
			"unhex":  unhex,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			default:
				return false, os.ErrInvalid
			}
		},
	})
}

// status runs a command and demands its exit status: status N COMMAND ARGS...
// Its output is what stdout and stderr look at. After the command, "<FILE" is
// its standard input.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// unhex makes a file of the bytes that another has as hexadecimal digits: unhex TEXT FILE.
func unhex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unhex TEXT FILE")
	}
	data, err := hex.DecodeString(strings.Join(strings.Fields(ts.ReadFile(args[0])), ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o666))
}

// grow makes a file of a size without writing it: grow FILE BYTES.
func grow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: grow FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	name := ts.MkAbs(args[0])
	f, err := os.Create(name)
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}
