import { expect, test } from "@playwright/test";
import { createCheckout, getCheckout, getPublic } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { expectFailure, expectView, postPublic, unknownId, withoutRequestId } from "../support/contract";
import { manifest } from "../support/manifest";
import { exchange } from "../support/raw";

const demo = manifest();
const local = chainOf(demo);
const second = chainOf(demo, 31338);
const usdc = { chainId: local.chainId, tokenAddress: tokenOf(local) };
const usdtThere = { chainId: second.chainId, tokenAddress: tokenOf(second, "USDT") };
const open = { fiatAmount: "14000", fiatCurrency: "KRW" };
const select = (id: string, choice: unknown) => postPublic(demo, id, "select", choice);

test("a choice fixes token, chain, amount, rate and address, and never the time", async () => {
  const created = await createCheckout(demo, open);
  const view = expectView(await select(created.id, usdc));
  expect(view).toMatchObject({
    chainId: local.chainId,
    tokenAddress: usdc.tokenAddress.toLowerCase(),
    amount: "10000000",
    remainingAmount: "10000000",
    exchangeRateUsed: "1400",
    expiresAt: created.expiresAt,
    options: [],
  });
  const stored = await getCheckout(demo, created.id);
  expect(stored).toMatchObject({ amount: "10000000", chainId: local.chainId, exchangeRateUsed: "1400" });
  expect(stored.depositAddress?.toLowerCase()).toBe(view.depositAddress);
});

test("a change of mind moves token and chain, but not the address", async () => {
  const { id } = await createCheckout(demo, open);
  const first = expectView(await select(id, usdc));
  const changed = expectView(await select(id, usdtThere));
  expect(changed).toMatchObject({ chainId: second.chainId, token: { symbol: "USDT" } });
  expect(changed.depositAddress).toBe(first.depositAddress);
});

test("ten choices are enough, made one after another or all at once", async () => {
  const { id } = await createCheckout(demo, open);
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, at) => select(id, at % 2 === 0 ? usdc : usdtThere)),
  );
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectFailure(answer, "CHECKOUT_NOT_SELECTABLE");
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test("a token that was fixed at creation stays", async () => {
  const { id } = await createCheckout(demo, { ...open, ...usdc });
  expectFailure(await select(id, usdtThere), "CHECKOUT_NOT_SELECTABLE");
  expect(await getPublic(demo, id)).toMatchObject({ chainId: local.chainId, token: { symbol: "USDC" } });
});

test("a chain that was fixed at creation stays", async () => {
  const { id } = await createCheckout(demo, { ...open, chainId: local.chainId });
  expectFailure(await select(id, usdtThere), "UNSUPPORTED_CHAIN", "chainId");
  expectView(await select(id, usdc));
});

test("what is paid in part, or in full, is not chosen anew", async () => {
  const { id } = await createCheckout(demo, open);
  const { depositAddress } = expectView(await select(id, usdc));
  await pay(demo, String(depositAddress), 1n);
  await expect.poll(async () => (await getPublic(demo, id)).totalPaid, { timeout: 30_000 }).toBe("1");
  expectFailure(await select(id, usdtThere), "CHECKOUT_NOT_SELECTABLE");

  await pay(demo, String(depositAddress), 9_999_999n);
  await expect.poll(async () => (await getPublic(demo, id)).isPaid, { timeout: 20_000 }).toBe(true);
  expectFailure(await select(id, usdtThere), "CHECKOUT_NOT_SELECTABLE");
});

test("what is not offered is refused", async () => {
  const { id } = await createCheckout(demo, open);
  expectFailure(await select(id, { ...usdc, chainId: 1 }), "UNSUPPORTED_CHAIN", "chainId");
  const tokenAddress = `0x${"1".repeat(40)}`;
  expectFailure(await select(id, { ...usdc, tokenAddress }), "UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress");
  const { id: inUnits } = await createCheckout(demo, { amount: "1000000" });
  expectFailure(await select(inUnits, { ...usdc, tokenAddress }), "UNSUPPORTED_TOKEN", "tokenAddress");
});

test("what is no choice is refused, for a checkout that is there or is not", async () => {
  for (const [what, choice, param] of [
    ["an empty object", {}, "chainId"],
    ["a list", [], undefined],
    ["null", null, undefined],
    ["a chain as text", { ...usdc, chainId: "31337" }, "chainId"],
    ["no token", { chainId: 31337 }, "tokenAddress"],
    ["half an address", { ...usdc, tokenAddress: "0x12" }, "tokenAddress"],
    ["an address with NUL", { ...usdc, tokenAddress: `0x${"1".repeat(40)}\u0000` }, "tokenAddress"],
  ] as const) {
    await test.step(`${what} is no choice, for a checkout that is there or is not`, async () => {
      const { id } = await createCheckout(demo, open);
      for (const checkoutId of [id, unknownId])
        expectFailure(await select(checkoutId, choice), "VALIDATION_ERROR", param);
      expectView(await select(id, usdc));
    });
  }
});

test("of an unknown checkout nothing is told", async () => {
  const unknown = await select(unknownId, usdc);
  expectFailure(unknown, "CHECKOUT_NOT_FOUND");
  expect(withoutRequestId(await select("a%2f..%2fb", usdc))).toBe(withoutRequestId(unknown));
});

test.describe("as a form, without JavaScript", () => {
  const post = (id: string, body: string, headers: Record<string, string> = {}) =>
    exchange(demo.baseUrl, {
      method: "POST",
      target: `/c/${id}/select`,
      headers: {
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    });

  test("a choice is made and leads back to the page", async () => {
    const { id } = await createCheckout(demo, open);
    const answer = await post(id, new URLSearchParams({ ...usdc, chainId: "31337" }).toString());
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/c/${id}`]);
    expect(await getPublic(demo, id)).toMatchObject({ amount: "10000000" });
  });

  test("a form that is refused leads back to the page with the problem", async () => {
    for (const [what, body, problem] of [
      ["nothing", "", "VALIDATION_ERROR"],
      ["a broken encoding", "chainId=%zz&tokenAddress=%00", "VALIDATION_ERROR"],
      ["a prototype", "__proto__=x&chainId=31337", "VALIDATION_ERROR"],
      ["another chain", `chainId=1&tokenAddress=${usdc.tokenAddress}`, "UNSUPPORTED_CHAIN"],
      ["an endless chain", `chainId=1e999&tokenAddress=${usdc.tokenAddress}`, "VALIDATION_ERROR"],
    ] as const) {
      await test.step(`${what} leads back to the page with the problem`, async () => {
        const { id } = await createCheckout(demo, open);
        const answer = await post(id, body);
        expect([answer.status, answer.headers.get("location")]).toEqual([303, `/c/${id}?problem=${problem}`]);
      });
    }
  });

  test("it leads to this site only, whatever stands in the id", async () => {
    for (const id of ["%2f%2fevil.example", "%5cevil.example", "a%0d%0alocation:%20x", "..%2f..%2fx"]) {
      const location = (await post(id, "chainId=1")).headers.get("location") ?? "";
      expect(new URL(location, demo.baseUrl).origin).toBe(demo.baseUrl);
      expect(location).toMatch(/^\/c\/[^/\\\s]+\?problem=/);
    }
  });

  test("a form beyond 8 KiB, or of no length, is refused", async () => {
    const { id } = await createCheckout(demo, open);
    expect((await post(id, `a=${"x".repeat(9_000)}`)).status).toBe(415);
    const headers = { "transfer-encoding": "chunked" };
    const parts = { method: "POST", target: `/c/${id}/select`, body: "3\r\na=b\r\n0\r\n\r\n" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await exchange(demo.baseUrl, { ...parts, headers: { ...headers, ...form } })).status).toBe(415);
  });
});
