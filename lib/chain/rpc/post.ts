import { fetch } from "undici";
import { percentDecoded } from "@/lib/platform/values/url.rules";

export type PostOptions = {
  /** For the whole exchange, including the body. */
  timeoutMs: number;
  maxResponseBytes: number;
};

/** A node answered with an HTTP error that holds no JSON-RPC error. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** A response was larger than we read. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";

  constructor() {
    super("the response is too large");
  }
}

/**
 * Posts JSON and returns the JSON response, also with an HTTP error status when the body is a JSON-RPC error, which
 * says more.
 * @throws HttpFailure | ResponseTooLarge | SyntaxError, a TimeoutError, or fetch's errors
 */
export async function postJson(
  url: URL,
  body: unknown,
  { timeoutMs, maxResponseBytes }: PostOptions,
): Promise<unknown> {
  // Not Node 20's own fetch: it may lose its signal to the garbage collector, and a hanging body would never end.
  const response = await fetch(withoutCredentials(url), {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization(url) },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) return JSON.parse(await readText(response.body, maxResponseBytes));
  const text = await readText(response.body, maxResponseBytes).catch(() => "");
  const refusal = parseOrNull(text);
  if (holdsRpcError(refusal)) return refusal;
  throw new HttpFailure(response.status);
}

async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ResponseTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function holdsRpcError(value: unknown): boolean {
  // Part of a batch may have succeeded.
  return (Array.isArray(value) ? value : [value]).some((item) => {
    const error = (item as { error?: { code?: unknown; message?: unknown } } | null)?.error;
    return typeof error?.code === "number" && typeof error.message === "string";
  });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** fetch rejects a URL with credentials. */
function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

function authorization({ username, password }: URL): { authorization?: string } {
  if (username === "" && password === "") return {};
  const pair = [username, password].map((part) => percentDecoded(part) ?? part).join(":");
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
