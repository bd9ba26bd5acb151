import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type TestInfo, test } from "@playwright/test";
import { failure } from "@/lib/api/envelope.schema";
import {
  type ApiDocument,
  errorCodeOf,
  type RawAnswer,
  readDocument,
} from "@/lib/testing/conformance/document";
import { answers } from "./answers-table";
import { exchanges } from "./exchanges";

/** The parts of a request that determine its answer. */
export type SentRequest = { method: string; target: string; headers: Headers; body: string | null };

const documents = new Map<string, Promise<ApiDocument>>();

/** The document that the service at this origin serves, read once. */
export function documentAt(origin: string): Promise<ApiDocument> {
  const known = documents.get(origin);
  if (known !== undefined) return known;
  const reading = fetch(`${origin}/openapi.json`).then(async (answer) => readDocument(await answer.json()));
  documents.set(origin, reading);
  // A service that did not answer is asked again the next time.
  reading.catch(() => documents.delete(origin));
  return reading;
}

/**
 * Holds an answer against the running service's own document, and counts it. Every request of the HTTP tests
 * comes through here.
 *
 * @throws Error saying what of the answer stands outside the document
 */
export async function watchAnswer(origin: string, request: SentRequest, answer: RawAnswer): Promise<void> {
  if (isForBrowsers(request, answer)) return;
  const document = await documentAt(origin);
  const operation = isUnreadable(answer) ? null : document.find(request.method, request.target);
  const isHead = request.method === "HEAD";
  const documented =
    operation === null ? envelopeFault(request, answer, isHead) : document.faultOf(operation, answer, isHead);
  // Every operation may fail by our own fault; in a test none does.
  const outside = answer.status === 500 ? "nothing fails inside" : documented;
  answers.add({
    operationId: operation?.operationId ?? null,
    status: answer.status,
    code: isHead ? "(HEAD)" : codeOf(answer.text),
    test: currentTest(),
    outside,
  });
  if (operation !== null)
    exchanges.add({
      ...{ ...request, operationId: operation.operationId, path: operation.path, file: currentFile() },
      headers: Object.fromEntries(request.headers),
      answer: { ...answer, headers: Object.fromEntries(answer.headers) },
    });
  if (outside === null) return;
  const what = `${request.method} ${request.target.slice(0, 200)} (${operation?.operationId ?? "no operation"})`;
  throw new Error(
    `${what} answered ${answer.status} outside the document: ${outside}\n${answer.text.slice(0, 2_000)}`,
  );
}

/** Neither pages and redirects, nor what a browser asks before it sends a request, are in the document. */
function isForBrowsers({ method, target, headers }: SentRequest, answer: RawAnswer): boolean {
  if (method === "OPTIONS" || answer.status === 308) return true;
  // The pages' files, the shop and the wallet of the demo, and the document itself are not the API.
  if (/^\/(_next\/static|tokens|api\/(shop|demo|inngest))\//.test(target)) return true;
  if (/^(\/api)?\/openapi\.json$/.test(target) && answer.status === 200) return true;
  const isRead = method === "GET" || method === "HEAD";
  const wantsPage = headers.get("accept")?.includes("text/html") === true || headers.has("rsc");
  return isRead && wantsPage && !headers.has("x-api-key") && !target.startsWith("/api") && !isJson(answer);
}

/** The server refused it as HTTP, before any address was looked at. */
function isUnreadable({ status, text }: RawAnswer): boolean {
  return (
    status === 414 || status === 431 || status === 408 || (status === 400 && text.includes("not valid HTTP"))
  );
}

/** What is answered where no operation is: the error envelope, or that the service is alive or ready. */
function envelopeFault({ target }: SentRequest, answer: RawAnswer, isHead: boolean): string | null {
  const { status, headers, text } = answer;
  if (!isJson(answer)) return "it is no JSON";
  if (isHead) return text === "" ? null : "it has a body";
  if (/^(\/api)?\/(healthz|readyz)(\?|$)/.test(target) && [200, 503].includes(status)) return null;
  const read = failure.safeParse(parse(text));
  // Equal to what the schema reads: nothing that it does not name.
  if (!read.success || !isDeepStrictEqual(read.data, parse(text))) return "it is not the error envelope";
  if (![400, 404, 405, 408, 414, 429, 431].includes(status)) return `${status} belongs to no address`;
  if (status === 405 && !headers.has("allow")) return "the header Allow is missing";
  if (status === 429 && !headers.has("retry-after")) return "the header Retry-After is missing";
  return null;
}

function isJson({ headers }: RawAnswer): boolean {
  return /^application\/json\b/.test(headers.get("content-type") ?? "");
}

function codeOf(text: string): string | null {
  return errorCodeOf(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function currentTest(): string {
  return currentInfo()?.testId ?? "set-up";
}

function currentFile(): string {
  return path.basename(currentInfo()?.file ?? "set-up");
}

/** Null in a set-up that no test has asked for yet. */
function currentInfo(): TestInfo | null {
  try {
    return test.info();
  } catch {
    return null;
  }
}
