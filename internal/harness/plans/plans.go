// Package plans, once a test imports it, has every plan of text checked that is made in
// the test's process: see [text.CheckPlans]. Benchmarks measure without.
package plans

import (
	"os"
	"strings"

	"refract/back/text"
)

func init() {
	for _, arg := range os.Args[1:] {
		if pattern, ok := strings.CutPrefix(strings.TrimPrefix(arg, "-"), "-test.bench="); ok && pattern != "" || strings.HasPrefix(arg, "-test.bench=") {
			return
		}
	}
	text.CheckPlans(true)
}
