package language_test

import (
	"fmt"

	"refract/language"
)

// Languages are known by their files.
func Example() {
	fmt.Println(language.SPIRV.Name, language.SPIRV.Title, language.SPIRV.Extensions)
	// Output:
	// spv SPIR-V [.spv]
}
