import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildChain, buildTransfer } from "@/lib/testing/builders";
import { expectBalanced } from "@/lib/testing/journal-sums";
import { runProgramFile } from "@/lib/testing/run-program";
import { fileWorld } from "@/lib/testing/world";

const { stores } = await fileWorld([], { tidy: "the export has every movement" });
let folder: string;
let projectIds: string[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "books-"));
  projectIds = [await stores.createProject(), await stores.createProject()];
  for (const projectId of projectIds) {
    const checkout = await stores.createCheckout({ projectId });
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout)]));
  }
  // Without the trigger that keeps the ledger append-only.
  await stores.database.pool.query(
    `SET session_replication_role = replica;
     UPDATE ledger_entries SET created_at = '2026-03-15T12:00:00Z';
     RESET session_replication_role`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const books = (file: string, ...args: string[]) =>
  runProgramFile(new URL("./books.ts", import.meta.url), ["--out", path.join(folder, file), ...args], {
    APP_MODE: "test",
    DATABASE_URL: stores.databaseUrl,
    CHAINS: JSON.stringify([
      { chainId: 31337, rpcUrls: ["http://127.0.0.1:1"], tokens: buildChain().tokens },
    ]),
  });
const read = (file: string) => readFile(path.join(folder, file), "utf8");

test("writes the movements of all projects, or of one, as CSV", async () => {
  const { exitCode, stdout } = await books("all.csv");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/all\.csv: booked before \d{4}-/);
  expect((await read("all.csv")).match(/,payment,/g)).toHaveLength(2);
  await books("one.csv", "--project", projectIds[0] ?? "");
  const one = await read("one.csv");
  expect(one.match(/,payment,/g)).toHaveLength(1);
  expect(one).toContain(projectIds[0]);
});

test("writes a period as a journal that balances", async () => {
  await books("march.journal", "--from", "2026-03-01", "--to", "2026-03-31");
  const { assertions } = expectBalanced(await read("march.journal"));
  expect(assertions).toBe(2);
  await books("april.csv", "--from", "2026-04-01", "--to", "2026-04-30");
  expect(await read("april.csv")).not.toContain(",payment,");
});

test.each([
  [["x.pdf"], "--out must end with .csv or .journal."],
  [["x.csv", "--from", "2026-02-30"], "from must be a day such as 2026-01-31."],
  [["x.csv", "--from", "2026-03-02", "--to", "2026-03-01"], "The period must begin before it ends"],
  [["x.csv", "--project", "prj_none"], "Project not found."],
])("%j is refused without a file", async ([file = "", ...args], sentence) => {
  const { exitCode, stderr } = await books(file, ...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(sentence);
  expect(await readdir(folder)).not.toContain(file);
});

test("keeps a file that is already there", async () => {
  await writeFile(path.join(folder, "kept.csv"), "mine");
  expect((await books("kept.csv")).exitCode).toBe(2);
  expect(await read("kept.csv")).toBe("mine");
});
