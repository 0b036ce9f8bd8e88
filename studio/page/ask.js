/**
 * The only module that knows how questions travel: a POST whose answer is a stream of events. Whoever aborts a question
 * cancels it.
 */

const KEY = "cluewright.token";
const room = roomName();

/** What a question ends with if it is not answered. */
export class Refused extends Error {
  /**
   * @param {string} kind
   * @param {Problem[]} problems
   */
  constructor(kind, problems) {
    super(problems.map((problem) => problem.message).join("\n") || kind);
    this.kind = kind;
    this.problems = problems;
  }
}

/** @typedef {{message: string, hint?: string, line?: number, column?: number, file?: string}} Problem */

function roomName() {
  let name = sessionStorage.getItem("cluewright.room");
  if (!name || performance.getEntriesByType("navigation").some((entry) => /** @type {any} */ (entry).type === "navigate")) {
    name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");
    sessionStorage.setItem("cluewright.room", name);
  }
  return name;
}

/** The token of the address, which then goes from the address bar. */
function token() {
  const given = new URLSearchParams(location.search).get("token");
  if (given) {
    localStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname + location.hash);
  }
  return localStorage.getItem(KEY) ?? "";
}

let known = token();

/**
 * @param {string} password
 * @returns {Promise<boolean>}
 */
export async function login(password) {
  const response = await fetch("login", { method: "POST", body: password });
  if (!response.ok) return false;
  known = await response.text();
  localStorage.setItem(KEY, known);
  return true;
}

/**
 * Ask a question. `progress` gets what is said before the answer.
 * @param {string} name
 * @param {Record<string, any>} [given]
 * @param {{revision?: number|null, signal?: AbortSignal, progress?: (data: any) => void}} [options]
 * @returns {Promise<any>}
 */
export async function ask(name, given = {}, { revision = null, signal, progress } = {}) {
  let response;
  try {
    response = await fetch(`ask/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-token": known },
      body: JSON.stringify({ room, revision, arguments: given }),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw new Refused("cancelled", []);
    throw new Refused("offline", [{ message: "the studio does not answer", hint: "is it still running?" }]);
  }
  if (!response.ok || !response.body) throw new Refused(response.status === 401 ? "token" : "refused", [{ message: (await response.text()).trim() }]);
  try {
    for await (const { event, data } of events(response.body)) {
      if (event === "progress") progress?.(data.data);
      else if (event === "answer") return data.data;
      else throw new Refused(data.data.kind, data.data.problems);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (signal?.aborted) throw new Refused("cancelled", []);
  }
  throw new Refused("offline", [{ message: "the studio went away", hint: "is it still running?" }]);
}

/**
 * The events of a stream.
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
async function* events(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let left = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (left + decoder.decode(value, { stream: true })).split("\n\n");
    left = parts.pop() ?? "";
    for (const part of parts) {
      const [head, body] = part.split("\n", 2);
      yield { event: head.slice(7), data: JSON.parse(body.slice(6)) };
    }
  }
}
