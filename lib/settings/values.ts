import "@/lib/platform/primitives.schema";
import { z } from "zod";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { findJsonFault, findMisspelling } from "./misspelling";

/** What an operator has to know of a setting. */
type Help = {
  /** For the page of all settings, in Markdown. */
  meaning: string;
  /** For that page, where the schema's own default would not be understood, or another rule holds. */
  preset?: string;
  /** How to get a value, below the fault that it is missing. */
  missing?: string;
  /** The form of a value, below a fault that doesn't say it. */
  wrong?: string;
};

/** The one description of each setting, beside its schema; the documentation and the messages are made from it. */
export const help = z.registry<Help>();

/** An address of an account or a contract, in any case; read as lower case. */
export const hexAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 digits or letters from a to f")
  .transform((value) => value.toLowerCase() as Hex);
/** A whole number in digits. */
export const wholeNumber = (least: number, most: number) =>
  z.string().transform((value, context): number => {
    if (/^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    context.addIssue({ code: "custom", message: `must be a whole number from ${least} to ${most}` });
    return z.NEVER;
  });
/** A secret or an id that another service issued. A space would be a comment behind it, which some readers keep. */
export const credential = z
  .string()
  .regex(/^[!-~]{1,512}$/, "must have 1 to 512 visible ASCII characters without spaces");
/** A variable with JSON; an error names the path inside. */
export const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((value, context): z.output<T> => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      // A misspelling is named with every fault.
      const place = findMisspelling(value) === null ? `: ${findJsonFault(value)}` : "";
      context.addIssue({ code: "custom", message: `must be JSON${place}` });
      return z.NEVER;
    }
    const result = schema.safeParse(parsed);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const place = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
      context.addIssue({ code: "custom", message: place + issue.message });
    }
    return z.NEVER;
  });

/** An object in a JSON setting. A member that it doesn't have is refused by name: a misspelt one would do nothing. */
export function settingObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((name) => unknownMember(name, names)).join("; ")
        : undefined,
  });
}

function unknownMember(name: string, names: readonly string[]): string {
  const close = closestName(name, names, (known) => Math.max(2, known.length / 3));
  const quoted = JSON.stringify(name);
  if (close !== null) return `unknown setting ${quoted}; did you mean ${close}?`;
  return `unknown setting ${quoted}; known are ${names.join(", ")}`;
}

/** The name that was probably meant; null if none is within its distance. Case doesn't count. */
export function closestName(
  name: string,
  names: readonly string[],
  maxDistance: (known: string) => number,
): string | null {
  const close = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .find(({ known, distance }) => distance <= maxDistance(known));
  return close?.known ?? null;
}

/** How many letters to insert, remove, replace or swap with their neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      const isSwap = from[index] === to[column - 1] && from[index - 1] === to[column];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/** The parts of a URL that we would have to ignore, in words; never their values, which may be secret. */
function partsBeyond(url: URL, allowed: { path: boolean }): string[] {
  return [
    ...(url.username === "" && url.password === "" ? [] : ["a user or password"]),
    ...(allowed.path || url.pathname === "/" ? [] : ["a path"]),
    ...(/^[^#]*\?/.test(url.href) ? ["a query"] : []),
    ...(url.href.includes("#") ? ["a fragment"] : []),
  ];
}

/**
 * A public URL of a service that can only be served from the root of its host. Everything after the host is refused, not
 * dropped; a trailing slash is fine.
 */
export const origin = z.string().transform((value, context): string => {
  const url = parseUrl(value);
  if (url === null || !/^https?:\/\//i.test(value)) {
    context.addIssue({ code: "custom", message: "must be a URL such as https://pay.example.com" });
    return z.NEVER;
  }
  const extra = partsBeyond(url, { path: false });
  if (extra.length === 0) return url.origin;
  context.addIssue({
    code: "custom",
    message: `has ${extra.join(" and ")}: remove it, as in ${url.origin}. Only a host of its own can be used, not a folder of another site`,
  });
  return z.NEVER;
});

/** Address of another service, to which paths are appended; without a trailing slash. TLS is an `s` more. */
export const serviceAddress = (protocol: "http" | "ws") =>
  z.string().transform((value, context): string => {
    const url = parseUrl(value);
    const extra = url === null ? [] : partsBeyond(url, { path: true });
    if (
      url !== null &&
      [`${protocol}:`, `${protocol}s:`].includes(url.protocol) &&
      url.hostname !== "" &&
      extra.length === 0
    )
      return value.replace(/\/+$/, "");
    const fault =
      extra.length > 0
        ? `has ${extra.join(" and ")}: remove it`
        : `must be a URL such as ${protocol}s://host.example, perhaps with a path`;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
