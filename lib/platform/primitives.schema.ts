import { z } from "zod";
import { parseAddress } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type IdPrefix, idPattern } from "@/lib/platform/values/ids.rules";
import { maxTokenUnits, parseTokenUnits } from "@/lib/platform/values/money.rules";
import { isLoopbackHost, parseUrl } from "@/lib/platform/values/url.rules";

const loneSurrogate = /[\uD800-\uDFFF]/u;

const controlCharacter = /\p{Cc}/u;

// Without slashes a page would resolve it relative to itself ("https:host"); text before an @ is user info.
const absoluteHttpUrl = /^https?:\/\/[^/?#@]+([/?#]|$)/i;

/** Counts code points, like JSON Schema and Postgres: an emoji is one character, not two. */
function atMost(maxLength: number) {
  return z
    .string()
    .refine((value) => isAtMost(value, maxLength), `must have at most ${maxLength} characters`)
    .meta({ maxLength });
}

function isAtMost(value: string, maxLength: number): boolean {
  // A code point has one or two units, so most lengths need no counting.
  if (value.length <= maxLength) return true;
  return value.length <= 2 * maxLength && [...value].length <= maxLength;
}

/** Text that Postgres and JSON can hold: well-formed Unicode without NUL. */
export function text(maxLength: number) {
  return atMost(maxLength).refine(
    (value) => !loneSurrogate.test(value) && !value.includes("\u0000"),
    "must be valid Unicode text without NUL",
  );
}

/** A token amount in smallest units: decimal integer text up to 2^256 − 1, read as bigint. */
export const tokenUnits = z
  .string()
  .transform((value, context) => {
    const units = parseTokenUnits(value);
    if (units === null) {
      context.addIssue({
        code: "custom",
        message: `must be a whole number from 0 to ${maxTokenUnits}, as text`,
      });
      return z.NEVER;
    }
    return units;
  })
  .meta({
    pattern: "^(0|[1-9]\\d{0,77})$",
    description: "Amount in the token's smallest unit, as a string of digits, up to 2^256 − 1.",
  });

/** A transaction's hash in any case. Read as lower-case. */
export const givenTransactionHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hex digits")
  .transform((hash) => hash.toLowerCase() as Hex);

/** An address in any case; mixed case must be its EIP-55 form. Read as lower-case. */
export const address = z
  .string()
  .transform((value, context): Hex => {
    const lowerCase = parseAddress(value);
    if (lowerCase !== null) return lowerCase;
    context.addIssue({
      code: "custom",
      message:
        "must be 0x and 40 hex digits; if it has upper and lower case letters, its EIP-55 checksum must be right",
    });
    return z.NEVER;
  })
  .meta({
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: "EVM address in any case. Mixed case must match the EIP-55 checksum.",
  });

export const chainId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe("EVM chain id.");

/** A redirect URL: https, or http to a loopback host (which production refuses at creation). */
export const redirectUrl = atMost(2048).refine(
  isRedirectUrl,
  "must be a full https URL, without a user name or control characters",
);

function isRedirectUrl(value: string): boolean {
  if (controlCharacter.test(value) || value.includes("\\") || /\s/.test(value) || loneSurrogate.test(value))
    return false;
  if (!absoluteHttpUrl.test(value) || parseUrl(value) === null) return false;
  return isHttpsUrl(value) || isLoopbackUrl(value);
}

/** Whether an absolute URL uses https, in any case. */
export function isHttpsUrl(value: string): boolean {
  return new URL(value).protocol === "https:";
}

/** Whether an absolute URL points to this machine. */
export function isLoopbackUrl(value: string): boolean {
  return isLoopbackHost(new URL(value).hostname);
}

/** ISO 8601 in UTC. */
export function timestamp(value: Date): string {
  return value.toISOString();
}

/** An id in a request. Text of another form never reaches a statement. */
export function inputId(prefix: IdPrefix, what: string) {
  return z.string().regex(new RegExp(`^${idPattern(prefix)}$`), `must be the id of a ${what}`);
}

/** A time in a request, or a day for its beginning. */
export const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: "must be a time in ISO 8601, like 2026-01-31 or 2026-01-31T08:00:00Z",
  })
  .transform((value) => new Date(value));

/** What is read as text, numbers and so on, as the sender knows it. */
const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  date: "a time",
};

const formats: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  url: "must be a URL",
  datetime: "must be a time like 2026-01-31T08:00:00Z",
  date: "must be a date like 2026-01-31",
};

const invalidForm = "doesn't have the right form";

/** Repeated to the sender only where it is short and plain: it may be of any length and content. */
const repeatable = /^[\w.:-]{1,40}$/;

/** A number whose digits are the sender's own: beyond 15 digits, JSON's numbers lose some. */
const exactNumber = /^-?[\d.]{1,15}$/;

/**
 * A fault of an input in plain words, to stand behind the name of its field. It never has zod's own words.
 *
 * @example describeIssue({ code: "invalid_value", values: ["FAST", "CAREFUL"], input: "SLOW" }) // 'must be one of FAST, CAREFUL, not "SLOW"'
 */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return issue.expected === "string" && typeof issue.input === "number"
        ? `must be text in quotes, like "${exactNumber.test(String(issue.input)) ? issue.input : "4.50"}"`
        : `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
    case "invalid_value": {
      const known = issue.values.map(String);
      const must = known.length === 1 ? `must be ${known[0]}` : `must be one of ${known.join(", ")}`;
      const given = String(issue.input);
      return issue.input !== undefined && repeatable.test(given) ? `${must}, not "${given}"` : must;
    }
    case "too_small":
      return issue.inclusive === false
        ? `must be above ${issue.minimum}`
        : least(issue.origin, issue.minimum);
    case "too_big":
      return issue.inclusive === false ? `must be below ${issue.maximum}` : most(issue.origin, issue.maximum);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.map((key) => (repeatable.test(key) ? key : "…")).join(", ")}`;
    case "invalid_format":
      return formats[issue.format] ?? invalidForm;
    case "invalid_union": {
      const known = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
      return known.length > 0 ? `must be one of ${known.map(String).join(", ")}` : invalidForm;
    }
    default:
      return invalidForm;
  }
}

function least(origin: string, minimum: number | bigint): string {
  if (origin === "string")
    return minimum === 1 ? "must not be empty" : `must have at least ${minimum} characters`;
  return origin === "array" || origin === "set"
    ? `must have at least ${entries(minimum)}`
    : `must be at least ${minimum}`;
}

function most(origin: string, maximum: number | bigint): string {
  if (origin === "string") return `must have at most ${maximum} characters`;
  return origin === "array" || origin === "set"
    ? `must have at most ${entries(maximum)}`
    : `must be at most ${maximum}`;
}

function entries(count: number | bigint): string {
  return Number(count) === 1 ? "1 entry" : `${count} entries`;
}

z.config({ customError: describeIssue });
