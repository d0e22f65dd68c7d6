package progen

// This file divides calls of built-in functions into programs.

import "slices"

// A CallProgram is a program of calls.
type CallProgram[C any] struct {
	Program
	Calls []*C
}

// callsPerProgram is how many calls of simple functions a program makes.
const callsPerProgram = 24

// callPrograms makes programs of the chosen calls, in a random order and size at a time.
func callPrograms[C any](r *random, all []C, size int, chosen func(*C) bool, write func(part []*C) string) (list []CallProgram[C]) {
	var calls []*C
	for i := range all {
		if chosen(&all[i]) {
			calls = append(calls, &all[i])
		}
	}
	shuffle(r, calls)
	for part := range slices.Chunk(calls, size) {
		list = append(list, CallProgram[C]{Program{Source: write(part), Entry: "main", Workgroups: [3]uint32{1, 1, 1}}, part})
	}
	return list
}

// enableF16 is the line that programs with f16 begin with.
func enableF16(f16 bool) string {
	if f16 {
		return "enable f16;\n"
	}
	return ""
}
