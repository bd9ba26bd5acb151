import { request } from "undici";

export type AnswerLimits = {
  /** For the whole answer. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
};

/** The provider refuses what this request names; it may accept a request that names less. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/** The provider is busy, or limits our requests: asking again at once makes it worse. */
const busyStatuses = [408, 425, 429];

/**
 * Requests a provider and returns the body of its 200. Does not follow redirects: a redirect could change the source of
 * prices.
 *
 * @param provider its name, for the error's message
 * @throws RequestRefused for a 4xx
 * @throws Error for any other status, a body too large, a broken connection, or when the signal aborts
 */
export async function getText(
  provider: string,
  url: URL,
  { signal, maxBytes = 262_144 }: { signal: AbortSignal; maxBytes?: number | undefined },
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await request(url, {
    // Providers refuse clients without a User-Agent.
    headers: { accept: "application/json", "user-agent": "stablecoin-checkout", ...headers },
    signal,
  });
  const status = response.statusCode;
  if (status !== 200) {
    response.body.on("error", () => undefined).destroy();
    const isRefusal = status >= 400 && status < 500 && !busyStatuses.includes(status);
    throw new (isRefusal ? RequestRefused : Error)(`${provider} answered ${status}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${provider} answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
