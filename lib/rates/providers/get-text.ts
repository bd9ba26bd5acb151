import { request } from "undici";

export type AnswerLimits = {
  /** For the whole answer. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
};

/**
 * Requests a provider and returns the body of its 200. Does not follow redirects: a redirect could change the source of
 * prices.
 *
 * @param provider its name, for the error's message
 * @throws Error for any other status, a body too large, a broken connection, or a timeout
 */
export async function getText(
  provider: string,
  url: URL,
  { timeoutMs = 5_000, maxBytes = 262_144 }: AnswerLimits,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await request(url, {
    // Providers refuse clients without a User-Agent.
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

/**
 * Parses JSON so that every number stays the text in which it was written: a float would change rates, and print small
 * ones as `1e-7`. A string becomes null, so that it cannot pass for a number.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonNumbersAsText(text: string): unknown {
  JSON.parse(text);
  // The text is valid JSON, so outside of strings only numbers start with a digit or a minus.
  const quoted = text.replace(
    /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[0-9.eE+-]*/g,
    (token, string: string | undefined, colon: string | undefined) => {
      if (string === undefined) return `"${token}"`;
      return colon === undefined ? "null" : token;
    },
  );
  return JSON.parse(quoted);
}

/**
 * A JSON number's text as plain decimal text of the same value; null when it is not positive, or longer than any rate.
 *
 * @example toDecimalText("1.5e-7") // "0.00000015"
 */
export function toDecimalText(number: string): string | null {
  if (number.length > 64) return null;
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(number);
  if (match === null) return null;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = `${whole}${fraction}`;
  if (!/[1-9]/.test(digits)) return null;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const split = Math.max(point, 1);
  const integer = padded.slice(0, split).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(split);
  return rest === "" ? integer : `${integer}.${rest}`;
}
