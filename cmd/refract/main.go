// Command refract translates, checks and inspects shaders. See refract --help.
package main

// The way in and out: arguments and standard streams in, an exit status out.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"refract"
)

// The exit statuses.
const (
	exitDone  = 0
	exitInput = 1 // the input has errors, or can't be read, or the output can't be written
	exitUsage = 2 // the command line is wrong
)

// A streams is what the command reads from and writes to by default.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run executes a command line and returns the exit status.
func run(args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	command, err := root.ExecuteC()
	var usage *usageError
	var option *refract.OptionError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE):
		return exitInput // whoever was reading has left: nobody to tell
	case errors.Is(err, errReported):
		return exitInput
	case errors.As(err, &usage), errors.As(err, &option):
		fmt.Fprintf(s.err, "refract: %v\nRun '%s --help' for how to use it.\n", err, command.CommandPath())
		return exitUsage
	default:
		fmt.Fprintf(s.err, "refract: %v\n", err)
		return exitInput
	}
}

// errReported is the error of a command that has told what is wrong already.
var errReported = errors.New("reported")

// A usageError says what is wrong with the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return strings.TrimSpace(e.err.Error()) }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usageError.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
