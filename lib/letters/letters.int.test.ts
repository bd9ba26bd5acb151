import { beforeEach, describe, expect, test } from "vitest";
import { later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { addressOf, openMailbox, operatorAddress } from "@/lib/testing/world/letters";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import { sendLetters } from "./send-letters";
import { writeDigests, writeLetters } from "./write-letters";

const world = await fileWorld([], { stillClock: "what is due is due to the millisecond" });
const mailbox = await openMailbox(world);
beforeEach(() => mailbox.clear());

const dayMs = 24 * 3_600_000;
const query = (text: string, values: unknown[] = []) => world.stores.database.pool.query(text, values);

async function endpoint(
  projectId: string,
  url = "https://hooks.shop.example/in/secret?key=1",
): Promise<string> {
  const id = newId("whe");
  await query(
    "INSERT INTO webhook_endpoints (id, project_id, url, kinds, description) VALUES ($1, $2, $3, '{checkout.paid}', 'Till')",
    [id, projectId, url],
  );
  return id;
}

const disable = (id: string, at: Date, reason: string | null = "It failed for 5 days.") =>
  query("UPDATE webhook_endpoints SET disabled_at = $2, disabled_reason = $3 WHERE id = $1", [
    id,
    at,
    reason,
  ]);

/** A checkout paid late, with the event of it. */
async function late(projectId: string, { referenceId = "order-1", cancelled = false } = {}): Promise<string> {
  const checkout = await world.stores.createCheckout({ projectId, referenceId });
  await query(
    "UPDATE checkouts SET status = 'LATE_PAID', paid_at = $3, payment_tx_hash = $4, paid_units = 4500000, total_paid_units = 4500000, cancelled_at = $2 WHERE id = $1",
    [checkout.id, cancelled ? noon : null, noon, uniqueHex(32)],
  );
  await mailbox.event(checkout, "checkout.late_paid", 2, noon);
  return checkout.id;
}

describe("a webhook endpoint that the service disabled", () => {
  test("is mailed once to owners and admins of its project only", async () => {
    const mine = await mailbox.project("Coffee shop", ["endpoint.disabled"]);
    await mailbox.project("Another shop", ["endpoint.disabled"]);
    const endpointId = await endpoint(mine);
    await disable(endpointId, noon);
    world.now = later(30_000);
    await mailbox.minute();
    await mailbox.minute();

    const text = `We stopped sending webhooks of Coffee shop to hooks[.]shop[.]example ("Till") at 2026-01-01 12:00 UTC.

Reason: It failed for 5 days.

Payments continue, but this endpoint no longer receives their events. Once it works again, enable it. You can then replay what it missed.
`;
    mailbox.expectOwnerLetters(mine, "Coffee shop: a webhook endpoint was disabled", text);
  });

  test("isn't mailed to a member whose account is disabled", async () => {
    const mine = await mailbox.project("Coffee shop", ["endpoint.disabled"]);
    await query(
      "UPDATE users SET disabled_at = $2 WHERE id = (SELECT user_id FROM memberships WHERE project_id = $1 AND role = 'OWNER')",
      [mine, noon],
    );
    await disable(await endpoint(mine), noon);
    await mailbox.minute();
    expect(mailbox.delivered().map(({ to }) => to)).toEqual([addressOf(mine, "ADMIN")]);
  });

  test("is mailed with its time in the project's zone", async () => {
    const mine = await mailbox.project("Coffee shop", ["endpoint.disabled"]);
    await query("UPDATE projects SET time_zone = 'Asia/Seoul' WHERE id = $1", [mine]);
    await disable(await endpoint(mine), noon);
    await mailbox.minute();
    for (const { text } of mailbox.delivered()) expect(text).toContain(" at 2026-01-01 21:00 GMT+9.");
    expect(mailbox.delivered()).toHaveLength(2);
  });

  test("is mailed again when it is disabled again", async () => {
    const mine = await mailbox.project("Coffee shop", ["endpoint.disabled"]);
    const endpointId = await endpoint(mine);
    await disable(endpointId, noon);
    await mailbox.minute();
    await disable(endpointId, later(60_000));
    world.now = later(120_000);
    await mailbox.minute();
    expect(mailbox.receiver.received).toHaveLength(4);
  });

  test("isn't mailed when the merchant disabled it, it was removed, the kind is off, or a day has passed", async () => {
    const mine = await mailbox.project("Coffee shop", ["endpoint.disabled"]);
    const unsubscribed = await mailbox.project("Quiet shop", ["checkout.late_paid", "payments.digest"]);
    const deleted = await mailbox.project("Closed shop", ["endpoint.disabled"]);
    await disable(await endpoint(mine), noon, null);
    await disable(await endpoint(mine), noon, disabledByHand);
    const removed = await endpoint(mine);
    await disable(removed, noon);
    await query("UPDATE webhook_endpoints SET deleted_at = $2 WHERE id = $1", [removed, noon]);
    await disable(await endpoint(mine), later(-dayMs));
    await disable(await endpoint(unsubscribed), noon);
    await disable(await endpoint(deleted), noon);
    await world.stores.admin.deleteProject(deleted, noon);
    await mailbox.minute();
    expect(mailbox.delivered()).toEqual([]);

    // The instant before: it is the time that decides.
    await disable(await endpoint(mine), later(-dayMs + 1));
    await mailbox.minute();
    expect(mailbox.delivered()).toHaveLength(2);
  });
});

describe("a payment that came late", () => {
  test("is mailed with amount, order and choices until it is accepted", async () => {
    const mine = await mailbox.project("Coffee shop", ["checkout.late_paid"]);
    const checkoutId = await late(mine, { referenceId: "order-7" });
    const accepted = await late(mine);
    await query("UPDATE checkouts SET late_accepted_at = $2 WHERE id = $1", [accepted, noon]);
    await mailbox.minute();
    await mailbox.minute();
    const text = `4.50 USDC on Local arrived for order "order-7" after it expired. The payment is final, and the money is safe.

It doesn't count as paid until you accept it. If the price is still right and you can still deliver, accept it: it is then paid out to your wallet. Otherwise, refund it.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${checkoutId}
`;
    mailbox.expectOwnerLetters(mine, "Coffee shop: late payment of 4.50 USDC on Local", text);
  });

  test("is mailed once for all parts at an expired checkout, and not at one that can still be paid", async () => {
    const mine = await mailbox.project("Coffee shop", ["checkout.late_paid"]);
    const part = async (status: "EXPIRED" | "PENDING") => {
      const checkout = await world.stores.createCheckout({ projectId: mine, referenceId: "order-1" });
      await query(
        "UPDATE checkouts SET status = $2::checkout_status, paid_units = 2000000, total_paid_units = 2000000 WHERE id = $1",
        [checkout.id, status],
      );
      // A checkout may last for a day after its first part.
      await mailbox.event(checkout, "checkout.partially_paid", 2, later(-dayMs));
      return checkout;
    };
    const expired = await part("EXPIRED");
    const open = await part("PENDING");
    await mailbox.minute();
    await mailbox.event(expired, "checkout.partially_paid", 3, noon);
    await mailbox.minute();
    const text = `Only 2.00 USDC on Local of 4.50 USDC on Local arrived for order "order-1", and it expired. The payment is final, and the money is safe.

It doesn't count as paid until you accept it. If the price is still right and you can still deliver, accept it: it is then paid out to your wallet. Otherwise, refund it.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${expired.id}
`;
    mailbox.expectOwnerLetters(mine, "Coffee shop: partial payment of 2.00 USDC on Local", text);

    await query("UPDATE checkouts SET status = 'EXPIRED' WHERE id = $1", [open.id]);
    await mailbox.minute();
    expect(mailbox.delivered()).toHaveLength(4);
  });

  test("names a cancellation, and an automatic refund", async () => {
    const mine = await mailbox.project("Coffee shop", ["checkout.late_paid"]);
    await query("UPDATE projects SET late_payment_policy = 'REFUND' WHERE id = $1", [mine]);
    const checkoutId = await late(mine, { cancelled: true });
    await query("UPDATE checkouts SET refunding_units = paid_units WHERE id = $1", [checkoutId]);
    await mailbox.minute();
    const [letter] = mailbox.delivered();
    expect(letter?.text).toContain("after it was cancelled.");
    expect(letter?.text).toContain("Your settings refund late payments.");
    expect(letter?.text).not.toContain("accept");
    // What a merchant counted by hand isn't refunded by the rule.
    const counted = await late(mine);
    await query("UPDATE quotes SET counted = true WHERE checkout_id = $1", [counted]);
    await mailbox.minute();
    expect(mailbox.delivered().find(({ text }) => text.includes(counted))?.text).toContain("accept it");
  });
});

describe("hostile words", () => {
  test("are escaped: they add no header, recipient or link", async () => {
    const mine = await mailbox.project("Shop\r\nBcc: eve@evil.example\u202e", ["checkout.late_paid"]);
    await mailbox.member(mine, "OWNER", "eve@evil.example\r\nbcc: all@evil.example");
    await mailbox.member(mine, "OWNER", "eve@evil.example, all@evil.example");
    await late(mine, { referenceId: "http://evil.example/claim\r\n.\r\nQUIT" });
    await mailbox.minute();
    expect(mailbox.receiver.received.flatMap(({ to }) => to).sort()).toEqual([
      addressOf(mine, "ADMIN"),
      addressOf(mine, "OWNER"),
    ]);
    for (const { headers, text } of mailbox.receiver.received) {
      expect(headers).not.toHaveProperty("bcc");
      expect(headers.subject).toBe("Shop Bcc: eve@evil[.]example: late payment of 4.50 USDC on Local");
      expect(text).toContain('for order "http[:]//evil[.]example/claim . QUIT"');
      expect(text.match(/\w+:\/\/[^/\s]+/g)).toEqual(["https://dashboard.service.example"]);
    }
    expect((await mailbox.letters()).map(({ recipient }) => recipient)).not.toContain("eve@evil.example");
  });
});

describe("incidents", () => {
  const incident = (kind: "OUT_OF_GAS" | "PAYMENT_REVERTED" | "NODES_DISAGREE", subject: string) => ({
    kind,
    subject,
    chainId: 31337,
    checkoutId: null,
    details: { node: "https://rpc.example/secret-key" },
  });

  test("are mailed to the operator one by one, without their details", async () => {
    await mailbox.project("Coffee shop", ["endpoint.disabled", "checkout.late_paid", "payments.digest"]);
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    await world.stores.incidents.raise(incident("PAYMENT_REVERTED", "chk_1"), noon);
    await mailbox.minute();
    await mailbox.minute();
    expect(mailbox.delivered().map(({ to }) => to)).toEqual([operatorAddress, operatorAddress]);
    const gas = mailbox.delivered().find(({ subject }) => subject?.includes("gas"));
    const { rows } = await query("SELECT id FROM incidents WHERE kind = 'OUT_OF_GAS'");
    expect(gas).toEqual({
      to: operatorAddress,
      subject: "Stablecoin Checkout: a wallet of the service is low on gas on Local",
      text: `It can't pay for its transactions, or soon won't be able to. Send it some of the chain's own coin. Work then continues on its own.

Kind: OUT_OF_GAS
Chain: Local (31337)
Coin: ETH
About: 31337/0xabc
Since: 2026-01-01 12:00 UTC
Incident: ${rows[0].id}
Read: docs/incidents/out-of-gas.md

All open incidents: npm run incidents
`,
    });
    expect(JSON.stringify(mailbox.delivered())).not.toContain("secret-key");
  });

  test("about a checkout name it with its project and the commands, as npm run incidents does", async () => {
    const mine = await mailbox.project("Coffee shop", []);
    const { id: checkoutId } = await mailbox.paid(mine, noon);
    const reverted = { kind: "PAYMENT_REVERTED", subject: checkoutId, chainId: 31337, details: {} } as const;
    await world.stores.incidents.raise({ ...reverted, checkoutId }, noon);
    await mailbox.minute();
    const [letter] = mailbox.delivered();
    const [incident] = (await query("SELECT id FROM incidents")).rows;
    expect(letter?.text).toContain(`Project: ${mine} Coffee shop\nCheckout: ${checkoutId} `);
    expect(letter?.text).toContain("reference order-1\n");
    expect(letter?.text).toContain(`Run: npm run incidents -- --close ${incident.id}\n`);
  });

  test("about refused sweeps name the reason, how many deposits wait, and how to retry at once", async () => {
    const token = { token: "USDC", tokenAddress: "0xcc" };
    const details = { ...token, reason: "blacklisted", account: "0xdd", deposits: 3 };
    const refused = { kind: "ACCOUNT_BLACKLISTED", subject: "31337/0xcc/0xdd", chainId: 31337 } as const;
    await world.stores.incidents.raise({ ...refused, checkoutId: null, details }, noon);
    await mailbox.minute();
    const [letter] = mailbox.delivered();
    expect(letter?.subject).toBe("Stablecoin Checkout: a token blocks an account on Local");
    expect(letter?.text).toContain(
      "Reason: blacklisted\nToken: USDC 0xcc\nAccount: 0xdd\nDeposits waiting: 3\n",
    );
    expect(letter?.text).toContain("the command that retries now");
  });

  test("that often resolve by themselves are mailed after a while, and resolved ones aren't", async () => {
    await world.stores.incidents.raise(incident("NODES_DISAGREE", "31337/blocks"), noon);
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    await world.stores.incidents.resolve("OUT_OF_GAS", "31337/0xabc", noon);
    world.now = later(600_000 - 1);
    await mailbox.minute();
    expect(mailbox.delivered()).toEqual([]);
    world.now = later(600_000);
    await mailbox.minute();
    expect(mailbox.delivered()).toHaveLength(1);
  });

  test("aren't mailed without an operator address", async () => {
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    const mail = { ...mailbox.deps.mail, operatorAddress: null };
    await writeLetters({ ...mailbox.deps, mail });
    expect(await mailbox.letters()).toEqual([]);
  });
});

describe("a payment", () => {
  test("is mailed once when the project enables it, with its order", async () => {
    const mine = await mailbox.project("Coffee shop", ["checkout.paid"]);
    await mailbox.paid(await mailbox.project("Quiet shop", ["checkout.late_paid"]), noon);
    const { id } = await mailbox.paid(mine, noon);
    await mailbox.paid(mine, later(-dayMs - 1));
    await mailbox.minute();
    await mailbox.minute();
    mailbox.expectOwnerLetters(
      mine,
      "Coffee shop: 4.50 USDC on Local received",
      `4.50 USDC on Local arrived for "Coffee" (order "order-1"). The payment is final.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${id}
`,
    );
  });
});

test("two concurrent workers write and send each letter once", async () => {
  const mine = await mailbox.project("Coffee shop", ["checkout.late_paid"]);
  for (let count = 0; count < 12; count++) await late(mine, { referenceId: `order-${count}` });
  await Promise.all([1, 2, 3].map(() => writeLetters(mailbox.deps)));
  await Promise.all(
    [1, 2, 3].map(async () => {
      while ((await sendLetters(mailbox.deps)) > 0);
    }),
  );
  expect(mailbox.receiver.received).toHaveLength(24);
  expect(new Set(mailbox.receiver.received.map(({ headers }) => headers["message-id"])).size).toBe(24);
});

test("reads, writes and sends nothing without a mail server", async () => {
  const mine = await mailbox.project("Coffee shop", ["checkout.late_paid", "payments.digest"]);
  await late(mine);
  const off = { ...mailbox.deps, mail: null };
  await writeLetters(off);
  await writeDigests(off);
  expect(await sendLetters(off)).toBe(0);
  expect(await mailbox.letters()).toEqual([]);
});
