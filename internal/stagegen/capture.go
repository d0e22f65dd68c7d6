package stagegen

import (
	"fmt"
	"math/rand/v2"
)

// This file adds transform feedback to pipelines: the last stage before rasterization captures
// some of its outputs in some buffers. Choices about it have numbers of their own, so that the
// pipelines of a seed are otherwise the same with and without it.

// capture is the transform feedback of a stage.
type capture struct {
	*rand.Rand
	next   [4]uint32 // bytes that are taken in each buffer
	block  int       // buffer of the block that is declared; -1: there is none
	stream bool      // stream 1 has outputs
}

// NewCapturing makes a pipeline of a kind without meshes, or VertexAlone, which captures outputs.
func NewCapturing(seed uint64, k Kind) *Pipeline {
	c := &capture{Rand: rand.New(rand.NewPCG(seed, 100+uint64(k))), block: -1}
	g := &gen{Rand: rand.New(rand.NewPCG(seed, uint64(k)))}
	p := newPipeline(k, g, c)
	p.Captures = c.next
	return p
}

// place takes bytes of a buffer, and returns the offset.
func (c *capture) place(buffer int, size uint32) uint32 {
	at := c.next[buffer]
	if c.IntN(4) == 0 {
		at += 4 * uint32(c.IntN(3))
	}
	c.next[buffer] = at + size
	return at
}

// captureBlock begins the declaration of a block.
func (g *gen) captureBlock(way string) string {
	c := g.capture
	if c == nil || way != "out" {
		return ""
	}
	c.block = c.IntN(3)
	return fmt.Sprintf("layout(xfb_buffer = %d) ", c.block)
}

// captured is the layout of an output that is captured.
func (g *gen) captured(way string, v varying, member bool) string {
	c := g.capture
	if c == nil || way != "out" || c.IntN(4) == 0 {
		return ""
	}
	size := uint32(4 * v.t.n * max(1, v.length))
	if member {
		return fmt.Sprintf(", xfb_offset = %d", c.place(c.block, size))
	}
	buffer := c.IntN(3)
	return fmt.Sprintf(", xfb_buffer = %d, xfb_offset = %d", buffer, c.place(buffer, size))
}

// capturePosition may capture the position, and sets strides behind all outputs. It reports whether it
// declared gl_PerVertex, with other members as well.
func (g *gen) capturePosition(also string) (declared bool) {
	c := g.capture
	if c == nil {
		return false
	}
	if c.next == [4]uint32{} || c.IntN(2) == 0 {
		buffer := c.IntN(3)
		g.line("layout(xfb_buffer = %d) out gl_PerVertex { layout(xfb_offset = %d) vec4 gl_Position; float gl_PointSize;%s };", buffer, c.place(buffer, 16), also)
		declared = true
	}
	for k := range c.next[:3] {
		if c.next[k] > 0 && c.IntN(2) == 0 {
			c.next[k] += 4 * uint32(c.IntN(3))
			g.line("layout(xfb_buffer = %d, xfb_stride = %d) out;", k, c.next[k])
		}
	}
	return declared
}

// declareStream may declare an output of stream 1: only points may go to several streams. It returns
// how many streams there are beside the first.
func (g *gen) declareStream(points bool) int {
	c := g.capture
	if c == nil {
		return 0
	}
	if c.stream = points && c.IntN(2) == 0; !c.stream {
		return 0
	}
	g.line("layout(location = 30, stream = 1, xfb_buffer = 3, xfb_offset = %d) out uvec2 beside;", c.place(3, 8))
	return 1
}

// emitStream may emit a vertex to stream 1, in the loop that emits to stream 0.
func (g *gen) emitStream(points bool) {
	if c := g.capture; c != nil && c.stream && points {
		g.line("if (i %% 2 == %d) { beside = uvec2(i, gl_PrimitiveIDIn); EmitStreamVertex(1); EndStreamPrimitive(1); }", c.IntN(2))
	}
}
