package lang_test
import ("testing";"hed/text/texttest";"hed/text/token";"hed/text/stem";"hed/text/stop")
func TestZZ(t *testing.T){ texttest.Tokenizer(t,token.ROUGE155()); texttest.Filter(t,stem.ROUGE155()); texttest.Filter(t,stop.ROUGE155()) }
