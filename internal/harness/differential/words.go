package differential

// This file runs this module's SPIR-V word by word, by an interpreter that shares nothing
// with the writer, and for which what SPIR-V doesn't define is an error: where it gives the
// reference engine's results, a driver that doesn't is wrong.

import (
	"errors"
	"fmt"

	spirvback "refract/back/spirv"
	"refract/internal/spirvtest"
	"refract/ssa/pipeline"
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
		m, err := spirvtest.Load(words)
		if err == nil {
			out := j.Fresh()
			buffers := map[spirvtest.Binding][]byte{}
			for i := range j.Buffers {
				buffers[spirvtest.Binding{j.Buffers[i].Group, j.Buffers[i].Binding}] = out[i]
			}
			if err = m.Run(spirvtest.Options{Entry: j.Entry, Groups: j.Workgroups, Steps: 1 << 22, Either: true}, buffers); err == nil {
				return out, nil
			}
		}
		unknown := new(spirvtest.UnsupportedError)
		if errors.As(err, &unknown) || errors.Is(err, spirvtest.ErrLong) {
			return nil, leftOut(err.Error())
		}
		return nil, err
	}}
}
