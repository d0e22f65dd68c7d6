package vkrun

// This file captures outputs in buffers (VK_EXT_transform_feedback).

import (
	"encoding/binary"
	"fmt"
)

// A FeedbackBuffer is memory that a draw captures outputs in.
type FeedbackBuffer struct {
	Data []byte // before and after the draw
	Used uint32 // bytes that the draw captured
}

// feedbackFunctions are the functions of the extension; nil: the device lacks it.
type feedbackFunctions struct {
	bind  func(c object, first, n uint32, buffers, offsets, sizes pointer)
	begin func(c object, first, n uint32, counters, offsets pointer)
	end   func(c object, first, n uint32, counters, offsets pointer)
}

const (
	usageFeedback        = 0x800
	usageFeedbackCounter = 0x1000
)

// loadFeedback looks up the functions.
func (d *Device) loadFeedback(r *resources) {
	for name, f := range map[string]any{"vkCmdBindTransformFeedbackBuffersEXT": &d.feedback.bind,
		"vkCmdBeginTransformFeedbackEXT": &d.feedback.begin, "vkCmdEndTransformFeedbackEXT": &d.feedback.end} {
		if address := vk.GetDeviceProcAddr(d.device, refs(r, append([]byte(name), 0))); address != 0 {
			function(f, address)
		}
	}
}

// A feedback is the buffers of a draw.
type feedback struct {
	r                         *resources
	list                      []FeedbackBuffer
	data, counters            []hostBuffer
	buffers, offsets, counter pointer
}

// feedbackBuffers makes the buffers.
func (r *resources) feedbackBuffers(list []FeedbackBuffer) (*feedback, error) {
	if len(list) > 0 && r.d.feedback.end == nil {
		return nil, fmt.Errorf("%s has no transform feedback", r.d.Name)
	}
	f := &feedback{r: r, list: list}
	var data, counters []handle
	for i := range list {
		b := r.buffer(len(list[i].Data), usageFeedback)
		r.mapped(b, func(p []byte) { copy(p, list[i].Data) })
		c := r.buffer(4, usageFeedbackCounter)
		r.mapped(c, func(p []byte) { clear(p) })
		f.data, f.counters = append(f.data, b), append(f.counters, c)
		data, counters = append(data, b.buffer), append(counters, c.buffer)
	}
	if len(list) > 0 {
		f.buffers, f.counter, f.offsets = refs(r, data), refs(r, counters), refs(r, make([]uint64, len(list)))
	}
	return f, nil
}

func (f *feedback) begin(c object) {
	if n := uint32(len(f.list)); n > 0 {
		f.r.d.feedback.bind(c, 0, n, f.buffers, f.offsets, nil)
		f.r.d.feedback.begin(c, 0, 0, nil, nil)
	}
}

func (f *feedback) end(c object) {
	if n := uint32(len(f.list)); n > 0 {
		f.r.d.feedback.end(c, 0, n, f.counter, f.offsets)
	}
}

// read reads the buffers after the draw.
func (f *feedback) read() {
	for i := range f.list {
		f.r.mapped(f.data[i], func(p []byte) { copy(f.list[i].Data, p) })
		f.r.mapped(f.counters[i], func(p []byte) { f.list[i].Used = binary.LittleEndian.Uint32(p) })
	}
}
