import { expect, test } from "@playwright/test";
import { cancelledCheckout } from "@/lib/checkouts/views/checkout.schema";
import { type Answer, createCheckout, getCheckout, getPublic, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import {
  baseForms,
  expectData,
  expectFailure,
  expectView,
  postPublic,
  unknownId,
  withoutRequestId,
} from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import { exchange } from "../support/raw";
import { paid, pending, postCancel, shopOf, untilReceived } from "../support/refunds";
import { manifest } from "../support/stack";

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

test("a partly or fully paid checkout keeps its token", async () => {
  const { id } = await createCheckout(demo, open);
  const { depositAddress } = expectView(await select(id, usdc));
  await pay(demo, String(depositAddress), 100_000n);
  await expect.poll(async () => (await getPublic(demo, id)).totalPaid, { timeout: 30_000 }).toBe("100000");
  expectFailure(await select(id, usdtThere), "CHECKOUT_NOT_SELECTABLE");

  await pay(demo, String(depositAddress), 9_900_000n);
  await expect.poll(async () => (await getPublic(demo, id)).isPaid, { timeout: 20_000 }).toBe(true);
  expectFailure(await select(id, usdtThere), "CHECKOUT_NOT_SELECTABLE");
});

test("refuses a token that isn't offered", async () => {
  const { id } = await createCheckout(demo, open);
  expectFailure(await select(id, { ...usdc, chainId: 1 }), "UNSUPPORTED_CHAIN", "chainId");
  const tokenAddress = `0x${"1".repeat(40)}`;
  expectFailure(await select(id, { ...usdc, tokenAddress }), "UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress");
  const { id: inUnits } = await createCheckout(demo, { amount: "1000000" });
  expectFailure(await select(inUnits, { ...usdc, tokenAddress }), "UNSUPPORTED_TOKEN", "tokenAddress");
});

test("refuses a malformed selection, for an existing checkout and an unknown one", async () => {
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

test("an unknown checkout reveals nothing", async () => {
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

  test("redirects to this site only, with any id", async () => {
    for (const id of ["%2f%2fevil.example", "%5cevil.example", "a%0d%0alocation:%20x", "..%2f..%2fx"]) {
      const location = (await post(id, "chainId=1")).headers.get("location") ?? "";
      expect(new URL(location, demo.baseUrl).origin).toBe(demo.baseUrl);
      expect(location).toMatch(/^\/c\/[^/\\\s]+\?problem=/);
    }
  });

  test("refuses a form beyond 8 KiB, or without a length", async () => {
    const { id } = await createCheckout(demo, open);
    expect((await post(id, `a=${"x".repeat(9_000)}`)).status).toBe(415);
    const headers = { "transfer-encoding": "chunked" };
    const parts = { method: "POST", target: `/c/${id}/select`, body: "3\r\na=b\r\n0\r\n\r\n" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await exchange(demo.baseUrl, { ...parts, headers: { ...headers, ...form } })).status).toBe(415);
  });
});

test.describe("cancelling", () => {
  const demo = manifest();
  let projects: Projects;
  let shop: typeof demo;

  test.beforeAll(async () => {
    projects = openProjects(demo);
    shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
  });
  test.afterAll(() => projects?.close());

  const expectCancelled = (answer: Answer<unknown>, id: string) =>
    expect(expectData(answer, 200, cancelledCheckout)).toEqual({ id, status: "CANCELLED" });

  test.describe("200", () => {
    test("a PENDING checkout is cancelled, at both forms of the address", async () => {
      for (const base of baseForms(demo)) {
        const before = await pending(shop, 1_000_000n);
        expectCancelled(await postCancel(shop, before.id, { base }), before.id);
        expect(await getCheckout(shop, before.id)).toMatchObject({ ...before, status: "CANCELLED" });
        expect(await getPublic(shop, before.id)).toMatchObject({ status: "CANCELLED", isPaid: false });
      }
    });

    test("a checkout without a selected token", async () => {
      const { id } = await createCheckout(shop, { fiatAmount: "4.50", fiatCurrency: "USD" });
      expectCancelled(await postCancel(shop, id), id);
    });

    test("a partly paid one: the received amount stays on its books", async () => {
      const { id, depositAddress } = await pending(shop, 1_000_000n);
      await pay(shop, String(depositAddress), 400_000n);
      await untilReceived(shop, id, 400_000n);
      expectCancelled(await postCancel(shop, id), id);
      expect(await getCheckout(shop, id)).toMatchObject({ status: "CANCELLED", paidAmount: "400000" });
    });

    test("money that comes afterwards is a late payment, which releases nothing", async () => {
      const { id, depositAddress } = await pending(shop, 1_000_000n);
      expectCancelled(await postCancel(shop, id), id);
      await pay(shop, String(depositAddress), 1_000_000n);
      await untilStatus(shop, id, "LATE_PAID");
      expect(await getPublic(shop, id)).toMatchObject({ status: "LATE_PAID", isPaid: false });
    });

    test("the same Idempotency-Key gets the same answer, for this checkout only", async () => {
      const { id } = await pending(shop, 1_000_000n);
      const headers = { "idempotency-key": `cancel ${id}` };
      const first = await postCancel(shop, id, { headers });
      expectCancelled(first, id);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      const again = await postCancel(shop, id, { headers, base: `${demo.baseUrl}/api` });
      expectCancelled(again, id);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      const other = await pending(shop, 1_000_000n);
      expectFailure(await postCancel(shop, other.id, { headers }), "IDEMPOTENCY_KEY_REUSED");
      expect((await getCheckout(shop, other.id)).status).toBe("PENDING");
    });
  });

  test.describe("404", () => {
    test("another merchant's checkout is answered like an unknown one", async () => {
      const foreign = await pending(demo, 1_000_000n);
      const theirs = await postCancel(shop, foreign.id);
      const nobodys = await postCancel(shop, unknownId);
      expectFailure(theirs, "CHECKOUT_NOT_FOUND");
      expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys));
      expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
      expect((await getCheckout(demo, foreign.id)).status).toBe("PENDING");
    });
  });

  test.describe("409", () => {
    const expectRefusal = async (id: string, status: string) => {
      const { message } = expectFailure(await postCancel(shop, id), "CHECKOUT_NOT_CANCELLABLE");
      expect(message).toContain(status);
    };

    test("a CANCELLED checkout cannot be cancelled again", async () => {
      const { id } = await pending(shop, 1_000_000n);
      await postCancel(shop, id);
      await expectRefusal(id, "CANCELLED");
    });

    test("a PAID and a SETTLED one neither", async () => {
      await expectRefusal((await paid(shop, 1_000_000n)).id, "PAID");
      const { id, depositAddress } = await pending(demo, 1_000_000n);
      await pay(demo, String(depositAddress), 1_000_000n);
      await untilStatus(demo, id, "SETTLED");
      const { message } = expectFailure(await postCancel(demo, id), "CHECKOUT_NOT_CANCELLABLE");
      expect(message).toContain("SETTLED");
    });

    test("refuses one with a detected payment", async () => {
      const { id, depositAddress } = await pending(shop, 1_000_000n);
      await pay(shop, String(depositAddress), 1_000_000n);
      await expect
        .poll(async () => (await getPublic(shop, id)).status, { timeout: 20_000, intervals: [50] })
        .not.toBe("PENDING");
      // It may be confirmed by now: then it is PAID that is named.
      const { message } = expectFailure(await postCancel(shop, id), "CHECKOUT_NOT_CANCELLABLE");
      expect(message).toMatch(/DETECTED|PAID/);
      expect((await untilStatus(shop, id, "PAID")).status).toBe("PAID");
    });

    test("executes one of 16 concurrent cancellations", async () => {
      const { id } = await pending(shop, 1_000_000n);
      const answers = await Promise.all(Array.from({ length: 16 }, () => postCancel(shop, id)));
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
    });

    test("gives the same answer to 16 with one key", async () => {
      const { id } = await pending(shop, 1_000_000n);
      const headers = { "idempotency-key": `all at once ${id}` };
      const answers = await Promise.all(Array.from({ length: 16 }, () => postCancel(shop, id, { headers })));
      for (const answer of answers) {
        if (answer.status === 200) expectCancelled(answer, id);
        else expectFailure(answer, "IDEMPOTENCY_KEY_IN_USE");
      }
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expectCancelled(await postCancel(shop, id, { headers }), id);
    });
  });
});
