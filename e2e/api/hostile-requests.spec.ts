import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { expectCommon, expectFailure } from "../support/contract";
import { sendRaw, transmit } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();

test("a query of 8,000 parameters is refused", async () => {
  for (const path of ["/healthz", "/v1/checkouts", "/c/chk_1", "/api/public/fiat-currencies", "/shop"]) {
    await test.step(path, async () => {
      const answer = await sendRaw(demo.baseUrl, { method: "GET", target: `${path}?${"a&".repeat(8_000)}` });
      expect(answer.body).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
      expect(answer.status).toBe(414);
      expectCommon(answer);
    });
  }
});

test("50 parameters and 8 KiB are read, and no more of either", async () => {
  const parameters = (count: number) => `/healthz?${Array(count).fill("a").join("&")}`;
  const long = (length: number) => "/healthz?".padEnd(length, "a");
  const targets = [parameters(50), parameters(51), long(8_192), long(8_193)];
  const answers = targets.map((target) => sendRaw(demo.baseUrl, { target }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 414, 200, 414]);
});

test("a query can't replace the checkout or project of the path", async () => {
  const [own, other] = await Promise.all([
    createCheckout(demo, { amount: "1000000" }),
    createCheckout(demo, { amount: "2000000" }),
  ]);
  for (const query of [
    `nxtPcheckoutId=${other.id}`,
    `x?&nxtPcheckoutId=${other.id}`,
    `checkoutId=${other.id}`,
    `nxtIcheckoutId=${other.id}`,
    `%6extPcheckoutId=${other.id}`,
  ]) {
    const headers = { "x-api-key": demo.serverKey };
    const { body } = await call<{ id: string }>(`${demo.baseUrl}/v1/checkouts/${own.id}?${query}`, {
      headers,
    });
    expect(body).toMatchObject({ ok: true, data: { id: own.id } });
    const view = await call<{ id: string }>(`${demo.baseUrl}/c/${own.id}?${query}`);
    expect(view.body).toMatchObject({ ok: true, data: { id: own.id } });
  }
});

test("a query can't give a key to another project's path", async () => {
  const { projectId, apiKey } = demo.secondProject;
  for (const query of [`nxtPprojectId=${projectId}`, `x?&nxtPprojectId=${projectId}`]) {
    const answer = await sendRaw(demo.baseUrl, {
      method: "GET",
      target: `/dashboard/projects/${demo.projectId}/checkouts?${query}`,
      headers: { "x-api-key": apiKey },
    });
    expectFailure(answer, "FORBIDDEN");
  }
});

test.describe("the image optimizer", () => {
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
    readdir(path.join(fileURLToPath(new URL("../..", import.meta.url)), ".next/cache/images")).catch(
      () => [],
    );

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
});
