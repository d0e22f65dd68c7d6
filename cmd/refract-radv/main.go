// Refract-radv reports statistics of Mesa's compiler for AMD GPUs, for 'refract stats
// --radv', which starts it. It is a program of its own, since it loads a Vulkan driver into
// its process: refract needs no library, and outlives a driver that doesn't.
//
// On standard input it takes a list of shaders in JSON, and writes a list of results. The
// environment chooses the driver: VK_DRIVER_FILES, RADV_FORCE_FAMILY.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"refract/internal/vkrun"
)

// A shader is an entry point in SPIR-V. A shader of a graphics pipeline has a partner,
// which gives its inputs or takes its outputs.
type shader struct {
	Stage        string `json:"stage"`
	Entry        string `json:"entry"`
	SPIRV        []byte `json:"spirv"`
	PartnerEntry string `json:"partner_entry,omitempty"`
	Partner      []byte `json:"partner,omitempty"`
}

// A result is the statistics of a shader.
type result struct {
	Device     string            `json:"device,omitempty"`
	Statistics []vkrun.Statistic `json:"statistics,omitempty"`
	Error      string            `json:"error,omitempty"`
}

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "refract-radv is started by 'refract stats --radv'")
		os.Exit(2)
	}
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	var shaders []shader
	if err := json.NewDecoder(in).Decode(&shaders); err != nil {
		return err
	}
	d, err := vkrun.OpenStatistics()
	if err != nil {
		return err
	}
	defer d.Close()
	results := make([]result, len(shaders))
	for i, s := range shaders {
		results[i].Device = d.Name
		list, err := d.Statistics(s.Stage, vkrun.Shader{SPIRV: s.SPIRV, Entry: s.Entry}, vkrun.Shader{SPIRV: s.Partner, Entry: s.PartnerEntry})
		if results[i].Statistics = list; err != nil {
			results[i].Error = err.Error()
		}
	}
	return json.NewEncoder(out).Encode(results)
}
