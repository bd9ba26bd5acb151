import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { isFromLoopback } from "@/lib/api/start/loopback";
import type { Readiness } from "./check-readiness";

export type ReadinessAnswerDeps = {
  check(): Promise<Readiness>;
  /** A check that is at most some seconds old. */
  verdict(): Promise<boolean>;
  /** Opens the details from elsewhere. */
  operatorToken: string | undefined;
};

/** Strangers learn whether the service is ready. Operators and programs on this machine get the details, checked now. */
export async function answerReadiness(request: Request, deps: ReadinessAnswerDeps): Promise<Response> {
  const { ready, ...details } = mayReadDetails(request, deps)
    ? await deps.check()
    : { ready: await deps.verdict() };
  return Response.json(
    { ok: ready, data: { ready, ...details } },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store", vary: "Authorization" } },
  );
}

function mayReadDetails({ headers }: Request, { operatorToken }: ReadinessAnswerDeps): boolean {
  if (isFromLoopback(headers)) return true;
  const [, token] = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token !== undefined && operatorToken !== undefined && isSame(token, operatorToken);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
