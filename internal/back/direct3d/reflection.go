package direct3d

// This file holds the results of Write besides the container.

import (
	"refract/internal/back"
	"refract/ir"
	"refract/reflection"
)

// Reflection is the container's entry point, and the places of resources.
type Reflection struct {
	EntryPoint string     `json:"entry_point"` // in the module
	Stage      ir.Stage   `json:"-"`
	Resources  []Resource `json:"resources"` // that the entry point uses
	// RootSignature is the container's root signature, in HLSL's text. "": it has none, or an empty one.
	RootSignature string `json:"root_signature,omitempty"`
}

// Resource is a resource with a register.
type Resource struct {
	Name       string   `json:"name"`
	HasBinding bool     `json:"has_binding"` // else immediates or the special constants
	Group      uint32   `json:"group"`
	Binding    uint32   `json:"binding"`
	Class      string   `json:"class"` // b, t, s or u
	Register   Register `json:"register"`
	Count      uint32   `json:"count"` // registers taken; 0: no bound
}

// Add adds a resource.
func (r *Reflection) Add(g *ir.Global, class byte, at Register, count uint32) {
	r.Resources = append(r.Resources, Resource{Name: g.Name, HasBinding: g.HasBinding, Group: g.Binding.Group, Binding: g.Binding.Binding,
		Class: string(rune(class)), Register: at, Count: count})
}

// Map brings the reflection into the form that all back ends share.
func (r *Reflection) Map(m *reflection.Mapping) {
	m.EntryPoints = append(m.EntryPoints, reflection.MappedEntryPoint{Name: r.EntryPoint, Stage: r.Stage.String(), Text: "main", RootSignature: r.RootSignature})
	for i := range r.Resources {
		v := &r.Resources[i]
		m.Resources = append(m.Resources, reflection.MappedResource{Name: v.Name, At: back.At(v.HasBinding, ir.ResourceBinding{Group: v.Group, Binding: v.Binding}),
			Text: v.Name, Class: v.Class, Slot: reflection.NumberOf(v.Register.Register), Space: v.Register.Space, Count: reflection.NumberOf(v.Count)})
	}
}
