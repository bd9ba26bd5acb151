import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { InngestFunction } from "inngest";
import { z } from "zod";
import { getWork } from "@/lib/api/wiring/work";
import { APP_ID, inngest, inngestSigningKey } from "./client";
import { type InngestHandler, sign } from "./handler";

/** A release without an instance for this long was replaced. */
const aliveMs = 150_000;
const answerWithinMs = 10_000;

/** The facts about a function that an Inngest server reports. */
export type KnownFunction = { id: string; triggers: string[]; retries: number };

export type Registration = {
  /**
   * Makes the Inngest server run the newest release's functions: registers them if this is the newest one, and compares
   * them with those that the server reports.
   */
  keep(): Promise<void>;
};

export type RegistrationOptions = {
  buildId: string;
  functions: readonly InngestFunction.Any[];
  /** @returns whether the server accepted the functions */
  register(): Promise<boolean>;
  /** The functions that the server runs; null when it does not report them. */
  readRunning(): Promise<readonly KnownFunction[] | null>;
};

export function createRegistration(options: RegistrationOptions): Registration {
  const own = options.functions.map(describeFunction);
  const functionsHash = createHash("sha256").update(JSON.stringify(own)).digest("hex");
  const release = { id: options.buildId, functionsHash };
  let isRegistered = false;
  let warnedAbout: string | null = null;

  return {
    async keep() {
      const { log, releases } = getWork();
      const newest = await releases.noteRunning(release, aliveMs);
      if (newest.id !== release.id && newest.functionsHash !== functionsHash) {
        isRegistered = false;
        if (warnedAbout !== newest.id)
          log.warn(
            { release: release.id, newest: newest.id },
            "a newer release is running; not registering this one's functions",
          );
        warnedAbout = newest.id;
        return;
      }
      const before = await mismatch();
      if (before !== null && isRegistered)
        log.warn({ functions: before }, "the Inngest server runs other functions; registering again");
      if (before === null && isRegistered) return;
      isRegistered = await options.register();
      await mismatch();
    },
  };

  /** Compares, and saves the result for the details of readiness. */
  async function mismatch(): Promise<string | null> {
    const running = await options.readRunning();
    const found = running === null ? null : compare(own, running);
    await getWork().releases.setMismatch(release.id, found);
    return found;
  }
}

/** Registers the functions by a signed `PUT` to our own handler, which forwards them to the server. */
export async function registerBy(handler: InngestHandler): Promise<boolean> {
  const { log } = getWork();
  const body = "{}";
  const answer = await handler(
    new Request("http://localhost/api/inngest", {
      method: "PUT",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        "x-inngest-signature": sign(inngestSigningKey ?? "", body, Date.now()),
      },
      body,
    }),
  );
  const result: unknown = await answer.json().catch(() => null);
  if (answer.ok) log.info({ answer: result }, "registered this release's functions with the Inngest server");
  else
    log.warn(
      { status: answer.status, answer: result },
      "could not register the functions; retrying in a minute",
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

/** The functions that the server runs; null when it does not report them, like Inngest Cloud. */
export async function readRunningFunctions(): Promise<KnownFunction[] | null> {
  try {
    const answer = await fetch(new URL(`/v1/apps/${APP_ID}/functions`, inngest?.apiBaseUrl), {
      headers: { authorization: `Bearer ${inngestSigningKey}` },
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

/** @returns the names of functions that differ; null for none */
function compare(own: readonly KnownFunction[], running: readonly KnownFunction[]): string | null {
  const texts = new Map(running.map((known) => [known.id, JSON.stringify(known)]));
  const different = own.filter((known) => texts.get(known.id) !== JSON.stringify(known)).map(({ id }) => id);
  const ownIds = new Set(own.map(({ id }) => id));
  const removed = running.filter(({ id }) => !ownIds.has(id)).map(({ id }) => id);
  return different.length + removed.length === 0 ? null : [...different, ...removed].sort().join(", ");
}

export function describeFunction(fn: InngestFunction.Any): KnownFunction {
  const triggers = (fn.opts.triggers ?? []).map((trigger: unknown) => {
    const { cron, event } = trigger as { cron?: string; event?: string };
    return cron ?? event ?? "";
  });
  return { id: fn.id(APP_ID), triggers: triggers.sort(), retries: fn.opts.retries ?? 3 };
}

/** Next writes it with each build. */
export async function readBuildId(): Promise<string> {
  const file = path.join(process.cwd(), ".next", "BUILD_ID");
  return (await readFile(file, "utf8").catch(() => "development")).trim();
}
