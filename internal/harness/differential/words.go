package differential

// This file runs this module's SPIR-V word by word, by an interpreter that shares nothing
// with the writer, and that reports undefined behaviour of SPIR-V as an error: if it gives
// the reference engine's results, a driver that doesn't is wrong.

import (
	"encoding/binary"
	"errors"
	"fmt"

	spirvback "refract/back/spirv"
	"refract/internal/spirvtest"
	"refract/internal/ssa/pipeline"
)

// Words is an engine that runs jobs of buffers alone as SPIR-V, word by word, as the
// module is or at a level of optimization, with overrides resolved.
func Words(o spirvback.Options, level int) Engine {
	w := new(spirvback.Writer)
	return Engine{fmt.Sprint("words of ", pipeline.LevelName(level)), func(j *Job) (Result, error) {
		if j.Textures != nil || j.Samplers != nil || j.Immediate != nil {
			return nil, leftOut("buffers alone are known")
		}
		words, err := j.words(w, o, level)
		if err != nil {
			return nil, err
		}
		out, err := j.runWords(words, j.Entry)
		if err == nil {
			return out, nil
		}
		unknown := new(spirvtest.UnsupportedError)
		if errors.As(err, &unknown) || errors.Is(err, spirvtest.ErrLong) {
			return nil, leftOut(err.Error())
		}
		return nil, err
	}}
}

// RunWords runs a shader in SPIR-V with the entry point main, as bytes, on the job's buffers
// word by word.
func (j *Job) RunWords(bytes []byte) (Result, error) {
	words := make([]uint32, len(bytes)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(bytes[4*i:])
	}
	return j.runWords(words, "main")
}

// RunWordsOf runs SPIR-V with the job's entry point on its buffers word by word.
func (j *Job) RunWordsOf(words []uint32) (Result, error) { return j.runWords(words, j.Entry) }

func (j *Job) runWords(words []uint32, entry string) (Result, error) {
	m, err := spirvtest.Load(words)
	if err != nil {
		return nil, err
	}
	out := j.Fresh()
	buffers := map[spirvtest.Binding][]byte{}
	for i := range j.Buffers {
		buffers[spirvtest.Binding{j.Buffers[i].Group, j.Buffers[i].Binding}] = out[i]
	}
	if err := m.Run(spirvtest.Options{Entry: entry, Groups: j.Workgroups, Steps: 1 << 22, Either: true}, buffers); err != nil {
		return nil, err
	}
	return out, nil
}
