package hlsl

// This file holds the results of Write besides the text.

import "refract/ir"

// Reflection is the text's names, and the places of resources.
type Reflection struct {
	EntryPoints []EntryPoint `json:"entry_points"` // as in the module
	Resources   []Resource   `json:"resources"`    // in the order of the module's globals
}

// EntryPoint is an entry point.
type EntryPoint struct {
	Name  string   `json:"name"` // in the module
	Stage ir.Stage `json:"-"`
	Text  string   `json:"text"` // the function's name
}

// Resource is a resource with a register.
type Resource struct {
	Name       string   `json:"name"` // in the module
	Text       string   `json:"text"`
	HasBinding bool     `json:"has_binding"` // else immediates or the special constants
	Group      uint32   `json:"group"`
	Binding    uint32   `json:"binding"`
	Class      string   `json:"class"` // b, t, s or u
	Register   Register `json:"register"`
	Count      uint32   `json:"count"` // registers taken; 0: no bound
}
