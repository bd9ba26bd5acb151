import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, expect } from "@playwright/test";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { findBrowser } from "../../browser";
import { postSignIn } from "../../support/dashboard";
import { emptyFolder, runTool } from "../tools";
import { test } from "./production";

test.describe.configure({ timeout: 1_200_000 });

type Report = { audits: Record<string, Audit>; runtimeError?: unknown; finalDisplayedUrl: string };
type Audit = { id: string; score: number | null; scoreDisplayMode: string; details?: { items?: unknown[] } };

/** docs/testing.md says why. */
const explained = new Set(["csp-xss", "has-hsts", "trusted-types-xss"]);

let context: BrowserContext;
let port: number;
let folder: string;

test.beforeAll(async () => {
  const { args, ...browser } = await findBrowser();
  port = await findLastingPort();
  folder = await mkdtemp(path.join(os.tmpdir(), "lighthouse-"));
  context = await chromium.launchPersistentContext(folder, {
    ...browser,
    // The certificate is of this test.
    args: [...args, `--remote-debugging-port=${port}`, "--ignore-certificate-errors"],
    ignoreHTTPSErrors: true,
  });
});
test.afterAll(async () => {
  await context?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Every audit of both categories that the page doesn't pass, on a phone and on a desk. */
async function findingsOn(url: string): Promise<string[]> {
  const cwd = await emptyFolder("lighthouse");
  const args = [
    ...[url, `--port=${port}`, "--only-categories=accessibility,best-practices", "--output=json", "--quiet"],
    ...["--disable-storage-reset", "--throttling-method=provided", "--no-enable-error-reporting"],
  ];
  const found: string[] = [];
  for (const form of ["mobile", "desktop"]) {
    const preset = form === "desktop" ? ["--preset=desktop"] : [];
    const report: Report = JSON.parse(await runTool("lighthouse", [...args, ...preset], cwd));
    const { audits, runtimeError, finalDisplayedUrl } = report;
    expect(runtimeError).toBeUndefined();
    expect(finalDisplayedUrl).toBe(url);
    for (const { id, score, scoreDisplayMode, details } of Object.values(audits)) {
      const advises = scoreDisplayMode === "informative" && (details?.items?.length ?? 0) > 0;
      if (((score !== null && score < 1) || advises) && !explained.has(id))
        found.push(`${form}: ${id} ${JSON.stringify(details?.items)}`);
    }
  }
  return found;
}

async function findingsOnAll(origin: string, pages: Record<string, string>) {
  const found: Record<string, string[]> = {};
  for (const [name, page] of Object.entries(pages)) {
    const findings = await findingsOn(origin + page);
    if (findings.length > 0) found[name] = findings;
  }
  return found;
}

test("Lighthouse finds nothing on customers' pages", async ({ production: { origin, customerPages } }) => {
  expect(await findingsOnAll(origin, customerPages)).toEqual({});
});

test("Lighthouse finds nothing on the dashboard", async ({
  production: { origin, demo, dashboardPages },
}) => {
  const answer = await postSignIn(context, "password", demo.login, origin);
  expect(answer.status()).toBe(200);
  expect(await findingsOnAll(origin, dashboardPages)).toEqual({});
});
