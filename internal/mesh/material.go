package mesh

// This file reads the materials of glTF 2.0 (the specification's section 3.9), their
// textures, images and samplers.

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// A Part is consecutive triangles of one material.
type Part struct {
	First, Count int // indices
	Material     int // of the mesh's Materials
}

// A Material is how a part's surface looks: metallic and rough, as glTF has it. The zero
// numbers of a file are its defaults here.
type Material struct {
	Name                string
	BaseColor           [4]float32 // linear
	Emissive            [3]float32
	Metallic, Roughness float32
	NormalScale         float32
	OcclusionStrength   float32
	AlphaCutoff         float32 // 0 where alpha has no part in what is covered
	Blend               bool    // with what is behind
	DoubleSided         bool

	// The maps; nil: none, which stands for white, and for normals that aren't bent.
	BaseColorMap, MetallicRoughnessMap, NormalMap, OcclusionMap, EmissiveMap *Map
}

// Plain is glTF's default.
func Plain() Material {
	return Material{BaseColor: [4]float32{1, 1, 1, 1}, Metallic: 1, Roughness: 1, NormalScale: 1, OcclusionStrength: 1}
}

// A Map is a picture over a surface: a file's bytes, and how it is sampled.
type Map struct {
	Image   int // which one of the file, so that two maps may share it
	Data    []byte
	Nearest bool // texels aren't mixed
	Levels  bool // there are mip levels
	U, V    Wrap
}

// Wrap is the treatment of coordinates beyond a map's edges.
type Wrap uint8

const (
	Repeat Wrap = iota
	Clamp
	Mirror
)

type gltfTextureInfo struct {
	Index    *int
	TexCoord int
	Scale    *float32
	Strength *float32
}

type gltfMaterial struct {
	Name string
	PBR  struct {
		BaseColorFactor          *[4]float32
		MetallicFactor           *float32
		RoughnessFactor          *float32
		BaseColorTexture         *gltfTextureInfo
		MetallicRoughnessTexture *gltfTextureInfo
	} `json:"pbrMetallicRoughness"`
	NormalTexture, OcclusionTexture, EmissiveTexture *gltfTextureInfo
	EmissiveFactor                                   [3]float32
	AlphaMode                                        string
	AlphaCutoff                                      *float32
	DoubleSided                                      bool
}

type gltfImage struct {
	URI  string
	View *int `json:"bufferView"`
}

type gltfSampler struct{ MagFilter, MinFilter, WrapS, WrapT int }

// materials reads all of them.
func (r *gltfReader) materials() error {
	r.images = make([][]byte, len(r.Images))
	for i := range r.Materials {
		from := &r.Materials[i]
		m := Plain()
		m.Name, m.Emissive, m.DoubleSided, m.Blend = from.Name, from.EmissiveFactor, from.DoubleSided, from.AlphaMode == "BLEND"
		set(&m.BaseColor, from.PBR.BaseColorFactor)
		set(&m.Metallic, from.PBR.MetallicFactor)
		set(&m.Roughness, from.PBR.RoughnessFactor)
		if from.AlphaMode == "MASK" {
			m.AlphaCutoff = 0.5
			set(&m.AlphaCutoff, from.AlphaCutoff)
		}
		for _, t := range []struct {
			name string
			from *gltfTextureInfo
			to   **Map
		}{
			{"baseColorTexture", from.PBR.BaseColorTexture, &m.BaseColorMap}, {"metallicRoughnessTexture", from.PBR.MetallicRoughnessTexture, &m.MetallicRoughnessMap},
			{"normalTexture", from.NormalTexture, &m.NormalMap}, {"occlusionTexture", from.OcclusionTexture, &m.OcclusionMap},
			{"emissiveTexture", from.EmissiveTexture, &m.EmissiveMap},
		} {
			if t.from == nil {
				continue
			}
			var err error
			if *t.to, err = r.textureMap(t.from); err != nil {
				return fmt.Errorf("material %d, %s: %w", i, t.name, err)
			}
		}
		if t := from.NormalTexture; t != nil {
			set(&m.NormalScale, t.Scale)
		}
		if t := from.OcclusionTexture; t != nil {
			set(&m.OcclusionStrength, t.Strength)
		}
		r.mesh.Materials = append(r.mesh.Materials, m)
	}
	return nil
}

// set writes a value that is present.
func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// textureMap reads a texture and its picture's bytes.
func (r *gltfReader) textureMap(t *gltfTextureInfo) (*Map, error) {
	if t.Index == nil || *t.Index < 0 || *t.Index >= len(r.Textures) {
		return nil, fmt.Errorf("there is no such texture")
	}
	if t.TexCoord != 0 {
		return nil, fmt.Errorf("it lies by the texture coordinates %d; those of TEXCOORD_0 are read", t.TexCoord)
	}
	texture := &r.Textures[*t.Index]
	if texture.Source == nil || *texture.Source < 0 || *texture.Source >= len(r.Images) {
		return nil, fmt.Errorf("texture %d has no image that is read", *t.Index)
	}
	m := &Map{Image: *texture.Source, Levels: true}
	var err error
	if m.Data, err = r.image(m.Image); err != nil {
		return nil, fmt.Errorf("image %d: %w", m.Image, err)
	}
	if s := texture.Sampler; s != nil {
		if *s < 0 || *s >= len(r.Samplers) {
			return nil, fmt.Errorf("there is no sampler %d", *s)
		}
		const nearest, linear, clamp, mirrored = 9728, 9729, 33071, 33648
		from := &r.Samplers[*s]
		m.Nearest = from.MagFilter == nearest
		m.Levels = from.MinFilter != nearest && from.MinFilter != linear
		wrap := func(n int) Wrap {
			switch n {
			case clamp:
				return Clamp
			case mirrored:
				return Mirror
			}
			return Repeat
		}
		m.U, m.V = wrap(from.WrapS), wrap(from.WrapT)
	}
	return m, nil
}

// image is the bytes of a picture: in a buffer, in the text, or in a file.
func (r *gltfReader) image(i int) ([]byte, error) {
	if r.images[i] != nil {
		return r.images[i], nil
	}
	from := &r.Images[i]
	var data []byte
	switch {
	case from.View != nil:
		if *from.View < 0 || *from.View >= len(r.Views) {
			return nil, fmt.Errorf("there is no buffer view %d", *from.View)
		}
		v := &r.Views[*from.View]
		if v.Buffer < 0 || v.Buffer >= len(r.buffers) {
			return nil, fmt.Errorf("there is no buffer %d", v.Buffer)
		}
		b := r.buffers[v.Buffer]
		if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(b) || v.ByteLength > len(b)-v.ByteOffset {
			return nil, fmt.Errorf("buffer view %d lies outside of its buffer", *from.View)
		}
		data = b[v.ByteOffset:][:v.ByteLength]
	case from.URI == "":
		return nil, fmt.Errorf("it has no bytes")
	default:
		var err error
		if data, err = r.fetch(from.URI); err != nil {
			return nil, err
		}
	}
	r.images[i] = data
	return data, nil
}

// fetch reads the target of a URI: a file, or data in the URI itself.
func (r *gltfReader) fetch(uri string) ([]byte, error) {
	if encoded, isData := strings.CutPrefix(uri, "data:"); isData {
		_, text, ok := strings.Cut(encoded, ";base64,")
		if !ok {
			return nil, fmt.Errorf("it isn't base64")
		}
		return io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return nil, err
	}
	if strings.Contains(name, "://") {
		if len(name) > 60 {
			name = strings.ToValidUTF8(name[:60], "") + "…"
		}
		return nil, fmt.Errorf("it is at %s, which isn't fetched", name)
	}
	return r.open(name)
}
