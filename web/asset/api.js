// The server as a judge's page talks to it.

const token = decodeURIComponent(location.pathname.split("/").pop());

// Failure is an answer of the server that is not what was asked for; without a
// status there was no answer at all.
export class Failure extends Error {
  constructor(status, problem = {}, wait = 0) {
    super(problem.detail || "");
    this.status = status;
    this.code = problem.code || "";
    this.missing = problem.missing || [];
    this.wait = wait;
  }
}

export async function call(method, path, body) {
  const request = { method, headers: { Authorization: `Bearer ${token}` }, cache: "no-store" };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  // A server that hangs is one that is away.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 20000);
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { ...request, signal: abort.signal });
    if (response.status === 204) return null;
    const reply = await response.json().catch(() => ({}));
    if (response.ok) return reply;
    throw new Failure(response.status, reply, Number(response.headers.get("Retry-After")) * 1000);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(0);
  } finally {
    clearTimeout(timer);
  }
}

// id is random and not used before. randomUUID is only there over TLS.
export function id() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
