package dot_test

import (
	"fmt"
	"strings"

	"refract/internal/back/dot"
	"refract/ir"
)

// The control flow of a module as a drawing.
func ExampleWrite() {
	m, err := ir.ParseString("double", `
global @data : array<u32, 4> storage(read_write) binding(0, 0)
entry compute @main workgroup(1, 1, 1)
func @main() {
  %1 = access_index @data, 2 : ptr<storage, u32, read_write>
  %2 = load %1 : u32
  %3 = mul %2, 2u : u32
  store %1, %3
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	drawing := dot.Write(m, dot.Options{})
	fmt.Println(strings.HasPrefix(drawing, "digraph"))
	// Output: true
}
