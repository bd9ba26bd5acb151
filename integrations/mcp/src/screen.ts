import { timingSafeEqual } from "node:crypto";
import { loopbackNames } from "./settings";

type Headers = { host?: string | undefined; origin?: string | undefined; authorization?: string | undefined };

/**
 * The HTTP status that refuses a request; null to serve it. A page on the internet can point its name at 127.0.0.1:
 * then Host and Origin have that name. Programs send no Origin.
 */
export function refusalOf(
  { host = "", origin, authorization = "" }: Headers,
  { port, token }: { port: number; token: string | null },
): 401 | 403 | null {
  const own = loopbackNames.map((name) => `${name}:${port}`);
  if (!own.includes(host)) return 403;
  if (origin !== undefined && !own.includes(origin.replace(/^http:\/\//, ""))) return 403;
  return token === null || isEqual(authorization, `Bearer ${token}`) ? null : 401;
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
