package wasm

// This file writes modules for others to run: docs/wasm-abi.md says how.

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
)

// A Module is an entry point as WebAssembly.
type Module struct {
	Wasm   []byte // the module, with a custom section "refract"
	Script []byte // JavaScript that runs it, under Node.js and in browsers
}

//go:embed runner.js
var runner []byte

// about is the content of the custom section.
type about struct {
	ABI           int           `json:"abi"`
	Entry         string        `json:"entry"`
	WorkgroupSize [3]uint32     `json:"workgroup_size"`
	Region        uint32        `json:"region"`      // where the memory of a worker may begin
	RegionSize    uint32        `json:"region_size"` // its bytes
	Buffers       []aboutBuffer `json:"buffers"`     // in the order of the head
}

type aboutBuffer struct {
	Name     string `json:"name"`
	Group    uint32 `json:"group"`
	Binding  uint32 `json:"binding"`
	Space    string `json:"space"` // "storage", "uniform" or "immediate"
	Writable bool   `json:"writable"`
	Least    uint32 `json:"least"` // bytes
}

// Export compiles a compute entry point for others to run. Errors: the errors of
// [Engine.Load], and an *exec.UnsupportedError for operations without code or that only the
// engine's host can compute.
func Export(m *ir.Module, name string, o exec.LoadOptions) (out *Module, err error) {
	defer exec.Protect(&err)
	loaded, err := Engine{}.Load(m, o)
	if err != nil {
		return nil, err
	}
	p := loaded.(*program)
	size, err := p.WorkgroupSize(name)
	if err != nil {
		return nil, err
	}
	if n := uint64(size[0]) * uint64(size[1]) * uint64(size[2]); n == 0 || n > maxInvocations {
		return nil, &exec.LimitError{What: "invocations in a workgroup", Needed: n, Limit: maxInvocations}
	}
	s, err := p.prepare()
	if err != nil {
		return nil, err
	}
	for i := range s.EntryPoints {
		ep := &s.EntryPoints[i]
		if ep.Name != name || ep.Stage != ir.StageCompute {
			continue
		}
		c, err := compile(s, ep, size, 8, nil, true)
		if err != nil {
			return nil, err
		}
		for _, h := range c.hosts {
			return nil, &exec.UnsupportedError{Feature: "the operation " + h.op.String() + " in a module for others", Span: ep.Span}
		}
		return c.export(p.Module(), s, name)
	}
	return nil, &exec.NotFoundError{Kind: "compute entry point", Name: name}
}

// export adds the custom section.
func (c *compiled) export(m *ir.Module, s *ssa.Shader, name string) (*Module, error) {
	x := about{ABI: 1, Entry: name, WorkgroupSize: c.size, Region: c.region, RegionSize: c.regionLen}
	globals, err := globalsOf(m, s, c.vars)
	if err != nil {
		return nil, err
	}
	places := exec.NewPlaces(m)
	for _, id := range globals {
		g := &m.Globals[id]
		least, err := places.Size(exec.Place{Type: g.Type, Layout: g.Layout})
		if err != nil {
			return nil, fmt.Errorf("exec/wasm: %q: %w", g.Name, err)
		}
		x.Buffers = append(x.Buffers, aboutBuffer{g.Name, g.Binding.Group, g.Binding.Binding, g.Space.String(),
			g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0, least})
	}
	text, err := json.Marshal(x)
	if err != nil {
		return nil, err
	}
	return &Module{wasmbin.AppendCustom(c.module, "refract", text), runner}, nil
}
