import { expect, test } from "@playwright/test";
import { cancelledCheckout } from "@/lib/checkouts/views/checkout.schema";
import { type Answer, createCheckout, getCheckout, getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { baseForms, expectData, expectFailure, unknownId, withoutRequestId } from "../support/contract";
import { manifest } from "../support/manifest";
import { openProjects, type Projects } from "../support/projects";
import { paid, pending, postCancel, shopOf, untilReceived } from "../support/refunds";

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

  test("one whose token nobody chose", async () => {
    const { id } = await createCheckout(shop, { fiatAmount: "4.50", fiatCurrency: "USD" });
    expectCancelled(await postCancel(shop, id), id);
  });

  test("one that is paid in part: what was received stays on its books", async () => {
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

  test("the same Idempotency-Key gets the same answer, for this checkout alone", async () => {
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
  test("another merchant's checkout and none at all cannot be told apart", async () => {
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

  test("one whose payment is seen and not yet confirmed neither", async () => {
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

  test("of 16 cancellations at once one is done", async () => {
    const { id } = await pending(shop, 1_000_000n);
    const answers = await Promise.all(Array.from({ length: 16 }, () => postCancel(shop, id)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
  });

  test("of 16 with one key all that are answered say the same", async () => {
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
