package differential

// This file makes one Metal source of many kernels. A kernel of a few lines takes clang and
// the linker 0.2 s; a fiftieth is its own: so each program goes into a namespace, and one
// kernel calls them, one after the other, with their buffers. Only programs that are
// dispatched alike go together.

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract/internal/harness"
)

// mostKernels is how many programs go into one source.
const mostKernels = 12

// kernelRows runs rows by msl-run, many in a source if possible. A failure with many is run
// again one by one.
func kernelRows(t testing.TB, rows []mslRow) []harness.Verdict {
	verdicts := make([]harness.Verdict, len(rows))
	var alone []int
	var together [][]int
	open := map[string]*kernelGroup{} // by dispatch
	for i := range rows {
		key := fmt.Sprint(rows[i].Workgroups, rows[i].Threads)
		heads, ok := functionHeads(rows[i].Source)
		ok = ok && !strings.Contains(rows[i].Source, "function_constant(") // their indices would clash
		if _, found := parametersOf(&rows[i]); !found || !ok || rows[i].Textures != nil || rows[i].Samplers != nil {
			alone = append(alone, i)
			continue
		}
		g := open[key]
		if g == nil || len(g.rows) == mostKernels || g.clash(heads) {
			if g != nil {
				together = append(together, g.rows)
			}
			g = &kernelGroup{heads: map[string]string{}}
			open[key] = g
		}
		g.rows = append(g.rows, i)
		for short, head := range heads {
			g.heads[short] = head
		}
	}
	for i := range rows { // in the order of the rows, not the map's
		if g := open[fmt.Sprint(rows[i].Workgroups, rows[i].Threads)]; g != nil && len(g.rows) > 0 && g.rows[0] == i {
			together = append(together, g.rows)
		}
	}
	var sources []mslRow
	var of [][]int
	for _, list := range together {
		if len(list) == 1 {
			alone = append(alone, list...)
			continue
		}
		sources, of = append(sources, manyKernels(rows, list)), append(of, list)
	}
	if len(sources) > 0 {
		for k, v := range harness.Oracle(t, "msl-run", sources) {
			if !v.OK {
				alone = append(alone, of[k]...)
				continue
			}
			for n, i := range of[k] {
				verdicts[i] = harness.Verdict{Name: rows[i].Name, OK: true, Buffers: map[string]string{}}
				for index := range rows[i].Buffers {
					verdicts[i].Buffers[index] = v.Buffers[kernelBuffer(n, index)]
				}
			}
		}
	}
	if len(alone) > 0 {
		single := make([]mslRow, len(alone))
		for k, i := range alone {
			single[k] = rows[i]
		}
		for k, v := range harness.Oracle(t, "msl-run", single) {
			verdicts[alone[k]] = v
		}
	}
	return verdicts
}

// A kernelGroup is rows that may go together.
type kernelGroup struct {
	rows  []int
	heads map[string]string // as functionHeads gives them
}

// clash reports whether a head would be taken for another's: msl-run drops functions
// that differ from an earlier one in address spaces alone.
func (g *kernelGroup) clash(heads map[string]string) bool {
	for short, head := range heads {
		if other, ok := g.heads[short]; ok && other != head {
			return true
		}
	}
	return false
}

var (
	addressSpace = regexp.MustCompile(`\b(?:device|constant|threadgroup|thread|const)\b|\s+`)
	functionHead = regexp.MustCompile(`[\w:<>,&* \t]+?\b\w+\s*\([^(){};]*\)\s*\{`)
	metalAttr    = regexp.MustCompile(`\[\[(?:[^\[\]]|\[[^\[\]]*\])*?\]\]`)
	metalComment = regexp.MustCompile(`//[^\n]*`)
	metalHeader  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*<[^>\n]*>`)
)

// functionHeads are the heads of functions, by their text without address spaces. It is
// false if two of the program itself are the same so.
func functionHeads(source string) (map[string]string, bool) {
	source = metalAttr.ReplaceAllString(metalComment.ReplaceAllString(source, ""), "")
	heads := map[string]string{}
	for _, head := range functionHead.FindAllString(source, -1) {
		short := addressSpace.ReplaceAllString(head, "")
		if other, ok := heads[short]; ok && other != head {
			return nil, false
		}
		heads[short] = head
	}
	return heads, true
}

// parametersOf gives by parameter of a row's kernel the place of its buffer, or the value
// of its other attribute.
func parametersOf(r *mslRow) (list []string, ok bool) {
	at := regexp.MustCompile(`\bkernel\s+void\s+` + regexp.QuoteMeta(r.Entry) + `\s*\(`).FindStringIndex(r.Source)
	if at == nil {
		return nil, false
	}
	head := r.Source[at[1]:]
	head = head[:strings.Index(head, "{")]
	for _, a := range metalAttr.FindAllString(head, -1) {
		list = append(list, strings.TrimSpace(a[2:len(a)-2]))
	}
	return list, strings.TrimSpace(head) == ")" || len(list) == strings.Count(metalAttr.ReplaceAllString(head, ""), ",")+1
}

// kernelBuffer is the index in the common source of a buffer of its n-th program.
func kernelBuffer(n int, index string) string {
	i, _ := strconv.Atoi(index)
	return strconv.Itoa(n*100 + i)
}

var givenTypes = map[string]string{
	"thread_index_in_threadgroup": "uint", "thread_index_in_simdgroup": "uint", "threads_per_simdgroup": "uint",
	"simdgroup_index_in_threadgroup": "uint", "simdgroups_per_threadgroup": "uint",
}

// manyKernels is the row of several rows.
func manyKernels(rows []mslRow, list []int) mslRow {
	all := rows[list[0]]
	all.Entry, all.Buffers = "all_programs_", map[string]outsideIn{}
	var programs, head, body strings.Builder
	programs.WriteString("#include <metal_stdlib>\n#include <simd/simd.h>\n")
	given := map[string]bool{}
	separator := ""
	for n, i := range list {
		r := &rows[i]
		all.Name += "+"
		fmt.Fprintf(&programs, "namespace program%d_ {\n%s\n}\n", n, metalHeader.ReplaceAllString(r.Source, ""))
		fmt.Fprintf(&body, "    { void* const from[] = {nullptr")
		parameters, _ := parametersOf(r)
		for _, p := range parameters {
			index, isBuffer := strings.CutPrefix(strings.ReplaceAll(p, " ", ""), "buffer(")
			if !isBuffer {
				fmt.Fprintf(&body, ", &%s_", p)
				if !given[p] {
					given[p] = true
					ty := "uint3"
					if s, ok := givenTypes[p]; ok {
						ty = s
					}
					fmt.Fprintf(&head, "%s%s %s_ [[%s]]", separator, ty, p, p)
					separator = ", "
				}
				continue
			}
			index = kernelBuffer(n, strings.TrimSuffix(index, ")"))
			fmt.Fprintf(&head, "%sdevice char* buffer%s_ [[buffer(%s)]]", separator, index, index)
			fmt.Fprintf(&body, ", buffer%s_", index)
			separator = ", "
		}
		fmt.Fprintf(&body, "}; metal::call(&program%d_::%s, from + 1); }\n", n, r.Entry)
		for index, b := range r.Buffers {
			all.Buffers[kernelBuffer(n, index)] = b
		}
	}
	all.Source = programs.String() + "kernel void all_programs_(" + head.String() + ") {\n" + body.String() + "}\n"
	return all
}
