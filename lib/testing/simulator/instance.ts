import { AsyncLocalStorage } from "node:async_hooks";
import { takeTurn } from "@/inngest/turn";
import type { Work, WorkData } from "@/inngest/work";
import { getChains, getRates } from "@/lib/api/wiring/chains";
import { getParts } from "@/lib/api/wiring/parts";
import { getProjects } from "@/lib/api/wiring/projects";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { getWork, type WorkDeps } from "@/lib/api/wiring/work";
import { createChainGuard } from "@/lib/chain/check/chain-guard";
import { createMailFacts } from "@/lib/insights/mail-facts.store";
import { createMailStore } from "@/lib/letters/mail.store";
import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import type { Log } from "@/lib/platform/log";
import { createMetrics } from "@/lib/platform/metrics";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createRateService } from "@/lib/rates/get-rates";
import { createRateStore } from "@/lib/rates/rate.store";
import type { parseEnv } from "@/lib/settings/env";
import { newId } from "@/lib/testing/builders";
import { madeKey } from "@/lib/testing/settings";
import { createWebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";
import { type Cuts, createCuts, cutPool } from "./cuts";
import type { Outside } from "./outside";

const slotPrefix = "stablecoin-checkout.";
/** Everything that a process has once. */
const slotNames = [
  ...["due-work", "scrape", "accounts", "process", "rates", "nodes", "chains", "senders", "projects"],
  ...["checkouts", "receipts", "work", "http", "merchant", "parts", "webhooks", "drawings", "wake"],
  ...["background-work", "turns", "delivery-wake"],
];

type Slots = Map<string, unknown>;
const present = new AsyncLocalStorage<Slots>();

/** Gives each instance its own of what a process has once. @returns undoes it */
export function separateInstances(): () => void {
  for (const name of slotNames)
    Object.defineProperty(globalThis, Symbol.for(slotPrefix + name), {
      configurable: true,
      get: () => present.getStore()?.get(name),
      set: (value) => void present.getStore()?.set(name, value),
    });
  return () => {
    for (const name of slotNames) Reflect.deleteProperty(globalThis, Symbol.for(slotPrefix + name));
  };
}

/** One running service: the real wiring over the shared database, with the outside world of the simulator. */
export type Instance = {
  cuts: Cuts;
  within<T>(act: () => Promise<T>): Promise<T>;
  /** Runs one pass of a work under its lease, or goes on with one whose lease ended while the instance stood still. */
  work(work: Work, data: WorkData, isLate?: boolean): Promise<void>;
  deps: WorkDeps;
  close(): Promise<void>;
};

type Options = {
  index: number;
  settings: ReturnType<typeof parseEnv>;
  databaseUrl: string;
  outside: Outside;
  turn: () => Promise<void>;
  log: Log;
};

export async function startInstance({
  index,
  settings,
  databaseUrl,
  outside,
  turn,
  log,
}: Options): Promise<Instance> {
  const slots: Slots = new Map();
  const cuts = createCuts(turn);
  const database = createDatabase(databaseUrl, { maxConnections: 6 });
  cutPool(database.pool, cuts, turn);
  const clock = { now: () => new Date() };
  const common = {
    clock,
    newId,
    random: Math.random,
    log,
    metrics: createMetrics(),
    incidents: createIncidentStore(database, log),
    workLeases: createWorkLeases(database),
    openFiles: { check: async () => undefined, warning: () => null },
    instanceId: `instance ${index} ${Math.random()}`,
    checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
    dashboardUrl: settings.BASE_URL,
  };
  slots.set("process", {
    settings,
    database,
    secretBox: createSecretBox(madeKey("data")),
    common,
  });
  const within = <T>(act: () => Promise<T>) => present.run(slots, act);
  const deps = await within(async () => {
    const rateStore = createRateStore(database);
    const rates = createRateService({ clock, log, providers: outside.providers, rateStore });
    Object.assign(getRates(), { rateStore, rates });
    const chains = getChains();
    // The simulated chains have the contracts, and not their code.
    const chainGuard = createChainGuard({ ...chains, requiredContracts: [] });
    Object.assign(chains, { chainGuard });
    const mail = {
      facts: createMailFacts(database),
      letters: createMailStore(database),
      sender: { send: (letter: never) => cuts.around("post", () => outside.mailbox(letter)) },
      operatorAddress: "operator@example.com",
    };
    Object.assign(getProjects(), { chainGuard, mail });
    const { webhooks } = getWebhooks();
    const webhookSender = {
      post: (post: never) => cuts.around("post", () => outside.receive(post)),
    };
    const webhookDelivery = createWebhookDelivery({ ...common, webhooks, webhookSender } as never);
    Object.assign(getWebhooks(), { webhookDelivery, checkWebhookUrl: async () => null });
    // No browser asks.
    Object.assign(getParts(), { demoWalletOf: () => null, readersTimeZone: async () => "UTC" });
    return getWork();
  });
  return {
    cuts,
    within,
    deps,
    work: (work, data, isLate = false) =>
      within(async () => {
        const onePass = (hasEnded: () => boolean) => {
          let passes = 0;
          const pause = async () => {
            passes += 1;
            return true;
          };
          return work.run({ hasEnded: () => cuts.isDead || passes > 0 || hasEnded(), pause }, data);
        };
        if (isLate) await onePass(() => false);
        else await takeTurn(work.lease(data), (turn) => onePass(() => turn.hasEnded()));
      }),
    close: async () => {
      await within(async () => {
        await deps.webhookDelivery.stop(0).catch(() => undefined);
      });
      await database.close().catch(() => undefined);
    },
  };
}
