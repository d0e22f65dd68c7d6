package spirv

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"

	"refract/diag"
	"refract/internal/harness"
	"refract/internal/spirvtest"
	"refract/ir/validate"
	"refract/spirv"
)

// mutate changes a few words of a module: bits, ids taken from elsewhere, words and
// instructions removed or repeated.
func mutate(r *rand.Rand, words []uint32) []uint32 {
	w := append([]uint32(nil), words...)
	for range 1 + r.IntN(4) {
		if len(w) < 7 {
			return w
		}
		at := 5 + r.IntN(len(w)-5)
		switch r.IntN(7) {
		case 0:
			w[at] ^= 1 << r.IntN(32)
		case 1:
			w[at] = w[5+r.IntN(len(w)-5)]
		case 2:
			w[at] = uint32(r.IntN(int(w[3]%10000) + 2))
		case 3:
			w = append(w[:at], w[at+1:]...)
		case 4: // an instruction goes
			if i, n := instructionAt(w, at); n > 0 {
				w = append(w[:i], w[i+n:]...)
			}
		case 5: // an instruction is repeated elsewhere
			i, n := instructionAt(w, at)
			j, m := instructionAt(w, 5+r.IntN(len(w)-5))
			if n > 0 && m > 0 {
				w = append(w[:j:j], append(append([]uint32(nil), w[i:i+n]...), w[j:]...)...)
			}
		case 6:
			w[at] += uint32(r.IntN(3)) - 1
		}
	}
	return w
}

// instructionAt is the instruction that holds a word.
func instructionAt(w []uint32, at int) (start, n int) {
	for i := 5; i < len(w); {
		n := int(w[i] >> 16)
		if n == 0 || i+n > len(w) {
			return 0, 0
		}
		if at < i+n {
			return i, n
		}
		i += n
	}
	return 0, 0
}

func readBinary(words []uint32) bool {
	var list diag.List
	src := new(diag.Sources)
	src.Add("a.spv", "")
	m := Read(words, Options{}, src, &list)
	if m == nil {
		return false
	}
	m.Sources = src
	_, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	return err == nil
}

// TestMutations reads broken modules: the reader must come back, with a module or an
// error, in time, and with no more than 100 MiB in all for less than 100 KB.
func TestMutations(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.spvasm")
	more, _ := filepath.Glob("../../conformance/testdata/spirv/*.spvasm")
	seeds := assembled(t, append(files, more...))
	for seed := range uint64(24) {
		var list diag.List
		words, ok := spirv.Assemble(spirvtest.RandomModule(seed, spirvtest.Flow(seed%4), 20, seed%5 == 0), 0, spirv.AssembleOptions{}, &list)
		if !ok {
			t.Fatal(list.Err(new(diag.Sources)))
		}
		seeds = append(seeds, words)
	}
	if dir := os.Getenv("SPV_DIR"); dir != "" {
		binaries, _ := filepath.Glob(dir + "/*.spv")
		for _, f := range binaries {
			if data, err := os.ReadFile(f); err == nil {
				if words, err := spirv.FromBytes(data); err == nil {
					seeds = append(seeds, words)
				}
			}
		}
	}
	if len(seeds) == 0 {
		t.Skip("there is nothing to mutate")
	}
	n := number("REFRACT_MUTATIONS", 2000)
	r := rand.New(rand.NewPCG(uint64(number("REFRACT_SEED", 1)), 2))
	var words []uint32
	read, most := 0, uint64(0)
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for range n {
		metrics.Read(allocated)
		before := allocated[0].Value.Uint64()
		words = mutate(r, seeds[r.IntN(len(seeds))])
		took := harness.CPUTime(func() {
			if readOne(t, words) {
				read++
			}
		})
		if took > 2*time.Second {
			os.WriteFile("crash.spv", spirv.AppendBytes(nil, words), 0o666)
			t.Fatalf("a module of %d words takes %v", len(words), took)
		}
		metrics.Read(allocated)
		size := allocated[0].Value.Uint64() - before
		if most = max(most, size); size > 100<<20 && len(words) < 100<<10/4 {
			os.WriteFile("crash.spv", spirv.AppendBytes(nil, words), 0o666)
			t.Fatalf("a module of %d words takes %d bytes", len(words), size)
		}
	}
	t.Logf("%d of %d read, at most %d KiB allocated for one", read, n, most>>10)
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func readOne(t *testing.T, words []uint32) bool {
	defer func() {
		if e := recover(); e != nil {
			os.WriteFile("crash.spv", spirv.AppendBytes(nil, words), 0o666)
			panic(e)
		}
	}()
	return readBinary(words)
}

func assembled(t *testing.T, files []string) (list [][]uint32) {
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		words, ok := spirv.Assemble(string(text), 0, spirv.AssembleOptions{}, &diags)
		if !ok {
			t.Fatal(f, diags.Err(nil))
		}
		list = append(list, words)
	}
	return list
}
