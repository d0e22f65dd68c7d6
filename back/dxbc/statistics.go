package dxbc

// This file makes the statistics of a program (the chunk STAT).

import "refract/internal/dxbc"

// statistics are the contents of the chunk.
func (w *Writer) statistics(p *dxbc.Program) []byte { return p.Count().Bytes(p.Major) }
