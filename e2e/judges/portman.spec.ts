import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { everyOperation, goodRequest, type OperationRequest } from "../support/operation-requests";
import { manifest } from "../support/stack";
import { emptyFolder, runTool } from "./tools";

const demo = manifest();

test.describe.configure({ timeout: 600_000 });

/** What Portman asserts of every answer. */
const contract = {
  statusSuccess: { enabled: true },
  contentType: { enabled: true },
  jsonBody: { enabled: true },
  schemaValidation: { enabled: true },
  headersPresent: { enabled: true },
};

test("newman finds no fault in the answers to Portman's collection of every operation", async () => {
  const folder = await emptyFolder("portman");
  const file = (name: string) => path.join(folder, name);
  await writeFile(file("openapi.json"), await (await fetch(`${demo.baseUrl}/openapi.json`)).text());
  const overwrites: object[] = [];
  for (const operation of everyOperation) {
    // An open checkout's stream lasts for minutes.
    const { operationId } = operation;
    const prepared = everyOperation.find(
      (each) => each.operationId === (operationId === "followCheckout" ? "mailReceipt" : operationId),
    );
    const good = await goodRequest(demo, prepared ?? operation);
    overwrites.push(
      overwriteOf(`${operation.method}::${operation.path}`, good, prepared?.path ?? operation.path),
    );
  }
  const contractTests = Object.entries(contract).map(([name, check]) => ({
    openApiOperation: "*::/*",
    [name]: check,
  }));
  await writeFile(
    file("portman.json"),
    JSON.stringify({ version: 1, tests: { contractTests }, overwrites }, null, 2),
  );
  await runTool(
    "portman",
    [
      ...["--local", "openapi.json", "--baseUrl", demo.baseUrl],
      ...["--portmanConfigFile", "portman.json", "--output", "collection.json"],
    ],
    folder,
  );
  const report = ["--reporters", "cli,json", "--reporter-json-export", "report.json", "--color", "off"];
  await runTool("newman", ["run", "collection.json", ...report], folder);
  const { run }: NewmanReport = JSON.parse(await readFile(file("report.json"), "utf8"));
  const { requests, assertions } = run.stats;
  console.log(`  newman sent ${requests.total} requests and made ${assertions.total} assertions.`);
  expect(requests.total).toBe(everyOperation.length);
  expect(run.failures).toEqual([]);
});

type NewmanReport = {
  run: { stats: Record<"requests" | "assertions", { total: number }>; failures: unknown[] };
};

function overwriteOf(openApiOperation: string, good: OperationRequest, template: string) {
  const given = (good.target.split("?")[0] ?? "").split("/");
  const names = template.split("/");
  const { "x-api-key": key, ...headers } = good.headers;
  return {
    openApiOperation,
    overwriteRequestPathVariables: names.flatMap((name, at) =>
      name.startsWith("{") ? [{ key: name.slice(1, -1), value: given[at], overwrite: true }] : [],
    ),
    ...(key !== undefined && {
      overwriteRequestSecurity: { apiKey: { key: "x-api-key", value: key, in: "header" } },
    }),
    overwriteRequestHeaders: Object.entries(headers).map(([name, value]) => ({
      key: name,
      value,
      overwrite: true,
      insert: true,
    })),
    ...(good.json !== undefined && {
      overwriteRequestBody: [{ key: ".", value: good.json, overwrite: true }],
    }),
  };
}
