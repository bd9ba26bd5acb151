import { beforeEach, describe, expect, it } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { sendLetters } from "@/lib/letters/send-letters";
import { dayMs } from "@/lib/platform/values/time.rules";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
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
    expect(await told(checkout)).toEqual({ isMailed: true, hasContact: true });
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

  it("doesn't claim an e-mail without a mail server", async () => {
    const checkout = await overpaid();
    await request(checkout, {}, { ...deps, mail: null } as unknown as typeof deps);
    expect(await told(checkout)).toEqual({ isMailed: false, hasContact: false });
    expect(await delivered()).toEqual([]);
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
