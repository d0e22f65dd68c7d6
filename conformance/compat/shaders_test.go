//go:build linux

package compat_test

// This file makes up the shaders of a scene: expressions of the built-in uniforms, attributes and
// varyings of GLSL 1.20.

import (
	"fmt"
	"strings"
)

// uniformAtoms are expressions of type vec4 of built-in uniforms; L stands for a light, U for a unit. The
// driver has alphas of its own in products of lights and materials.
var uniformAtoms = []string{
	"gl_LightSource[L].ambient", "gl_LightSource[L].diffuse", "gl_LightSource[L].specular", "gl_LightSource[L].position * 0.5",
	"vec4(gl_LightSource[L].halfVector.xyz, 1.0)", "vec4(gl_LightSource[L].spotDirection, 1.0)", "vec4(gl_LightSource[L].spotExponent / 16.0)",
	"vec4(gl_LightSource[L].spotCutoff / 180.0)", "vec4(gl_LightSource[L].spotCosCutoff)",
	"vec4(gl_LightSource[L].constantAttenuation, gl_LightSource[L].linearAttenuation, gl_LightSource[L].quadraticAttenuation, 2.0) * 0.5",
	"gl_FrontMaterial.emission", "gl_FrontMaterial.ambient", "gl_FrontMaterial.diffuse", "gl_FrontMaterial.specular", "vec4(gl_FrontMaterial.shininess / 128.0)",
	"gl_BackMaterial.emission", "gl_BackMaterial.ambient", "gl_BackMaterial.diffuse", "gl_BackMaterial.specular", "vec4(gl_BackMaterial.shininess / 128.0)",
	"vec4(gl_FrontLightModelProduct.sceneColor.rgb, 1.0)", "vec4(gl_BackLightModelProduct.sceneColor.rgb, 1.0)", "vec4(gl_FrontLightProduct[L].ambient.rgb, 1.0)", "vec4(gl_FrontLightProduct[L].diffuse.rgb, 1.0)",
	"vec4(gl_FrontLightProduct[L].specular.rgb, 1.0)", "vec4(gl_BackLightProduct[L].ambient.rgb, 1.0)", "vec4(gl_BackLightProduct[L].diffuse.rgb, 1.0)", "vec4(gl_BackLightProduct[L].specular.rgb, 1.0)",
	"gl_LightModel.ambient", "gl_Fog.color", "vec4(gl_Fog.density, gl_Fog.start, gl_Fog.end * 0.5, gl_Fog.scale * 0.5)",
	"vec4(gl_Point.size, gl_Point.sizeMin, gl_Point.sizeMax, gl_Point.fadeThresholdSize * 16.0) / 16.0",
	"vec4(gl_Point.distanceConstantAttenuation, gl_Point.distanceLinearAttenuation, gl_Point.distanceQuadraticAttenuation, 1.0)",
	"vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0)",
	"gl_ModelViewMatrix[2]", "gl_ModelViewMatrixInverse[3] * 0.5", "gl_ModelViewMatrixTranspose[1]", "gl_ModelViewMatrixInverseTranspose[0] * 0.5",
	"gl_ProjectionMatrix[1]", "gl_ProjectionMatrixInverse[0]", "gl_ProjectionMatrixTranspose[3]", "gl_ProjectionMatrixInverseTranspose[3]",
	"gl_ModelViewProjectionMatrix[3]", "gl_ModelViewProjectionMatrixInverse[2] * 0.5", "gl_ModelViewProjectionMatrixTranspose[3]",
	"gl_ModelViewProjectionMatrixInverseTranspose[0] * 0.5", "gl_TextureMatrix[U][0]", "gl_TextureMatrixInverse[U][3] * 0.5", "gl_TextureMatrixTranspose[U][1]",
	"gl_TextureMatrixInverseTranspose[U][2] * 0.5", "vec4(gl_NormalMatrix[1] * 0.5, 1.0)",
}

var vertexAtoms = []string{"gl_Color", "gl_Color", "gl_SecondaryColor", "vec4(gl_FogCoord)", "gl_MultiTexCoord0", "gl_MultiTexCoord1",
	"vec4(normalize(gl_NormalMatrix * gl_Normal), 1.0)", "gl_Vertex * 0.5 + 0.5", "gl_TextureMatrix[U] * gl_MultiTexCoord0",
	"vec4(max(dot(normalize(gl_NormalMatrix * gl_Normal), normalize(gl_LightSource[L].position.xyz)), 0.0)) * vec4(gl_FrontLightProduct[L].diffuse.rgb, 1.0)",
	"gl_ModelViewMatrix * gl_Vertex"}

var fragmentAtoms = []string{"gl_Color", "gl_Color", "gl_Color", "gl_SecondaryColor", "gl_TexCoord[U]", "gl_TexCoord[U]", "v", "vec4(gl_FogFragCoord)",
	"mix(gl_Fog.color, gl_Color, clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0))",
	"mix(gl_Fog.color, gl_Color, clamp(exp(-gl_Fog.density * gl_FogFragCoord), 0.0, 1.0))",
	"mix(gl_Fog.color, gl_Color, clamp(exp2(-gl_Fog.density * gl_Fog.density * gl_FogFragCoord * gl_FogFragCoord * 1.442695), 0.0, 1.0))",
	"texture2D(image, gl_TexCoord[U].st * 0.5) * 0.25", "texture2DProj(image, gl_TexCoord[U].stt * 0.5 + vec3(0.0, 0.0, 1.0)) * 0.25",
	"vec4(gl_FragCoord.xy / 64.0, gl_FragCoord.z, gl_FragCoord.w * 0.5)", "(gl_FrontFacing ? vec4(1.0, 0.5, 0.25, 1.0) : vec4(0.25, 0.5, 1.0, 0.5))"}

// expression is an expression of type vec4.
func (s *scene) expression(atoms []string, depth int) string {
	if depth == 0 || s.r.IntN(5) == 0 {
		if s.r.IntN(3) == 0 {
			atoms = uniformAtoms
		}
		a := atoms[s.r.IntN(len(atoms))]
		a = strings.ReplaceAll(a, "[L]", fmt.Sprintf("[%d]", s.r.IntN(lights)))
		return strings.ReplaceAll(a, "[U]", fmt.Sprintf("[%d]", s.r.IntN(units)))
	}
	x := s.expression(atoms, depth-1)
	switch s.r.IntN(8) {
	case 0:
		return "abs(" + x + ").wzyx"
	case 1:
		return "vec4(dot(" + x + ", vec4(0.25)))"
	case 2:
		return "clamp(" + x + ", 0.125, 0.875)"
	}
	y := s.expression(atoms, depth-1)
	switch s.r.IntN(5) {
	case 0:
		return "(" + x + " + " + y + ") * 0.5"
	case 1:
		return "(" + x + ") * (" + y + ")"
	case 2:
		return "max(" + x + ", " + y + ")"
	case 3:
		return "min(" + x + ", " + y + ")"
	}
	return fmt.Sprintf("mix(%s, %s, %.3f)", x, y, s.unit())
}

// shaders makes up the two stages.
func (s *scene) shaders() {
	var v, f strings.Builder
	position := []string{"ftransform()", "gl_ModelViewProjectionMatrix * gl_Vertex", "gl_ProjectionMatrix * (gl_ModelViewMatrix * gl_Vertex)",
		"gl_ProjectionMatrix * (gl_Vertex * gl_ModelViewMatrixTranspose)"}[s.r.IntN(4)]
	v.WriteString("#version 120\nvarying vec4 v;\nvoid main() {\n  gl_Position = " + position + ";\n")
	set := func(b *strings.Builder, name, value string) { fmt.Fprintf(b, "  %s = %s;\n", name, value) }
	set(&v, "v", s.expression(vertexAtoms, 2))
	set(&v, "gl_FrontColor", "("+s.expression(vertexAtoms, 2)+") * 1.25 - 0.125")
	set(&v, "gl_BackColor", s.expression(vertexAtoms, 2)+" * 1.25")
	set(&v, "gl_FrontSecondaryColor", "clamp("+s.expression(vertexAtoms, 1)+", 0.0, 1.0)")
	set(&v, "gl_BackSecondaryColor", "clamp("+s.expression(vertexAtoms, 1)+", 0.0, 1.0)")
	for k := range units {
		set(&v, fmt.Sprintf("gl_TexCoord[%d]", k), s.expression(vertexAtoms, 1))
	}
	set(&v, "gl_FogFragCoord", []string{"abs(gl_Position.z)", "gl_FogCoord", "length(gl_ModelViewMatrix * gl_Vertex)"}[s.r.IntN(3)])
	if len(s.fixed.Planes) > 0 {
		set(&v, "gl_ClipVertex", []string{"gl_ModelViewMatrix * gl_Vertex", "gl_Vertex"}[s.r.IntN(2)])
	}
	if s.fixed.ProgramSize {
		set(&v, "gl_PointSize", []string{"gl_Point.size + 1.0", "5.0", "gl_Point.size * 2.0", "0.5"}[s.r.IntN(4)])
	}
	v.WriteString("}\n")
	atoms := fragmentAtoms
	if s.points {
		atoms = append(append([]string{}, atoms...), "vec4(gl_PointCoord, 0.0, 1.0)")
	}
	f.WriteString("#version 120\nuniform sampler2D image;\nvarying vec4 v;\nvoid main() {\n")
	target := []string{"gl_FragColor", "gl_FragData[0]"}[s.r.IntN(2)]
	set(&f, target, s.expression(atoms, 3))
	f.WriteString("}\n")
	s.vertex, s.fragment = v.String(), f.String()
}
