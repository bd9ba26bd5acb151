import { z } from "zod";
import { type Fault, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { parseAddress } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type IdPrefix, idPattern } from "@/lib/platform/values/ids.rules";
import { maxTokenUnits, parseTokenUnits } from "@/lib/platform/values/money.rules";
import { isLoopbackHost, parseUrl } from "@/lib/platform/values/url.rules";

const loneSurrogate = /[\uD800-\uDFFF]/u;

const controlCharacter = /\p{Cc}/u;

// Without slashes a page would resolve it relative to itself ("https:host"); text before an @ is user info.
const absoluteHttpUrl = /^https?:\/\/[^/?#@]+([/?#]|$)/i;

/**
 * The options of a check that has a fault of its own, in place of its message.
 *
 * @example z.string().regex(/^[a-z]+$/, says(fault("fields.slug")))
 */
export function says(own: Fault) {
  return { error: (issue: object) => note(issue, own) };
}

/** zod writes an issue's message before it copies the issue: the fault noted here stays with it. */
function note(issue: object, found: Fault): string {
  Object.assign(issue, { fault: found });
  return sentenceOf(found);
}

/** What an issue of any schema says. Its message is the same in English. */
export function faultOf(issue: z.core.$ZodIssue): Fault {
  return "fault" in issue ? (issue.fault as Fault) : fault("fields.form");
}

/** Counts code points, like JSON Schema and Postgres: an emoji is one character, not two. */
function atMost(maxLength: number) {
  return z
    .string()
    .refine((value) => isAtMost(value, maxLength), says(fault("fields.mostCharacters", { most: maxLength })))
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
    says(fault("fields.unicode")),
  );
}

/** A token amount in smallest units: decimal integer text up to 2^256 − 1, read as bigint. */
export const tokenUnits = z
  .string()
  .transform((value, context) => {
    const units = parseTokenUnits(value);
    if (units === null) {
      context.addIssue({ code: "custom", fault: fault("fields.units", { most: maxTokenUnits }) });
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
  .regex(/^0x[0-9a-fA-F]{64}$/, says(fault("fields.hash")))
  .transform((hash) => hash.toLowerCase() as Hex);

/** An address in any case; mixed case must be its EIP-55 form. Read as lower-case. */
export const address = z
  .string()
  .transform((value, context): Hex => {
    const lowerCase = parseAddress(value);
    if (lowerCase !== null) return lowerCase;
    context.addIssue({ code: "custom", fault: fault("fields.address") });
    return z.NEVER;
  })
  .meta({
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: "EVM address in any case. Mixed case must match the EIP-55 checksum.",
  });

export const chainId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe("EVM chain id.");

/** A redirect URL: https, or http to a loopback host (which production refuses at creation). */
export const redirectUrl = atMost(2048).refine(isRedirectUrl, says(fault("fields.fullHttpsUrl")));

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
  return z.string().regex(new RegExp(`^${idPattern(prefix)}$`), says(fault("fields.idOf", { what })));
}

/** A time in a request, or a day for its beginning. */
export const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], says(fault("fields.moment")))
  .transform((value) => new Date(value));

/** What is read as text, numbers and so on, as the sender knows it. */
const kinds: Readonly<Record<string, Fault>> = {
  string: fault("fields.text"),
  number: fault("fields.number"),
  int: fault("fields.wholeNumber"),
  bigint: fault("fields.wholeNumber"),
  boolean: fault("fields.trueOrFalse"),
  object: fault("fields.object"),
  record: fault("fields.object"),
  array: fault("fields.list"),
  date: fault("fields.time"),
};

const formats: Readonly<Record<string, Fault>> = {
  email: fault("fields.email"),
  url: fault("fields.url"),
  datetime: fault("fields.isoTime"),
  date: fault("fields.isoDate"),
};

const invalidForm = fault("fields.form");

/** Repeated to the sender only where it is short and plain: it may be of any length and content. */
const repeatable = /^[\w.:-]{1,40}$/;

/** A number whose digits are the sender's own: beyond 15 digits, JSON's numbers lose some. */
const exactNumber = /^-?[\d.]{1,15}$/;

/**
 * A fault of an input, to stand behind the name of its field. It never has zod's own words.
 *
 * @example describeIssue({ code: "invalid_value", values: ["FAST", "CAREFUL"], input: "SLOW" }) // 'must be one of FAST, CAREFUL, not "SLOW"'
 */
function describeIssue(issue: z.core.$ZodRawIssue): Fault {
  switch (issue.code) {
    case "custom":
      return (issue.fault as Fault | undefined) ?? invalidForm;
    case "invalid_type":
      if (issue.input === undefined) return fault("fields.required");
      return issue.expected === "string" && typeof issue.input === "number"
        ? fault("fields.quoted", { example: exactNumber.test(String(issue.input)) ? issue.input : "4.50" })
        : (kinds[issue.expected] ?? fault("fields.ofType", { type: issue.expected }));
    case "invalid_value": {
      const values = issue.values.map(String);
      const [value = ""] = values;
      const given = String(issue.input);
      if (issue.input === undefined || !repeatable.test(given))
        return values.length === 1 ? fault("fields.value", { value }) : fault("fields.oneOf", { values });
      return values.length === 1
        ? fault("fields.valueNot", { value, given })
        : fault("fields.oneOfNot", { values, given });
    }
    case "too_small":
      return issue.inclusive === false
        ? fault("fields.above", { bound: issue.minimum })
        : least(issue.origin, issue.minimum);
    case "too_big":
      return issue.inclusive === false
        ? fault("fields.below", { bound: issue.maximum })
        : most(issue.origin, issue.maximum);
    case "not_multiple_of":
      return fault("fields.multipleOf", { divisor: issue.divisor });
    case "unrecognized_keys":
      return fault("fields.unknownFields", {
        fields: issue.keys.map((key) => (repeatable.test(key) ? key : "…")),
      });
    case "invalid_format":
      return formats[issue.format] ?? invalidForm;
    case "invalid_union": {
      const known = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
      return known.length > 0 ? fault("fields.oneOf", { values: known.map(String) }) : invalidForm;
    }
    default:
      return invalidForm;
  }
}

function least(origin: string, minimum: number | bigint): Fault {
  if (origin === "string")
    return minimum === 1 ? fault("fields.notEmpty") : fault("fields.leastCharacters", { least: minimum });
  return origin === "array" || origin === "set"
    ? fault("fields.leastEntries", { count: minimum })
    : fault("fields.atLeast", { least: minimum });
}

function most(origin: string, maximum: number | bigint): Fault {
  if (origin === "string") return fault("fields.mostCharacters", { most: maximum });
  return origin === "array" || origin === "set"
    ? fault("fields.mostEntries", { count: maximum })
    : fault("fields.atMost", { most: maximum });
}

z.config({ customError: (issue) => note(issue, describeIssue(issue)) });

/** Nothing goes in, or nothing comes out. */
export const nothing = z.object({});
