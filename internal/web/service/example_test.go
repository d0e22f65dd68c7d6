package service_test

import (
	"context"
	"fmt"

	"refract/internal/web/service"
)

// A request and its answer are JSON.
func ExampleService_Answer() {
	s := service.New()
	answer := s.Answer(context.Background(), "translate", []byte(`{"text": "fn halve(x: f32) -> f32 { return x * 0.5; }", "from": "wgsl", "to": ["msl"]}`))
	fmt.Println(string(answer))
	// Output:
	// {"diagnostics":[],"failed":[],"ok":true,"outputs":[{"language":"msl","text":"#include <metal_stdlib>\n#include <simd/simd.h>\n\nusing namespace metal;\n\nfloat halve(float x) {\n    return x * 0.5;\n}\n","mapping":{"version":1,"language":"msl","entry_points":[],"resources":[],"constants":[]}}]}
}
