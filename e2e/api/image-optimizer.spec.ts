import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { manifest } from "../support/manifest";
import { transmit } from "../support/raw";

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

test("the image optimizer is off", async () => {
  await expectNothing(manifest().baseUrl);
});
