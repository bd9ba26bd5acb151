import { request } from "undici";

export type AnswerLimits = {
  /** For the whole answer. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
};

/**
 * Asks a provider and answers the body of its 200. Redirects are not followed: whoever may move the address
 * may set the prices.
 *
 * @param provider its name, for the error's message
 * @throws Error for any other status, a body too large, a broken connection, or when the time is up
 */
export async function getText(
  provider: string,
  url: URL,
  { timeoutMs = 5_000, maxBytes = 262_144 }: AnswerLimits,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await request(url, {
    // Providers refuse clients that do not say who they are.
    headers: { accept: "application/json", "user-agent": "stablecoin-checkout", ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.statusCode !== 200) {
    response.body.on("error", () => undefined).destroy();
    throw new Error(`${provider} answered ${response.statusCode}`);
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
