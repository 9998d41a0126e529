"""Runs the batches of hed eval on Spark. hed starts it, and talks to it over stdin and stdout in
frames: a number, a kind, a length, the bytes. On executors, answer keeps a hed worker."""
import json, os, platform, re, socket, struct, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor

worker = None  # the process of this executor's Python, kept between tasks


class Refused(Exception):
    """What trying again does not change."""


def start(setup):
    from pyspark import SparkFiles
    machine = platform.system().lower() + "/" + {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    if machine != setup["machine"]:
        raise Refused(f"executor {socket.gethostname()} is {machine}, and this hed is built for {setup['machine']}; run a hed that is built for the executors")
    hed = SparkFiles.get(setup["hed"])
    try:
        os.chmod(hed, 0o755)
        state = ["--state", SparkFiles.get(setup["state"])] if setup["state"] else []
        return subprocess.Popen([hed, *setup["args"], *state], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as e:
        raise Refused(f"executor {socket.gethostname()} cannot run {hed}: {e}")


def answer(setup, lines):
    """What a hed worker says to the lines, which run on an executor."""
    global worker
    if worker is None or worker.poll() is not None:
        worker = start(setup)
    def send():
        try:
            worker.stdin.write(lines + b"\n")
            worker.stdin.flush()
        except OSError:
            pass  # it has ended, which reading shows
    sender = threading.Thread(target=send)
    sender.start()
    rows = []
    while (row := worker.stdout.readline()) != b"\n":
        if not row:
            try:
                worker.stdin.close()
            except OSError:
                pass  # what it did not read
            said = worker.stderr.read().decode(errors="replace").strip()
            if worker.wait() > 0:  # it gave up by itself
                raise Refused(f"hed worker on executor {socket.gethostname()}: {said or worker.returncode}")
            raise RuntimeError(f"hed worker ended with {worker.returncode}: {said}")  # killed: Spark tries again
        rows.append(row)
    sender.join()
    return b"".join(rows)


def outcome(setup, lines):
    """What answer gives, or why it never will: Spark would try what is raised again."""
    try:
        return answer(setup, lines), None
    except Refused as e:
        return None, str(e)


def refusal(error):
    """The words of an exception, without the traces of Java and Python around them."""
    found = re.findall(r"Most recent failure: (.*)", str(error))
    return found[-1] if found else (str(error).strip() or repr(error)).splitlines()[0]


def main():
    out, lock = os.fdopen(os.dup(1), "wb"), threading.Lock()
    os.dup2(2, 1)  # what Spark prints is not for hed
    setup = json.loads(sys.stdin.buffer.readline())

    def tell(number, kind, data):
        with lock:
            out.write(struct.pack(">IcI", number, kind, len(data)) + data)
            out.flush()
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError as e:
        return tell(0, b"e", f"{sys.executable} has no pyspark ({e}); install it with pip install pyspark, or name the Python that has it in PYSPARK_PYTHON".encode())
    master, missing = setup["master"], "it should be as spark://HOST:PORT"
    for host, port in re.findall(r"([\w.-]+):(\d+)", master) if master.startswith("spark://") else []:
        try:
            socket.create_connection((host, int(port)), 5).close()
            break
        except OSError as e:
            missing = e
    else:
        if master.startswith("spark://"):
            return tell(0, b"e", f"no Spark master answers at {master}: {missing}".encode())
    import hed_spark  # executors import this file too, so that what they keep is in one place
    try:
        sc = SparkContext(conf=SparkConf().setAppName("hed eval").setMaster(master or "local[*]"))
        sc.setLogLevel("ERROR")
        sc.addPyFile(os.path.abspath(__file__))
        for file in filter(None, [setup["binary"], setup["learnt"]]):
            sc.addFile(file)
    except Exception as e:
        return tell(0, b"e", f"start Spark at {master}: {refusal(e)}".encode())

    def cores():
        return sc._jsc.sc().defaultParallelism() if sc._jsc.sc().getExecutorMemoryStatus().size() > 1 or sc.master.startswith("local") else 0
    seen, since = 0, time.time()
    while not seen or time.time() - since < 1:  # executors come one after another
        if cores() != seen:
            seen, since = cores(), time.time()
        elif not seen and time.time() - since > 60:
            tell(0, b"n", f"no executor of {master} has come yet; are its workers there, and free?".encode())
            since = time.time()
        time.sleep(0.2)
    tell(0, b"s", str(seen).encode())

    def score(number, lines):
        try:
            rows, refused = sc.parallelize([lines], 1).map(lambda l: hed_spark.outcome(setup, l)).collect()[0]
            tell(number, b"e" if refused else b"r", refused.encode() if refused else rows)
        except Exception as e:
            tell(number, b"e", refusal(e).encode())
    with ThreadPoolExecutor(2 * seen + 2) as pool:
        while len(head := sys.stdin.buffer.read(9)) == 9:
            number, _, size = struct.unpack(">IcI", head)
            pool.submit(score, number, sys.stdin.buffer.read(size))
        sc.cancelAllJobs()
    sc.stop()


if __name__ == "__main__":
    main()
