// The server as a judge's page talks to it.

const token = decodeURIComponent(location.pathname.split("/").pop());

// study is the one that the page is of.
const { study } = JSON.parse(document.getElementById("data").textContent);

// Failure is a call that did not do what was asked. It has a status and a code only if
// they are our server's own words, a problem document that names our study. Whatever else
// comes back, be it nothing, a proxy's error, the login page of a hotel or another study
// that does not know our link, says nothing of our answers: its status is 0.
export class Failure extends Error {
  constructor(status, problem = {}, wait = 0) {
    super(problem.detail || "");
    this.status = status;
    this.code = problem.code || "";
    this.missing = problem.missing || [];
    this.wait = wait;
  }
}

// call gives the server's reply, null if it has none, or throws a Failure.
export async function call(method, path, body) {
  const request = { method, headers: { Authorization: `Bearer ${token}` }, cache: "no-store" };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  // A server that hangs is one that is away.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 20000);
  try {
    const response = await fetch(`${document.documentElement.dataset.root}api/v1/${path}`, { ...request, signal: abort.signal });
    if (response.status === 204) return null;
    const [type] = (response.headers.get("Content-Type") || "").split(";");
    const reply = await response.json();
    if (response.ok && type === "application/json") return reply;
    if (!response.ok && type === "application/problem+json" && reply.code && reply.study === study) {
      throw new Failure(response.status, reply, Number(response.headers.get("Retry-After")) * 1000);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
  } finally {
    clearTimeout(timer);
  }
  throw new Failure(0);
}

// work is what the judge has to do, as the server sees it.
export async function work() {
  const reply = await call("GET", "work");
  if (!reply?.state || !reply.answers || !reply.ids) throw new Failure(0);
  return reply;
}

// id is random and not used before. randomUUID is only there over TLS.
export function id() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
