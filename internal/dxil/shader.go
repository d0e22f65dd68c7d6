package dxil

// This file makes containers of the parts of a shader, and the other way about.

import (
	"errors"
	"fmt"

	"refract/internal/dxbc"
)

// A Shader is the parts of a shader's container that the package knows.
type Shader struct {
	Features Features
	// Inputs and Outputs are signatures; libraries have none. PatchConstants is that of hull, domain and
	// mesh shaders.
	Inputs, Outputs, PatchConstants *Signature
	Pipeline                        *PipelineInfo // libraries have none
	Runtime                         *RuntimeData  // of libraries
	RootSignature                   []byte        // the contents of the part RTS0; nil: none
	Definitions                     *Program      // the part STAT: the module without code, for reflection; nil: none
	Hash                            *Hash         // nil: none, as before validator version 1.5
	Program                         *Program
}

// Container returns a container of the shader's parts, in DXC's order. Its checksum is the one that
// Microsoft's validator signs valid containers with.
func (s *Shader) Container() (*dxbc.Container, error) {
	if s.Program == nil {
		return nil, errors.New("dxil: the shader has no program")
	}
	c := &dxbc.Container{}
	c.Add(PartSFI0, s.Features.Bytes())
	for i, x := range []*Signature{s.Inputs, s.Outputs, s.PatchConstants} {
		if x != nil {
			c.Add(signatureParts[i], x.Bytes())
		}
	}
	if s.Pipeline != nil {
		b, err := s.Pipeline.Bytes()
		if err != nil {
			return nil, err
		}
		c.Add(PartPSV0, b)
	}
	if s.Runtime != nil {
		c.Add(PartRDAT, s.Runtime.Bytes())
	}
	if s.RootSignature != nil {
		c.Add(PartRTS0, s.RootSignature)
	}
	if s.Definitions != nil {
		c.Add(dxbc.ChunkSTAT, s.Definitions.Bytes())
	}
	if s.Hash != nil {
		c.Add(PartHASH, s.Hash.Bytes())
	}
	c.Add(PartDXIL, s.Program.Bytes())
	return c, nil
}

// ParseShader returns the parts of a container, whose other parts are ignored. Mistakes are returned
// as *[Error], with offsets in the part, in errors that name the part.
func ParseShader(c *dxbc.Container) (*Shader, error) {
	s := &Shader{}
	data, _ := c.Chunk(PartDXIL)
	if data == nil {
		return nil, errors.New("dxil: the container has no part DXIL")
	}
	var err error
	if s.Program, err = ParseProgram(data); err != nil {
		return nil, fmt.Errorf("DXIL: %w", err)
	}
	for i := range c.Chunks {
		k := &c.Chunks[i]
		switch k.Kind {
		case PartSFI0:
			s.Features, err = ParseFeatures(k.Data)
		case PartISG1:
			s.Inputs, err = ParseSignature(k.Data)
		case PartOSG1:
			s.Outputs, err = ParseSignature(k.Data)
		case PartPSG1:
			s.PatchConstants, err = ParseSignature(k.Data)
		case PartPSV0:
			s.Pipeline, err = ParsePipelineInfo(s.Program.Stage, k.Data)
		case PartRDAT:
			s.Runtime, err = ParseRuntimeData(k.Data)
		case PartRTS0:
			s.RootSignature = k.Data
		case dxbc.ChunkSTAT:
			s.Definitions, err = ParseProgram(k.Data)
		case PartHASH:
			var h Hash
			h, err = ParseHash(k.Data)
			s.Hash = &h
		}
		if err != nil {
			return nil, fmt.Errorf("%v: %w", k.Kind, err)
		}
	}
	return s, nil
}
