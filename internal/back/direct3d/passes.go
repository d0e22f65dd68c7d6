package direct3d

// This file puts pipelines of passes together, of texts and of passes with options that have no
// text.

import (
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ssa/pass"
)

// Passes is a pipeline under construction.
type Passes struct {
	List pipeline.Pipeline
	Err  error // of a text, the last one
}

// Text appends the passes that a text lists.
func (p *Passes) Text(text string) {
	list, err := pipeline.Parse(text)
	if err != nil {
		p.Err = err
	}
	p.List = append(p.List, list...)
}

// Interface appends the passes that make inputs and outputs single variables, with functions inlined
// before. Products with matrices in buffers stay.
func (p *Passes) Interface(before string) {
	p.Text(before + ", " + Values)
	p.Add(lower.MatricesByRows(lower.MatrixOptions{Keep: true}))
	p.Text("io-to-variables, io-to-temporaries, io-arrays-to-elements, vector-derefs, " + Values)
}

// Add appends passes.
func (p *Passes) Add(list ...*pass.Pass) { p.List = append(p.List, pipeline.Of(list...)...) }
