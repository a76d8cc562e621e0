package a2a

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"toolgrant/agents/peerbridge/js"
)

// maxBody bounds a reply over HTTP in bytes, as a line is bounded over pipes.
const maxBody = 1 << 20

// Timeout is how long one request may take. The mesh fixes it; no setting reaches it.
const Timeout = 660 * time.Second

// An HTTP is a peer that listens at a URL.
type HTTP struct {
	Name, URL string
	Path      []string // canonical roots on the call chain, outermost first
	Depth     string   // remaining hops; left out when empty
	Timeout   time.Duration
}

// Send runs one task at the peer. The time covers the whole exchange, body included,
// and a redirect is an error: the task was meant for the host that the registry names.
func (h HTTP) Send(ctx context.Context, m Message) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	body, err := m.request(1)
	if err != nil {
		return Outcome{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		return Outcome{}, fmt.Errorf("peer %q: %w", h.Name, plain(err))
	}
	r.Header.Set("Content-Type", "application/json")
	h.context(r.Header)
	// Nothing of the process's surroundings steers the request: no proxy, no kept cookies.
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(r)
	if err != nil {
		return Outcome{}, fmt.Errorf("peer %q did not answer: %w", h.Name, plain(err))
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		return Outcome{}, fmt.Errorf("peer %q returned HTTP %d, and redirects are not followed", h.Name, resp.StatusCode)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return Outcome{}, fmt.Errorf("peer %q returned HTTP %d", h.Name, resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return Outcome{}, fmt.Errorf("peer %q broke off its answer: %w", h.Name, err)
	}
	if len(data) > maxBody {
		return Outcome{}, fmt.Errorf("peer %q returned more than 1 MiB", h.Name)
	}
	if !json.Valid(data) || js.Kind(data) != '{' {
		return Outcome{}, fmt.Errorf("peer %q returned no JSON object", h.Name)
	}
	reply, err := js.ParseObject(data)
	if err != nil {
		return Outcome{}, fmt.Errorf("peer %q returned no JSON object", h.Name)
	}
	raw, err := result(reply)
	if err != nil {
		return Outcome{}, err
	}
	return readOutcome(raw), nil
}

// Close is there for the peers that have something to close.
func (h HTTP) Close(context.Context) {}

// context tells the peer where it stands. Roots are joined by line ends, which no header
// can carry; a chain of two or more therefore goes in a second header, as base64 of a
// JSON array, and the plain one is left out rather than sent wrong.
func (h HTTP) context(header http.Header) {
	path := strings.Join(h.Path, "\n")
	if path != "" && !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		header.Set("X-AgentMesh-Path", path)
	} else if path != "" {
		b, _ := js.Marshal(h.Path) // texts alone always marshal
		header.Set("X-AgentMesh-Path-B64", base64.StdEncoding.EncodeToString(b))
	}
	if h.Depth != "" {
		header.Set("X-AgentMesh-Depth", h.Depth)
	}
}

// plain takes the URL off an error of the client: the registry knows it, and a token in
// it is nothing for a model to read.
func plain(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
