import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** `npm run chains` with a chain whose node is not there. */
function chains(...args: string[]) {
  const program = [
    "--import",
    "./lib/platform/process/typescript.mjs",
    "lib/operate/programs/chains.ts",
    ...args,
  ];
  const CHAINS = JSON.stringify([{ chainId: 8453, rpcUrls: ["http://127.0.0.1:1"] }]);
  return spawn(process.execPath, program, {
    cwd: root,
    env: {
      NODE_ENV: "test",
      APP_MODE: "test",
      BASE_URL: "http://localhost:3000",
      DATABASE_URL: "postgresql://127.0.0.1:1/none",
      CHAINS,
    },
  });
}

test("exits with 2 when no node of a chain answers", async () => {
  const child = chains();
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(said).toContain("No node responds on chain 8453.");
  expect(code).toBe(2);
});

test("accepts a reader that leaves early, such as `| head`", async () => {
  const child = chains("--verification-input");
  child.stdout.once("data", () => child.stdout.destroy());
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).not.toMatch(/EPIPE|node:events/);
  expect(code).toBe(0);
});
