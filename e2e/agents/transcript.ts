import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { test } from "@playwright/test";

type Exchange = { request: Request; response: Response | null; afterMs: number; text: string };

export type Transcript = {
  /** Sends, and keeps what was sent and answered. */
  fetch: typeof globalThis.fetch;
  exchanges: readonly Exchange[];
  /** How many requests carried a payment. */
  payments(): number;
  /** Writes it to the test's output. */
  save(note?: string): Promise<void>;
};

/** Headers of the two protocols, and how they are read. */
const paymentHeaders = [
  "payment-required",
  "payment-signature",
  "payment-response",
  "x-payment",
  "x-payment-response",
  "www-authenticate",
  "authorization",
  "payment-receipt",
];
const shownHeaders = [...paymentHeaders, "content-type", "accept-payment", "cache-control", "retry-after"];

const isPayment = (request: Request) =>
  ["payment-signature", "x-payment", "authorization"].some((name) => request.headers.has(name));

/**
 * Notes the exchanges of a client with the service.
 *
 * @param intervene changes a request before it leaves, or an answer before the client sees it
 */
export function startTranscript(
  intervene: {
    request?: (request: Request) => Request | Promise<Request>;
    response?: (response: Response) => Response | Promise<Response>;
  } = {},
): Transcript {
  const exchanges: Exchange[] = [];
  const startedAt = Date.now();
  return {
    exchanges,
    fetch: async (input, init) => {
      const request = (await intervene.request?.(new Request(input, init))) ?? new Request(input, init);
      const exchange: Exchange = { request: request.clone(), response: null, afterMs: 0, text: "" };
      exchanges.push(exchange);
      const answered = await fetch(request);
      const response = (await intervene.response?.(answered)) ?? answered;
      const seen = response.clone();
      Object.assign(exchange, { response: seen, afterMs: Date.now() - startedAt, text: await seen.text() });
      return response;
    },
    payments: () => exchanges.filter(({ request }) => isPayment(request)).length,
    save: async (note) => {
      const file = test.info().outputPath("transcript.txt");
      await mkdir(path.dirname(file), { recursive: true });
      const lines = exchanges.map(toText);
      await appendFile(file, [`# ${test.info().title}`, ...lines, ...(note ? [note] : []), ""].join("\n\n"));
    },
  };
}

function toText({ request, response, afterMs, text }: Exchange): string {
  const { pathname } = new URL(request.url);
  if (response === null)
    return [`> ${request.method} ${pathname}`, ...headersOf(request), "(no answer)"].join("\n");
  return [
    `> ${request.method} ${pathname}`,
    ...headersOf(request),
    `< ${response.status} after ${afterMs} ms`,
    ...headersOf(response),
    text.slice(0, 1_500),
  ].join("\n");
}

function headersOf({ headers }: Request | Response): string[] {
  return shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${paymentHeaders.includes(name) ? decoded(value) : value}`];
  });
}

/** Base64 parts as the JSON that they contain. */
function decoded(value: string): string {
  return value.replace(/[\w+/-]{40,}={0,2}/g, (part) => {
    try {
      const json = JSON.parse(Buffer.from(part, "base64url").toString());
      return JSON.stringify(json, (_, inner) =>
        typeof inner === "string" && /^[\w-]{60,}$/.test(inner) && !inner.startsWith("0x")
          ? JSON.parse(decoded(inner))
          : inner,
      );
    } catch {
      return part;
    }
  });
}
