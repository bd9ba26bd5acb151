import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { type Exchange, exchanges } from "../support/exchanges";
import { manifest } from "../support/stack";
import { type Prism, startPrism } from "./prism";
import { emptyFolder } from "./tools";

test.describe.configure({ timeout: 1_200_000 });

const answerHeaders = { "content-type": "application/json", "x-request-id": "any" };

const apiFolder = fileURLToPath(new URL("../api", import.meta.url));

/** How many exchanges each file of tests kept. */
function countByFile(kept: readonly Exchange[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of kept) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

let prism: Prism;
test.beforeAll(async () => {
  const document = path.join(await emptyFolder("prism"), "openapi.json");
  await writeFile(document, await (await fetch(`${manifest().baseUrl}/openapi.json`)).text());
  prism = await startPrism(document);
});
test.afterAll(() => prism?.stop());

test("Prism finds nothing outside the document in any exchange of the HTTP tests", async () => {
  const waiting = exchanges.read().filter(({ method }) => method !== "HEAD");
  expect(waiting.length).toBeGreaterThan(1_000);
  console.log(`  Prism judges ${waiting.length} exchanges:`);
  for (const [file, count] of countByFile(waiting)) console.log(`    ${file} ${count}`);
  const found = new Map<string, string>();
  const judgeAll = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const violations = await prism.judge(next);
      const { operationId, answer } = next;
      for (const violation of violations)
        found.set(
          `${operationId} ${answer.status} ${violation}`,
          `${next.target} ${next.body} ${answer.text}`.slice(0, 1_000),
        );
    }
  };
  await Promise.all(Array.from({ length: 8 }, judgeAll));
  expect([...found].map(([fault, example]) => `${fault}\n    ${example}`)).toEqual([]);
});

test("every file of HTTP tests has kept exchanges", async () => {
  const files = (await readdir(apiFolder)).filter(
    (file) => file.endsWith(".spec.ts") && !file.endsWith(".full.spec.ts"),
  );
  const kept = countByFile(exchanges.read());
  expect(files.filter((file) => !kept.has(file))).toEqual([]);
});

test("Prism reports an answer with a wrong field, one with a wrong code, and a status outside the document", async () => {
  const exchange: Exchange = {
    ...{ operationId: "getBalances", path: "/v1/balances", file: "" },
    ...{ method: "GET", target: "/v1/balances", body: null },
    headers: { "x-api-key": "any" },
    answer: { status: 200, headers: answerHeaders, text: JSON.stringify({ ok: true, data: [] }) },
  };
  const judge = (status: number, body: object) =>
    prism.judge({ ...exchange, answer: { status, headers: answerHeaders, text: JSON.stringify(body) } });
  expect(await judge(200, { ok: true, data: [] })).toEqual([]);
  expect(await judge(200, { ok: true, data: [{}] })).not.toEqual([]);
  expect(
    await judge(404, { ok: false, error: { code: "REFUND_NOT_FOUND", message: "", requestId: "" } }),
  ).not.toEqual([]);
  expect(await judge(402, { ok: true, data: [] })).not.toEqual([]);
});
