package conformance

// This file gives every way to read textures (samplerows_test.go), and every operation on storage
// textures, to each target in each version: a refusal with a code is fine, a text that its compiler
// refuses isn't.

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"refract"
)

// storageShader is a compute shader with an operation on a storage texture, in GLSL.
func storageShader(prefix, shape, format, expr string, qualifier string) string {
	texel := map[string]string{"": "vec4", "i": "ivec4", "u": "uvec4"}[prefix]
	place := map[string]string{"1D": "at.x", "Buffer": "at.x", "1DArray": "at.xy", "2D": "at.xy", "2DArray": "at.xyz", "3D": "at.xyz", "Cube": "at.xyz", "CubeArray": "at.xyz"}[shape]
	expr = strings.NewReplacer("$P", place, "$T", texel).Replace(expr)
	return fmt.Sprintf(`#version 460
layout(%s, binding = 0) uniform %s %simage%s t;
layout(binding = 1) buffer Out { ivec4 at; %s o; };
void main() { %s }`, format, qualifier, prefix, shape, texel, expr)
}

// textureShaders are shaders with one operation on a texture each.
func textureShaders(t *testing.T) (list []optionShader) {
	add := func(name, source string) {
		if s := shaderOf(t, name, source); s != nil {
			list = append(list, *s)
		} else {
			t.Errorf("%s is refused", name)
		}
	}
	for n := range sampleRows {
		row := &sampleRows[n]
		for _, prefix := range row.prefixes() {
			add(fmt.Sprintf("%s%s %s.frag", prefix, row.shape, row.expr), row.source(prefix))
		}
	}
	formats := map[string][]string{"": {"rgba8", "r32f", "rgba16f", "rg8_snorm"}, "i": {"r32i", "rgba16i"}, "u": {"r32ui", "rgba8ui"}}
	k := 0
	for _, shape := range strings.Fields("1D 1DArray 2D 2DArray 3D Cube CubeArray Buffer") {
		for _, prefix := range []string{"", "i", "u"} {
			image := func(format, qualifier, expr string) {
				add(fmt.Sprintf("%simage%s %s %s.comp", prefix, shape, format, expr), storageShader(prefix, shape, format, expr, qualifier))
			}
			for _, op := range []struct{ qualifier, expr string }{
				{"readonly", "o = imageLoad(t, $P);"}, {"writeonly", "imageStore(t, $P, o);"}, {"", "imageStore(t, $P, imageLoad(t, $P));"}, {"readonly", "o = $T(imageSize(t).xxxx);"},
			} {
				if shape == "1D" || shape == "Buffer" {
					op.expr = strings.Replace(op.expr, "imageSize(t).xxxx", "imageSize(t)", 1)
				}
				list := formats[prefix]
				image(list[k%len(list)], op.qualifier, op.expr)
				k++
			}
			for _, f := range strings.Fields("Add Min Max And Or Xor Exchange CompSwap") {
				format, one := map[string]string{"i": "r32i", "u": "r32ui"}[prefix], "o.x"
				if format == "" {
					break
				}
				if f == "CompSwap" {
					one = "o.y, o.z"
				}
				image(format, "", fmt.Sprintf("o.x = imageAtomic%s(t, $P, %s);", f, one))
			}
		}
	}
	return list
}

// versions are a setting for each version of each target.
func versions() (list []*setting) {
	for _, l := range []struct {
		language refract.Language
		option   string
	}{{refract.GLSL, "version"}, {refract.ESSL, "version"}, {refract.HLSL, "shader_model"}, {refract.MSL, "version"}, {refract.SPIRV, "version"},
		{refract.DXBC, "profile"}, {refract.DXIL, "profile"}} {
		name := string(l.language) + "." + l.option
		values := optionWords[name]
		if values == nil {
			values = optionWords[l.option]
		}
		for n, v := range values {
			list = append(list, &setting{l.language, [][2]string{{name, v}}, n % 2})
			if l.language == refract.GLSL && v >= "450" {
				list = append(list, &setting{l.language, [][2]string{{"glsl.vulkan", "true"}, {name, v}}, n % 2})
			}
		}
	}
	return append(list, &setting{refract.WGSL, nil, 0}, &setting{refract.WGSL, nil, 1})
}

// TestTextureTargets gives the outputs of all targets to their compilers: every so many-th pair of a
// shader and a version, or all if REFRACT_ALL is 1.
func TestTextureTargets(t *testing.T) {
	every := 61
	if os.Getenv("REFRACT_ALL") == "1" {
		every = 1
	}
	shaders := textureShaders(t)
	t.Logf("%d shaders, %d versions", len(shaders), len(versions()))
	tryOptions(t, versions(), shaders, number("REFRACT_EVERY", every))
}
