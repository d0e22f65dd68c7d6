package dxbc

// A Level9 is the contents of the chunk Aon9.
type Level9 struct{}

func ReadLevel9(chunk []byte) (*Level9, error) { return &Level9{}, nil }

func (t *containerPrinter) level9(l *Level9) {}
