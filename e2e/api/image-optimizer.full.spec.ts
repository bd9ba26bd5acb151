import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { findFreePort } from "@/lib/platform/process/ports";
import { transmit } from "../support/raw";
import { type OwnStack, startOwnStack } from "../support/stack";

// Next's image optimizer would answer anyone: it is off in every way of serving.

const forged = encodeURIComponent('/tokens/usdc.svg\n{"level":"error","msg":"forged"}\u001b[2J');
const targets = [
  "/_next/image",
  "/_next/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/_next/image?url=%2Fapi%2Fhealthz&w=640&q=75",
  `/_next/image?url=${forged}&w=64&q=75`,
  "/_next/image/?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/_next//image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/_next/./image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/_next/x/../image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/x/%2e%2e/_next/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  "/%5fnext/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
];
const forms = ["text/html", "*/*", "image/avif,image/webp"];

const keptImages = () =>
  readdir(path.join(fileURLToPath(new URL("../..", import.meta.url)), ".next/cache/images")).catch(() => []);

async function expectNothing(baseUrl: string): Promise<void> {
  const before = await keptImages();
  for (const target of targets)
    for (const accept of forms) {
      const first = await transmit(baseUrl, { target, headers: { accept } });
      const location = first.headers.get("location");
      const last =
        location === null ? first : await transmit(baseUrl, { target: location, headers: { accept } });
      expect([target, accept, last.status]).toEqual([target, accept, 404]);
    }
  expect(await keptImages()).toEqual(before);
}

test.describe("plain next start", () => {
  let stack: OwnStack;
  const said: string[] = [];
  let baseUrl: string;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    stack = await startOwnStack();
    const port = await findFreePort();
    await stack.startInstance({
      port,
      plainNext: true,
      awaits: "answer",
      onOutput: (line) => said.push(line),
    });
    baseUrl = `http://127.0.0.1:${port}`;
  });
  test.afterAll(() => stack?.stop());

  test("has none either, and a request writes no line into the log", async () => {
    await expectNothing(baseUrl);
    expect(said.filter((line) => line.includes("forged"))).toEqual([]);
  });

  test("tells no details of readiness, for it cannot know who asks", async () => {
    const { text } = await transmit(baseUrl, {
      target: "/api/readyz",
      headers: { "x-from-loopback": "undefined" },
    });
    expect(Object.keys(JSON.parse(text).data)).toEqual(["ready"]);
  });
});
