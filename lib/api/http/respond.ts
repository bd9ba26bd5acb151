import "server-only";
import type { Failure } from "@/lib/api/envelope.schema";
import type { LiveStream } from "@/lib/checkouts/live/live-stream";
import { type Fault, type FaultTexts, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import en from "@/lib/platform/faults/messages/en/faults.json" with { type: "json" };
import ko from "@/lib/platform/faults/messages/ko/faults.json" with { type: "json" };
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { Translated } from "@/lib/platform/i18n/message.rules";
import { databaseFault } from "@/lib/platform/postgres/faults.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** A status and the body's JSON text. */
export type JsonAnswer = { status: number; body: string };
/** A status and a stream of messages. */
export type StreamAnswer = { status: number; events: LiveStream };
/** A status and a file for download, read as fast as its reader takes it. */
export type FileAnswer = {
  status: number;
  file: ReadableStream<Uint8Array>;
  mediaType: string;
  name: string;
};
/** A picture for any site's pages; caches may keep it for this time. */
export type PictureAnswer = {
  status: number;
  picture: Uint8Array<ArrayBuffer>;
  mediaType: string;
  caching: string;
};
/** The client holds the answer already; its tag is among the headers. */
export type UnchangedAnswer = { status: 304 };
export type Answer = JsonAnswer | StreamAnswer | FileAnswer | PictureAnswer | UnchangedAnswer;

export function respond(answer: Answer, requestId: string, headers: Headers): Response {
  headers.set("x-request-id", requestId);
  const { status } = answer;
  if ("picture" in answer) {
    headers.set("content-type", answer.mediaType);
    headers.set("cache-control", answer.caching);
    // Shops and messengers show it, too. Its policy makes it inert (lib/api/request-screen.ts).
    headers.set("cross-origin-resource-policy", "cross-origin");
    return new Response(answer.picture, { status, headers });
  }
  // The same URL serves page or JSON: caches must tell them apart.
  headers.append("vary", "Accept, x-api-key");
  if ("events" in answer) {
    for (const [name, value] of Object.entries(eventStreamHeaders)) headers.set(name, value);
    return new Response(eventStream(answer.events), { status, headers });
  }
  headers.set("cache-control", "no-store");
  if ("file" in answer) {
    headers.set("content-type", answer.mediaType);
    headers.set("content-disposition", `attachment; filename="${answer.name}"`);
    headers.set("x-content-type-options", "nosniff");
    return new Response(answer.file, { status, headers });
  }
  if (!("body" in answer)) {
    // Next adds it to answers that it could compress.
    headers.append("vary", "Accept-Encoding");
    return new Response(null, { status, headers });
  }
  headers.set("content-type", "application/json");
  return new Response(answer.body, { status, headers });
}

/**
 * The error envelope (spec §7) of a thrown error; any error that is not ours becomes INTERNAL_ERROR without its
 * message, and SERVICE_UNAVAILABLE while the database can't be used.
 *
 * @param language of the sentences; the API's are English
 */
export function respondError(
  thrown: unknown,
  requestId: string,
  headers: Headers,
  language: DashboardLanguage = "en",
): Response {
  const error = toFailure(thrown, requestId);
  if (error.retryAfterSeconds !== undefined) headers.set("retry-after", String(error.retryAfterSeconds));
  const body: Failure = { ok: false, error: { ...failureMembers(error, language), requestId } };
  return respond({ status: error.status, body: JSON.stringify(body) }, requestId, headers);
}

/** The envelope's members of an error, besides the request id. */
export function failureMembers(
  { code, fault, param, faults }: CheckoutError,
  language: DashboardLanguage = "en",
): Omit<Failure["error"], "requestId"> {
  const details = faults.map((each) => ({ param: each.param, message: sentenceIn(language, each.fault) }));
  return {
    code,
    message: sentenceIn(language, fault),
    ...(param === undefined ? {} : { param }),
    ...(details.length === 0 ? {} : { details }),
  };
}

/** A database that restarts is back by then. */
const databaseAwaySeconds = 5;

/** The code of a thrown error; `toFailure` makes its answer. */
export function codeOf(thrown: unknown): CheckoutError["code"] {
  if (thrown instanceof CheckoutError) return thrown.code;
  // Clients, shops' plugins and proxies try its 503 again.
  return databaseFault(thrown) === null ? "INTERNAL_ERROR" : "SERVICE_UNAVAILABLE";
}

function toFailure(thrown: unknown, requestId: string): CheckoutError {
  if (thrown instanceof CheckoutError) return thrown;
  const code = codeOf(thrown);
  if (code === "INTERNAL_ERROR")
    return new CheckoutError(code, fault("service.failed", { request: requestId }));
  return new CheckoutError(code, fault("service.databaseAway", { request: requestId }), {
    retryAfterSeconds: databaseAwaySeconds,
  });
}

const ids = new WeakMap<Request, string>();

/** The id of a request (spec D2), made when it is first asked for. A client cannot choose it. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = crypto.randomUUID();
  ids.set(request, id);
  return id;
}

/** No proxy may buffer the messages, to compress them or otherwise. */
const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/**
 * Ends the stream when no one will read it: an answer to HEAD has no body, and a client may have left while the stream
 * was opening.
 */
export function endWithReader(
  stream: LiveStream,
  { method, signal }: { method: string; signal: AbortSignal },
): void {
  if (method === "HEAD" || signal.aborted) stream.end();
  else signal.addEventListener("abort", () => stream.end(), { once: true });
}

/**
 * The messages as server-sent events (HTML, section 9.2). The next one is read only after the last was sent, so nothing
 * is kept for a slow client.
 *
 * @param stream its messages are one line each
 */
function eventStream(stream: LiveStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const message = await stream.next();
        if (message === null) controller.close();
        else controller.enqueue(encoder.encode(`data: ${message}\n\n`));
      },
      cancel: () => stream.end(),
    },
    { highWaterMark: 0 },
  );
}

/** API clients and operators alone get the faults of `api-faults.json`, which have no translation. */
const translations: Readonly<Record<Exclude<DashboardLanguage, "en">, FaultTexts>> = {
  ko: ko satisfies Translated<typeof en>,
};

/** A fault in a language of the dashboard. */
export function sentenceIn(language: DashboardLanguage, fault: Fault): string {
  return language === "en" ? sentenceOf(fault) : sentenceOf(fault, translations[language]);
}
