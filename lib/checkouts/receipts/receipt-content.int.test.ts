import { beforeEach, describe, expect, test } from "vitest";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { invoiceDocument, receiptDocument } from "@/components/checkout/text/receipt-text";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Language } from "@/lib/platform/i18n/language.rules";
import { buildTransfer, newId } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { drawReceipt } from "../drawing/draw-receipt";
import { readReceipt } from "./read-receipt";
import type { ReceiptDocument } from "./receipt-document.rules";
import { createReceiptFacts } from "./receipt-facts.store";

const network = await testNetwork();
const world = testWorld([network]);
const payer = testWallet(network.chain, 1).account.address;
const usdc = { chainId: network.definition.chainId, tokenAddress: network.usdc };

const update = (text: string, ...values: unknown[]) => world.stores.database.pool.query(text, values);

/** @param copy with a project, as its merchant sees it */
async function documentOf(
  { id }: Pick<Checkout, "id">,
  language: Language = "en",
  copy: { projectId?: string } = {},
) {
  const { page } = checkoutMessages({ language, locale: language });
  const receipts = createReceiptFacts(world.stores.database);
  return receiptDocument(await readReceipt({ ...world.deps, receipts }, id, copy), pageUrl, page);
}

/** All values by their labels, the headline among them. */
function valuesIn(receipt: ReceiptDocument | null): Map<string, string> {
  const rows = receipt === null ? [] : [receipt.headline, ...receipt.groups.flat()];
  return new Map(rows.map(({ label, value }) => [label, value]));
}

const pageUrl = "https://pay.shop.example/c/chk_1";

async function invoiceOf({ id }: Pick<Checkout, "id">) {
  const { page } = checkoutMessages({ language: "en", locale: "en" });
  const receipts = createReceiptFacts(world.stores.database);
  return invoiceDocument(await readReceipt({ ...world.deps, receipts }, id), pageUrl, page);
}

async function valueUnder(checkout: Pick<Checkout, "id">, label: string): Promise<string | undefined> {
  return valuesIn(await documentOf(checkout)).get(label);
}

beforeEach(() => {
  world.rates = { USDC: { USD: "1", EUR: "0.9" } };
});

const order = { itemName: "Flat white", referenceId: "order-1042" };
const inEuros = { ...usdc, ...order, fiatAmount: "4.50", fiatCurrency: "EUR" };

describe("a receipt", () => {
  test("has the shop, the order, the price at its rate, the payment and its transaction", async () => {
    await update("UPDATE projects SET name = 'Corner Coffee', receipt_details = $1", "Main St 1\nVAT DE123");
    const checkout = await world.create(inEuros);
    const { txHash } = await world.pay(checkout, 5_250_000n);
    await update(
      "UPDATE checkouts SET paid_at = '2026-01-31T20:00:00Z', exchange_rate_at = '2026-01-31T19:58:00Z'",
    );
    expect(await documentOf(checkout)).toEqual({
      kind: "receipt",
      title: "Receipt",
      merchantName: "Corner Coffee",
      merchantDetails: "Main St 1\nVAT DE123",
      logoDigest: null,
      language: "en",
      at: new Date("2026-01-31T20:00:00Z"),
      headline: { label: "Price", value: "€4.50" },
      groups: [
        [
          { label: "Item", value: "Flat white" },
          { label: "Reference", value: "order-1042" },
        ],
        [
          { label: "Paid", value: "5.25 USDC" },
          { label: "Above the price", value: "0.25 USDC" },
          { label: "Value", value: "€4.73\n1 USDC = 0.9 EUR at Jan 31, 2026, 7:58 PM UTC." },
          { label: "Network", value: network.definition.name },
          { label: "Paid on", value: "Jan 31, 2026, 8:00 PM UTC", iso: "2026-01-31T20:00:00.000Z" },
        ],
        [
          { label: "Paid from", value: payer },
          { label: "Transaction", value: txHash },
          { label: "Checkout ID", value: checkout.id },
        ],
      ],
      code: { label: "Check this receipt", url: pageUrl },
    });
  });

  test("names the price of an overpaid checkout, and what came above it", async () => {
    const checkout = await world.create({ ...usdc, amount: 4_500_000n });
    await world.pay(checkout, 10_000_000n);
    const receipt = await documentOf(checkout);
    expect(receipt?.headline).toEqual({ label: "Price", value: "4.50 USDC" });
    const values = valuesIn(receipt);
    expect([values.get("Paid"), values.get("Above the price")]).toEqual(["10.00 USDC", "5.50 USDC"]);
  });

  test("of an accepted part, names the part before the price", async () => {
    const checkout = await world.create({ ...usdc, amount: 4_500_000n });
    await world.pay(checkout);
    await update(
      "UPDATE checkouts SET accepted_units = 4000000, total_paid_units = 4000000 WHERE id = $1",
      checkout.id,
    );
    const receipt = await documentOf(checkout);
    expect(receipt?.headline).toEqual({ label: "Paid", value: "4.00 USDC" });
    const values = valuesIn(receipt);
    expect([values.get("Price"), values.get("Accepted")]).toEqual(["4.50 USDC", "4.00 of 4.50 USDC"]);
  });

  test("tells an exact payment once", async () => {
    const checkout = await world.create({ ...usdc, amount: 4_500_000n });
    await world.pay(checkout);
    const values = valuesIn(await documentOf(checkout));
    expect([...values.values()].filter((value) => value === "4.50 USDC")).toHaveLength(1);
    expect(values.has("Above the price")).toBe(false);
  });

  test("has its times in the project's time zone, and names the zone", async () => {
    const checkout = await world.create(inEuros);
    await world.pay(checkout, 5_000_000n);
    await update("UPDATE projects SET time_zone = 'Asia/Seoul'");
    await update(
      "UPDATE checkouts SET paid_at = '2026-01-31T20:00:00Z', exchange_rate_at = '2026-01-31T20:00:00Z'",
    );
    expect(await valueUnder(checkout, "Paid on")).toBe("Feb 1, 2026, 5:00 AM GMT+9");
    expect(await valueUnder(checkout, "Value")).toBe(
      "€4.50\n1 USDC = 0.9 EUR at Feb 1, 2026, 5:00 AM GMT+9.",
    );
  });

  test("claims no fiat value for a price in tokens", async () => {
    const checkout = await world.create({ ...usdc, amount: 4_500_000n });
    await world.pay(checkout);
    expect(await valueUnder(checkout, "Value")).toBe("Not recorded: the price was set in USDC.");
  });

  test("splits the price into its taxes and the rest, which add up to it", async () => {
    const taxes = { "VAT 19%": "0.72", "VAT 7%": "0.1" };
    const checkout = await world.create({ ...inEuros, fiatAmount: "5.5", taxes });
    const lines = ["€4.68", "€0.10", "€0.72"];
    const taxesIn = (receipt: ReceiptDocument | null) =>
      (receipt?.groups.flat() ?? [])
        .filter(({ label }) => /Before tax|VAT/.test(label))
        .map(({ value }) => value);
    expect(taxesIn(await invoiceOf(checkout))).toEqual(lines);
    await world.pay(checkout, 6_200_000n);
    expect(taxesIn(await documentOf(checkout))).toEqual(lines);
    expect(await valueUnder(checkout, "Price")).toBe("€5.50");
  });

  test("lists the wallets whose transfers count, the largest payer first, at most five", async () => {
    const checkout = await world.create();
    await world.pay(checkout, 4_500_000n);
    const wallets = Array.from({ length: 6 }, (_, index) => `0x${String(index + 1).repeat(40)}` as const);
    const transfers = wallets.map((fromAddress, index) =>
      buildTransfer(checkout, {
        ...usdc,
        fromAddress,
        amountUnits: BigInt(index + 1),
      }),
    );
    const stray = buildTransfer(checkout, {
      ...usdc,
      tokenAddress: network.usdt,
      amountUnits: 10n ** 12n,
      fromAddress: `0x${"9".repeat(40)}`,
    });
    const lost = buildTransfer(checkout, {
      ...usdc,
      amountUnits: 10n ** 12n,
      blockNumber: 1_000_000n,
      fromAddress: `0x${"8".repeat(40)}`,
    });
    await world.stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([...transfers, stray, lost]);
      // A reorg took it.
      await tx.orphanAbove(usdc.chainId, 999_999n);
    });
    const [first, ...others] = wallets.toReversed();
    expect((await valueUnder(checkout, "Paid from"))?.split("\n")).toEqual([
      payer,
      first,
      ...others.slice(0, 3),
      "+ 2",
    ]);
  });

  test("names the customer of the metadata to the merchant alone", async () => {
    const checkout = await world.create({
      ...usdc,
      ...order,
      amount: 4_500_000n,
      metadata: { customer_name: "Ana\nNovak" },
    });
    await world.pay(checkout);
    const nameIn = async (copy?: { projectId: string }) =>
      valuesIn(await documentOf(checkout, "en", copy)).get("Customer");
    expect(await nameIn({ projectId: world.project.id })).toBe("Ana Novak");
    expect(await nameIn()).toBeUndefined();
    const projectId = await world.stores.createProject();
    await expect(documentOf(checkout, "en", { projectId })).rejects.toMatchObject({
      code: "CHECKOUT_NOT_FOUND",
    });
  });

  test("lists each completed refund with its transaction", async () => {
    const checkout = await world.paid();
    const txHash = `0x${"ab".repeat(32)}`;
    await update("UPDATE checkouts SET refunded_units = 1500000 WHERE own(id)");
    await update(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, completed_at, tx_hash)
       VALUES ($1, $2, $3, 1500000, $4, $5, 'COMPLETED', '2026-02-01T10:00:00Z', $6)`,
      ...[newId("rfd"), world.project.id, checkout.id, usdc.chainId, usdc.tokenAddress, txHash],
    );
    const rows = (await documentOf(checkout))?.groups.flat() ?? [];
    expect(rows.find(({ label }) => label === "Refund arrived")).toEqual({
      label: "Refund arrived",
      value: `1.50 USDC\nFeb 1, 2026, 10:00 AM UTC\n${txHash}`,
      iso: "2026-02-01T10:00:00.000Z",
    });
  });

  test("writes amounts and dates as its language does", async () => {
    const checkout = await world.create({ ...usdc, fiatAmount: "1234.50", fiatCurrency: "USD" });
    await world.pay(checkout, 1_234_500_000n);
    await update("UPDATE checkouts SET paid_at = '2026-01-31T20:00:00Z'");
    const rows = valuesIn(await documentOf(checkout, "de"));
    expect(rows.get("Preis")).toBe("1.234,50\u00a0$");
    expect(rows.get("Bezahlt")).toBe("1.234,50 USDC");
    expect(rows.get("Bezahlt am")).toBe("31.01.2026, 20:00 UTC");
    expect(await documentOf(checkout, "ko")).toMatchObject({ title: "영수증", language: "ko" });
  });

  test("exists for a paid checkout only", async () => {
    const open = await world.create();
    expect(await documentOf(open)).toBeNull();
    await network.pay(open.depositAddress, 4_500_000n);
    await world.scan();
    expect(await documentOf(open)).toBeNull();
    await world.mineAndWatch();
    expect(await documentOf(open)).not.toBeNull();
    const statuses = ["EXPIRED", "CANCELLED", "LATE_PAID"];
    for (const status of statuses) {
      await update("UPDATE checkouts SET status = $1::checkout_status WHERE own(id)", status);
      expect(await documentOf(open), status).toBeNull();
    }
    await expect(documentOf({ id: newId("chk") })).rejects.toMatchObject({ code: "CHECKOUT_NOT_FOUND" });
  });
});

describe("an invoice", () => {
  test("has what is due, until when and where to pay it, and says that it isn't paid", async () => {
    await update("UPDATE projects SET name = 'Corner Coffee', time_zone = 'Asia/Seoul'");
    const checkout = await world.create(inEuros);
    const created = new Date("2026-01-31T20:00:00Z");
    world.stopClock();
    world.clockAheadMs += created.getTime() - world.deps.clock.now().getTime();
    await update(
      `UPDATE checkouts SET created_at = $1::timestamptz, expires_at = $1::timestamptz + interval '30 minutes',
         exchange_rate_at = $1`,
      created,
    );
    expect(await invoiceOf(checkout)).toEqual({
      kind: "invoice",
      title: "Invoice",
      merchantName: "Corner Coffee",
      merchantDetails: null,
      logoDigest: null,
      language: "en",
      at: created,
      headline: { label: "Amount due", value: "5.00 USDC" },
      groups: [
        [
          { label: "Item", value: "Flat white" },
          { label: "Reference", value: "order-1042" },
          { label: "Price", value: "€4.50\n1 USDC = 0.9 EUR at Feb 1, 2026, 5:00 AM GMT+9." },
        ],
        [
          { label: "Status", value: "Not paid yet" },
          { label: "Network", value: network.definition.name },
          { label: "Pay by", value: "Feb 1, 2026, 5:30 AM GMT+9", iso: "2026-01-31T20:30:00.000Z" },
        ],
        [
          { label: "Issued on", value: "Feb 1, 2026, 5:00 AM GMT+9", iso: created.toISOString() },
          { label: "Checkout ID", value: checkout.id },
        ],
      ],
      code: { label: "Pay at", url: pageUrl },
    });
  });

  test("shows the rest that is due after a part of the price", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, 1_500_000n);
    await world.scan();
    const rows = valuesIn(await invoiceOf(checkout));
    expect([rows.get("Received"), rows.get("Amount due"), rows.get("Status")]).toEqual([
      "1.50 USDC",
      "3.00 USDC",
      "Partly paid",
    ]);
  });

  test("has the price alone before the customer chose a coin", async () => {
    const inFiat = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const inTokens = await world.create({ amount: 4_500_000n });
    for (const [checkout, price] of [
      [inFiat, "$4.50"],
      [inTokens, "4.50"],
    ] as const) {
      const rows = valuesIn(await invoiceOf(checkout));
      expect([rows.get("Amount due"), rows.has("Price")]).toEqual([price, false]);
    }
  });

  test("becomes the receipt with the payment; in between and after the deadline there is none", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, 4_500_000n);
    await world.scan();
    expect(await invoiceOf(checkout)).toBeNull();
    await world.mineAndWatch();
    expect(await invoiceOf(checkout)).toEqual(await documentOf(checkout));
    const other = await world.create();
    world.clockAheadMs += 31 * 60_000;
    expect(await invoiceOf(other)).toBeNull();
  });
});

describe("hostile text in a receipt", () => {
  const hostile: Readonly<Record<string, [text: string, shown: string]>> = {
    "a word longer than the page": ["x".repeat(2_000), "x".repeat(2_000)],
    "10 kB of words": ["latte ".repeat(1_700), "latte ".repeat(1_700)],
    "right-to-left letters and overrides": ["\u202eevil\u2066 קפה\u2069", "evil קפה"],
    emoji: ["Coffee ☕ 👩‍🚀 🇰🇷", "Coffee ☕ 👩‍🚀 🇰🇷"],
    "control characters": ["Cof\u0007fee\u001b[31m", "Coffee[31m"],
    "a lone surrogate's replacement and combining marks": [
      `\ufffd${"e\u0301".repeat(50)}`,
      `\ufffd${"e\u0301".repeat(50)}`,
    ],
    "code of a PDF": [") Tj ET endstream endobj", ") Tj ET endstream endobj"],
    "a placeholder": ["{merchant}", "{merchant}"],
  };

  test.each(Object.entries(hostile))("%s is shown as text", async (_, [text, shown]) => {
    const checkout = await world.paid();
    await update("UPDATE projects SET name = $1, receipt_details = $1", text);
    await update("UPDATE checkouts SET item_name = $1, reference_id = $1", text);
    const receipt = await documentOf(checkout, "ko");
    if (receipt === null) throw new Error("no receipt");
    expect(receipt.merchantName).toBe(shown);
    expect(receipt.merchantDetails).toBe(shown);
    expect(receipt.groups.flat().filter(({ value }) => value === shown)).toHaveLength(2);
    const pdf = (await drawReceipt(receipt)).toString("latin1");
    expect(pdf.slice(0, 5)).toBe("%PDF-");
    expect(pdf.trimEnd().endsWith("%%EOF")).toBe(true);
    expect(pdf.match(/\/Type \/Catalog\b/g)).toHaveLength(1);
  });
});
