package ssatext_test

import (
	"fmt"

	"refract/diag"
	"refract/internal/front"
	"refract/internal/front/ssatext"
	"refract/ir"
)

// The text of a shader in SSA form is read, and becomes a module.
func Example() {
	const text = `func @halve($x : f32) -> f32 {
  b1:
    %1 = param index=0 : f32
    %2 = const 0.5 : f32
    %3 = fmul.fast %1, %2 : f32
    return %3
}
`
	s := &front.Source{Name: "halve.ssa", Text: text, Sources: new(diag.Sources)}
	s.Base = s.Sources.Add(s.Name, s.Text)
	m := ir.NewModule()
	ssatext.FrontEnd.New().Read(m, s, &front.Request{})
	if err := s.List.Err(s.Sources); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(ir.Print(m))
	// Output:
	// func @halve($x : f32) -> f32 {
	//   %1 = mul $x, 0.5f : f32
	//   return %1
	// }
}
