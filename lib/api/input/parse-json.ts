import "server-only";
import { CheckoutError } from "@/lib/platform/errors.rules";

/** Far more than any body has; what is deeper is no mistake. */
const maxDepth = 32;
const maxParamLength = 200;

/** Text, punctuation, or a number or word: enough to walk through JSON that is known to be valid. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * A body's JSON. A key that stands twice in an object is refused, since whoever else reads the body may believe
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
      if (level.at === "__proto__") throw refused(path, "is not a field");
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
