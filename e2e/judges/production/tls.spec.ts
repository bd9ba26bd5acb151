import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { run } from "../../support/npm-tools";
import { emptyFolder } from "../tools";
import { debianProgram, test } from "./production";

test.describe.configure({ timeout: 1_200_000 });

type Finding = { id: string; severity: string; finding: string };

/** docs/testing.md says why. */
const explained = ["BREACH", "cert_chain_of_trust", "cert_revocation"];

test("testssl.sh finds nothing in the TLS of the documented nginx", async ({ production }) => {
  const folder = await emptyFolder("testssl");
  const report = path.join(folder, "report.json");
  const args = ["--quiet", "--color", "0", "--warnings", "batch", "--nodns", "none", "--ip", "127.0.0.1"];
  // It ends with the number of its findings.
  await run(
    debianProgram("testssl.sh", ["/usr/bin/testssl"]),
    [...args, "--jsonfile", report, production.origin],
    folder,
  ).catch(() => undefined);
  const findings = JSON.parse(await readFile(report, "utf8")) as Finding[];
  const idsOf = (...severities: string[]) =>
    findings.filter(({ severity }) => severities.includes(severity)).map(({ id }) => id);
  console.log(
    `  testssl.sh made ${findings.length} findings, of low severity or not made: ${idsOf("LOW", "WARN")}`,
  );
  expect(findings.length).toBeGreaterThan(100);
  expect(idsOf("FATAL", "MEDIUM", "HIGH", "CRITICAL").sort()).toEqual(explained);
});
