package diagnostics_test

import (
	"fmt"
	"strings"

	"refract/docs/diagnostics"
)

// Each code has a page.
func ExamplePage() {
	text, ok := diagnostics.Page("unresolved-identifier")
	first, _, _ := strings.Cut(text, "\n")
	fmt.Println(first, ok)
	// Output:
	// # unresolved-identifier true
}
