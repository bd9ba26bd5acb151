import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { mailReceipt, receiptState } from "@/lib/checkouts/receipts/mail-receipt";
import { toPublicView } from "@/lib/checkouts/views/public-checkout.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { buildTransfer, later, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { addressOf, type MailWorld, openMailWorld, operatorAddress } from "@/lib/testing/mail-world";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import { sendLetters } from "./send-letters";
import { writeDigests, writeLetters } from "./write-letters";

let world: MailWorld;
beforeAll(async () => {
  world = await openMailWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

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
  await event(checkout, "checkout.late_paid", 2, noon);
  return checkout.id;
}

/** A checkout paid then, with the event of it. */
async function paid(projectId: string, at: Date, status = "PAID") {
  const checkout = await world.stores.createCheckout({ projectId });
  await query(
    "UPDATE checkouts SET status = $2::checkout_status, payment_tx_hash = $4, paid_units = 4500000, total_paid_units = 4500000, paid_at = $3 WHERE id = $1",
    [checkout.id, status, at, uniqueHex(32)],
  );
  await event(checkout, "checkout.paid", 2, at);
  return checkout;
}

async function event(
  { id, projectId }: { id: string; projectId: string },
  kind: EventKind,
  sequence: number,
  at: Date,
): Promise<void> {
  await query(
    "INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at) VALUES ($1, $2, $3, $4, $5, '{}', $6)",
    [newId("evt"), projectId, id, kind, sequence, at],
  );
}

const told = () =>
  world.receiver.received.map(({ to, headers, text }) => ({ to: to.join(), subject: headers.subject, text }));

/** One letter each to owner and admin of the project, and to nobody else. */
function expectTold(projectId: string, subject: string, text: string): void {
  const to = [addressOf(projectId, "ADMIN"), addressOf(projectId, "OWNER")];
  const letters = told().sort((a, b) => a.to.localeCompare(b.to));
  expect(letters).toEqual(to.map((address) => ({ to: address, subject, text })));
}

describe("a webhook endpoint that the service disabled", () => {
  test("is mailed once to owners and admins of its project only", async () => {
    const mine = await world.project("Coffee shop", ["endpoint.disabled"]);
    await world.project("Another shop", ["endpoint.disabled"]);
    const endpointId = await endpoint(mine);
    await disable(endpointId, noon);
    world.now = later(30_000);
    await world.minute();
    await world.minute();

    const text = `We stopped sending webhooks of Coffee shop to hooks[.]shop[.]example ("Till", ${endpointId}) at 2026-01-01 12:00 UTC.

Reason: It failed for 5 days.

Payments continue, but this endpoint no longer receives their events. Once it works again, enable it. You can then replay what it missed.
`;
    expectTold(mine, "Coffee shop: a webhook endpoint was disabled", text);
  });

  test("is mailed again when it is disabled again", async () => {
    const mine = await world.project("Coffee shop", ["endpoint.disabled"]);
    const endpointId = await endpoint(mine);
    await disable(endpointId, noon);
    await world.minute();
    await disable(endpointId, later(60_000));
    world.now = later(120_000);
    await world.minute();
    expect(world.receiver.received).toHaveLength(4);
  });

  test("isn't mailed when the merchant disabled it, it was removed, the kind is off, or a day has passed", async () => {
    const mine = await world.project("Coffee shop", ["endpoint.disabled"]);
    const unsubscribed = await world.project("Quiet shop", ["checkout.late_paid", "payments.digest"]);
    const deleted = await world.project("Closed shop", ["endpoint.disabled"]);
    await disable(await endpoint(mine), noon, null);
    await disable(await endpoint(mine), noon, disabledByHand);
    const removed = await endpoint(mine);
    await disable(removed, noon);
    await query("UPDATE webhook_endpoints SET deleted_at = $2 WHERE id = $1", [removed, noon]);
    await disable(await endpoint(mine), later(-dayMs));
    await disable(await endpoint(unsubscribed), noon);
    await disable(await endpoint(deleted), noon);
    await world.stores.admin.deleteProject(deleted, noon);
    await world.minute();
    expect(told()).toEqual([]);

    // The instant before: it is the time that decides.
    await disable(await endpoint(mine), later(-dayMs + 1));
    await world.minute();
    expect(told()).toHaveLength(2);
  });
});

describe("a payment that came late", () => {
  test("is mailed with amount, order and choices until it is accepted", async () => {
    const mine = await world.project("Coffee shop", ["checkout.late_paid"]);
    const checkoutId = await late(mine, { referenceId: "order-7" });
    const accepted = await late(mine);
    await query("UPDATE checkouts SET late_accepted_at = $2 WHERE id = $1", [accepted, noon]);
    await world.minute();
    await world.minute();
    const text = `4.50 USDC on Local arrived for order "order-7" at checkout ${checkoutId} after it expired. The payment is final, and the money is safe at the checkout's address.

It doesn't count as paid until you accept it. If the price is still right and you can still deliver, accept it: it then settles to your wallet. Otherwise, refund it.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${checkoutId}
`;
    expectTold(mine, "Coffee shop: late payment of 4.50 USDC on Local", text);
  });

  test("is mailed once for all parts at an expired checkout, and not at one that can still be paid", async () => {
    const mine = await world.project("Coffee shop", ["checkout.late_paid"]);
    const part = async (status: "EXPIRED" | "PENDING") => {
      const checkout = await world.stores.createCheckout({ projectId: mine, referenceId: "order-1" });
      await query(
        "UPDATE checkouts SET status = $2::checkout_status, paid_units = 2000000, total_paid_units = 2000000 WHERE id = $1",
        [checkout.id, status],
      );
      // A checkout may last for a day after its first part.
      await event(checkout, "checkout.partially_paid", 2, later(-dayMs));
      return checkout;
    };
    const expired = await part("EXPIRED");
    const open = await part("PENDING");
    await world.minute();
    await event(expired, "checkout.partially_paid", 3, noon);
    await world.minute();
    const text = `Only 2.00 USDC on Local of 4.50 USDC on Local arrived for order "order-1" at checkout ${expired.id}, and it expired. The payment is final, and the money is safe at the checkout's address.

It doesn't count as paid until you accept it. If the price is still right and you can still deliver, accept it: it then settles to your wallet. Otherwise, refund it.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${expired.id}
`;
    expectTold(mine, "Coffee shop: partial payment of 2.00 USDC on Local", text);

    await query("UPDATE checkouts SET status = 'EXPIRED' WHERE id = $1", [open.id]);
    await world.minute();
    expect(told()).toHaveLength(4);
  });

  test("names a cancellation, and an automatic refund", async () => {
    const mine = await world.project("Coffee shop", ["checkout.late_paid"]);
    await query("UPDATE projects SET late_payment_policy = 'REFUND' WHERE id = $1", [mine]);
    const checkoutId = await late(mine, { cancelled: true });
    await query("UPDATE checkouts SET refunding_units = paid_units WHERE id = $1", [checkoutId]);
    await world.minute();
    const [letter] = told();
    expect(letter?.text).toContain("after it was cancelled.");
    expect(letter?.text).toContain("Your settings refund late payments.");
    expect(letter?.text).not.toContain("accept");
  });
});

describe("hostile words", () => {
  test("are escaped: they add no header, recipient or link", async () => {
    const mine = await world.project("Shop\r\nBcc: eve@evil.example\u202e", ["checkout.late_paid"]);
    await world.member(mine, "OWNER", "eve@evil.example\r\nbcc: all@evil.example");
    await world.member(mine, "OWNER", "eve@evil.example, all@evil.example");
    await late(mine, { referenceId: "http://evil.example/claim\r\n.\r\nQUIT" });
    await world.minute();
    expect(world.receiver.received.flatMap(({ to }) => to).sort()).toEqual([
      addressOf(mine, "ADMIN"),
      addressOf(mine, "OWNER"),
    ]);
    for (const { headers, text } of world.receiver.received) {
      expect(headers).not.toHaveProperty("bcc");
      expect(headers.subject).toBe("Shop Bcc: eve@evil[.]example: late payment of 4.50 USDC on Local");
      expect(text).toContain('for order "http[:]//evil[.]example/claim . QUIT"');
      expect(text.match(/\w+:\/\/[^/\s]+/g)).toEqual(["https://dashboard.service.example"]);
    }
    expect((await world.letters()).map(({ recipient }) => recipient)).not.toContain("eve@evil.example");
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
    await world.project("Coffee shop", ["endpoint.disabled", "checkout.late_paid", "payments.digest"]);
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    await world.stores.incidents.raise(incident("PAYMENT_REVERTED", "chk_1"), noon);
    await world.minute();
    await world.minute();
    expect(told().map(({ to }) => to)).toEqual([operatorAddress, operatorAddress]);
    const gas = told().find(({ subject }) => subject?.includes("gas"));
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

All open incidents: npm run incidents
`,
    });
    expect(JSON.stringify(told())).not.toContain("secret-key");
  });

  test("about refused sweeps name the reason, how many deposits wait, and how to retry at once", async () => {
    const token = { token: "USDC", tokenAddress: "0xcc" };
    const details = { ...token, reason: "blacklisted", account: "0xdd", deposits: 3 };
    const refused = { kind: "ACCOUNT_BLACKLISTED", subject: "31337/0xcc/0xdd", chainId: 31337 } as const;
    await world.stores.incidents.raise({ ...refused, checkoutId: null, details }, noon);
    await world.minute();
    const [letter] = told();
    expect(letter?.subject).toBe("Stablecoin Checkout: a token blocks an account on Local");
    expect(letter?.text).toContain(
      "Reason: blacklisted\nToken: USDC 0xcc\nAccount: 0xdd\nDeposits waiting: 3\n",
    );
    expect(letter?.text).toContain("npm run admin -- sweep-now --project <id>");
  });

  test("that often resolve by themselves are mailed after a while, and resolved ones aren't", async () => {
    await world.stores.incidents.raise(incident("NODES_DISAGREE", "31337/blocks"), noon);
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    await world.stores.incidents.resolve("OUT_OF_GAS", "31337/0xabc", noon);
    world.now = later(600_000 - 1);
    await world.minute();
    expect(told()).toEqual([]);
    world.now = later(600_000);
    await world.minute();
    expect(told()).toHaveLength(1);
  });

  test("aren't mailed without an operator address", async () => {
    await world.stores.incidents.raise(incident("OUT_OF_GAS", "31337/0xabc"), noon);
    const mail = { ...world.deps.mail, operatorAddress: null };
    expect(await writeLetters({ ...world.deps, mail })).toBe(0);
  });
});

describe("a payment", () => {
  test("is mailed once when the project enables it, with its order", async () => {
    const mine = await world.project("Coffee shop", ["checkout.paid"]);
    await paid(await world.project("Quiet shop", ["checkout.late_paid"]), noon);
    const { id } = await paid(mine, noon);
    await paid(mine, later(-dayMs - 1));
    await world.minute();
    await world.minute();
    expectTold(
      mine,
      "Coffee shop: 4.50 USDC on Local received",
      `4.50 USDC on Local arrived for "Coffee" (order "order-1"). The payment is final.

Checkout: https://dashboard.service.example/dashboard/projects/${mine}/checkouts/${id}
`,
    );
  });
});

describe("a customer's receipt", () => {
  const to = "ada@customer.example";
  const stored = async () => (await query("SELECT recipient, body, status FROM mail_messages")).rows;
  let rateLimiter: RateLimiter;
  beforeEach(() => {
    rateLimiter = createRateLimiter(world.stores.database, { now: () => world.now });
  });
  async function ask(checkoutId: string, recipient = to, client = "192.0.2.1"): Promise<string | undefined> {
    const { checkouts } = world.stores;
    const show = async () => {
      const found = await checkouts.findPublic(checkoutId);
      if (found === null) throw checkoutNotFound();
      const depositContracts = { factory: uniqueHex(20), implementation: uniqueHex(20) };
      return toPublicView(found, [], { ...world.deps, depositContracts }, world.now, null);
    };
    try {
      await mailReceipt(
        { ...world.deps, rateLimiter, checkouts, show },
        checkoutId,
        recipient,
        client,
        ({ merchantName, totalPaid, itemName, referenceId }) => ({
          subject: merchantName,
          lines: [
            totalPaid,
            ...[itemName, referenceId].filter((text) => text === "Win now" || text === "A-17"),
          ],
          reason: "You asked.",
        }),
      );
      return "sent";
    } catch (error) {
      return error instanceof CheckoutError ? error.code : String(error);
    }
  }

  test("is sent once for concurrent requests, and its address is deleted", async () => {
    const mine = await world.project("Coffee.example", []);
    const { id } = await paid(mine, noon);
    const answers = await Promise.all([ask(id), ask(id), ask(id)]);
    expect(answers.sort()).toEqual(["RECEIPT_UNAVAILABLE", "RECEIPT_UNAVAILABLE", "sent"]);
    expect(await stored()).toMatchObject([{ recipient: to, status: "PENDING" }]);
    await world.minute();
    const text = `4500000\n\nhttps://pay.service.example/c/${id}\n\nYou asked.\n`;
    expect(told()).toEqual([{ to, subject: "Coffee[.]example", text }]);
    expect(await stored()).toEqual([{ recipient: "", body: "", status: "SENT" }]);
    expect(await ask(id)).toBe("RECEIPT_UNAVAILABLE");
  });

  test("is dropped with its address when sending fails for two days", async () => {
    const { id } = await paid(await world.project("Coffee shop", []), noon);
    await ask(id);
    world.now = later(2 * dayMs + 1);
    await sendLetters(world.deps);
    expect(await stored()).toEqual([{ recipient: "", body: "", status: "FAILED" }]);
  });

  test("is refused before the payment, for an unknown checkout, and without a mail server", async () => {
    const mine = await world.project("Coffee shop", []);
    const open = await world.stores.createCheckout({ projectId: mine });
    expect(await ask(open.id)).toBe("RECEIPT_UNAVAILABLE");
    expect(await ask(newId("chk"))).toBe("CHECKOUT_NOT_FOUND");
    const token = { decimals: 6 };
    const view = { id: (await paid(mine, noon)).id, isPaid: true, totalPaid: "4500000", token };
    expect(await receiptState(null, view)).toBeNull();
    expect(await receiptState(world.deps.mail, { ...view, isPaid: false })).toBeNull();
    expect(await receiptState(world.deps.mail, view)).toBe("open");
    await ask(view.id);
    expect(await receiptState(world.deps.mail, view)).toBe("again");
    await ask(view.id, "eve@customer.example");
    expect(await receiptState(world.deps.mail, view)).toBe("sent");
    expect(await receiptState(world.deps.mail, { ...view, totalPaid: "999999" })).toBeNull();
  });

  test("is sent to a second address, and refused for a third", async () => {
    const { id } = await paid(await world.project("Coffee shop", []), noon);
    expect(await ask(id, "eve@stranger.example")).toBe("sent");
    expect(await ask(id, "EVE@stranger.example")).toBe("RECEIPT_UNAVAILABLE");
    expect(await Promise.all([ask(id), ask(id)])).toEqual(
      expect.arrayContaining(["sent", "RECEIPT_UNAVAILABLE"]),
    );
    expect(await ask(id, "bob@customer.example")).toBe("RECEIPT_UNAVAILABLE");
    expect(await stored()).toHaveLength(2);
  });

  test("comes to one address three times a day, even after the addresses were deleted", async () => {
    const mine = await world.project("Coffee shop", []);
    const asked: (string | undefined)[] = [];
    for (let index = 0; index < 5; index++) {
      asked.push(await ask((await paid(mine, noon)).id, to, `192.0.2.${index}`));
      await world.minute();
    }
    expect(asked).toEqual(["sent", "sent", "sent", "RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED"]);
    world.now = later(dayMs + 360_000);
    expect(await ask((await paid(mine, noon)).id)).toBe("sent");
  });

  test("is limited to twenty a day per client network", async () => {
    const mine = await world.project("Coffee shop", []);
    const checkouts = await Promise.all(Array.from({ length: 21 }, () => paid(mine, noon)));
    const asked = await Promise.all(checkouts.map(({ id }, index) => ask(id, `c${index}@customer.example`)));
    expect(asked.filter((end) => end === "sent")).toHaveLength(20);
    expect(asked).toContain("RATE_LIMIT_EXCEEDED");
    expect(await ask((await paid(mine, noon)).id, to, "192.0.2.2")).toBe("sent");
  });

  test("is refused below one token, and omits the texts of a checkout created by API key", async () => {
    const mine = await world.project("Coffee shop", []);
    const small = await paid(mine, noon);
    await query("UPDATE checkouts SET total_paid_units = 999999 WHERE id = $1", [small.id]);
    expect(await ask(small.id)).toBe("RECEIPT_UNAVAILABLE");
    for (const via of ["API_KEY", "SERVER_KEY"]) {
      const { id } = await paid(mine, noon);
      await query(
        "UPDATE checkouts SET item_name = 'Win now', reference_id = 'A-17', created_via = $2::created_via WHERE id = $1",
        [id, via],
      );
      expect(await ask(id, `${via.toLowerCase()}@customer.example`)).toBe("sent");
    }
    await world.minute();
    const texts = told().map(({ text }) => text.split("\n\n")[0]);
    expect(texts.sort()).toEqual(["4500000", "4500000\nWin now\nA-17"]);
  });
});

describe("the digest", () => {
  const yesterday = later(-dayMs);
  const edge = new Date("2026-01-01T00:00:00.000Z");

  test("sums payments, settlements and refunds of that day only", async () => {
    const mine = await world.project("Coffee shop", ["payments.digest"]);
    const other = await world.project("Another shop", ["endpoint.disabled"]);
    await paid(mine, new Date(edge.getTime() - dayMs));
    await paid(mine, new Date(edge.getTime() - 1));
    await paid(mine, edge);
    await paid(mine, new Date(edge.getTime() - dayMs - 1));
    await paid(mine, yesterday, "PENDING");
    await paid(other, yesterday);
    const settled = await paid(mine, yesterday, "SETTLED");
    await event(settled, "checkout.settled", 3, yesterday);
    await sweep(settled.id);
    const refunded = await paid(mine, yesterday);
    await event(refunded, "refund.completed", 3, yesterday);
    await query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, completed_at)
       VALUES ($1, $2, $3, 1250000, 31337, $4, 'COMPLETED', $5)`,
      [newId("rfd"), mine, refunded.id, usdc, yesterday],
    );
    await world.digests();
    await world.digests();
    const text = `Payments of Coffee shop, 2025-12-31 (UTC):

Paid: 4 checkouts
  18.00 USDC on Local

Settled to your wallet: 1 checkout
  4.50 USDC on Local

Refunded: 1 refund
  1.25 USDC on Local
`;
    expectTold(mine, "Coffee shop: payments of 2025-12-31", text);
    world.receiver.received.length = 0;

    world.now = later(dayMs);
    await world.digests();
    expect(told()[0]).toMatchObject({
      subject: "Coffee shop: payments of 2026-01-01",
      text: expect.stringContaining("Paid: 1 checkout\n  4.50 USDC on Local\n"),
    });
    world.receiver.received.length = 0;
    world.now = later(2 * dayMs);
    await world.digests();
    expect(told()).toEqual([]);
  });

  test("of a week is sent on Monday with the previous week, to people who chose it", async () => {
    const mine = await world.project("Coffee shop", ["payments.weekly"]);
    await paid(await world.project("Another shop", ["payments.digest"]), later(dayMs));
    for (const day of [-8, -3, 0, 3]) await paid(mine, later(day * dayMs));
    await paid(mine, later(4 * dayMs));
    world.now = later(3 * dayMs);
    await world.digests();
    expect(told().filter(({ subject }) => subject?.startsWith("Coffee"))).toEqual([]);
    world.receiver.received.length = 0;
    world.now = later(4 * dayMs);
    await world.digests();
    await world.digests();
    expectTold(
      mine,
      "Coffee shop: payments of 2025-12-29 to 2026-01-04",
      `Payments of Coffee shop, 2025-12-29 to 2026-01-04 (UTC):

Paid: 3 checkouts
  13.50 USDC on Local

Paid the week before: 1 checkout
  4.50 USDC on Local
`,
    );
  });

  /** Paid in and swept out, with the books' entries. */
  async function sweep(checkoutId: string): Promise<void> {
    const transfer = buildTransfer({ id: checkoutId });
    const swept = newId("swp");
    const client = await world.stores.database.pool.connect();
    try {
      await client.query("SET session_replication_role = replica");
      for (const [kind, source, from, to] of [
        ["RECEIVED", transfer.id, "CUSTOMER", "DEPOSIT"],
        ["SWEPT", swept, "DEPOSIT", "MERCHANT"],
      ])
        await client.query(
          `INSERT INTO ledger_entries (kind, source_id, checkout_id, chain_id, token_address, from_account, to_account, amount_units)
           VALUES ($1::ledger_kind, $2, $3, 31337, $4, $5::ledger_account, $6::ledger_account, 4500000)`,
          [kind, source, checkoutId, usdc, from, to],
        );
    } finally {
      await client.query("SET session_replication_role = DEFAULT");
      client.release();
    }
  }
});

test("two concurrent workers write and send each letter once", async () => {
  const mine = await world.project("Coffee shop", ["checkout.late_paid"]);
  for (let count = 0; count < 12; count++) await late(mine, { referenceId: `order-${count}` });
  await Promise.all([1, 2, 3].map(() => writeLetters(world.deps)));
  await Promise.all(
    [1, 2, 3].map(async () => {
      while ((await sendLetters(world.deps)) > 0);
    }),
  );
  expect(world.receiver.received).toHaveLength(24);
  expect(new Set(world.receiver.received.map(({ headers }) => headers["message-id"])).size).toBe(24);
});

test("reads, writes and sends nothing without a mail server", async () => {
  const mine = await world.project("Coffee shop", ["checkout.late_paid", "payments.digest"]);
  await late(mine);
  const off = { ...world.deps, mail: null };
  expect(await writeLetters(off)).toBe(0);
  expect(await writeDigests(off)).toBe(0);
  expect(await sendLetters(off)).toBe(0);
  expect(await world.letters()).toEqual([]);
});
