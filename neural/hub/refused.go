package hub

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// refused says why a server does not give what it was asked for, and what to do. Hubs
// answer 401 for what does not exist too, lest strangers learn of what is private.
func (r *remote) refused(resp *http.Response) error {
	status, code := resp.StatusCode, resp.Header.Get("X-Error-Code")
	switch {
	case status < 400:
		return nil
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= 500:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return temporary{fmt.Errorf("%s answered %q", resp.Request.URL.Host, resp.Status), time.Duration(seconds) * time.Second}
	case status == http.StatusRequestedRangeNotSatisfiable:
		return errRange
	case code == "GatedRepo":
		return fmt.Errorf("%s is gated: accept its terms at %s/%[1]s and set HF_TOKEN to a token of that account", r.name, r.endpoint)
	case code == "RevisionNotFound":
		return fmt.Errorf("%s has no revision %s; see %s/%[1]s for its branches and tags", r.name, r.revision, r.endpoint)
	case status == http.StatusUnauthorized && !r.token:
		return fmt.Errorf("%s has no model %s that everybody may read; check the name (ORG/NAME), or set HF_TOKEN if it is private", r.endpoint, r.name)
	case status == http.StatusUnauthorized:
		return fmt.Errorf("%s has no model %s that your token may read; check the name (ORG/NAME) and the token in HF_TOKEN or in the token file of HF_HOME", r.endpoint, r.name)
	case status == http.StatusForbidden && !r.token:
		return fmt.Errorf("%s lets nobody read %s without a token; set HF_TOKEN", r.endpoint, r.name)
	case status == http.StatusForbidden:
		return fmt.Errorf("your token may not read %s; ask for access at %s/%[1]s, or set HF_TOKEN to another", r.name, r.endpoint)
	case code == "EntryNotFound":
		return fmt.Errorf("%s lists a file that it does not have (%s); try again later", r.endpoint, resp.Request.URL.Path)
	case status == http.StatusNotFound:
		return fmt.Errorf("%s has no model %s; check the name (ORG/NAME)", r.endpoint, r.name)
	}
	return fmt.Errorf("%s answered %q to %s; check HF_ENDPOINT", resp.Request.URL.Host, resp.Status, resp.Request.URL.Path)
}
