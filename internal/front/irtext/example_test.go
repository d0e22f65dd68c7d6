package irtext_test

import (
	"fmt"

	"refract/diag"
	"refract/internal/front"
	"refract/internal/front/irtext"
	"refract/ir"
)

// A module's text form is read as any language is.
func Example() {
	s := &front.Source{Name: "halve.ir", Text: "func @halve($x : f32) -> f32 {\n  %1 = mul $x, 0.5f : f32\n  return %1\n}\n", Sources: new(diag.Sources)}
	s.Base = s.Sources.Add(s.Name, s.Text)
	m := ir.NewModule()
	irtext.FrontEnd.New().Read(m, s, &front.Request{})
	if err := s.List.Err(s.Sources); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Functions[1].Name, m.TypeName(m.Functions[1].Result))
	// Output:
	// halve f32
}
