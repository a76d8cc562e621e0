package servers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"toolgrant/model"
)

// openRemote prepares a connection to an address. Nothing is sent yet.
func (l List) openRemote(r *recipe, o Options) (*link, error) {
	address, err := r.fill(r.url, l.where.env)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("has an address that is no http address")
	}
	headers, err := l.headers(r)
	if err != nil {
		return nil, err
	}
	pipe := http.DefaultTransport.(*http.Transport).Clone()
	pipe.Proxy = l.proxy
	open, hangUp := context.WithCancel(context.Background())
	trip := &roundTrip{next: pipe, open: open, headers: headers, host: u.Host, left: o.Bytes}
	client := &http.Client{Transport: trip, CheckRedirect: sameHost}
	var t mcp.Transport = &mcp.StreamableClientTransport{
		Endpoint: address, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxLine,
	}
	if r.transport == model.SSE {
		t = &mcp.SSEClientTransport{Endpoint: address, HTTPClient: client, MaxEventSize: maxLine}
	}
	return &link{
		transport: t,
		close: func() []string {
			hangUp()
			pipe.CloseIdleConnections()
			return nil
		},
		explain: func(ctx context.Context, err error) error {
			return trip.explain(ctx, err, func(text string) string { return scrub(text, append(r.secrets(), address)) })
		},
	}, nil
}

// proxy is the proxy of the environment that we were given, for all but this machine.
func (l List) proxy(req *http.Request) (*url.URL, error) {
	name := "HTTP_PROXY"
	if req.URL.Scheme == "https" {
		name = "HTTPS_PROXY"
	}
	switch req.URL.Hostname() {
	case "localhost", "127.0.0.1", "::1":
		return nil, nil
	}
	if v := l.where.env(name); v != "" {
		return url.Parse(v)
	}
	return nil, nil
}

// headers are those of the configuration, filled in.
func (l List) headers(r *recipe) (http.Header, error) {
	h := http.Header{}
	for name, value := range r.headers {
		v, err := r.fill(value, l.where.env)
		if err != nil {
			return nil, err
		}
		h.Set(name, v)
	}
	variables := maps.Clone(r.envHeaders)
	if variables == nil {
		variables = map[string]string{}
	}
	if r.bearer != "" {
		variables["Authorization"] = r.bearer
	}
	for header, name := range variables {
		v := l.where.env(name)
		if v == "" {
			return nil, fmt.Errorf("needs the variable %s, which is not set", model.Printable(name))
		}
		if header == "Authorization" && name == r.bearer {
			v = "Bearer " + v
		}
		h.Set(header, v)
	}
	return h, nil
}

// sameHost refuses redirects that would carry the headers to somebody else.
func sameHost(req *http.Request, via []*http.Request) error {
	if len(via) >= 5 {
		return errors.New("redirects without end")
	}
	if req.URL.Host != via[0].URL.Host || via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errors.New("redirects to another host")
	}
	return nil
}

// roundTrip adds the headers, bounds what is read, and remembers refusals.
type roundTrip struct {
	next    http.RoundTripper
	open    context.Context // ended when the link is closed, and with it every request
	headers http.Header
	host    string

	mu     sync.Mutex
	left   int64
	flood  bool
	status int // of the last refusal
}

func (t *roundTrip) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(t.open, cancel)
	req = req.Clone(ctx)
	if req.URL.Host == t.host {
		for name, values := range t.headers {
			req.Header[name] = values
		}
	}
	res, err := t.next.RoundTrip(req)
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	if res.StatusCode >= 400 && req.Method == http.MethodPost || res.StatusCode == http.StatusUnauthorized {
		t.mu.Lock()
		t.status = res.StatusCode
		t.mu.Unlock()
	}
	res.Body = &boundedBody{res.Body, t, func() { stop(); cancel() }}
	return res, nil
}

func (t *roundTrip) explain(ctx context.Context, err error, clean func(string) string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err == nil:
		return nil
	case t.flood:
		return errors.New("sent more than is read")
	case t.status == http.StatusUnauthorized || t.status == http.StatusForbidden:
		return fmt.Errorf("%w: it answered %d %s", errLogin, t.status, http.StatusText(t.status))
	case t.status != 0:
		return fmt.Errorf("answered %d %s", t.status, http.StatusText(t.status))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.New("did not answer in time")
	case ctx.Err() != nil:
		return fmt.Errorf("was not waited for: %w", ctx.Err())
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("cannot be reached: %s", clean(u.Err.Error()))
	}
	return errors.New(clean(err.Error()))
}

// boundedBody takes what is read from the allowance of the whole conversation.
type boundedBody struct {
	io.ReadCloser
	trip *roundTrip
	end  func()
}

func (b *boundedBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}

func (b *boundedBody) Read(p []byte) (int, error) {
	b.trip.mu.Lock()
	left := b.trip.left
	b.trip.flood = b.trip.flood || left <= 0
	b.trip.mu.Unlock()
	if left <= 0 {
		return 0, errFlood
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), left)])
	b.trip.mu.Lock()
	b.trip.left -= int64(n)
	b.trip.mu.Unlock()
	return n, err
}
