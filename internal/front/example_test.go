package front_test

import (
	"fmt"

	"refract/diag"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/internal/front"
	"refract/ir"
)

// Front ends are values of one type: a program reads any language the same way.
func ExampleFrontEnd() {
	for _, c := range []struct {
		front front.FrontEnd
		text  string
	}{
		{wgsl.FrontEnd, "@compute @workgroup_size(8) fn main() {}"},
		{glsl.FrontEnd, "#version 450\nlayout(local_size_x = 8) in;\nvoid main() {}"},
	} {
		s := &front.Source{Name: "shader", Text: c.text, Sources: new(diag.Sources)}
		s.Base = s.Sources.Add(s.Name, s.Text)
		m := ir.NewModule()
		c.front.New().Read(m, s, &front.Request{})
		if err := s.List.Err(s.Sources); err != nil {
			fmt.Println(err)
			return
		}
		e := &m.EntryPoints[0]
		fmt.Println(c.front.Language.Title, e.Stage, e.Name, e.WorkgroupSize)
	}
	// Output:
	// WGSL compute main [8 1 1]
	// GLSL compute main [8 1 1]
}
