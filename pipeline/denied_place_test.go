package pipeline_test

import (
	"strings"
	"testing"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// The deny list is put into the host's names where it stands, not where the same text
// stands first: else the host reads a name it does not know and takes nothing away.
func TestTheDenyListItselfIsRespelt(t *testing.T) {
	for _, tools := range []string{"", "tools: MultiEdit, Read\n", "tools: [\"Read\", \"Agent(a, b)\"]\n"} {
		for _, order := range []string{"above", "below"} {
			deny := "disallowedTools: Task\n"
			header := "name: reader\ndescription: |\n  " + deny + "  is what this agent is about\n"
			if order == "above" {
				header += tools + deny
			} else {
				header += deny + tools
			}
			for _, row := range pipeline.Runtimes() {
				if row.ID != "kimi-code" {
					continue
				}
				o := render(t, row, document("reader", "---\n"+header+"---\nLook at things.\n"), model.Selection{}, knownServers())
				text, ok := o.agentFile()
				if !ok {
					t.Fatalf("no artifact for %q", header)
				}
				r, err := readKimiCode(text)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if !strings.Contains(text, "\ndisallowedTools: [\"Agent\"]\n") || !strings.Contains(text, "\n  disallowedTools: Task\n") {
					t.Errorf("the author's words or the deny list went astray (%s)\n%s", order, text)
				}
				if tools == "" && strings.Join(r.denied, ",") != "Agent" {
					t.Errorf("the host takes %q away, want Agent\n%s", r.denied, text)
				}
			}
		}
	}
}
