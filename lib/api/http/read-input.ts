import "server-only";
import type { z } from "zod";
import type { Failure } from "@/lib/api/envelope.schema";
import "@/lib/platform/input-messages.schema";
import { CheckoutError, type ErrorDetail } from "@/lib/platform/values/errors.rules";
import type { Params } from "./note-request";
import type { RouteHandler } from "./route";

/** A body of text, of at most `maxBytes`. @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return decode(await readBytes(request, maxBytes));
}

/**
 * A body of at most `maxBytes`. Bytes are counted as they come: what Content-Length says is no reason to hold more.
 *
 * @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
    size += part.value.length;
    if (size > maxBytes) {
      void discard(reader);
      throw tooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** A sender who goes away in the middle is no failure of ours. */
async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new CheckoutError("VALIDATION_ERROR", "The body is incomplete.", { cause });
  }
}

/** Left unread or cancelled, the rest would stand in the connection and hold up the next request on it. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection ended, and the rest with it.
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CheckoutError("VALIDATION_ERROR", "The body is not UTF-8.");
  }
}

function tooLarge(maxBytes: number): CheckoutError {
  return new CheckoutError("PAYLOAD_TOO_LARGE", `The body must have at most ${maxBytes} bytes.`);
}

/** Far more than any body has; what is deeper is no mistake. */
const maxDepth = 32;

const maxParamLength = 200;

/** Text, punctuation, or a number or word: enough to walk through JSON that is known to be valid. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * A body's JSON. A key that stands twice in an object is refused, since anyone else who reads the body may believe
 * the other value (RFC 8259 §4); so is `__proto__`, which only an attack sends.
 *
 * @throws CheckoutError VALIDATION_ERROR naming the key's path
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CheckoutError("VALIDATION_ERROR", "The body is not JSON.");
  }
  refuseKeys(text);
  return value;
}

/** An object's keys so far, or null in an array; and the key or index at which we are. */
type Level = { keys: Set<string> | null; at: string };

function refuseKeys(text: string): void {
  const levels: Level[] = [];
  /** The last text: a colon makes it a key. */
  let last = "";
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (part === "{" || part === "[") {
      if (levels.length === maxDepth)
        throw new CheckoutError("VALIDATION_ERROR", `The body is more than ${maxDepth} levels deep.`);
      levels.push(part === "{" ? { keys: new Set(), at: "" } : { keys: null, at: "0" });
    } else if (part === "}" || part === "]") {
      levels.pop();
    } else if (part === "," && level?.keys === null) {
      level.at = String(Number(level.at) + 1);
    } else if (part === ":" && level !== undefined) {
      level.at = JSON.parse(last) as string;
      const path = levels.map(({ at }) => at).join(".");
      if (level.at === "__proto__") throw refused(path, "is not a known field");
      if (level.keys?.has(level.at)) throw refused(path, "is given twice");
      level.keys?.add(level.at);
    } else if (part.startsWith('"')) {
      last = part;
    }
  }
}

/** The path is the sender's text, of any length. */
function refused(path: string, message: string): CheckoutError {
  const param = path.slice(0, maxParamLength);
  return new CheckoutError("VALIDATION_ERROR", `${param}: ${message}`, {
    param,
    details: [{ param, message }],
  });
}

/** Of any JSON body. */
export const maxBodyBytes = 64 * 1024;

/** More than any body has fields; small keys could otherwise be answered with ten times their bytes. */
const maxDetails = 50;

type InputSchemas = { body: z.ZodType | null; query: z.ZodObject | null; method: "GET" | "POST" };

/**
 * A request's query and JSON body, read by the operation's schemas, and the body as it was sent.
 *
 * @throws CheckoutError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export async function readInput(
  { body, query, method }: InputSchemas,
  request: Request,
): Promise<{ body: unknown; query: unknown; text: string }> {
  const readQuery = query === null ? null : parse(queryFields(request), query, "query");
  // A POST that takes no body may come with one, which is bounded and then forgotten.
  if (body === null)
    return {
      body: null,
      query: readQuery,
      text: method === "GET" ? "" : await readText(request, maxBodyBytes),
    };
  requireJson(request);
  const text = await readText(request, maxBodyBytes);
  return { body: parse(parseJson(text), body, "body"), query: readQuery, text };
}

function requireJson(request: Request): void {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType)) return;
  // A body too large is told before its type is.
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  throw new CheckoutError(
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the body as JSON, with Content-Type: application/json.",
  );
}

/** A name that is given twice has two values, which no schema of a query takes. */
function queryFields(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Reads a value by its schema. @throws CheckoutError VALIDATION_ERROR naming each field at fault */
function parse<T extends z.ZodType>(value: unknown, schema: T, what: "body" | "query"): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // A fault of the whole names no field.
  const details = result.error.issues
    .slice(0, maxDetails)
    .map(toDetail)
    .filter(({ param }) => param !== "");
  const [first] = details;
  if (first === undefined)
    throw new CheckoutError("VALIDATION_ERROR", `The ${what} must be an object with the documented fields.`);
  throw new CheckoutError("VALIDATION_ERROR", `${first.param}: ${first.message}`, {
    details,
    param: first.param,
  });
}

function toDetail(issue: z.core.$ZodIssue): ErrorDetail {
  const path = issue.path.map(String);
  if (issue.code !== "invalid_key") return { param: path.join("."), message: issue.message };
  // A refused key is not repeated: it may be of any length and content.
  const why = issue.issues[0]?.message ?? "is not allowed";
  return { param: path.slice(0, -1).join("."), message: `has a key that ${why}` };
}

const maxFormBytes = 8 * 1024;

type FormOptions = {
  /** Fields that are numbers in JSON. */
  numbers: readonly string[];
  /** Where the browser goes on to. */
  page: (params: Params) => string;
};

/**
 * Lets a page without JavaScript post the same operation as a form. It is answered 303 to the page, with the
 * error's code in `problem` when there is one.
 */
export function orForm(json: RouteHandler, { numbers, page }: FormOptions): RouteHandler {
  return async (request, context) => {
    const isForm =
      request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
    const declared = Number(request.headers.get("content-length") ?? Number.NaN);
    // What is no small form goes the common way, and is refused there as what it is.
    if (!isForm || !(declared <= maxFormBytes)) return json(request, context);

    const fields = Object.fromEntries(new URLSearchParams(await request.text()));
    const body = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
    );
    // With the request's own headers: they say who asks and which request it is.
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/json");
    headers.delete("content-length");
    const answer = await json(
      new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
      context,
    );
    const params = Object.fromEntries(
      Object.entries((await context.params) ?? {}).map(([name, value]) => [
        name,
        encodeURIComponent(String(value)),
      ]),
    );
    const problem = answer.ok
      ? ""
      : `?problem=${encodeURIComponent(((await answer.json()) as Failure).error.code)}`;
    return new Response(null, {
      status: 303,
      headers: { location: `${page(params)}${problem}`, "cache-control": "no-store" },
    });
  };
}
