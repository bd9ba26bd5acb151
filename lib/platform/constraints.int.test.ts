import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import { buildTransfer, uniqueHex } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;
let checkout: Checkout;

beforeAll(async () => {
  stores = await openTestStores();
  checkout = await stores.createCheckout({ projectId: await stores.createProject() });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout)]));
});
afterAll(() => stores.close());

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

const insertQuote = (amount: string) =>
  query(
    `INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units)
     VALUES ($1, 99, 31337, $2, $3::numeric)`,
    [checkout.id, checkout.tokenAddress, amount],
  );

describe("amounts", () => {
  test.each(["NaN", "-1", "0", "-0.4", "0.4", (maxTokenUnits + 1n).toString(), "1e78", "Infinity"])(
    "refuses an amount of %s",
    async (amount) => {
      await expect(insertQuote(amount)).rejects.toThrow(/amount_range|overflow|infinite/);
    },
  );

  test("takes 2^256 − 1 and gives it back exactly, through both clients", async () => {
    await insertQuote(maxTokenUnits.toString());
    const { rows } = await query("SELECT amount_units FROM quotes WHERE ordinal = 99");
    expect(rows).toEqual([{ amount_units: maxTokenUnits }]);
    const plain = await stores.database.prisma.quote.findFirstOrThrow({ where: { ordinal: 99 } });
    expect(plain.amountUnits.toFixed(0)).toBe(maxTokenUnits.toString());
  });

  test.each(["NaN", "-1", "1.5", "Infinity"])("refuses a sum of %s", async (sum) => {
    for (const column of ["total_paid_units", "paid_units", "refunded_units", "refunding_units"]) {
      await expect(
        query(`UPDATE checkouts SET ${column} = $2::numeric, settlement_frozen = true WHERE id = $1`, [
          checkout.id,
          sum,
        ]),
      ).rejects.toThrow(/checkouts_sums_whole/);
    }
  });

  test("takes a sum above 2^256", async () => {
    const sum = maxTokenUnits * 1_000n;
    await query("UPDATE checkouts SET total_paid_units = $2 WHERE id = $1", [checkout.id, sum]);
    expect((await stores.checkouts.find(checkout.projectId, checkout.id))?.checkout.totalPaidUnits).toBe(sum);
    await query("UPDATE checkouts SET total_paid_units = 0 WHERE id = $1", [checkout.id]);
  });

  test("refuses refunds above what was received", async () => {
    await expect(
      query("UPDATE checkouts SET refunding_units = 1 WHERE id = $1", [checkout.id]),
    ).rejects.toThrow(/checkouts_refunds_within_received/);
  });
});

describe("shapes", () => {
  test.each([
    ["an address in mixed case", "deposit_address", uniqueHex(20).replace(/.$/, "A")],
    ["a short address", "merchant_address", "0x12"],
    ["a token without chain", "chain_id", null],
    ["a fiat amount without currency", "fiat_currency", null],
  ])("refuses %s", async (_, column, value) => {
    await expect(
      query(`UPDATE checkouts SET ${column} = $2 WHERE id = $1`, [checkout.id, value]),
    ).rejects.toThrow(/violates check constraint/);
  });

  test("refuses a payment without its transaction", async () => {
    await expect(query("UPDATE checkouts SET status = 'PAID' WHERE id = $1", [checkout.id])).rejects.toThrow(
      /checkouts_paid_in_a_token/,
    );
  });
});

describe("append-only", () => {
  test.each([
    ["ledger_entries", "UPDATE ledger_entries SET amount_units = 1"],
    ["ledger_entries", "DELETE FROM ledger_entries"],
    ["ledger_entries", "TRUNCATE ledger_entries"],
    ["checkout_events", "UPDATE checkout_events SET kind = 'x'"],
    ["audit_log", "DELETE FROM audit_log"],
  ])("%s refuses: %s", async (table, statement) => {
    await expect(query(statement)).rejects.toThrow(`${table} is append-only`);
  });
});

describe("new_ulid", () => {
  test("makes lower-case ULIDs of the present time that never repeat", async () => {
    const from = Date.now();
    const { rows } = await query("SELECT new_ulid() AS ulid FROM generate_series(1, 5000)");
    const to = Date.now();
    const ulids = rows.map(({ ulid }) => String(ulid));
    expect(new Set(ulids).size).toBe(5000);
    expect(new Set(ulids.map((ulid) => ulid.slice(10))).size).toBe(5000);
    for (const ulid of ulids) {
      expect(ulid).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      const ms = timeOf(ulid);
      expect(ms).toBeGreaterThanOrEqual(from - 1);
      expect(ms).toBeLessThanOrEqual(to + 1);
    }
    // Each of the 16 random places takes each of the 32 letters: none of them is fixed.
    for (let place = 10; place < 26; place++) {
      expect(new Set(ulids.map((ulid) => ulid[place])).size).toBe(32);
    }
  });
});

function timeOf(ulid: string): number {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return [...ulid.slice(0, 10)].reduce((ms, letter) => ms * 32 + alphabet.indexOf(letter), 0);
}
