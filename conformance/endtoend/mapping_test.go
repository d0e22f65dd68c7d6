package endtoend

// This file tests what is told of the planes that external textures become.

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/internal/ir/transform"
)

const video = `
@group(0) @binding(1) var frame: texture_external;
@group(0) @binding(0) var s: sampler;
@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f {
	return textureSampleBaseClampToEdge(frame, s, uv);
}`

// TestExternalMapping: the first plane keeps the texture's name and place, the others
// and the parameters have places of their own.
func TestExternalMapping(t *testing.T) {
	glsl := glslback.NewOptions()
	glsl.ExternalForm = transform.ExternalPlanar
	for _, c := range []struct {
		options refract.WriteOptions
		want    []string
	}{
		{refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &glsl}}, []string{"frame_params uniform_block of 0.4 at 0", "frame texture of 0.1 at 0 with 0.0",
			"frame_plane1 texture of 0.2 at 1 with 0.0", "frame_plane2 texture of 0.3 at 2 with 0.0"}},
		{refract.WriteOptions{Language: refract.HLSL}, []string{"frame t of 0.1 at 1", "s s of 0.0 at 0",
			"frame_plane1 t of 0.2 at 2", "frame_plane2 t of 0.3 at 3", "frame_params b of 0.4 at 4"}},
		{refract.WriteOptions{Language: refract.MSL}, []string{"s sampler of 0.0 at 0", "frame texture of 0.1 at 0",
			"frame_plane1 texture of 0.2 at 1", "frame_plane2 texture of 0.3 at 2", "frame_params buffer of 0.4 at 0"}},
		{refract.WriteOptions{Language: refract.SPIRV}, []string{"s descriptor of 0.0 at 0", "frame descriptor of 0.1 at 1",
			"frame_plane1 descriptor of 0.2 at 2", "frame_plane2 descriptor of 0.3 at 3", "frame_params descriptor of 0.4 at 4"}},
	} {
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(video), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Write(context.Background(), v, c.options)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range out.Mapping().Resources {
			line := r.Name + " " + r.Class
			if r.At != nil {
				line += fmt.Sprintf(" of %d.%d", r.At.Group, r.At.Binding)
			}
			if r.Slot.Is() {
				line += fmt.Sprintf(" at %d", r.Slot.Value())
			}
			if r.Sampler != nil {
				line += fmt.Sprintf(" with %d.%d", r.Sampler.Group, r.Sampler.Binding)
			}
			got = append(got, line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q", c.options.Language, got)
		}
	}
}
