package main

// SPIR-V between its two forms: asm and dis. Dis prints Direct3D's containers, too.

import (
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/internal/dxbc"
	"refract/internal/dxil"
)

const asmLong = `Asm assembles the text of SPIR-V, in the syntax of spirv-as, into words. Without
-o the output is the input's name with the extension .spv; of standard input it
is standard output.

The module is not validated.`

const asmExample = `  refract asm blur.spvasm               # writes blur.spv
  refract asm blur.spvasm -o other.spv
  refract dis blur.spv | edit | refract asm - > edited.spv`

const disLong = `Dis prints SPIR-V as text that asm and spirv-as read. Ids are named after the module's
debug names and after types: %main, %v4float.

A container of Direct3D (in files as .dxbc, .dxil, .cso and .fxo) is printed as Microsoft's disassemblers
do: resources, signatures, and the program. Programs of shader models 4 and 5 (DXBC) are printed as
instructions, for feature level 9 those of shader model 2, too; programs of shader model 6 (DXIL) as
LLVM's assembly. The text is for people: asm doesn't read it.`

const disExample = `  refract dis blur.spv | less
  refract dis blur.spv -o blur.spvasm
  generate-spirv | refract dis -
  refract dis blur.cso`

// A conversion is one run of either subcommand.
type conversion struct {
	streams
	report   *reportFlags
	from, to refract.Language
	output   string
}

func newAsm(s streams, report *reportFlags) *cobra.Command {
	v := &conversion{streams: s, report: report, from: refract.SPIRVAssembly, to: refract.SPIRV}
	c := &cobra.Command{Use: "asm IN [-o OUT]", Short: "Assemble SPIR-V", Long: asmLong, Example: asmExample}
	return v.command(c)
}

func newDis(s streams, report *reportFlags) *cobra.Command {
	v := &conversion{streams: s, report: report, from: refract.SPIRV, to: refract.SPIRVAssembly}
	c := &cobra.Command{Use: "dis IN [-o OUT]", Short: "Disassemble SPIR-V, DXBC and DXIL", Long: disLong, Example: disExample}
	return v.command(c)
}

func (v *conversion) command(c *cobra.Command) *cobra.Command {
	c.Args = oneInput
	c.ValidArgsFunction = completeInputs
	c.RunE = func(_ *cobra.Command, args []string) error { return v.run(args[0]) }
	c.Flags().StringVarP(&v.output, "output", "o", "", "write to `file`, '-' for standard output")
	return c
}

func (v *conversion) run(name string) error {
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	if l, known := languageOf(name); known && !l.Binary() && l != v.from && l != v.to && refract.CanRead(l) {
		return usagef("%s is %s: 'refract %s --to %s' translates it", displayName(name), l.Title(), displayName(name), v.to)
	}
	out := target{name: v.output, language: v.to}
	if out.name == "" {
		out.name = stdName
		if v.to.Binary() && name != stdName {
			out.name = strings.TrimSuffix(name, v.from.Extensions()[0]) + v.to.Extensions()[0]
		}
	}
	if err := out.check(v.streams); err != nil {
		return err
	}
	src, err := readInput(v.streams, name)
	var j job
	if err == nil && v.from == refract.SPIRV && dxbc.IsContainer(src) {
		j = printed(name, src)
	} else {
		j = translated(name, src, err, refract.TranslateOptions{From: v.from}, written([]target{out}))
	}
	return j.deliver(v.streams, r, []target{out})
}

// printed is the text of a container of Direct3D.
func printed(name string, src []byte) job {
	j := job{name: displayName(name)}
	c, err := dxbc.ReadContainer(src)
	text := ""
	switch {
	case err != nil:
	case dxil.IsText(c):
		text, err = dxil.Text(c)
	default:
		text, err = c.Text()
	}
	if err != nil {
		var list diag.List
		sources := new(diag.Sources)
		sources.Add(j.name, "")
		list.Errorf("malformed-dxbc", diag.Span{}, "%v", err)
		j.fail(list.Err(sources))
		return j
	}
	j.outputs = [][]*refract.Output{{{Language: refract.SPIRVAssembly, Text: text}}}
	return j
}
