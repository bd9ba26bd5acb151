import { execFile } from "node:child_process";
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { register } from "@/instrumentation";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** As far as a start of Next matters here. */
vi.mock("@/inngest/worker/start-work", () => {
  throw new Error("the rest needs settings");
});

async function attemptMsOf(flags: readonly string[]): Promise<number> {
  const program = "console.log(require('node:net').getDefaultAutoSelectFamilyAttemptTimeout())";
  const args = [...flags, "--import", "./lib/platform/process/typescript.mjs", "-e", program];
  return Number((await promisify(execFile)(process.execPath, args, { cwd: root })).stdout);
}

describe("each address of a host is tried long enough for a distant one", () => {
  test("by a program, or for longer when the operator says so", async () => {
    expect(await attemptMsOf([])).toBe(2_000);
    expect(await attemptMsOf(["--network-family-autoselection-attempt-timeout=5000"])).toBe(5_000);
  });

  test("by a plain `next start`", async () => {
    setDefaultAutoSelectFamilyAttemptTimeout(250);
    vi.stubEnv("NEXT_RUNTIME", "nodejs");
    await expect(register()).rejects.toThrow();
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(2_000);
    vi.unstubAllEnvs();
  });
});
