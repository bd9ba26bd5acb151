import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { isFromLoopback } from "@/lib/api/start/loopback";

/** Whether a request comes from a program on this machine, or with the token; without a token set, no other may. */
export function isOperator({ headers }: Request, expected: string | undefined): boolean {
  if (isFromLoopback(headers)) return true;
  const [, token] = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token !== undefined && expected !== undefined && isSame(token, expected);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
