package back

import "refract/language"

// FormOptions are the options of the text forms of our own representations.
type FormOptions struct {
	Spans bool `json:"spans"` // the places in the source that things come from
}

// SpansDoc describes the option spans.
const SpansDoc = "write the places in the source that things come from"

// NewFormOptions returns a *FormOptions.
func NewFormOptions() any { return new(FormOptions) }

// TextForm is the back end for the text form of one of our own representations.
func TextForm(l *language.Info, create func() Writer) BackEnd {
	return BackEnd{
		Language: l,
		Options:  NewFormOptions,
		New:      create,
		Docs: []Doc{
			{"spans", SpansDoc},
		},
	}
}

// TextForm is the output of a text form, within the request's limit.
func (r *Request) TextForm(text []byte) (Output, error) {
	if r.Limit > 0 && len(text) > r.Limit {
		return Output{}, &TooLongError{What: "bytes of text", Limit: r.Limit}
	}
	return Output{Text: string(text)}, nil
}

// Absent returns writers that report that this build of the library doesn't write a
// language.
func Absent(l *language.Info) func() Writer {
	return func() Writer { return absent{l} }
}

type absent struct{ l *language.Info }

func (a absent) Write(*Request) (Output, error) { return Output{}, &AbsentError{a.l} }

// An AbsentError reports that a language is known, but its writer isn't part of this build.
type AbsentError struct{ Language *language.Info }

func (e *AbsentError) Error() string {
	return "the writer of " + e.Language.Title + " is not in this build of the library"
}
