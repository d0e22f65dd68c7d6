package harness

// A NagaRow is a shader that naga reads, and the languages for it to write: see [Oracle].
type NagaRow struct {
	Name     string   `json:"name"`
	Language string   `json:"lang"`
	Source   string   `json:"source"`
	To       []string `json:"to"`
}
