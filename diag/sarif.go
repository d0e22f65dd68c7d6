package diag

// SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"): the format that code
// hosts and editors read from checkers. One log holds one run over any number of inputs.

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// A SARIFTool names the program in the log.
type SARIFTool struct {
	Name    string
	Version string
	URI     string // where to read about it; may be empty

	// Page returns the page about a code, in Markdown, which becomes the text of its
	// rule, or "". It may be nil.
	Page func(Code) string
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri,omitempty"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string        `json:"id"`
	Short *sarifMessage `json:"shortDescription,omitempty"`
	Full  *sarifMessage `json:"fullDescription,omitempty"`
	Help  *sarifHelp    `json:"help,omitempty"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifResult struct {
	RuleID           string          `json:"ruleId,omitempty"`
	RuleIndex        *int            `json:"ruleIndex,omitempty"`
	Level            string          `json:"level"`
	Message          sarifMessage    `json:"message"`
	Locations        []sarifLocation `json:"locations,omitempty"`
	RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	Fixes            []sarifFix      `json:"fixes,omitempty"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	PhysicalLocation sarifPhysical `json:"physicalLocation"`
	Message          *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
	ByteOffset  int `json:"byteOffset"`
	ByteLength  int `json:"byteLength"`
}

type sarifFix struct {
	Description     sarifMessage          `json:"description"`
	ArtifactChanges []sarifArtifactChange `json:"artifactChanges"`
}

type sarifArtifactChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion  `json:"deletedRegion"`
	InsertedContent sarifMessage `json:"insertedContent"`
}

// pageOf makes of a page, which is Markdown with a title line, the text of a rule: the
// first paragraph for a list, all for reading.
func (r *sarifRule) pageOf(page string) {
	_, body, ok := strings.Cut(page, "\n")
	if !ok {
		return
	}
	body = strings.TrimSpace(body)
	first, _, _ := strings.Cut(body, "\n\n")
	first = strings.ReplaceAll(first, "\n", " ")
	r.Short = &sarifMessage{first}
	r.Full = &sarifMessage{first}
	if _, rest, more := strings.Cut(body, "\n\n"); more && !strings.HasPrefix(rest, "#") {
		second, _, _ := strings.Cut(rest, "\n\n")
		r.Full = &sarifMessage{first + " " + strings.ReplaceAll(second, "\n", " ")}
	}
	r.Help = &sarifHelp{Text: body, Markdown: body}
}

// WriteSARIF writes one log with the findings of every set, in order; nil sets are skipped.
// Columns count code points, by the log's columnKind.
func WriteSARIF(w io.Writer, tool SARIFTool, sets ...*Diagnostics) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: tool.Name, Version: tool.Version, InformationURI: tool.URI, Rules: []sarifRule{}}
	rules := map[Code]int{}
	for _, d := range sets {
		if d == nil {
			continue
		}
		for _, item := range d.Items {
			r := d.sarifResult(item)
			if item.Code != "" {
				i, known := rules[item.Code]
				if !known {
					i = len(run.Tool.Driver.Rules)
					rules[item.Code] = i
					rule := sarifRule{ID: string(item.Code)}
					if tool.Page != nil {
						rule.pageOf(tool.Page(item.Code))
					}
					run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
				}
				r.RuleID, r.RuleIndex = string(item.Code), &i
			}
			run.Results = append(run.Results, r)
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// sarifLevel is the word of SARIF section 3.27.10.
func sarifLevel(s Severity) string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "note"
	}
}

func (d *Diagnostics) sarifResult(item *Diagnostic) sarifResult {
	at, notes := d.Sources.resolve(item.Span)
	text := item.Message
	if item.Primary != "" {
		text += ": " + item.Primary
	}
	for _, n := range append(notes, item.Notes...) {
		text += "\n" + n
	}
	out := sarifResult{Level: sarifLevel(item.Severity), Message: sarifMessage{text}}
	if at.file != nil {
		out.Locations = []sarifLocation{{PhysicalLocation: at.sarif()}}
	} else if name := d.Sources.first(); name != "" {
		out.Locations = []sarifLocation{{PhysicalLocation: sarifPhysical{ArtifactLocation: sarifArtifact{fileURI(name)}}}}
	}
	for i, l := range item.Labels {
		if slices.Contains(item.Labels[:i], l) {
			continue // the schema wants them unique
		}
		if at, _ := d.Sources.resolve(l.Span); at.file != nil {
			out.RelatedLocations = append(out.RelatedLocations, sarifLocation{at.sarif(), &sarifMessage{l.Message}})
		}
	}
	if f := item.Fix; f != nil {
		if at, _ := d.Sources.resolve(f.Span); at.file != nil {
			where := at.sarif()
			change := sarifArtifactChange{ArtifactLocation: where.ArtifactLocation}
			for _, e := range f.Edits() {
				if one, _ := d.Sources.resolve(e.Span); one.file == at.file {
					change.Replacements = append(change.Replacements, sarifReplacement{*one.sarif().Region, sarifMessage{e.Replacement}})
				}
			}
			out.Fixes = []sarifFix{{Description: sarifMessage{f.Message}, ArtifactChanges: []sarifArtifactChange{change}}}
		}
	}
	return out
}

func (p place) sarif() sarifPhysical {
	start, end := p.file.position(p.start), p.file.position(p.end)
	return sarifPhysical{
		ArtifactLocation: sarifArtifact{fileURI(p.file.name)},
		Region: &sarifRegion{
			StartLine: start.Line, StartColumn: start.Column,
			EndLine: end.Line, EndColumn: end.Column,
			ByteOffset: p.start, ByteLength: p.end - p.start,
		},
	}
}

// fileURI turns a file name into a URI reference: relative names stay
// relative, absolute ones get the file scheme.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	u := url.URL{Path: name}
	if filepath.IsAbs(name) || strings.HasPrefix(name, "/") {
		u.Scheme = "file"
		if !strings.HasPrefix(name, "/") {
			u.Path = "/" + name
		}
		return u.String()
	}
	return u.String()
}
