package draft

import "testing"

// FuzzReadTargets: headlines can be measured by every list that is not refused.
func FuzzReadTargets(f *testing.F) {
	f.Add([]byte(`[{"name":"a","title":"A","characters":5},{"name":"b","title":"B","font":"sans","size":12,"width":100,"lines":2}]`))
	f.Add([]byte(`[{"name":"a","title":"A","font":"sans","size":1e308,"width":1e-308,"lines":9007199254740993}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		targets, err := ReadTargets(data)
		if err != nil {
			return
		}
		for i := range targets {
			if l := targets[i].Measure("Rain falls on the town"); l.Used < 0 || l.Used != l.Used {
				t.Errorf("%+v: %v is used", targets[i], l.Used)
			}
		}
	})
}
