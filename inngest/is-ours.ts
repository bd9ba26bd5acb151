import "server-only";
import { getDeps } from "@/lib/server/deps";
import { usesInngestServer } from "./client";

/**
 * Whether this process is to do work that every instance's local engine begins, for `ttlMs` from now. Where an Inngest
 * server runs the functions it begins each of them once, and the answer is always yes.
 *
 * It only saves doubled work: after a pause longer than `ttlMs` two may be at it, and what they do must be right then.
 */
export async function isOurs(work: string, ttlMs: number): Promise<boolean> {
  if (usesInngestServer()) return true;
  const { workLeases, instanceId } = getDeps();
  return workLeases.hold(work, instanceId, ttlMs);
}
