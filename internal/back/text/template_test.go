package text

import "testing"

// TestTemplate: names of a template give way to those of the module, words that it uses
// keep others from hiding them, and compact output has no spaces that aren't needed.
func TestTemplate(t *testing.T) {
	words := NewWords([]string{"return", "uint", "if", "else"}, []string{"max", "Buffer"}, true, nil)
	const template = `uint @function($type @buffer, uint @offset) {
	if ($offset > - -1) {
		$body
	} else {
		$buffer.max($offset);
	}
	return max($offset, $limit);
}`
	for _, c := range []struct {
		compact bool
		want    string
	}{
		{false, `uint load(Buffer buffer, uint offset_1) {
    if (offset_1 > - -1) {
        offset(buffer);
        offset(offset_1);
    } else {
        buffer.max(offset_1);
    }
    return max(offset_1, 7);
}`},
		{true, `uint b(Buffer b,uint c){if(c>- -1){a(b);a(c);}else{b.max(c);}return max(c,7);}`},
	} {
		var w Writer
		w.Reset(words, c.compact)
		other, function := w.ModuleName("offset", "", false), w.ModuleName("load", "", false)
		hider := w.ModuleName("max", "", false)
		buffer, offset := w.LocalName("buffer", ""), w.LocalName("offset", "")
		w.Name(other)
		w.Template("\n"+template, Args{"function": function, "buffer": buffer, "offset": offset, "type": "Buffer", "limit": 7, "body": func() {
			w.Name(other)
			w.Str("(")
			w.Name(buffer)
			w.Str(");")
			w.Line()
			w.Template("$other($offset);", Args{"other": other, "offset": offset})
		}})
		got := string(w.Finish(nil))
		if want := w.TextOf(other) + map[bool]string{false: "\n"}[c.compact] + c.want + "\n"; got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if w.TextOf(hider) == "max" {
			t.Error("a name of the module hides max, which the template uses")
		}
	}
}
