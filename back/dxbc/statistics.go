package dxbc

// This file makes the statistics of a program (the chunk STAT).

import (
	"refract/internal/dxbc"
	"refract/ir"
)

// statistics are the contents of the chunk.
func (w *Writer) statistics(p *dxbc.Program) []byte {
	s := p.Count()
	if w.perSample() {
		s.SampleFrequency = 1
	}
	return s.Bytes(p.Stage, p.Major)
}

// perSample reports whether a pixel shader runs for each sample.
func (w *Writer) perSample() bool {
	if w.entry.Stage != ir.StageFragment {
		return false
	}
	for k := range w.inputs {
		e := &w.inputs[k]
		if e.used != 0 && (e.SystemValue == dxbc.ValueSampleIndex || e.interp == dxbc.InterpolationLinearSample || e.interp == dxbc.InterpolationNoPerspectiveSample) {
			return true
		}
	}
	return false
}
