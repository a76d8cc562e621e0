package a2a

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"toolgrant/agents/peerbridge/frame"
	"toolgrant/agents/peerbridge/js"
)

// Grace is how long a peer may take to end once its input is closed.
const Grace = 5 * time.Second

// drain is how long output is read on after the peer itself has ended: what it left
// running may hold the pipe, but has nothing to say.
const drain = time.Second

// A Process is a peer that we run. It begins with the first Send, serves any number of
// them, and is over after Close. The fields must not change after the first Send.
type Process struct {
	Name           string
	Command        string
	Args           []string
	Dir            string // empty: the bridge's own folder
	Env            []string
	Guard          *os.File            // inherited as descriptor 3; nil for none
	Started        func(pid int) error // told of the process before anything is sent
	Timeout, Grace time.Duration

	once   sync.Once
	err    error // of starting
	cmd    *exec.Cmd
	stdin  *os.File
	stderr tail
	ended  chan struct{} // closed when the process has ended; its id may be another's now
	gone   chan struct{} // closed when its output has been read as well
	exit   error         // set before gone is closed

	writing sync.Mutex
	mu      sync.Mutex
	last    int
	waiting map[int]chan js.Object
}

// Send runs one task at the peer, beside others that may be running.
func (p *Process) Send(ctx context.Context, m Message) (Outcome, error) {
	if p.once.Do(func() { p.err = p.start() }); p.err != nil {
		return Outcome{}, p.err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, p.Timeout,
		fmt.Errorf("peer %q did not answer within %s", p.Name, p.Timeout))
	defer cancel()
	id, answer := p.expect()
	defer p.forget(id)
	line, err := m.request(id)
	if err != nil {
		return Outcome{}, err
	}
	// A peer that does not read must not hold us; ending it frees the write.
	stop := context.AfterFunc(ctx, func() { p.stdin.SetWriteDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := p.write(line); err != nil {
		return Outcome{}, p.lost(ctx, err)
	}
	select {
	case reply := <-answer:
		return outcome(reply)
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	case <-p.gone:
		select { // the answer may have come with the last breath
		case reply := <-answer:
			return outcome(reply)
		default:
			return Outcome{}, p.exit
		}
	}
}

func outcome(reply js.Object) (Outcome, error) {
	raw, err := result(reply)
	if err != nil {
		return Outcome{}, err
	}
	return readOutcome(raw), nil
}

// lost says why a write failed: most often because the peer has just ended.
func (p *Process) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case <-p.gone:
		return p.exit
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(drain + p.Grace):
		return fmt.Errorf("peer %q takes no input: %w", p.Name, err)
	}
}

func (p *Process) write(line []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	_, err := p.stdin.Write(line)
	return err
}

func (p *Process) expect() (int, chan js.Object) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	c := make(chan js.Object, 1)
	p.waiting[p.last] = c
	return p.last, c
}

func (p *Process) forget(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
}

// listen hands answers to whoever waits for them. Lines that are no answers are passed
// over, whatever they are: a peer's chatter must not end our session.
func (p *Process) listen(out *os.File) {
	for r := frame.NewReader(out); ; {
		line, err := r.Next()
		if err != nil && !errors.Is(err, frame.ErrTooLong) {
			return
		}
		if err != nil || js.Kind(line) != '{' || !json.Valid(line) {
			continue
		}
		reply, err := js.ParseObject(line)
		if err != nil {
			continue
		}
		raw, _ := reply.Get("id")
		id, err := strconv.Atoi(string(raw))
		if _, isRequest := reply.Get("method"); err != nil || isRequest {
			continue
		}
		p.mu.Lock()
		if c, ok := p.waiting[id]; ok {
			delete(p.waiting, id)
			c <- reply
		}
		p.mu.Unlock()
	}
}

// Close ends the peer and what it left running: its input is closed, it has the grace
// to end, or none when ctx is over, and then its group is killed.
func (p *Process) Close(ctx context.Context) {
	p.once.Do(func() { p.err = errors.New("closed before it began") })
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}
	p.stdin.Close()
	grace := time.NewTimer(p.Grace)
	defer grace.Stop()
	select {
	case <-p.ended:
	case <-grace.C:
		killGroup(p.cmd.Process)
	case <-ctx.Done():
		killGroup(p.cmd.Process)
	}
	<-p.gone
}
