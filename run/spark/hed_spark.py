"""Runs what hed sends on Spark. hed starts it, and talks to it over stdin and stdout in
frames: a number, a kind, a length, the bytes. On executors, answer keeps a hed worker."""
import json, os, platform, re, socket, struct, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

worker = None  # the process of this executor's Python, kept between tasks
sent = 0  # lines that it has had
doing = None  # what it was started for


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


def ready(setup):
    """Has a worker that does what the setup says. One that did something else before has ended its work."""
    global worker, sent, doing
    if worker is not None and worker.poll() is None and doing != (setup["args"], setup["state"]):
        worker.communicate()
    if worker is None or worker.poll() is not None:
        worker, sent, doing = start(setup), 0, (setup["args"], setup["state"])


def answer(setup, lines):
    """What a hed worker says to the lines, which run on an executor."""
    ready(setup)
    failed = []
    def send():
        global sent
        try:
            for line in lines:
                worker.stdin.write(line)
                sent += line.count(b"\n")
        except OSError:
            return  # it has ended, which reading shows
        except Exception as e:  # what reads the lines
            failed.append(e)
        try:
            worker.stdin.write(b"\n")
            worker.stdin.flush()
            sent += 1
        except OSError:
            pass
    sender = threading.Thread(target=send)
    sender.start()
    head = worker.stdout.read(8)
    size = struct.unpack(">Q", head)[0] if len(head) == 8 else 0
    rows = worker.stdout.read(size)
    if len(head) < 8 or len(rows) < size:
        try:
            worker.stdin.close()
        except OSError:
            pass  # what it did not read
        said = worker.stderr.read().decode(errors="replace").strip()
        if worker.wait() > 0:  # it gave up by itself
            raise Refused(f"hed worker on executor {socket.gethostname()}: {said or worker.returncode}")
        raise RuntimeError(f"hed worker ended with {worker.returncode}: {said}")  # killed: Spark tries again
    sender.join()
    if failed:
        raise failed[0]
    return rows


def part(setup, records):
    """The same for records that Spark reads here, after a line that says which lines were sent."""
    ready(setup)
    blank, before = [], sent
    def lines():
        some = []  # many at once, since each costs as much as many bytes
        for number, record in enumerate(records, 1):
            if record and not record.isspace():
                some.append(record)
            else:  # a worker would take it for the end
                blank.append(number)
            if len(some) == 256:
                yield b"\n".join(some) + b"\n"
                some.clear()
        if some:
            yield b"\n".join(some) + b"\n"
    rows = answer(setup, lines())
    return json.dumps({"before": before, "blank": blank}).encode() + b"\n" + rows


def outcome(do, setup, lines):
    """What do gives, or why it never will: Spark would try what is raised again."""
    try:
        return do(setup, lines), None
    except Refused as e:
        return None, str(e)


class Parts:
    """Documents that Spark reads: files in the order of their names, each in one or more parts."""

    def __init__(self, sc, place):
        from pyspark.sql import SparkSession
        self.sc, self.spark, self.place = sc, SparkSession(sc), place
        self.planned, self.planning = lru_cache(64)(self.read), threading.Lock()  # parts of one file come one after another, and planning costs more than a part
        self.spark.conf.set("spark.sql.files.minPartitionNum", "1")  # so that what is not longer than a part is one
        if not sc.getConf().contains("spark.sql.files.maxPartitionBytes"):
            self.spark.conf.set("spark.sql.files.maxPartitionBytes", "16m")  # its rows are that long, too, and come here
        uri = sc._jvm.org.apache.hadoop.fs.Path(place["uri"])
        system = uri.getFileSystem(sc._jsc.hadoopConfiguration())
        files = {}
        for found in system.globStatus(uri) or []:
            top = found.getPath()
            if found.isFile():
                files[top.toString()] = found.getLen(), found.getModificationTime()
                continue
            each = system.listFiles(top, True)
            while each.hasNext():
                file = each.next()
                inside = file.getPath().toString()[len(top.toString()):].strip("/")
                if not any(name[0] in "._" for name in inside.split("/")):  # which Spark and Hadoop leave beside parts
                    files[file.getPath().toString()] = file.getLen(), file.getModificationTime()
        if not files:
            raise Refused(f"{place['uri']}: there is no such file")
        self.list, self.count = [], {}
        longest = self.spark._jsparkSession.sessionState().conf().filesMaxPartitionBytes()
        for file in sorted(files):
            starts, (length, changed) = [(0, 0)], files[file]
            if length > longest:
                parts = self.frame(file)._jdf.queryExecution().toRdd().partitions()
                starts = sorted((min(f.start() for f in p.files()), p.index()) for p in parts)
            self.count[file] = len(starts)
            for start, number in starts:
                self.list.append({"file": file, "start": start, "length": length, "changed": changed, "number": number})

    def frame(self, file):
        """The records of a file, as lines of JSON, in bytes: what is no text is for hed to refuse."""
        from pyspark.sql import functions as f
        place, read = self.place, self.spark.read
        if place["format"] == "jsonl":
            return read.option("lineSep", "\n").text(file).select(f.col("value").cast("binary"))
        if place["format"] == "parquet":
            table = read.parquet(file)
        else:
            table = read.options(header=True, sep="\t" if place["format"] == "tsv" else ",", quote='"', escape='"', multiLine=True, mode="FAILFAST").csv(file)
        for role, name in sorted(place["mapped"].items()):
            if name and name not in table.columns:
                raise Refused(f"{file}: there is no column \"{name}\" to read the {role} from; there are {', '.join(table.columns)}")
        chosen, quoted = [], lambda name: f.col("`" + name.replace("`", "``") + "`")
        for role, name in place["columns"].items():
            if name in table.columns:
                kind = dict(table.dtypes)[name]
                value = f.from_json(quoted(name), "array<string>") if role == "references" and kind == "string" else quoted(name)
                chosen.append(value.alias(name))
        for system in place["systems"]:
            if system in table.columns:
                chosen.append(f.coalesce(quoted(system), f.lit("")).alias(system))
            elif "outputs" not in table.columns:
                raise Refused(f"{file}: there is no column \"{system}\" with the headlines of system {system}; there are {', '.join(table.columns)}")
        if "outputs" in table.columns:
            chosen.append(quoted("outputs"))
        return table.select(f.to_json(f.struct(*chosen)).cast("binary"))

    def read(self, file):
        """The records of a file where Spark can hand them to Python as they are."""
        from pyspark import RDD
        from pyspark.serializers import NoOpSerializer
        # As bytes, which Spark does not make rows of Python from.
        lines = getattr(self.frame(file)._jdf, "as")(self.sc._jvm.org.apache.spark.sql.Encoders.BINARY()).toJavaRDD()
        records = RDD(lines, self.sc, NoOpSerializer())
        if records.getNumPartitions() != self.count[file]:
            raise Refused(f"{file} has changed; run it again when nobody writes to it")
        return records

    def run(self, number, do):
        part = self.list[number]
        with self.planning:
            records = self.planned(part["file"])
        return self.sc.runJob(records, do, [part["number"]])[0]


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
    place, parts = setup.get("place"), None
    import hed_spark  # executors import this file too, so that what they keep is in one place
    try:
        if master and not master.startswith("local"):  # then the driver only passes bytes on, which repays no second compiler
            os.environ["SPARK_SUBMIT_OPTS"] = "-XX:TieredStopAtLevel=1 " + os.environ.get("SPARK_SUBMIT_OPTS", "")
        sc = SparkContext(conf=SparkConf().setAppName("hed").setMaster(master or "local[*]"))
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
    try:
        parts = Parts(sc, place) if place else None
    except Exception as e:
        return tell(0, b"e", f"read {place['uri']}: {refusal(e)}".encode())
    tell(0, b"s", json.dumps({"slots": seen, "parts": parts.list if parts else []}).encode())

    def change(more):
        """What workers do from now on, and with which state."""
        if more["learnt"]:
            sc.addFile(more["learnt"])
        setup.update(more)

    def score(number, kind, data):
        try:
            if kind == b"w":
                rows, refused = b"", change(json.loads(data))
            elif kind == b"c":
                rows, refused = sc.parallelize([data], 1).map(lambda lines: hed_spark.outcome(hed_spark.answer, setup, [lines])).collect()[0]
            elif kind == b"p":
                rows, refused = parts.run(struct.unpack(">I", data)[0], lambda records: [hed_spark.outcome(hed_spark.part, setup, records)])
            else:
                rows, refused = parts.run(struct.unpack(">I", data)[0], lambda records: [b"\n".join(records)]), None
            tell(number, b"e" if refused else b"r", refused.encode() if refused else rows)
        except Exception as e:
            tell(number, b"e", refusal(e).encode())
    with ThreadPoolExecutor(2 * seen + 2) as pool:
        while len(head := sys.stdin.buffer.read(9)) == 9:
            number, kind, size = struct.unpack(">IcI", head)
            pool.submit(score, number, kind, sys.stdin.buffer.read(size))
        sc.cancelAllJobs()
    sc.stop()


if __name__ == "__main__":
    main()
