import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { expectCommon, expectFailure } from "../support/contract";
import { manifest } from "../support/manifest";
import { onlyByStartScript } from "../support/plain-next";
import { sendRaw } from "../support/raw";

const demo = manifest();

test("a query of 8,000 parameters is refused", async () => {
  onlyByStartScript();
  for (const path of ["/healthz", "/v1/checkouts", "/c/chk_1", "/api/public/fiat-currencies", "/shop"]) {
    await test.step(path, async () => {
      const answer = await sendRaw(demo.baseUrl, { method: "GET", target: `${path}?${"a&".repeat(8_000)}` });
      expect(answer.body).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
      expect(answer.status).toBe(414);
      expectCommon(answer);
    });
  }
});

test("a path with dots is answered as what it means", async () => {
  for (const target of ["/c/./x", "/x/../c/chk_1", "/v1/../c/chk_1"]) {
    await test.step(`${target} is answered as what it means`, async () => {
      expectFailure(await sendRaw(demo.baseUrl, { method: "GET", target }), "CHECKOUT_NOT_FOUND");
    });
  }
});

test("no query names another checkout or project than the path does", async () => {
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

test("nor does a query give a key to another project's path", async () => {
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
