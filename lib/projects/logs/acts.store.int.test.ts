import { afterEach, expect, it, vi } from "vitest";
import { startTransactionPooler } from "@/lib/testing/transaction-pooler";
import { fileWorld } from "@/lib/testing/world";
import { type ActListener, announceAct, listenForActs } from "./acts.store";

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
const soon = { timeout: 20_000 };
const { stores } = await fileWorld();
let listener: ActListener;

afterEach(() => listener?.stop());

const onAct = () => {
  const heard = vi.fn();
  listener = listenForActs(stores.databaseUrl, heard, log, 10);
  return heard;
};
const times = (heard: ReturnType<typeof onAct>, count: number) =>
  vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(count), soon);
/** The newest first: that of the test before may be just ending. */
const listeners = async () => {
  const { rows } = await stores.database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%acts'
     ORDER BY backend_start DESC`,
  );
  return rows;
};

it("reports each action, and once when it starts to listen", async () => {
  const heard = onAct();
  await times(heard, 1);
  await announceAct(stores.database);
  await times(heard, 2);
  await announceAct(stores.database);
  await times(heard, 3);
});

it("reconnects after a lost connection, and reports a possible miss", async () => {
  const heard = onAct();
  await times(heard, 1);
  const [lost] = await listeners();
  await stores.database.pool.query("SELECT pg_terminate_backend($1)", [lost?.pid]);
  await times(heard, 2);
  await announceAct(stores.database);
  await times(heard, 3);
});

it("waits for an absent database, and stops immediately on request", async () => {
  const heard = vi.fn();
  const warn = vi.fn();
  listener = listenForActs("postgresql://nobody@127.0.0.1:1/none", heard, { ...log, warn }, 10);
  await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1), soon);
  await listener.stop();
  expect(heard).not.toHaveBeenCalled();
});

it("logs once that a pooler drops notifications, and leaves the work to upkeep", async () => {
  const pooler = await startTransactionPooler(stores.databaseUrl);
  const [heard, info] = [vi.fn(), vi.fn()];
  listener = listenForActs(pooler.databaseUrl, heard, { ...log, info }, 10);
  await vi.waitFor(() => expect(info).toHaveBeenCalledOnce(), soon);
  expect(info.mock.calls[0]?.[1]).toContain("set DATABASE_DIRECT_URL");
  await listener.stop();
  const { rows } = await stores.database.pool.query(
    "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
  );
  expect(rows).toEqual([]);
  expect(heard).not.toHaveBeenCalled();
  expect(info).toHaveBeenCalledOnce();
  await pooler.stop();
});

it("leaves no connection behind", async () => {
  const heard = onAct();
  await times(heard, 1);
  await listener.stop();
  await vi.waitFor(async () => expect(await listeners()).toEqual([]), soon);
  await announceAct(stores.database);
  expect(heard).toHaveBeenCalledTimes(1);
});
