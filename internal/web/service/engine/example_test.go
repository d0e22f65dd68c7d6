package engine_test

import (
	"context"
	"encoding/json"
	"fmt"

	"refract/exec/interp"
	"refract/internal/web/service/engine"
)

// A compute shader runs on numbers in JSON.
func ExampleNew() {
	s := engine.New(interp.Engine{})
	request, _ := json.Marshal(map[string]any{
		"text": `@group(0) @binding(0) var<storage, read_write> data: array<u32>;
			@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= 2; }`,
		"from":       "wgsl",
		"workgroups": []int{3, 1, 1},
		"buffers":    map[string]string{"data": "u32:5,6,7"},
	})
	fmt.Println(string(s.Answer(context.Background(), "run", request)))
	// Output:
	// {"diagnostics":[],"entry":"main","invocations":3,"ok":true,"resources":[{"name":"data","type":"array<u32>","text":"[10, 12, 14]"}],"steps":3}
}
