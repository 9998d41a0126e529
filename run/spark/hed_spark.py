"""Runs what hed sends on Spark. hed starts it, and talks to it over stdin and stdout in
frames: a number, a kind, a length, the bytes. On executors, answer keeps a hed worker."""
import json, os, platform, queue, re, socket, struct, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

worker = None  # the process of this executor's Python, kept between tasks
complaints = None  # the file of what it says on stderr, which a pipe that nobody reads would hold up
sent = 0  # lines that it has had
doing = None  # what it was started for


class Refused(Exception):
    """What trying again does not change."""


def start(setup):
    from pyspark import SparkFiles
    global complaints
    machine = platform.machine().lower()
    machine = platform.system().lower() + "/" + {"x86_64": "amd64", "aarch64": "arm64"}.get(machine, machine)
    if machine != setup["machine"]:
        raise Refused(f"executor {socket.gethostname()} is {machine}, and this hed is built for {setup['machine']}; run a hed that is built for the executors")
    hed = SparkFiles.get(setup["hed"])
    try:
        os.chmod(hed, 0o755)
        state = ["--state", SparkFiles.get(setup["state"])] if setup["state"] else []
        # All that it should do is said to it: settings that lie about here are not meant for it.
        settings = {name: value for name, value in os.environ.items() if not name.startswith("HED_")}
        settings["HED_CONFIG"] = os.devnull
        complaints = tempfile.TemporaryFile()
        return subprocess.Popen([hed, *setup["args"], *state], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, env=settings)
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
    sender.join()  # it does not write to a worker that has ended, and nobody else may read on where it reads
    if len(head) < 8 or len(rows) < size:
        try:
            worker.stdin.close()
        except OSError:
            pass  # what it did not read
        code = worker.wait()
        complaints.seek(0)
        said = complaints.read().decode(errors="replace").strip()
        if code > 0:  # it gave up by itself
            raise Refused(f"hed worker on executor {socket.gethostname()}: {said or worker.returncode}")
        raise RuntimeError(f"hed worker on executor {socket.gethostname()} ended with {worker.returncode}: {said}")  # killed: Spark tries again
    if failed:
        raise failed[0]
    return rows


# What hed takes for white space.
SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

REPLACED = "\ufffd".encode()


def part(setup, records):
    """The same for records that Spark reads here, after a line that says which lines were sent."""
    ready(setup)
    blank, before, replaced = [], sent, False
    table = setup["place"]["format"] != "jsonl"
    def lines():
        nonlocal replaced
        some = []  # many at once, since each costs as much as many bytes
        for number, record in enumerate(records, 1):
            if table and REPLACED in record:
                replaced = True
            if record[:1] == b"{" or record.decode(errors="replace").strip(SPACE):
                some.append(record)
            else:  # a worker would take it for the end
                blank.append(number)
            if len(some) == 256:
                yield b"\n".join(some) + b"\n"
                some.clear()
        if some:
            yield b"\n".join(some) + b"\n"
    rows = answer(setup, lines())
    return json.dumps({"before": before, "lines": sent - before - 1, "blank": blank, "replaced": replaced}).encode() + b"\n" + rows


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
        self.checked = set()  # files
        self.spark.conf.set("spark.sql.files.minPartitionNum", "1")  # so that what is not longer than a part is one
        self.spark.conf.set("spark.sql.caseSensitive", "true")  # names of columns are those that hed knows
        if not sc.getConf().contains("spark.sql.files.maxPartitionBytes"):
            self.spark.conf.set("spark.sql.files.maxPartitionBytes", "16m")  # its rows are that long, too, and come here
        uri = sc._jvm.org.apache.hadoop.fs.Path(place["uri"])
        self.system = system = uri.getFileSystem(sc._jsc.hadoopConfiguration())
        files = {}
        for found in [system.getFileStatus(uri)] if system.exists(uri) else system.globStatus(uri) or []:
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
                try:
                    parts = self.frame(file)._jdf.queryExecution().toRdd().partitions()
                except Exception as e:
                    raise Refused(f"{file}: {refusal(e)}")
                starts = sorted((min(f.start() for f in p.files()), p.index()) for p in parts)
            self.count[file] = len(starts)
            for start, number in starts:
                self.list.append({"file": file, "start": start, "length": length, "changed": changed, "number": number})

    def frame(self, file):
        """The records of a file, as lines of JSON, in bytes: what is no text is for hed to refuse."""
        from pyspark.sql import functions as f
        place, read = self.place, self.spark.read.option("__globPaths__", "false")  # it is a name, and no pattern
        if place["format"] == "jsonl":
            return read.option("lineSep", "\n").text(file).select(f.col("value").cast("binary"))
        if place["format"] == "parquet":
            table = read.parquet(file)
        else:
            table = read.options(header=True, sep="\t" if place["format"] == "tsv" else ",", quote='"', escape='"', multiLine=True, mode="FAILFAST").csv(file)
        for role, name in sorted(place["mapped"].items()):
            if name and name not in table.columns:
                raise Refused(f"there is no column \"{name}\" to read the {role} from; there are {', '.join(table.columns)}")
        kinds, chosen = dict(table.dtypes), []
        def quoted(name):
            value = f.col("`" + name.replace("`", "``") + "`")  # bytes are texts, too, as some programs write them
            return value.cast(kinds[name].replace("binary", "string")) if kinds[name] in ("binary", "array<binary>") else value
        for role, name in place["columns"].items():
            if name in table.columns:
                value = f.from_json(quoted(name), "array<string>") if role == "references" and kinds[name] in ("string", "binary") else quoted(name)
                chosen.append(value.alias(name))
        for system in place["systems"]:
            if system in table.columns:
                chosen.append(f.coalesce(quoted(system), f.lit("")).alias(system))
            elif "outputs" not in table.columns:
                raise Refused(f"there is no column \"{system}\" with the headlines of system {system}; there are {', '.join(table.columns)}")
        if "outputs" in table.columns:
            chosen.append(quoted("outputs"))
        return table.select(f.to_json(f.struct(*chosen)).cast("binary"))

    def check(self, file):
        """Refuses a table with what is no text, which Spark has replaced by a character that a text may have, too."""
        from pyspark.sql import functions as f
        read, table = self.spark.read.option("__globPaths__", "false"), self.place["format"] == "parquet"
        values = read.parquet(file) if table else read.option("lineSep", "\n").text(file)
        values = values.select([f.col("`" + name.replace("`", "``") + "`").cast(kind.replace("string", "binary")).alias(name)
                                for name, kind in values.dtypes if kind in ("string", "binary", "array<string>", "array<binary>")])
        for number, row in enumerate(values.toLocalIterator(), 1):
            for name, value in zip(values.columns, row):
                try:
                    for text in value if isinstance(value, list) else [value]:
                        (text or b"").decode()
                except UnicodeDecodeError as e:
                    what = f"the column {name} is not valid UTF-8; expected text" if table else f"byte {e.start + 1} of the line is not valid UTF-8; convert the file to UTF-8"
                    raise Refused(f"{file}:{number}: {what}")

    def read(self, file):
        """The records of a file where Spark can hand them to Python as they are."""
        from pyspark import RDD
        from pyspark.serializers import NoOpSerializer
        # As bytes, which Spark does not make rows of Python from.
        lines = getattr(self.frame(file)._jdf, "as")(self.sc._jvm.org.apache.spark.sql.Encoders.BINARY()).toJavaRDD()
        records = RDD(lines, self.sc, NoOpSerializer())
        if records.getNumPartitions() != self.count[file]:
            raise Refused("it has changed; run it again when nobody writes to it")
        return records

    def run(self, number, do):
        part = self.list[number]
        try:
            now = self.system.getFileStatus(self.sc._jvm.org.apache.hadoop.fs.Path(part["file"]))
            if (now.getLen(), now.getModificationTime() // 1000) != (part["length"], part["changed"] // 1000):  # some stores do not say both to the same fraction
                raise Refused("it has changed; run it again when nobody writes to it")
            if part["length"] == 0 and self.place["format"] == "jsonl":
                return self.sc.runJob(self.sc.parallelize([], 1), do)[0]  # Spark makes no part of it
            with self.planning:
                records = self.planned(part["file"])
            return self.sc.runJob(records, do, [part["number"]])[0]
        except Exception as e:
            raise Refused(f"{part['file']}: {refusal(e)}")

    def answer(self, number, setup):
        rows, refused = self.run(number, lambda records: [outcome(part, setup, records)])
        file = self.list[number]["file"]
        if not refused and json.loads(rows[:rows.index(b"\n")])["replaced"] and file not in self.checked:
            try:
                self.check(file)
            except Refused as e:
                return None, str(e)
            self.checked.add(file)
        return rows, refused


def refusal(error):
    """The words of an exception, without the traces of Java and Python around them."""
    text = str(error).strip() or repr(error)
    if isinstance(error, Refused):
        return text
    row = re.search(r"Malformed CSV record: (.*)", text)
    if row:
        row = re.sub(r"\s*SQLSTATE: \w+$", "", row[1])
        return f"a row has another number of columns than the header, or a quote in it is not closed: {row:.200}"
    if "Traceback (most recent call last)" in text:  # of Python: what was raised follows the indented lines
        found = re.findall(r"\n(?! )(\S.*)", text.rpartition("Traceback (most recent call last)")[2])[:1]
    else:  # of Java: the cause is the last that says something
        found = re.findall(r"^(?:: |Caused by: )[\w.$]+: (.*)", text, re.M)[-1:]
        found = re.findall(r"most recent failure: (.*)", text, re.I)[-1:] or found
    words = found[0] if found else text.splitlines()[0]
    return re.sub(r"^([\w.]+(Error|Exception): )?(\[[A-Z_.]+\] )?|\s*SQLSTATE: \w+$", "", words)


def main():
    out, lock = os.fdopen(os.dup(1), "wb"), threading.Lock()
    os.dup2(2, 1)  # what Spark prints is not for hed
    source = open(0, "rb", closefd=False)  # of its own, since a thread reads it to the end
    setup = json.loads(source.readline())

    def tell(number, kind, data):
        with lock:
            out.write(struct.pack(">IcI", number, kind, len(data)) + data)
            out.flush()
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError as e:
        return tell(0, b"e", f"{sys.executable} has no pyspark ({e}); install it with pip install pyspark, or name the Python that has it in PYSPARK_PYTHON".encode())
    master, missing = setup["master"], "it should be as spark://HOST:PORT"
    for host, port in re.findall(r"(\[[\w:.]+\]|[\w.-]+):(\d+)", master) if master.startswith("spark://") else []:
        try:
            socket.create_connection((host.strip("[]"), int(port)), 5).close()
            break
        except OSError as e:
            missing = e
    else:
        if master.startswith("spark://"):
            return tell(0, b"e", f"no Spark master answers at {master}: {missing}".encode())
    place, parts = setup.get("place"), None
    try:
        if master and not master.startswith("local"):  # then the driver only passes bytes on, which repays no second compiler
            os.environ["SPARK_SUBMIT_OPTS"] = "-XX:TieredStopAtLevel=1 " + os.environ.get("SPARK_SUBMIT_OPTS", "")
        sc = SparkContext(conf=SparkConf().setAppName("hed").setMaster(master or "local[*,4]"))
        sc.setLogLevel("ERROR")
        sc.addPyFile(os.path.abspath(__file__))
        for file in filter(None, [setup["binary"], setup["learnt"]]):
            sc.addFile(file)
    except Exception as e:
        return tell(0, b"e", f"start Spark at {master}: {refusal(e)}".encode())

    frames = queue.SimpleQueue()  # that were sent, which are few at a time, and None at the end
    gone = threading.Event()

    def listen():
        while len(head := source.read(9)) == 9:
            number, kind, size = struct.unpack(">IcI", head)
            frames.put((number, kind, source.read(size)))
        gone.set()
        frames.put(None)
    threading.Thread(target=listen, daemon=True).start()
    context = sc._jsc.sc()

    def cores():
        """How many tasks executors do at a time."""
        return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile())
    elastic = sc.getConf().get("spark.dynamicAllocation.enabled", "false") == "true"
    if elastic:  # then executors come for work alone
        threading.Thread(target=lambda: sc.parallelize([0], 1).count(), daemon=True).start()
    seen, since = 0, time.time()
    while not gone.is_set() and (not seen or time.time() - since < 1):  # executors come one after another
        if cores() != seen:
            seen, since = cores(), time.time()
        elif not seen and time.time() - since > 60:
            tell(0, b"n", f"no executor of {master} has come yet; are its workers there, and free?".encode())
            since = time.time()
        time.sleep(0.2)
    if gone.is_set():
        return sc.stop()
    if elastic:
        seen = max(seen, 32)  # so that there is work for more
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
                rows, refused = sc.parallelize([data], 1).map(lambda lines: outcome(answer, setup, [lines])).collect()[0]
            elif kind == b"p":
                rows, refused = parts.answer(struct.unpack(">I", data)[0], setup)
            else:
                rows, refused = parts.run(struct.unpack(">I", data)[0], lambda records: [b"\n".join(records)]), None
            tell(number, b"e" if refused else b"r", refused.encode() if refused else rows)
        except Exception as e:
            tell(number, b"e", refusal(e).encode())
    with ThreadPoolExecutor(2 * seen + 2) as pool:
        while frame := frames.get():
            pool.submit(score, *frame)
        sc.cancelAllJobs()
    sc.stop()


if __name__ == "__main__":
    import hed_spark  # as executors do, so that what they keep is in one place
    hed_spark.main()
