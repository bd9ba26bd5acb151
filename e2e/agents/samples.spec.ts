import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { marked } from "marked";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { untilStatus } from "../support/api";
import { run } from "../support/npm-tools";
import { price, startCheckout, test, x402Url } from "./rig";
import { tools } from "./tools";

const page = await readFile(new URL("../../docs/api/x402.md", import.meta.url), "utf8");
const samples = marked.lexer(page).flatMap((token) => {
  if (token.type !== "code" || token.lang !== "js") return [];
  const client = /from "(@x402\/fetch|mppx\/client)"/.exec(token.text)?.[1];
  // Without a client it is a part of another sample.
  return client === undefined ? [] : [{ code: String(token.text), client }];
});

test("the documentation has a sample for each client", () => {
  expect(samples.map(({ client }) => client)).toEqual(["@x402/fetch", "mppx/client"]);
});

for (const { code, client } of samples)
  test(`the sample for ${client} pays a checkout over $19`, async ({ demo, rig: { base } }) => {
    const key = generatePrivateKey();
    await base.mint(privateKeyToAddress(key), 10n * price);
    const checkout = await startCheckout(demo, { amount: "19000000" });
    const folder = await tools.emptyFolder("sample");
    await writeFile(path.join(folder, "sample.mjs"), code);
    const env = { WALLET_KEY: key, X402_URL: x402Url(demo, checkout), FORCE_COLOR: "0" };
    expect(await run(process.execPath, ["sample.mjs"], folder, env)).toMatch(
      /^200 (DETECTED|PENDING|PAID)\n$/,
    );
    await untilStatus(demo, checkout.id, "DETECTED");
  });
