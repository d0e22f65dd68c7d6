package refract

// What is written: text or words.

import (
	"io"
	"slices"

	"refract/back"
	"refract/diag"
	"refract/ir"
	"refract/reflection"
	"refract/spirv"
)

// An Output is a module in another language. It is the caller's to keep.
type Output struct {
	Language Language
	Text     string   // unless Language.Binary
	Words    []uint32 // if Language.Binary
	// EntryPoint is the one that the output holds, as the module names it, where the
	// language is one entry point at a time; else "".
	EntryPoint string

	names    back.Mapper
	dropped  []back.Dropped
	beyond   []back.Dropped
	emulated ir.ScalarSet // scalars that are computed with others
}

// outputOf makes an output of a back end's.
func outputOf(l Language, o *back.Output) *Output {
	return &Output{Language: l, Text: o.Text, Words: o.Words, EntryPoint: o.EntryPoint, names: o.Names, dropped: o.Dropped, beyond: o.Beyond}
}

// warnDropped warns of what outputs leave out, or compute in other ways.
func warnDropped(m *ir.Module, f WarningFunc, outputs ...*Output) {
	if f == nil {
		return
	}
	var list diag.List
	for _, out := range outputs {
		for i := range out.dropped {
			d := &out.dropped[i]
			list.Warnf(diag.CodeDropped, d.Span, "%s leaves out %s", out.Language.Title(), d.What)
		}
		for i := range out.beyond {
			b := &out.beyond[i]
			list.Warnf(diag.CodeBeyond, b.Span, "%s has %s", out.Language.Title(), b.What)
		}
		warnEmulated(&list, out)
	}
	if found := list.Diagnostics(m.Sources); found != nil {
		f(found)
	}
}

// Mapping says what the output calls the things of the module, and where it puts
// them; nil where nothing is known: of DOT, and of SPIR-V that was converted
// between its forms.
func (o *Output) Mapping() *reflection.Mapping {
	if o.names == nil {
		return nil
	}
	m := &reflection.Mapping{Version: reflection.Version, Language: o.Language.String(), EntryPoints: []reflection.MappedEntryPoint{},
		Resources: []reflection.MappedResource{}, Constants: []reflection.MappedConstant{}}
	o.names.Map(m)
	return m
}

// WriteTo writes what Bytes returns, words a piece at a time.
func (o *Output) WriteTo(w io.Writer) (n int64, err error) {
	if !o.Language.Binary() {
		k, err := io.WriteString(w, o.Text)
		return int64(k), err
	}
	const piece = 1 << 14 // words
	var buf []byte
	for words := range slices.Chunk(o.Words, piece) {
		buf = spirv.AppendBytes(buf[:0], words)
		k, err := w.Write(buf)
		if n += int64(k); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Bytes returns the output as a file holds it: text in UTF-8, words with the
// low byte first.
func (o *Output) Bytes() []byte {
	if o.Language.Binary() {
		return spirv.AppendBytes(nil, o.Words)
	}
	return []byte(o.Text)
}
