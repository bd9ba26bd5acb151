import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "@playwright/test";
import { run } from "../support/npm-tools";

test("hledger and ledger accept the export of every kind of movement", async () => {
  const vitest = path.join(
    path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
    "vitest.mjs",
  );
  const args = ["run", "--project", "integration", "lib/books/accounting-programs.full.int.test.ts"];
  await run(process.execPath, [vitest, ...args], fileURLToPath(new URL("../..", import.meta.url)), {
    FULL: "1",
  });
});
