package glsl

// This file holds the structs of the fixed-function pipeline's state, which shaders of
// compatibility versions read (GLSL 1.20, section 7.5, "Built-In Uniform State"): they
// are members of the block of loose uniforms, as the old matrices are.

import (
	"refract/diag"
	"refract/ir"
)

// fixedStruct is a struct of state: its name, and its members as a type and a name each.
type fixedStruct struct {
	name    string
	members []fixedMember
}

type fixedMember struct {
	name string
	ty   ir.TypeID
}

// Codes of variables of varUniformStruct.
const (
	fixedDepthRange = iota
	fixedFog
	fixedLightModel
	fixedLightModelProducts
	fixedLightProducts
	fixedLightSource
	fixedMaterial
	fixedPoint
)

var fixedStructs = [...]fixedStruct{
	fixedDepthRange: {"gl_DepthRangeParameters", []fixedMember{{"near", tFloat}, {"far", tFloat}, {"diff", tFloat}}},
	fixedFog: {"gl_FogParameters", []fixedMember{{"color", vec4}, {"density", tFloat}, {"start", tFloat}, {"end", tFloat},
		{"scale", tFloat}}},
	fixedLightModel:         {"gl_LightModelParameters", []fixedMember{{"ambient", vec4}}},
	fixedLightModelProducts: {"gl_LightModelProducts", []fixedMember{{"sceneColor", vec4}}},
	fixedLightProducts:      {"gl_LightProducts", []fixedMember{{"ambient", vec4}, {"diffuse", vec4}, {"specular", vec4}}},
	fixedLightSource: {"gl_LightSourceParameters", []fixedMember{{"ambient", vec4}, {"diffuse", vec4}, {"specular", vec4},
		{"position", vec4}, {"halfVector", vec4}, {"spotDirection", vec3}, {"spotExponent", tFloat}, {"spotCutoff", tFloat},
		{"spotCosCutoff", tFloat}, {"constantAttenuation", tFloat}, {"linearAttenuation", tFloat}, {"quadraticAttenuation", tFloat}}},
	fixedMaterial: {"gl_MaterialParameters", []fixedMember{{"emission", vec4}, {"ambient", vec4}, {"diffuse", vec4},
		{"specular", vec4}, {"shininess", tFloat}}},
	fixedPoint: {"gl_PointParameters", []fixedMember{{"size", tFloat}, {"sizeMin", tFloat}, {"sizeMax", tFloat},
		{"fadeThresholdSize", tFloat}, {"distanceConstantAttenuation", tFloat}, {"distanceLinearAttenuation", tFloat},
		{"distanceQuadraticAttenuation", tFloat}}},
}

// fixedType is the module's type of a struct of state.
func (c *checker) fixedType(code int32) ir.TypeID {
	if t := c.fixed[code]; t != 0 {
		return t
	}
	s := ir.Struct{Name: fixedStructs[code].name[3:]}
	for _, m := range fixedStructs[code].members {
		s.Members = append(s.Members, ir.Member{Name: m.name, Type: m.ty, Span: diag.Span{}})
	}
	t := c.m.AddStruct(s)
	c.noteStruct(t, structInfo{})
	c.fixed[code] = t
	return t
}
