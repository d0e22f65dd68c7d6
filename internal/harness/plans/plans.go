// Package plans, once a test imports it, has every plan of text checked that is made in
// the test's process, and ends the process if one is wrong: see [text.CheckPlans].
// Benchmarks measure without.
package plans

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"refract/internal/back/text"
)

func init() {
	for _, arg := range os.Args[1:] {
		if pattern, ok := strings.CutPrefix(strings.TrimPrefix(arg, "-"), "-test.bench="); ok && pattern != "" || strings.HasPrefix(arg, "-test.bench=") {
			return
		}
	}
	text.CheckPlans(func(wrong string) {
		// A panic could be taken for an error that the test expects.
		fmt.Fprintf(os.Stderr, "FAIL: a plan of text is wrong: %s\n%s", wrong, debug.Stack())
		os.Exit(1)
	})
}
