package raster

// This file captures outputs of the last stage before rasterization in buffers (Vulkan, section
// "Transform Feedback"): the vertices of each primitive, one behind the other. A primitive that
// doesn't fit into all buffers of its stream is captured in none of them.

import (
	"encoding/binary"
	"slices"

	"refract/exec"
	"refract/ir"
)

// A Feedback is the state of transform feedback, which draws go on with.
type Feedback struct {
	Buffers [ir.FeedbackBuffers][]byte // bytes that no output has keep their values
	Used    [ir.FeedbackBuffers]int    // bytes that are captured so far

	Generated, Captured [ir.FeedbackBuffers]int // primitives by stream
}

// capturedWords are words of a vertex's record that are captured side by side.
type capturedWords struct {
	from, to int // word in the record, byte in the vertex's part of the buffer
	n        int
	buffer   int
	stride   int // of the buffer
}

// capture is the transform feedback of a draw.
type capture struct {
	*Feedback
	d       *drawing
	words   [ir.FeedbackBuffers][]capturedWords // by stream
	buffers [ir.FeedbackBuffers][]int           // by stream: the buffers in use
	strides ir.FeedbackStrides
}

// captures prepares the capture of the outputs of the last stage.
func (d *drawing) captures(out []exec.Port) error {
	f := d.draw.Feedback
	if f == nil {
		return nil
	}
	c := &capture{Feedback: f, d: d, strides: d.feedbackStrides()}
	if c.strides == (ir.FeedbackStrides{}) {
		return inputError("draw", "its last stage before rasterization captures no outputs")
	}
	for i := range out {
		p := &out[i]
		if !p.Feedback.Captured || c.strides[p.Feedback.Buffer] == 0 {
			continue
		}
		for _, s := range p.Scalars {
			if s.Bits() > 32 {
				return &exec.UnsupportedError{Feature: "transform feedback of 64-bit values"}
			}
		}
		c.words[p.Stream] = append(c.words[p.Stream], capturedWords{p.First, int(p.Feedback.Offset), len(p.Scalars), int(p.Feedback.Buffer), int(c.strides[p.Feedback.Buffer])})
		if to := &c.buffers[p.Stream]; !slices.Contains(*to, int(p.Feedback.Buffer)) {
			*to = append(*to, int(p.Feedback.Buffer))
		}
	}
	for i := range f.Used {
		f.Used[i] = max(f.Used[i], 0)
	}
	d.capture = c
	return nil
}

// feedbackStrides are the strides of the last stage before rasterization.
func (d *drawing) feedbackStrides() ir.FeedbackStrides {
	s, stage := d.pipeline.Vertex, ir.StageVertex
	if b := d.chain; b != nil {
		switch {
		case b.mesh != nil:
			return ir.FeedbackStrides{}
		case b.geometry != nil:
			return b.geometry.Setup().Feedback
		case b.evaluation != nil:
			return b.evaluation.Setup().Feedback
		}
	}
	if s.Program != nil {
		list := s.Program.Module().EntryPoints
		for i := range list {
			if list[i].Name == s.Entry && list[i].Stage == stage {
				return list[i].Setup().Feedback
			}
		}
	}
	return ir.FeedbackStrides{}
}

// captured captures a primitive of stream 0, and reports whether it isn't drawn.
func (d *drawing) captured(vertices ...int32) (discarded bool) {
	if c := d.capture; c != nil {
		var at [3]int
		for i, v := range vertices {
			at[i] = int(d.vertices[v].record)
		}
		c.primitive(0, d.records, at[:len(vertices)])
	}
	return d.pipeline.Primitive.Discard
}

// primitive captures a primitive, whose vertices' records begin at some words.
func (c *capture) primitive(stream int, records []uint32, vertices []int) {
	c.Generated[stream]++
	for _, k := range c.buffers[stream] {
		if len(c.Buffers[k])-c.Used[k] < len(vertices)*int(c.strides[k]) {
			return
		}
	}
	words := c.words[stream]
	for i, at := range vertices {
		for j := range words {
			w := &words[j]
			to := c.Used[w.buffer] + i*w.stride + w.to
			memory := c.Buffers[w.buffer][to : to+4*w.n]
			for k, x := range records[at+w.from:][:w.n] {
				binary.LittleEndian.PutUint32(memory[4*k:], x)
			}
		}
	}
	for _, k := range c.buffers[stream] {
		c.Used[k] += len(vertices) * int(c.strides[k])
	}
	c.Captured[stream]++
}

// stream captures the primitives of a stream that isn't drawn.
func (c *capture) stream(stream int, output Topology, s exec.Stream) {
	words := c.d.vertexWords
	if words == 0 {
		return
	}
	var v [3]int
	have, parity, breaks := 0, false, s.Breaks
	of := map[Topology]int{PointList: 1, LineStrip: 2}[output]
	if of == 0 {
		of = 3
	}
	for i := range len(s.Out) / words {
		for len(breaks) > 0 && breaks[0] <= i {
			have, parity, breaks = 0, false, breaks[1:]
		}
		v[have] = i * words
		if have++; have < of {
			continue
		}
		switch {
		case of == 3 && parity:
			c.primitive(stream, s.Out, []int{v[0], v[2], v[1]})
		default:
			c.primitive(stream, s.Out, v[:of])
		}
		parity = !parity
		v[0], v[1], have = v[1], v[2], of-1
	}
}
