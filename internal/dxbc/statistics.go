package dxbc

// This file is the chunk STAT: FXC's counts of a program, which it shows and reflection returns.

import "encoding/binary"

// Statistics are the contents of the chunk STAT, in the order of its words. The words of model 4 end
// with SampleFrequency.
type Statistics struct {
	Instructions        uint32 // without declarations
	Temps               uint32 // temporary registers
	Definitions         uint32 // vectors of the immediate constant buffer
	Declarations        uint32 // inputs and outputs
	FloatInstructions   uint32
	IntInstructions     uint32
	UintInstructions    uint32
	StaticFlow          uint32
	DynamicFlow         uint32
	Macros              uint32
	TempArrays          uint32 // registers in indexable arrays
	ArrayInstructions   uint32 // accesses to indexable arrays
	Cuts                uint32
	Emits               uint32
	TextureNormal       uint32
	TextureLoads        uint32
	TextureComparisons  uint32
	TextureBias         uint32
	TextureGradients    uint32
	Movs                uint32
	Movcs               uint32
	Conversions         uint32
	Bitwise             uint32
	InputPrimitive      uint32 // a Primitive
	OutputTopology      uint32 // a Topology
	MaxVertices         uint32
	Gathers             uint32 // gather4
	LevelQueries        uint32 // lod
	SampleFrequency     uint32 // 1 for pixel programs that run for each sample
	GSInstances         uint32
	ControlPoints       uint32
	HullOutputPrimitive uint32 // a TessellatorOutput
	HullPartitioning    uint32 // a Partitioning
	TessellatorDomain   uint32 // a TessellatorDomain
	Barriers            uint32
	Interlocked         uint32
	TextureStores       uint32
}

// The numbers of words of STAT, by model.
const (
	statisticsWords4 = 29
	statisticsWords5 = 37
)

// words are the fields in order.
func (s *Statistics) words() [statisticsWords5]*uint32 {
	return [...]*uint32{
		&s.Instructions, &s.Temps, &s.Definitions, &s.Declarations, &s.FloatInstructions, &s.IntInstructions, &s.UintInstructions,
		&s.StaticFlow, &s.DynamicFlow, &s.Macros, &s.TempArrays, &s.ArrayInstructions, &s.Cuts, &s.Emits,
		&s.TextureNormal, &s.TextureLoads, &s.TextureComparisons, &s.TextureBias, &s.TextureGradients, &s.Movs, &s.Movcs,
		&s.Conversions, &s.Bitwise, &s.InputPrimitive, &s.OutputTopology, &s.MaxVertices, &s.Gathers, &s.LevelQueries, &s.SampleFrequency,
		&s.GSInstances, &s.ControlPoints, &s.HullOutputPrimitive, &s.HullPartitioning, &s.TessellatorDomain, &s.Barriers, &s.Interlocked, &s.TextureStores,
	}
}

// ReadStatistics returns the contents of a chunk STAT. Mistakes are returned as *[Error].
func ReadStatistics(chunk []byte) (*Statistics, error) {
	n := len(chunk) / 4
	if len(chunk)%4 != 0 || n != statisticsWords4 && n != statisticsWords5 {
		return nil, errorf(0, "statistics of %d bytes are unknown", len(chunk))
	}
	s := &Statistics{}
	for i, p := range s.words() {
		if i < n {
			*p = binary.LittleEndian.Uint32(chunk[4*i:])
		}
	}
	return s, nil
}

// Bytes returns the contents of the chunk STAT of a program of a shader model.
func (s *Statistics) Bytes(major uint8) []byte {
	n := statisticsWords5
	if major < 5 {
		n = statisticsWords4
	}
	b := make([]byte, 0, 4*n)
	for _, p := range s.words() {
		if len(b) == 4*n {
			break
		}
		b = binary.LittleEndian.AppendUint32(b, *p)
	}
	return b
}
