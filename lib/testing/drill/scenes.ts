import { createTestClient, http, parseEther } from "viem";
import type { DrillWorld } from "./world";

/** One thing that breaks: what an operator sees of it, and how it is mended. */
export type Scene = {
  name: string;
  breaks(world: DrillWorld): Promise<unknown>;
  /** Where an operator looks, and the line found there; null while there is none. */
  sees: Readonly<Record<string, (world: DrillWorld) => Promise<string | null>>>;
  /** What the operator does; for most, the cause has gone. */
  restores(world: DrillWorld): Promise<unknown>;
};

const incident =
  (kind: string) =>
  async ({ query }: DrillWorld): Promise<string | null> => {
    const rows = await query("SELECT FROM incidents WHERE kind = $1::incident_kind AND resolved_at IS NULL", [
      kind,
    ]);
    return rows.length === 0 ? null : kind;
  };
const lineOf = (text: string | null, pattern: RegExp) => pattern.exec(text ?? "")?.[0] ?? null;
const page = (path: string, pattern: RegExp) => async (world: DrillWorld) =>
  lineOf(await world.ask(path), pattern);
const logged =
  (pattern: RegExp) =>
  async ({ log }: DrillWorld) =>
    lineOf(log.join("\n"), pattern);

const coin =
  (value: bigint) =>
  ({ rpcUrl, operator }: DrillWorld) =>
    createTestClient({ mode: "anvil", transport: http(rpcUrl) }).setBalance({ address: operator, value });

/** As PostgreSQL answers when its disk is full: every write fails, every read works. */
const fillDisk = `
  CREATE FUNCTION drill_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
  END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TRIGGER drill_disk_full BEFORE INSERT OR UPDATE ON %I EXECUTE FUNCTION drill_disk_full()', name);
    END LOOP;
  END $$`;

const jumpMs = 600_000;

/** An address at which no Inngest server answers. */
const deadInngest = {
  INNGEST_BASE_URL: "http://127.0.0.1:1",
  INNGEST_EVENT_KEY: "5f0c8e7b6a49382716f5e4d3c2b1a00f",
  INNGEST_SIGNING_KEY: "1e0c8e7b6a49382716f5e4d3c2b1a00f",
};

export const scenes: readonly Scene[] = [
  {
    name: "a node lies: it hides payments",
    breaks: async ({ nodes }) => nodes[1].faults.set({ kind: "empty-logs" }, { kind: "forgets" }),
    sees: {
      log: logged(/a second reading lacks recorded logs/),
      "npm run incidents": incident("NODES_DISAGREE"),
    },
    restores: async ({ nodes }) => nodes[1].faults.clear(),
  },
  {
    name: "a node is gone",
    breaks: async ({ nodes }) => nodes[1].faults.set({ kind: "outage" }),
    sees: {
      "/readyz": page("/readyz", /"nodes":\{"configured":2,"healthy":1\}/),
      "npm run incidents": incident("NODE_DOWN"),
    },
    restores: async ({ nodes }) => nodes[1].faults.clear(),
  },
  {
    name: "all nodes are gone",
    breaks: async ({ nodes }) => {
      for (const node of nodes) node.faults.set({ kind: "outage" });
    },
    sees: {
      "/readyz": page("/readyz", /"nodes":\{"configured":2,"healthy":0\}/),
      "npm run incidents": incident("CHAIN_UNREACHABLE"),
    },
    restores: async ({ nodes }) => {
      for (const node of nodes) node.faults.clear();
    },
  },
  {
    name: "the database stops",
    breaks: ({ postgres }) => postgres.stop(),
    sees: { "/readyz": page("/readyz", /"database":\{"ok":false[^}]*\}/) },
    restores: ({ postgres }) => postgres.start(),
  },
  {
    name: "the database's disk is full",
    breaks: ({ query }) => query(fillDisk),
    sees: {
      log: logged(/could not extend file: No space left on device/),
      "/readyz": page("/readyz", /"database":\{"ok":false[^}]*\}/),
    },
    restores: ({ query }) => query("DROP FUNCTION drill_disk_full CASCADE"),
  },
  {
    name: "the clock jumps ten minutes, and back",
    breaks: ({ shiftClock }) => shiftClock(jumpMs),
    sees: {
      "npm run doctor": async ({ doctor }) =>
        lineOf(await doctor(), /Its clock and this machine's differ by \d+ s\./),
    },
    restores: ({ shiftClock }) => shiftClock(0),
  },
  {
    name: "the operator's wallet is out of gas",
    breaks: coin(0n),
    sees: {
      "npm run incidents": incident("OUT_OF_GAS"),
      "/metrics": page("/metrics", /checkout_incidents_open\{kind="OUT_OF_GAS"\} 1/),
    },
    restores: coin(parseEther("10")),
  },
  {
    name: "the webhook receiver is down",
    breaks: ({ receiver }) => receiver.close(),
    sees: { "/metrics": page("/metrics", /checkout_webhook_attempts_total\{outcome="retry"\} [1-9]\d*/) },
    restores: async ({ receiver, query, command, stack }) => {
      await receiver.open();
      const waiting = await query<{ id: string }>(
        "SELECT id FROM webhook_deliveries WHERE status = 'PENDING' AND attempt_count > 0",
      );
      for (const { id } of waiting)
        await command("admin", "webhooks", "replay", id, "--project", stack.manifest.projectId);
    },
  },
  {
    name: "the Inngest server is down",
    breaks: async ({ stack }) => {
      await stack.server().stop();
      await stack.startServer(deadInngest);
    },
    sees: { "npm run incidents": incident("INNGEST_DOWN") },
    restores: async ({ stack, query, command }) => {
      await stack.server().stop();
      await stack.startServer();
      const open = await query<{ id: string }>(
        "SELECT id FROM incidents WHERE kind = 'INNGEST_DOWN' AND resolved_at IS NULL",
      );
      for (const { id } of open) await command("incidents", "--close", id);
    },
  },
  {
    name: "the service is killed",
    breaks: ({ stack }) => stack.server().kill(),
    sees: {
      "/healthz": async ({ ask }) => ((await ask("/healthz")) === null ? "no answer" : null),
    },
    restores: ({ stack }) => stack.startServer(),
  },
];
