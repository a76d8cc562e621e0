package servers

import (
	"slices"
	"strings"
	"testing"
)

func TestRedactArgs(t *testing.T) {
	tests := []struct{ in, want []string }{
		{[]string{"npx", "-y", "@modelcontextprotocol/server-filesystem@2025.1.14", "/home/me/very-long-folder-name-2025"}, nil},
		{[]string{"docker", "run", "-i", "--rm", "-e", "GITHUB_TOKEN", "ghcr.io/github/github-mcp-server"}, nil},
		{[]string{"srv", "--token", "hunter2"}, []string{"srv", "--token", "***"}},
		{[]string{"srv", "--token=hunter2"}, []string{"srv", "--token=***"}},
		{[]string{"srv", "--api-key", "${API_KEY}"}, nil},
		{[]string{"srv", "--apiKey", "abc"}, []string{"srv", "--apiKey", "***"}},
		{[]string{"srv", "--password", "--verbose"}, nil},
		{[]string{"srv", "--tokenizer", "fast", "--keyboard", "de"}, nil},
		{[]string{"docker", "-e", "PLAIN=value"}, []string{"docker", "-e", "PLAIN=***"}},
		{[]string{"mcp-remote", "https://h/mcp", "--header", "X-Team:blue"}, []string{"mcp-remote", "https://h/mcp", "--header", "X-Team:***"}},
		{[]string{"mcp-remote", "--header", "Authorization: Bearer abc"}, []string{"mcp-remote", "--header", "Authorization: ***"}},
		{[]string{"mcp-remote", "--header", "Authorization: Bearer ${T}"}, nil},
		{[]string{"sh", "-c", "cd x && API_KEY=abc srv --secret def"}, []string{"sh", "-c", "cd x && API_KEY=*** srv --secret ***"}},
		{[]string{"srv", `{"token": "abc", "n": 1}`}, []string{"srv", `{"token": "***", "n": 1}`}},
		{[]string{"srv", "postgres://me:pw@db/x"}, []string{"srv", "postgres://***@db/x"}},
		{[]string{"srv", "--url=https://me:pw@db/x?k=v"}, []string{"srv", "--url=https://***@db/x?k=***"}},
		{[]string{"srv", "ghp_abcdefghij0123456789"}, []string{"srv", "***"}},
		{[]string{"srv", "--db", "x9K2mQ7vL4pR8tW3zY6bN1cD5"}, []string{"srv", "--db", "***"}},
		{[]string{"srv", "${TOKEN:-hunter2}", "${PORT:-8080}"}, []string{"srv", "${TOKEN:-***}", "${PORT:-8080}"}},
		{[]string{"srv", "a-long-name-made-of-plain-words-only"}, nil},
	}
	for _, tt := range tests {
		want := tt.want
		if want == nil {
			want = tt.in
		}
		if got := redactArgs(tt.in); !slices.Equal(got, want) {
			t.Errorf("redactArgs(%q)\n got %q\nwant %q", tt.in, got, want)
		}
	}
}

func TestRedactURL(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://mcp.example.com/mcp", "https://mcp.example.com/mcp"},
		{"http://127.0.0.1:8080/sse", "http://127.0.0.1:8080/sse"},
		{"https://h/mcp?profile=x&api_key=abc", "https://h/mcp?profile=***&api_key=***"},
		{"https://h/mcp?token=${TOKEN}", "https://h/mcp?token=${TOKEN}"},
		{"https://h/mcp?abcDEF0123456789abcDEF", "https://h/mcp?***"},
		{"https://h/api/s/Zx81kQ92mNv73pLw64Rt/mcp", "https://h/api/s/***/mcp"},
		{"https://h/mcp#access", "https://h/mcp#***"},
		{"https://${USER}@h/mcp", "https://${USER}@h/mcp"},
		{"https://h/sk-abcdefghijkl/mcp", "https://h/***/mcp"},
	}
	for _, tt := range tests {
		if got, ok := redactURL(tt.in); !ok || got != tt.want {
			t.Errorf("redactURL(%q) = %q, %v, want %q", tt.in, got, ok, tt.want)
		}
	}
	for _, s := range []string{"npx", "C:\\x", "://x", "a b://x"} {
		if _, ok := redactURL(s); ok {
			t.Errorf("redactURL takes %q for an address", s)
		}
	}
}

func TestScrub(t *testing.T) {
	got := scrub("could not log in\n\x1b[31mas hunter2 with Bearer abcdefgh12 at https://a:b@h/", []string{"hunter2", "ab"})
	if want := `could not log in\n\x1b[31mas *** with Bearer *** at https://***@h/`; got != want {
		t.Errorf("scrub = %q, want %q", got, want)
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("--token", "s3cr3t-value")
	f.Add("-e", "A=s3cr3t-value")
	f.Fuzz(func(t *testing.T, flag, value string) {
		if len(value) < 12 || strings.HasPrefix(value, "-") || strings.ContainsAny(value, "${}") || value == redacted {
			return
		}
		for _, args := range [][]string{{"--token", value}, {"--api-key=" + value}, {"PASSWORD=" + value}} {
			if got := strings.Join(redactArgs(args), " "); strings.Contains(got, value) {
				t.Errorf("redactArgs(%q) = %q shows the value", args, got)
			}
		}
		redactArgs([]string{flag, value})
	})
}
