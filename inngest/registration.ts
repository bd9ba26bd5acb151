import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { EventType, type InngestFunction } from "inngest";
import { z } from "zod";
import { getDeps } from "@/lib/server/deps";
import { inngest, inngestSigningKey } from "./client";
import { APP_ID } from "./create-client";
import type { InngestHandler } from "./handler";
import { canonicalJson, sign } from "./signature";

/** A release without an instance for so long was replaced. */
const aliveMs = 150_000;
const answerWithinMs = 10_000;

/** What an Inngest server has to know of a function, as far as it tells it. */
type Known = { id: string; triggers: string[]; retries: number };

export type Registration = {
  /**
   * Has the Inngest server run the functions of the newest release: registers them if this is the newest one, and
   * compares them with those that the server runs, where it tells them.
   */
  keep(): Promise<void>;
};

/** @param handler of `/api/inngest`, which registers the functions on a signed `PUT` */
export async function createRegistration(
  handler: InngestHandler,
  functions: readonly InngestFunction.Any[],
): Promise<Registration> {
  const known = functions.map(describe);
  const functionsHash = createHash("sha256").update(canonicalJson(known)).digest("hex");
  const release = { id: await readBuildId(), functionsHash };
  let isRegistered = false;
  let toldOlderThan: string | null = null;

  return {
    async keep() {
      const { log, releases } = getDeps();
      const newest = await releases.noteRunning(release, aliveMs);
      if (newest.id !== release.id && newest.functionsHash !== functionsHash) {
        isRegistered = false;
        if (toldOlderThan !== newest.id)
          log.warn(
            { release: release.id, newest: newest.id },
            "a newer release runs: it registers its functions",
          );
        toldOlderThan = newest.id;
        return;
      }
      const running = await readRunning();
      const mismatch = running === null ? null : compare(known, running);
      if (mismatch !== null && isRegistered)
        log.warn(
          { mismatch },
          "the Inngest server runs other functions than this release; they are registered again",
        );
      if (!isRegistered || mismatch !== null) isRegistered = await register(handler);
      const left = mismatch === null ? null : await readRunning();
      await releases.setMismatch(release.id, left === null ? null : compare(known, left));
    },
  };
}

async function register(handler: InngestHandler): Promise<boolean> {
  const { log } = getDeps();
  const body = "{}";
  const answer = await handler(
    new Request("http://localhost/api/inngest", {
      method: "PUT",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        "x-inngest-signature": sign(inngestSigningKey() ?? "", body, Date.now()),
      },
      body,
    }),
  );
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok)
    log.info({ answer: said }, "the functions of this release are registered with the Inngest server");
  else
    log.warn(
      { status: answer.status, answer: said },
      "the functions could not be registered; the next try is in a minute",
    );
  return answer.ok;
}

const runningFunctions = z.array(
  z.object({
    id: z.string(),
    config: z.object({
      triggers: z.array(z.object({ event: z.string().optional(), cron: z.string().optional() })),
      steps: z.array(z.object({ retries: z.number().optional() })).optional(),
    }),
  }),
);

/** The functions that the server runs; null where it does not tell them, as Inngest Cloud. */
async function readRunning(): Promise<Known[] | null> {
  try {
    const answer = await fetch(new URL(`/v1/apps/${APP_ID}/functions`, inngest.apiBaseUrl), {
      headers: { authorization: `Bearer ${inngestSigningKey()}` },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!answer.ok) return null;
    return runningFunctions.parse(await answer.json()).map(({ id, config }) => ({
      id,
      triggers: config.triggers.map(({ event, cron }) => cron ?? event ?? "").sort(),
      retries: config.steps?.[0]?.retries ?? 3,
    }));
  } catch {
    return null;
  }
}

/** @returns which functions differ, by name; null where none does */
function compare(own: readonly Known[], running: readonly Known[]): string | null {
  const texts = new Map(running.map((known) => [known.id, canonicalJson(known)]));
  const different = own.filter((known) => texts.get(known.id) !== canonicalJson(known)).map(({ id }) => id);
  const ownIds = new Set(own.map(({ id }) => id));
  const removed = running.filter(({ id }) => !ownIds.has(id)).map(({ id }) => id);
  return different.length + removed.length === 0 ? null : [...different, ...removed].sort().join(", ");
}

function describe(fn: InngestFunction.Any): Known {
  const triggers = (fn.opts.triggers ?? []).map((trigger: unknown) => {
    if (trigger instanceof EventType) return trigger.name;
    const { cron, event } = trigger as { cron?: string; event?: string };
    return cron ?? event ?? "";
  });
  return { id: fn.id(APP_ID), triggers: triggers.sort(), retries: fn.opts.retries ?? 3 };
}

/** Next writes it with each build. */
async function readBuildId(): Promise<string> {
  const file = path.join(process.cwd(), ".next", "BUILD_ID");
  return (await readFile(file, "utf8").catch(() => "development")).trim();
}
