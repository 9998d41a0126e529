// Package sparktest finds a Spark for tests, which scripts/need installs where it can.
package sparktest

import (
	"cmp"
	"os"
	"os/exec"
	"testing"

	"hed/internal/race"
)

// Need skips the test where there is no Spark, and else keeps what Spark listens on to this machine. conf are more settings of it.
func Need(t *testing.T, conf ...string) {
	t.Helper()
	race.Skip(t, "it is about other programs")
	if testing.Short() {
		t.Skip("skipped: Java takes a while to start")
	}
	python := cmp.Or(os.Getenv("PYSPARK_PYTHON"), "python3")
	if err := exec.Command(python, "-c", "import pyspark").Run(); err != nil {
		t.Skipf("skipped: %s has no pyspark; name one that has it in PYSPARK_PYTHON", python)
	}
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip("skipped: Spark needs Java, which is not here")
	}
	Settings(t, conf...)
}

// Settings are those of the engines that the test starts from now on.
func Settings(t *testing.T, conf ...string) {
	t.Setenv("SPARK_LOCAL_IP", "127.0.0.1")
	args := ""
	for _, c := range append([]string{"spark.ui.enabled=false", "spark.driver.bindAddress=127.0.0.1"}, conf...) {
		args += "--conf " + c + " "
	}
	t.Setenv("PYSPARK_SUBMIT_ARGS", args+"pyspark-shell")
}
