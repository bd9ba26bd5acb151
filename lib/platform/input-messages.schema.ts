import { z } from "zod";

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

/** Repeated to the sender only where it is short and plain: it may be of any length and content. */
const repeatable = /^[\w.:-]{1,40}$/;

/**
 * A fault of an input in plain words, to stand behind the name of its field. Undefined where the schema's own words or
 * zod's have to do.
 *
 * @example describeIssue({ code: "invalid_value", values: ["FAST", "CAREFUL"], input: "SLOW" }) // 'must be one of FAST, CAREFUL, not "SLOW"'
 */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is required"
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
      return formats[issue.format];
    default:
      return undefined;
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
