package raster

// This file fetches vertices and runs the vertex stage on them.

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"refract/exec"
	"refract/internal/num"
	"refract/ir"
)

// A fetch is one attribute that the vertex stage reads.
type fetch struct {
	to      int // word in the record
	words   int
	from    int // component of the attribute
	scalar  ir.Scalar
	buffer  int
	stride  int
	offset  int
	format  VertexFormat
	instant bool // of the instance
}

// fetches finds the attributes of the vertex stage's inputs.
func (d *drawing) fetches(inputs []exec.Port) ([]fetch, error) {
	var out []fetch
	for i := range inputs {
		p := &inputs[i]
		if p.Kind != ir.BindLocation {
			continue
		}
		at := portPlaces(d.pipeline.Vertex.Program.Module(), p)
		for k := 0; k < len(at); {
			n := 1
			for k+n < len(at) && at[k+n].location == at[k].location {
				n++
			}
			f, err := d.attribute(at[k].location)
			if err != nil {
				return nil, err
			}
			f.to, f.words, f.from, f.scalar = p.First+k, n, int(at[k].component), p.Scalars[k]
			if f.format.isFloat() != f.scalar.IsFloat() || !f.scalar.IsFloat() && (vertexFormats[f.format].kind == signed) != f.scalar.IsSigned() {
				return nil, inputError("pipeline", "the attribute at location %d is %s, which the shader reads as %s", at[k].location, f.format, f.scalar)
			}
			out = append(out, f)
			k += n
		}
	}
	return out, nil
}

// attribute finds the attribute of a location.
func (d *drawing) attribute(location uint32) (fetch, error) {
	for b, layout := range d.pipeline.Buffers {
		for _, a := range layout.Attributes {
			if a.Location != location {
				continue
			}
			if a.Format == NoVertexFormat || a.Format >= numVertexFormats {
				return fetch{}, inputError("pipeline", "the attribute at location %d has no format", location)
			}
			if a.Offset < 0 || layout.Stride < 0 {
				return fetch{}, inputError("pipeline", "the attribute at location %d has a negative offset or stride", location)
			}
			if b >= len(d.draw.Buffers) {
				return fetch{}, inputError("draw", "there is no vertex buffer %d", b)
			}
			return fetch{buffer: b, stride: layout.Stride, offset: a.Offset, format: a.Format, instant: layout.PerInstance}, nil
		}
	}
	return fetch{}, inputError("pipeline", "the vertex stage reads location %d, which no vertex buffer has", location)
}

// covers reports whether the vertex buffers hold all that a draw without indices reads.
func (d *drawing) covers() error {
	for i := range d.attributes {
		f := &d.attributes[i]
		last := d.draw.First + d.draw.Count - 1
		if f.instant {
			last = d.draw.FirstInstance + d.draw.instances() - 1
		} else if d.draw.IndexFormat != NoIndices {
			continue
		}
		if need := f.stride*last + f.offset + f.format.Bytes(); need > len(d.draw.Buffers[f.buffer]) {
			return inputError("draw", "vertex buffer %d has %d bytes where %d are read", f.buffer, len(d.draw.Buffers[f.buffer]), need)
		}
	}
	return nil
}

// vertexBatch is how many vertices are shaded at once.
const vertexBatch = 256

// shadeVertices runs the vertex stage for the vertices with the given numbers and appends
// their records, which have so many words.
func (d *drawing) shadeVertices(out []uint32, words int, numbers []uint32, instance int) ([]uint32, error) {
	out = slices.Grow(out, len(numbers)*words)
	records := out[len(out):][:len(numbers)*words]
	clear(records)
	out = out[:len(out)+len(records)]
	errs := make([]error, len(d.vertexStages))
	batches := (len(numbers) + vertexBatch - 1) / vertexBatch
	if d.inputs == nil {
		d.inputs = make([][]uint32, len(d.vertexStages))
	}
	run := func(w int) {
		d.inputs[w] = resize(d.inputs[w], vertexBatch*d.inputWords)
		in := d.inputs[w]
		for b := w; b < batches; b += len(d.vertexStages) {
			some := numbers[b*vertexBatch : min((b+1)*vertexBatch, len(numbers))]
			for i, n := range some {
				d.load(in[i*d.inputWords:(i+1)*d.inputWords], n, instance)
			}
			batch := exec.Batch{Count: len(some), In: in, Out: records[b*vertexBatch*words:]}
			if errs[w] = d.vertexStages[w].Run(&batch); errs[w] != nil {
				return
			}
		}
	}
	if batches < 2 || len(d.vertexStages) == 1 {
		for w := range d.vertexStages {
			if run(w); errs[w] != nil {
				return nil, errs[w]
			}
		}
		return out, nil
	}
	var wait sync.WaitGroup
	for w := range d.vertexStages {
		wait.Go(func() { run(w) })
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// load fills the record of one vertex.
func (d *drawing) load(record []uint32, number uint32, instance int) {
	clear(record)
	for i := range d.vertexIn {
		p := &d.vertexIn[i]
		if p.Kind != ir.BindBuiltIn {
			continue
		}
		switch p.BuiltIn {
		case ir.BuiltInVertexIndex:
			record[p.First] = number
		case ir.BuiltInInstanceIndex:
			record[p.First] = uint32(d.draw.FirstInstance + instance)
		case ir.BuiltInBaseVertex:
			record[p.First] = uint32(d.draw.baseVertex())
		case ir.BuiltInBaseInstance:
			record[p.First] = uint32(d.draw.FirstInstance)
		case ir.BuiltInViewIndex:
			record[p.First] = d.view
		}
	}
	for i := range d.attributes {
		f := &d.attributes[i]
		at := int64(number)
		if f.instant {
			at = int64(d.draw.FirstInstance + instance)
		}
		at = at*int64(f.stride) + int64(f.offset)
		var value [4]uint32
		// Bytes behind the buffer are zero (Vulkan's robust buffer access).
		if b := d.draw.Buffers[f.buffer]; at+int64(f.format.Bytes()) <= int64(len(b)) {
			value = f.format.fetch(b[at:])
		}
		for k := range f.words {
			var w uint32
			if f.from+k < 4 {
				w = value[f.from+k]
			}
			if f.scalar == ir.F16 {
				w = uint32(num.F16FromF32(math.Float32frombits(w)))
			}
			record[f.to+k] = w
		}
	}
}

// index reads an index.
func (d *Draw) index(i int) uint32 {
	if d.IndexFormat == Uint16Indices {
		return uint32(binary.LittleEndian.Uint16(d.Indices[2*i:]))
	}
	return binary.LittleEndian.Uint32(d.Indices[4*i:])
}

// resize makes a slice as long as asked, reusing its memory.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
