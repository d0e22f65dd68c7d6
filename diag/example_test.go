package diag_test

import (
	"os"

	"refract/diag"
)

// Findings are gathered in a list, and written with the lines that they are about.
func Example() {
	var sources diag.Sources
	base := sources.Add("light.wgsl", "let power = 3;")
	var list diag.List
	list.Errorf("module-scope-let", diag.Span{Start: base, End: base + 3}, "no let here").Note("const can")
	list.Diagnostics(&sources).WriteHuman(os.Stdout, diag.HumanOptions{})
	// Output:
	// error: no let here [module-scope-let]
	//   --> light.wgsl:1:1
	//    |
	//  1 | let power = 3;
	//    | ^^^
	//    = note: const can
}
