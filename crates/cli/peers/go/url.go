// Go, net/url, `url.Parse`.
//
// The parser decodes userinfo, host, path and fragment. It also keeps the path and the fragment as written
// (EscapedPath, EscapedFragment), re-encodes the userinfo (User.String), and has the host only decoded. It does not
// distinguish empty from undefined hosts, fragments and schemes, so neither is reported. An opaque part is reported as
// the path.
package main

import (
	"bufio"
	"encoding/json"
	"math"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"
)

func answer(input string, base *string, told map[string]any) error {
	u, err := url.Parse(input)
	if err != nil {
		return err
	}
	if base != nil {
		b, err := url.Parse(*base)
		if err != nil {
			return err
		}
		told["target"] = b.ResolveReference(u).String()
		return nil
	}
	some := func(name, text string) {
		if text != "" {
			told[name] = text
		}
	}
	some("scheme", u.Scheme)
	some("host", u.Hostname())
	some("fragment", u.EscapedFragment())
	told["userinfo"], told["port"], told["query"] = nil, nil, nil
	if u.User != nil {
		told["userinfo"] = u.User.String()
	}
	if u.Port() != "" || strings.HasSuffix(u.Host, ":") {
		told["port"] = u.Port()
	}
	if u.RawQuery != "" || u.ForceQuery {
		told["query"] = u.RawQuery
	}
	told["path"] = u.EscapedPath()
	if u.Opaque != "" {
		told["path"] = u.Opaque
	}
	return nil
}

// timed parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
func timed(file string, rounds int, base *string) map[string]any {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	strings := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	best := math.Inf(1)
	for round := 0; round < rounds; round++ {
		begin := time.Now()
		for _, input := range strings {
			u, err := url.Parse(input)
			if base == nil || err != nil {
				continue
			}
			if b, err := url.Parse(*base); err == nil {
				_ = b.ResolveReference(u).String()
			}
		}
		best = math.Min(best, time.Since(begin).Seconds())
	}
	return map[string]any{"seconds": best, "strings": len(strings)}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for first := true; ; first = false {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var question struct {
			Input string
			Base  *string
			Time  *string
			Rounds int
		}
		if err := json.Unmarshal(line, &question); err != nil {
			panic(err)
		}
		told := map[string]any{"valid": true}
		if question.Time != nil {
			told = timed(*question.Time, question.Rounds, question.Base)
		} else if err := answer(question.Input, question.Base, told); err != nil {
			told = map[string]any{"valid": false, "error": err.Error()}
		}
		if first {
			told["reader"] = "Go " + strings.TrimPrefix(runtime.Version(), "go") + " net/url"
		}
		if err := out.Encode(told); err != nil {
			panic(err)
		}
	}
}
