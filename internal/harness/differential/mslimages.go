package differential

// This file gives the textures and samplers of a job to Metal kernels on the CPU.

import (
	"encoding/hex"
	"fmt"
	"regexp"

	"refract/exec"
	"refract/ir"
)

// mslTexture is a texture as msl-run reads it: level after level.
type mslTexture struct {
	Size   []uint32 `json:"size"`
	Layers uint32   `json:"layers"`
	Levels uint32   `json:"levels"`
	Format string   `json:"format"`
	Hex    string   `json:"hex"`
}

// mslSampler is a sampler as msl-run reads it.
type mslSampler struct {
	Min string `json:"min_filter"`
	Mag string `json:"mag_filter"`
	Mip string `json:"mip_filter"`
	S   string `json:"s_address"`
	T   string `json:"t_address"`
	R   string `json:"r_address"`
}

// mslFormat matches the formats that msl-run has.
var mslFormat = regexp.MustCompile(`^(r|rg|rgba)(8|16|32)(unorm|snorm|uint|sint|float)$`)

// asMSL is a texture for msl-run. The error names a missing feature.
func (t *Texture) asMSL() (m mslTexture, err error) {
	v := t.View
	x := v.Texture
	m = mslTexture{Layers: max(x.Layers, 1), Levels: x.Levels, Format: x.Format.String()}
	if x.Format == exec.Depth32Float {
		m.Format = "r32float"
	}
	switch {
	case t.Element >= 0 || t.Sampler != nil || v.Dim == ir.DimCube || v.Dim == ir.DimBuffer || x.Samples > 1:
		return m, leftOut(fmt.Sprintf("a texture of dimension %v", v.Dim))
	case !mslFormat.MatchString(m.Format):
		return m, leftOut("a texture of format " + m.Format)
	}
	switch m.Size = []uint32{x.Width, x.Height, x.Depth}; x.Dim {
	case ir.Dim1D:
		m.Size = m.Size[:1]
	case ir.Dim2D:
		m.Size = m.Size[:2]
	}
	for level := range x.Levels {
		m.Hex += hex.EncodeToString(x.Level(level))
	}
	return m, nil
}

// asMSL is a sampler for msl-run.
func (s *Sampler) asMSL() (m mslSampler, err error) {
	if s.Element >= 0 || s.Compare != exec.NoCompare {
		return m, leftOut("a sampler that compares")
	}
	filter := map[exec.Filter]string{exec.Nearest: "nearest", exec.Linear: "linear"}
	mode := map[exec.AddressMode]string{exec.ClampToEdge: "clamp_to_edge", exec.Repeat: "repeat", exec.MirrorRepeat: "mirrored_repeat"}
	return mslSampler{filter[s.Minify], filter[s.Magnify], filter[s.Mipmap], mode[s.AddressU], mode[s.AddressV], mode[s.AddressW]}, nil
}

// resultOf is which part of the result a storage texture is.
func (j *Job) resultOf(texture int) int {
	n := len(j.Buffers)
	for i := range j.Textures[:texture] {
		if j.Textures[i].Storage {
			n++
		}
	}
	return n
}

// isExternal reports whether a texture stands for an external one.
func (j *Job) isExternal(texture int) bool {
	t := &j.Textures[texture]
	for i := range j.Module.Globals {
		g := &j.Module.Globals[i]
		if g.Space == ir.SpaceHandle && g.Binding.Group == t.Group && g.Binding.Binding == t.Binding && j.Module.Types.At(g.Type).Class == ir.ImageExternal {
			return true
		}
	}
	return false
}
