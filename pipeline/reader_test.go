package pipeline_test

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// The readers here take an artifact apart the way its host was seen to do it. They are
// written from the pages about the hosts and know nothing of the renderers, so that
// what one of them finds is a second opinion.

// A reading is what a host makes of one agent file.
type reading struct {
	open   bool     // every tool
	names  []string // the tools of its list, in the host's names, its own additions too
	denied []string // what is taken away by name
	others bool     // what the file does not name is there too
}

// A reader is one host's way of reading. An error means that the host would not load
// the file.
type reader func(text string) (reading, error)

// readers is every host that has a tool model, or a form that at least has to parse.
func readers() map[string]reader {
	return map[string]reader{
		"claude":      readClaude,
		"codex":       readCodex,
		"opencode":    readRules,
		"kilo":        readRules,
		"copilot":     readCopilot,
		"gemini":      readGemini,
		"qwen":        readQwen,
		"cursor":      readCursor,
		"cline":       readCline,
		"kimi-code":   readKimiCode,
		"kimi":        readKimi,
		"augment":     readAuggie,
		"codebuddy":   readCodeBuddy,
		"zcode":       readFamily,
		"hermes":      readFamily,
		"antigravity": readAntigravity,
		"windsurf":    readBare,
		"trae":        readBare,
	}
}

// front cuts a file at its fences: a first line of three dashes, a later one.
func front(text string) (header, body string, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, rest, ok := strings.Cut(text, "\n")
	if !ok || strings.TrimRight(first, "\r") != "---" {
		return "", "", fmt.Errorf("no frontmatter")
	}
	var lines []string
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if strings.TrimRight(line, "\r") == "---" {
			return strings.Join(lines, "\n"), rest, nil
		}
		lines = append(lines, line)
	}
	return "", "", fmt.Errorf("no closing fence")
}

// header is a file's frontmatter as a map from key to node; a key that stands there
// twice is an error, as it is to every strict parser.
func header(text string) (map[string]*yaml.Node, string, error) {
	head, body, err := front(text)
	if err != nil {
		return nil, "", err
	}
	keys, err := mapping(head)
	return keys, body, err
}

func mapping(text string) (map[string]*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	keys := map[string]*yaml.Node{}
	if len(doc.Content) == 0 {
		return keys, nil
	}
	return fields(doc.Content[0])
}

func fields(n *yaml.Node) (map[string]*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("no map but %s", n.ShortTag())
	}
	keys := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		k := n.Content[i].Value
		if keys[k] != nil {
			return nil, fmt.Errorf("the key %q stands there twice", k)
		}
		keys[k] = n.Content[i+1]
	}
	return keys, nil
}

// required fails where a text key that the host insists on is missing, empty or no text.
func required(keys map[string]*yaml.Node, names ...string) error {
	for _, name := range names {
		n := keys[name]
		if n == nil || n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" || n.Value == "" {
			return fmt.Errorf("%s: required text", name)
		}
	}
	return nil
}

// only fails on a key outside a strict schema.
func only(keys map[string]*yaml.Node, names ...string) error {
	for k := range keys {
		if !slices.Contains(names, k) {
			return fmt.Errorf("unrecognised key %q", k)
		}
	}
	return nil
}

func null(n *yaml.Node) bool { return n != nil && n.ShortTag() == "!!null" }

// items is a list of names, or a text cut at its commas.
func items(n *yaml.Node) ([]string, error) {
	var names []string
	switch n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			if item.ShortTag() != "!!str" {
				return nil, fmt.Errorf("an item is %s", item.ShortTag())
			}
			names = append(names, item.Value)
		}
	case yaml.ScalarNode:
		if n.ShortTag() != "!!str" {
			return nil, fmt.Errorf("the list is %s", n.ShortTag())
		}
		for _, piece := range strings.Split(n.Value, ",") {
			if piece = strings.TrimSpace(piece); piece != "" {
				names = append(names, piece)
			}
		}
	default:
		return nil, fmt.Errorf("the list is a map")
	}
	return names, nil
}

// unique is a list in a set's order.
func unique(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}
