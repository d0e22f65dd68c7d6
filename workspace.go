package refract

// The memory that reading, validating and writing work in. It outlives a call,
// so that a program that translates many shaders allocates little for each.

import (
	"sync"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// A workspace serves one call at a time.
type workspace struct {
	module     *ir.Module // of translations, which don't give it away
	wgsl       wgsl.Reader
	glslReader glsl.Reader
	validator  validate.Validator // likewise
	spirv      spirvback.Writer
	hlsl       hlslback.Writer
	glsl       glslback.Writer
	msl        mslback.Writer

	wgslWriter wgslback.Writer
}

var workspaces = sync.Pool{New: func() any { return &workspace{module: ir.NewModule()} }}

// takeWorkspace returns a workspace that is at rest; release gives it back.
// What has panicked is not given back.
func takeWorkspace() *workspace { return workspaces.Get().(*workspace) }

// replaceWriters puts fresh writers in the place of those of which one has panicked
// halfway.
func (w *workspace) replaceWriters() {
	w.spirv, w.hlsl, w.glsl, w.msl, w.wgslWriter = spirvback.Writer{}, hlslback.Writer{}, glslback.Writer{}, mslback.Writer{}, wgslback.Writer{}
}

func (w *workspace) release() { workspaces.Put(w) }
