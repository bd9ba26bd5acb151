import { beforeEach, describe, expect, test } from "vitest";
import { buildTransfer, later, newId, usdc, usdt } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { addressOf, openMailbox } from "@/lib/testing/world/letters";

const world = await fileWorld();
const mailbox = await openMailbox(world);
beforeEach(() => mailbox.clear());

const dayMs = 24 * 3_600_000;
const query = (text: string, values: unknown[] = []) => world.stores.database.pool.query(text, values);

describe("the digest", () => {
  const yesterday = later(-dayMs);
  const edge = new Date("2026-01-01T00:00:00.000Z");

  test("sums payments, settlements and refunds of that day only", async () => {
    const mine = await mailbox.project("Coffee shop", ["payments.digest"]);
    const other = await mailbox.project("Another shop", ["endpoint.disabled"]);
    await mailbox.paid(mine, new Date(edge.getTime() - dayMs));
    await mailbox.paid(mine, new Date(edge.getTime() - 1));
    await mailbox.paid(mine, edge);
    await mailbox.paid(mine, new Date(edge.getTime() - dayMs - 1));
    await mailbox.paid(mine, yesterday, "PENDING");
    await mailbox.paid(other, yesterday);
    const settled = await mailbox.paid(mine, yesterday, "SETTLED");
    await mailbox.event(settled, "checkout.settled", 3, yesterday);
    await sweep(settled.id);
    // Strays are in no payout.
    await sweep(settled.id, 31337, usdt);
    await sweep(settled.id, 31338);
    const refunded = await mailbox.paid(mine, yesterday);
    await mailbox.event(refunded, "refund.completed", 3, yesterday);
    for (const completedAt of [yesterday, later(-2 * dayMs)])
      await query(
        `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, completed_at)
         VALUES ($1, $2, $3, 1250000, 31337, $4, 'COMPLETED', $5)`,
        [newId("rfd"), mine, refunded.id, usdc, completedAt],
      );
    await mailbox.digests();
    await mailbox.digests();
    const text = `Payments of Coffee shop, 2025-12-31 (UTC):

Paid: 4 checkouts
  18.00 USDC on Local

Paid out to your wallet: 1 checkout
  4.50 USDC on Local

Arrived: 1 refund
  1.25 USDC on Local
`;
    mailbox.expectOwnerLetters(mine, "Coffee shop: payments of 2025-12-31", text);
    mailbox.receiver.received.length = 0;

    world.now = later(dayMs);
    await mailbox.digests();
    expect(mailbox.delivered()[0]).toMatchObject({
      subject: "Coffee shop: payments of 2026-01-01",
      text: expect.stringContaining("Paid: 1 checkout\n  4.50 USDC on Local\n"),
    });
    mailbox.receiver.received.length = 0;
    world.now = later(2 * dayMs);
    await mailbox.digests();
    expect(mailbox.delivered()).toEqual([]);
  });

  test("covers the shop's day, in its morning, and once whatever its zone becomes", async () => {
    const seoul = await mailbox.project("Coffee shop", ["payments.digest"]);
    const zone = (timeZone: string) =>
      query("UPDATE projects SET time_zone = $2 WHERE id = $1", [seoul, timeZone]);
    await zone("Asia/Seoul");
    // January 2nd in Seoul.
    await mailbox.paid(seoul, new Date("2026-01-01T15:00:00Z"));
    await mailbox.paid(seoul, new Date("2026-01-02T14:59:59Z"));
    await mailbox.paid(seoul, new Date("2026-01-01T14:59:59Z"));
    await mailbox.paid(seoul, new Date("2026-01-02T15:00:00Z"));
    const subjects = async (at: string) => {
      mailbox.receiver.received.length = 0;
      world.now = new Date(at);
      await mailbox.digests();
      return mailbox
        .delivered()
        .filter(({ to }) => to === addressOf(seoul, "OWNER"))
        .map(({ subject }) => subject);
    };
    expect(await subjects("2026-01-02T21:59:59Z")).toEqual(["Coffee shop: payments of 2026-01-01"]);
    expect(await subjects("2026-01-02T22:00:00Z")).toEqual(["Coffee shop: payments of 2026-01-02"]);
    expect(mailbox.delivered()[0]?.text).toContain(
      "Payments of Coffee shop, 2026-01-02 (Asia/Seoul):\n\nPaid: 2",
    );
    await zone("America/Los_Angeles");
    expect(await subjects("2026-01-03T05:07:00Z")).toEqual([]);
    expect(await subjects("2026-01-03T16:07:00Z")).toEqual([]);
    expect(await subjects("2026-01-04T16:07:00Z")).toEqual([]);
    // Los Angeles had nothing on the 3rd, so that day has no e-mail yet.
    await zone("Asia/Seoul");
    expect(await subjects("2026-01-04T17:07:00Z")).toEqual(["Coffee shop: payments of 2026-01-03"]);
    expect(await subjects("2026-01-04T18:07:00Z")).toEqual([]);
  });

  test("of a week is sent on Monday with the previous week, to people who chose it", async () => {
    const mine = await mailbox.project("Coffee shop", ["payments.weekly"]);
    await mailbox.paid(await mailbox.project("Another shop", ["payments.digest"]), later(dayMs));
    for (const day of [-8, -3, 0, 3]) await mailbox.paid(mine, later(day * dayMs));
    await mailbox.paid(mine, later(4 * dayMs));
    world.now = later(3 * dayMs);
    await mailbox.digests();
    expect(mailbox.delivered().filter(({ subject }) => subject?.startsWith("Coffee"))).toEqual([]);
    mailbox.receiver.received.length = 0;
    world.now = later(4 * dayMs);
    await mailbox.digests();
    await mailbox.digests();
    mailbox.expectOwnerLetters(
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

  test("of a day has no changes: they are the week's", async () => {
    const mine = await mailbox.project("Coffee shop", ["payments.digest"]);
    await query(
      "INSERT INTO audit_log (project_id, action, target, created_at) VALUES ($1, 'payment_link.created', 'lnk_1', $2)",
      [mine, yesterday],
    );
    await mailbox.digests();
    expect(mailbox.delivered()).toEqual([]);
  });

  /** Paid in and swept out, with the books' entries. */
  async function sweep(checkoutId: string, chainId = 31337, token = usdc): Promise<void> {
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
           VALUES ($1::ledger_kind, $2, $3, $4, $5, $6::ledger_account, $7::ledger_account, 4500000)`,
          [kind, source, checkoutId, chainId, token, from, to],
        );
    } finally {
      await client.query("SET session_replication_role = DEFAULT");
      client.release();
    }
  }
});
