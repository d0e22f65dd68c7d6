package text_test

import (
	"fmt"

	"refract/internal/back/text"
)

// Names are settled at the end: what would be a word of the language, or hide what is
// used within, gets another.
func ExampleWriter() {
	words := text.NewWords([]string{"while", "return"}, nil, true, nil)
	var w text.Writer
	w.Reset(words, false)
	global := w.ModuleName("while", "global", false)
	w.Declare(global)
	w.Str(" = 1;")
	w.Line()
	w.Begin()
	w.Line()
	local := w.LocalName("while_", "local")
	w.Declare(local)
	w.Infix("=")
	w.Name(global)
	w.Byte(';')
	w.Bind(local)
	w.Line()
	w.Str("return ")
	w.Name(local)
	w.Infix("+")
	w.Name(global)
	w.Byte(';')
	w.Finished(false)
	fmt.Println(string(w.Finish(nil)))
	// Output:
	// while_1 = 1;
	// {
	//     while_ = while_1;
	//     return while_ + while_1;
	// }
}
