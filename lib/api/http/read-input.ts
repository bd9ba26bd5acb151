import "server-only";
import type { z } from "zod";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Act } from "@/lib/platform/acts";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { faultOf } from "@/lib/platform/primitives.schema";
import { CheckoutError, type FieldFault, fieldError } from "@/lib/platform/values/errors.rules";
import type { RouteHandler } from "./route";

/** A text body of at most `maxBytes`. @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return decode(await readBytes(request, maxBytes));
}

/**
 * A body of at most `maxBytes`. We count the received bytes and do not trust Content-Length.
 *
 * @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    while (size <= maxBytes) {
      const part = await reader.read();
      if (part.done) return Buffer.concat(chunks);
      size += part.value.length;
      chunks.push(part.value);
    }
  } catch (cause) {
    // A sender who disconnects is not an error of ours.
    throw new CheckoutError("VALIDATION_ERROR", fault("api.bodyIncomplete"), { cause });
  }
  void discard(reader);
  throw tooLarge(maxBytes);
}

/** An unread body would block the next request on the connection. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection ended, and the rest with it.
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CheckoutError("VALIDATION_ERROR", fault("api.bodyNotUtf8"));
  }
}

function tooLarge(maxBytes: number): CheckoutError {
  return new CheckoutError("PAYLOAD_TOO_LARGE", fault("service.bodyTooLarge", { most: maxBytes }));
}

/** Far deeper than any body; more is not a mistake but an attack. */
const maxDepth = 32;

const maxParamLength = 200;

/**
 * A body's JSON. Refuses duplicate keys, since another reader may use the other value (RFC 8259 §4), and `__proto__`,
 * which only an attack sends.
 *
 * @throws CheckoutError VALIDATION_ERROR naming the key's path
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CheckoutError("VALIDATION_ERROR", fault("api.bodyNotJson"));
  }
  refuseKeys(text);
  return value;
}

/** An object's keys so far, or null in an array; and the present key or index. */
type Level = { keys: Set<string> | null; at: string };

/** Walks through valid JSON: every body comes here, so nothing is made for what is only passed. */
function refuseKeys(text: string): void {
  const levels: Level[] = [];
  /** The last text, quotes included: a colon makes it a key. */
  let [start, end] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    const level = levels.at(-1);
    if (char === '"') {
      [start, end] = [index, endOfText(text, index)];
      index = end - 1;
    } else if (char === "{" || char === "[") {
      if (levels.length === maxDepth)
        throw new CheckoutError("VALIDATION_ERROR", fault("api.bodyTooDeep", { most: maxDepth }));
      levels.push(char === "{" ? { keys: new Set(), at: "" } : { keys: null, at: "0" });
    } else if (char === "}" || char === "]") {
      levels.pop();
    } else if (char === "," && level?.keys === null) {
      level.at = String(Number(level.at) + 1);
    } else if (char === ":" && level !== undefined) {
      level.at = JSON.parse(text.slice(start, end)) as string;
      if (level.at === "__proto__") throw refused(pathOf(levels), fault("api.unknownField"));
      if (level.keys?.has(level.at)) throw refused(pathOf(levels), fault("api.givenTwice"));
      level.keys?.add(level.at);
    }
  }
}

/** Behind the quote that ends the text: one that an even number of backslashes precedes. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ at }) => at).join(".");
}

/** The path is the sender's text, of any length. */
function refused(path: string, reason: Fault): CheckoutError {
  const param = path.slice(0, maxParamLength);
  return fieldError(param, reason);
}

/** Of any JSON body. */
export const maxBodyBytes = 64 * 1024;

/** More than any body's fields; otherwise small keys could cause an answer of ten times their size. */
const maxDetails = 50;

type InputSchemas = {
  body: z.ZodType | null;
  bodyOptional?: true;
  query: z.ZodObject | null;
  method: "GET" | "POST";
};

/**
 * A request's query and JSON body, read by the operation's schemas, and the body as received.
 *
 * @throws CheckoutError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export async function readInput(
  { body, bodyOptional, query, method }: InputSchemas,
  request: Request,
): Promise<{ body: unknown; query: unknown; text: string }> {
  const readQuery = query === null ? null : readQueryFields(query, request);
  // A POST without an expected body may have one, which is limited and ignored.
  if (body === null)
    return {
      body: null,
      query: readQuery,
      text: method === "GET" ? "" : await readText(request, maxBodyBytes),
    };
  // Read the bytes to find that there is no body: a server may give every request a stream.
  const early = bodyOptional === true ? await readText(request, maxBodyBytes) : null;
  if (early === "") return { body: parse({}, body, "body"), query: readQuery, text: "" };
  requireJson(request);
  const text = early ?? (await readText(request, maxBodyBytes));
  return { body: parse(parseJson(text), body, "body"), query: readQuery, text };
}

function requireJson(request: Request): void {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType)) return;
  // The size is checked before the type.
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  throw new CheckoutError("UNSUPPORTED_MEDIA_TYPE", fault("api.bodyType"));
}

/** An unknown name is refused: a filter that is misspelt must not return the whole list. */
function readQueryFields(schema: z.ZodObject, request: Request): unknown {
  const fields = queryFields(request);
  const known = Object.keys(schema.shape);
  const details = Object.keys(fields)
    // `?=1` has no name to refuse it by.
    .filter((name) => name !== "" && !known.includes(name))
    .slice(0, maxDetails)
    .map((name) => refused(name, fault("api.unknownParameter", { known: known.join(", ") })));
  const [first] = details;
  if (first === undefined) return parse(fields, schema, "query");
  throw new CheckoutError("VALIDATION_ERROR", first.fault, {
    param: first.param ?? "",
    faults: details.flatMap((error) => error.faults),
  });
}

/** A repeated name has two values, which no query schema accepts. */
function queryFields(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Reads a value by its schema. @throws CheckoutError VALIDATION_ERROR naming each invalid field */
function parse<T extends z.ZodType>(value: unknown, schema: T, what: "body" | "query"): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // An error of the whole value names no field.
  const faults = result.error.issues
    .slice(0, maxDetails)
    .map(fieldFault)
    .filter(({ param }) => param !== "");
  const [first] = faults;
  if (first === undefined)
    throw new CheckoutError(
      "VALIDATION_ERROR",
      fault(what === "body" ? "api.bodyNotObject" : "api.queryNotObject"),
    );
  const { param } = first;
  const reason = fault("fields.named", { field: param, fault: first.fault });
  throw new CheckoutError("VALIDATION_ERROR", reason, { param, faults });
}

function fieldFault(issue: z.core.$ZodIssue): FieldFault {
  const path = issue.path.map(String);
  if (issue.code !== "invalid_key") return { param: path.join("."), fault: faultOf(issue) };
  // We do not repeat a refused key: it may have any length and content.
  const [why] = issue.issues;
  const reason = why === undefined ? fault("api.notAllowedKey") : faultOf(why);
  return { param: path.slice(0, -1).join("."), fault: fault("fields.keyThat", { fault: reason }) };
}

const maxFormBytes = 8 * 1024;

type FormOptions = NonNullable<NonNullable<Act["http"]>["form"]>;

/**
 * Lets a page without JavaScript post the same operation as a form. The answer is 303 to the page, with an error's code
 * in `problem`.
 */
export function orForm(json: RouteHandler, { numbers, page, namesField }: FormOptions): RouteHandler {
  return async (request, context) => {
    const isForm =
      request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
    const declared = Number(request.headers.get("content-length") ?? Number.NaN);
    // Anything but a small form takes the common path, and is refused there.
    if (!isForm || !(declared <= maxFormBytes)) return json(request, context);

    const fields = Object.fromEntries(new URLSearchParams(await request.text()));
    // A browser sends a field that was left empty, too.
    const filled = Object.entries(fields).filter(([, value]) => value !== "");
    const body = Object.fromEntries(
      filled.map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
    );
    // With the request's own headers, which carry the client and the request id.
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
    const result = (await answer.json()) as { ok: true; data: Record<string, unknown> } | Failure;
    const location = result.ok ? page(params, result.data) : `${page(params, null)}?${problemQuery(result)}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  };

  function problemQuery({ error }: Failure): URLSearchParams {
    const query = new URLSearchParams({ problem: error.code });
    if (namesField === true && error.param !== undefined) query.set("field", error.param);
    return query;
  }
}
