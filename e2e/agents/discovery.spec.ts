import { expect } from "@playwright/test";
import { startCheckout, test } from "./rig";
import { tools } from "./tools";

type Finding = { label: string; severity: "pass" | "fail" | "warn" | "suggested" | "skip"; detail?: string };
type Report = {
  discovery: { found: boolean; valid: boolean; checks: Finding[] };
  endpoints: { path: string; challenge: Finding[]; errorHandling: Finding[]; payment: Finding[] }[];
};

test("mppx finds the OpenAPI document valid, without a warning", async ({ demo }) => {
  const folder = await tools.emptyFolder("discovery");
  const output = await tools.run(
    "mppx",
    ["discover", "validate", `${demo.baseUrl}/openapi.json`, "--format", "json"],
    folder,
  );
  expect(JSON.parse(output)).toMatchObject({ valid: true, errorCount: 0, warningCount: 0 });
});

test("mppx validates the service, a checkout's offer and its answer to a bad credential", async ({
  demo,
}) => {
  const { id } = await startCheckout(demo);
  const folder = await tools.emptyFolder("validate");
  const endpoint = `GET:/c/${id}/x402`;
  const report: Report = JSON.parse(
    await tools.run("mppx", ["validate", demo.baseUrl, "--endpoint", endpoint, "--outputJson"], folder, {
      HOME: folder,
    }),
  );
  const [{ challenge, errorHandling } = { challenge: [], errorHandling: [] }] = report.endpoints;
  const findings = [...report.discovery.checks, ...challenge, ...errorHandling];
  expect(findings.filter(({ severity }) => severity !== "pass")).toEqual([]);
  expect(findings.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      "Valid OpenAPI structure",
      "llms.txt found and nonempty",
      "x402 payment challenge",
      "Challenge parseable",
      "Realm matches server hostname",
      "Error response includes fresh challenge",
    ]),
  );
});
