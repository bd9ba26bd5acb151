import { beforeEach, describe, expect, it } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { moneyBackView, seenOverpaymentView } from "@/lib/checkouts/views/checkout-fields.schema";
import { createInboxStore } from "@/lib/insights/inbox/inbox.store";
import { sendLetters } from "@/lib/letters/send-letters";
import { dayMs } from "@/lib/platform/values/time.rules";
import { usdc } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { openMailbox } from "@/lib/testing/world/letters";
import { openTestAccess } from "@/lib/testing/world/people";
import { claimRefund, mailClaim } from "./links/claim-refund";
import { readRefundLink } from "./links/refund-links";
import { dismissExcess, requestExcess } from "./refund-excess";

const world = await fileWorld([], { stillClock: "letters that are due are due to the millisecond" });
const till = byHand(world);
const mailbox = await openMailbox(world);
const owner = await openTestAccess(world.stores, world.project.id, "OWNER");
const admin = await openTestAccess(world.stores, world.project.id, "ADMIN");
const developer = await openTestAccess(world.stores, world.project.id, "DEVELOPER");
const readers = [owner, admin].map(({ signedIn }) => signedIn.email).sort();
beforeEach(() => mailbox.clear());

const deps = {
  ...world.deps,
  mail: mailbox.deps.mail,
  dashboardUrl: mailbox.deps.dashboardUrl,
  rateLimiter: createRateLimiter(world.stores.database),
};
const contact = "ada@customer.example";

/** Paid 1.00 above its price. */
async function overpaid(): Promise<Checkout> {
  const checkout = await till.payable();
  await till.receive(checkout, price + 1_000_000n);
  return world.find(checkout);
}
const request = (checkout: Checkout, body = {}, all = deps, client = "192.0.2.1") =>
  requestExcess(all, checkout.id, body, client);
const told = async (checkout: Checkout) =>
  (await world.stores.checkouts.findPublic(checkout.id))?.moneyRequest;
const delivered = async () => {
  while ((await sendLetters(deps)) > 0);
  return mailbox.delivered();
};

describe("a customer's request", () => {
  it("is mailed once to owners and admins, with the address for the answer, and the page knows it", async () => {
    const checkout = await overpaid();
    expect(await told(checkout)).toBeNull();
    await request(checkout, { contact });
    await request(checkout);
    expect(await told(checkout)).toEqual({ isMailed: true, hasContact: true, units: 1_000_000n, strays: 0 });
    const letters = await delivered();
    expect(letters.map(({ to }) => to).sort()).toEqual(readers);
    for (const { subject, text } of letters) {
      expect(subject).toContain("a customer asks for 1.00 USDC on Local back");
      expect(text).toContain("ada@customer[.]example");
      expect(text).toContain(`/checkouts/${checkout.id}`);
    }
  });

  it("is mailed again with each of five addresses, since the first one may be a stranger's", async () => {
    const checkout = await overpaid();
    const left = ["eve", "ada", "ada", "bob", "cyd", "dan", "fay"];
    for (const [place, name] of left.entries()) {
      world.now = new Date(world.now.getTime() + 1_000);
      await request(checkout, { contact: `${name}@customer.example` }, deps, `192.0.2.${place}`);
    }
    const letters = (await delivered()).filter(({ to }) => to === owner.signedIn.email);
    expect(letters.map(({ text }) => /\w+(?=@customer)/.exec(text)?.[0]).sort()).toEqual([
      "ada",
      "bob",
      "cyd",
      "dan",
      "eve",
    ]);
  });

  it("isn't mailed again by a stranger's repeats after a dismissal", async () => {
    const checkout = await overpaid();
    await request(checkout, { contact });
    await dismissExcess(deps, owner, checkout.id);
    world.now = new Date(world.now.getTime() + 1_000);
    await request(checkout, { contact });
    expect((await delivered()).map(({ to }) => to).sort()).toEqual(readers);
  });

  it("doesn't claim an e-mail without a mail server, nor that of an earlier request", async () => {
    const unmailed = { ...deps, mail: null } as unknown as typeof deps;
    const checkout = await overpaid();
    await request(checkout, {}, unmailed);
    expect(await told(checkout)).toMatchObject({ isMailed: false, hasContact: false });
    expect(await delivered()).toEqual([]);
    const other = await overpaid();
    await request(other);
    world.now = new Date(world.now.getTime() + 1_000);
    await till.receive(other, 2_000_000n);
    await request(other, {}, unmailed);
    expect(await told(other)).toMatchObject({ isMailed: false });
  });
});

describe("once more arrives", () => {
  const more = async (checkout: Checkout, tokenAddress = usdc) => {
    world.now = new Date(world.now.getTime() + 1_000);
    await till.receive(checkout, 2_000_000n, { tokenAddress });
  };
  const page = async ({ id }: Checkout) => {
    const found = await world.stores.checkouts.findPublic(id);
    if (found === null) throw new Error("unknown checkout");
    const { checkout, moneyRequest, strayTransfers } = found;
    return {
      over: seenOverpaymentView(checkout, strayTransfers.length, moneyRequest),
      back: moneyBackView(checkout, strayTransfers.length, moneyRequest),
    };
  };
  const inboxOf = async ({ id }: Checkout) =>
    (
      await createInboxStore(world.stores.database).over.page(world.project.id, {}, { kind: "first" }, 100)
    ).items
      .filter((over) => over.id === id)
      .map(({ isRequested, excessUnits }) => ({ isRequested, excessUnits }));
  const subjects = async () =>
    (await delivered())
      .filter(({ to }) => to === owner.signedIn.email)
      .map(({ subject }) => /asks for (\S+)/.exec(subject ?? "")?.[1]);

  it("after the refund, nobody has asked for the new money, which is requested and mailed anew", async () => {
    const checkout = await overpaid();
    await request(checkout, { contact });
    await till.refund(checkout, { amount: "1000000" });
    expect((await page(checkout)).over).toMatchObject({ refundable: "0", requestedAt: expect.any(String) });
    await more(checkout);
    expect((await page(checkout)).over).toMatchObject({
      refundable: "2000000",
      requestedAt: null,
      isMailed: false,
    });
    expect(await inboxOf(checkout)).toEqual([{ isRequested: false, excessUnits: 2_000_000n }]);
    for (const body of [{ contact }, {}]) await request(checkout, body);
    expect((await page(checkout)).over).toMatchObject({
      requested: "2000000",
      hasMore: false,
      isMailed: true,
    });
    expect(await inboxOf(checkout)).toMatchObject([{ isRequested: true }]);
    expect((await subjects()).sort()).toEqual(["1.00", "2.00"]);
  });

  it("without an answer, the page tells what was asked for, and the whole is requested and mailed once", async () => {
    const checkout = await overpaid();
    await request(checkout, { contact });
    await more(checkout);
    const asked = { refundable: "3000000", requested: "1000000", hasMore: true, hasContact: true };
    expect((await page(checkout)).over).toMatchObject({ ...asked, requestedAt: expect.any(String) });
    expect(await inboxOf(checkout)).toMatchObject([{ isRequested: true }]);
    await Promise.all([request(checkout), request(checkout)]);
    await request(checkout);
    expect((await page(checkout)).over).toMatchObject({ ...asked, requested: "3000000", hasMore: false });
    expect((await subjects()).sort()).toEqual(["1.00", "3.00"]);
  });

  it("under the lock: another request asked for it", async () => {
    const checkout = await overpaid();
    await request(checkout);
    await more(checkout);
    await changedBefore(
      deps,
      "lockCheckout",
      () => request(checkout),
      (gated) => request(checkout, {}, gated),
    );
    const details = await world.stores.checkouts.find(checkout.projectId, checkout.id);
    expect(details?.timeline.filter(({ kind }) => kind === "excess.requested")).toHaveLength(2);
  });

  it("takes no more repeats of a client in a day than addresses", async () => {
    const checkout = await overpaid();
    await request(checkout);
    const repeats = [];
    for (let n = 0; n < 4; n += 1) {
      await more(checkout);
      repeats.push(await outcome(request(checkout)));
    }
    expect(repeats).toEqual(["done", "done", "done", "RATE_LIMIT_EXCEEDED"]);
  });

  it("in another coin, nobody has asked for that: each is requested by itself", async () => {
    const checkout = await overpaid();
    await more(checkout, dai);
    world.now = new Date(world.now.getTime() + 1_000);
    expect((await page(checkout)).back).toMatchObject({ requestedAt: null, hasMore: true });
    await request(checkout);
    expect((await page(checkout)).back).toMatchObject({ requestedAt: expect.any(String), hasMore: false });
    await more(checkout, dai);
    expect((await page(checkout)).back).toMatchObject({ requestedAt: expect.any(String), hasMore: true });
    expect((await page(checkout)).over).toMatchObject({ requested: "1000000", hasMore: true });
    await request(checkout);
    expect((await page(checkout)).over).toMatchObject({ hasMore: false });
    expect(await subjects()).toHaveLength(2);
  });

  it("a request for an overpayment asked for no later payment in another coin, nor the other way round", async () => {
    const checkout = await overpaid();
    await request(checkout);
    await more(checkout, dai);
    const { over, back } = await page(checkout);
    expect([over?.requested, back?.requestedAt, back?.hasMore]).toEqual(["1000000", null, true]);
    const other = await till.payable();
    await more(other, dai);
    await request(other);
    await till.receive(other, price + 1_000_000n);
    expect((await page(other)).over).toMatchObject({ requested: "0", requestedAt: null, hasMore: true });
  });
});

describe("the link for the customer", () => {
  async function agreed(email = contact) {
    const checkout = await overpaid();
    await request(checkout, { contact: email });
    const { refund, claimUrl } = await till.refund(checkout, { amount: "1000000" });
    await delivered();
    mailbox.receiver.received.length = 0;
    return { checkout, refundId: refund.id, token: claimUrl?.split("/").at(-1) ?? "" };
  }
  const mail = (given: { refundId: string; email?: string; token?: string }, as = owner, all = deps) =>
    outcome((async () => mailClaim(all, as.by("refunds.request"), { email: contact, ...given }))());
  const linkIn = (text: string | undefined) => /\/r\/(\S+)/.exec(text ?? "")?.[1] ?? "";

  it("is mailed to the address that the customer left, and then deleted with it", async () => {
    const { refundId, token } = await agreed();
    expect(await mail({ refundId, token })).toBe("done");
    const [letter] = await delivered();
    expect(letter?.to).toBe(contact);
    // The link that the member holds goes on working.
    expect(linkIn(letter?.text)).toBe(token);
    expect(
      await world.query("SELECT body, recipient FROM mail_messages WHERE kind = 'refund.claim_link'"),
    ).toEqual([{ body: "", recipient: "" }]);
    expect(
      await world.query(
        "SELECT details FROM audit_log WHERE action = 'refund.claim_mailed' AND target = $1",
        [refundId],
      ),
    ).toEqual([{ details: { email: contact } }]);
  });

  it("is a new one without the link that the member holds, or once that expired", async () => {
    const { refundId, token } = await agreed();
    expect(await mail({ refundId, token: "r".repeat(43) })).toBe("done");
    const sent = linkIn((await delivered())[0]?.text);
    expect(sent).not.toBe(token);
    expect((await readRefundLink(deps, sent)).refund.id).toBe(refundId);
    expect(await outcome(readRefundLink(deps, token))).toBe("REFUND_LINK_NOT_FOUND");
    world.now = new Date(world.now.getTime() + 7 * dayMs);
    expect(await mail({ refundId, token: sent })).toBe("done");
    const [first, second, ...others] = (await delivered()).map(({ text }) => linkIn(text));
    expect([first, others]).toEqual([sent, []]);
    expect((await readRefundLink(deps, second ?? "")).refund.id).toBe(refundId);
  });

  it("is mailed three times a day for a refund", async () => {
    const email = "grace@customer.example";
    const { refundId } = await agreed(email);
    for (const answer of ["done", "done", "done", "RATE_LIMIT_EXCEEDED"])
      expect(await mail({ refundId, email })).toBe(answer);
  });

  it("goes to no other address, by no other role, and nowhere without a mail server", async () => {
    const { refundId } = await agreed();
    const elsewhere = "grace@customer.example";
    await agreed(elsewhere);
    expect(await mail({ refundId, email: elsewhere })).toBe("VALIDATION_ERROR");
    expect(await mail({ refundId }, developer)).toBe("FORBIDDEN");
    // No daily limit bounds an owner's own refund.
    await world.query("UPDATE refunds SET via_api = false WHERE id = $1", [refundId]);
    expect(await mail({ refundId }, admin)).toBe("FORBIDDEN");
    expect(await mail({ refundId }, owner, { ...deps, mail: null } as unknown as typeof deps)).toBe(
      "VALIDATION_ERROR",
    );
    expect(await delivered()).toEqual([]);
  });

  it("mailClaim under the lock: an address was named", async () => {
    const { refundId, token } = await agreed();
    const named = () => claimRefund(deps, token, { destinationAddress: customer });
    expect(
      await changedBefore(deps, "lockCheckout", named, (gated) => mail({ refundId }, owner, gated)),
    ).toBe("REFUND_NOT_CLAIMABLE");
    expect(await delivered()).toEqual([]);
  });
});
