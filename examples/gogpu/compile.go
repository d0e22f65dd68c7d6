// Package gogpu shows refract in a graphics library for WebGPU in Go, as gogpu is: Compile takes the
// place of its translator for each of its backends. Direct3D 12 gets DXIL, so that no compiler's
// DLL is loaded.
package gogpu

import (
	"context"

	"refract"
	"refract/back/dxil"
	"refract/reflection"
)

// A Backend is a graphics interface that pipelines are made for.
type Backend int

// The backends.
const (
	Vulkan Backend = iota
	Metal
	DirectX12
	GLES
)

// languages are the languages that backends take.
var languages = [...]refract.Language{Vulkan: refract.SPIRV, Metal: refract.MSL, DirectX12: refract.DXIL, GLES: refract.ESSL}

// Code is a stage for a backend.
type Code struct {
	Data    []byte              // SPIR-V, a DXIL container, or text
	Entry   string              // the name of the entry point in Data
	Mapping *reflection.Mapping // places of resources: registers, buffer and texture indices, names
}

// A Module is a checked WGSL module; pipelines take its stages.
type Module struct{ valid *refract.Valid }

// NewModule checks WGSL. The error is a *diag.Diagnostics with all mistakes, each at its place.
func NewModule(ctx context.Context, label, wgsl string) (*Module, error) {
	valid, err := refract.Check(ctx, label, []byte(wgsl), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.WGSL}})
	if err != nil {
		return nil, err
	}
	return &Module{valid}, nil
}

// Layout describes the bind groups, vertex buffers and limits of the module, from which a pipeline
// with the layout "auto" derives its own.
func (m *Module) Layout(ctx context.Context) (*reflection.Reflection, error) {
	return refract.Reflect(ctx, m.valid, reflection.Options{})
}

// Compile translates an entry point for a backend; constants are the pipeline's values of overrides.
// Several goroutines may compile stages of a module. The error is a *refract.EntryPointError, or a
// *diag.Diagnostics of a feature that the backend lacks, at its place.
func (m *Module) Compile(ctx context.Context, b Backend, entry string, constants map[string]float64) (*Code, error) {
	language := languages[b]
	o := refract.WriteOptions{Language: language, EntryPoint: entry, Overrides: constants, Options: refract.LanguageOptions{}}
	if language == refract.DXIL {
		options := dxil.NewOptions()
		options.DeriveRootSignature = true // of all graphics stages, so that those of a pipeline agree
		o.Options[language] = &options
	}
	out, err := refract.Write(ctx, m.valid, o)
	if err != nil {
		return nil, err
	}
	code := &Code{Data: out.Bytes(), Entry: entry, Mapping: out.Mapping()}
	if len(code.Mapping.EntryPoints) > 0 {
		code.Entry = code.Mapping.EntryPoints[0].Text
	}
	return code, nil
}
