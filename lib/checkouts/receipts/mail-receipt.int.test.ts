import { beforeEach, describe, expect, test } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { toPublicView } from "@/lib/checkouts/views/public-checkout.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { sendLetters } from "@/lib/letters/send-letters";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openMailbox } from "@/lib/testing/world/letters";
import { mailReceipt, receiptState } from "./mail-receipt";
import { createReceiptFacts } from "./receipt-facts.store";

const world = await fileWorld([], { stillClock: "what is due is due to the millisecond" });
const mailbox = await openMailbox(world);
beforeEach(() => mailbox.clear());

const dayMs = 24 * 3_600_000;
const query = (text: string, values: unknown[] = []) => world.stores.database.pool.query(text, values);

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
      const context = { ...mailbox.deps, depositContracts, isPayableByX402: () => true };
      return toPublicView(found, [], context, world.now, null);
    };
    try {
      await mailReceipt(
        partsOf<Parameters<typeof mailReceipt>[0]>({
          ...mailbox.deps,
          rateLimiter,
          checkouts,
          receipts: createReceiptFacts(world.stores.database),
          show,
        }),
        checkoutId,
        recipient,
        client,
        ({ merchantName, totalPaid, itemName, referenceId, taxes }) => ({
          subject: merchantName,
          lines: [
            totalPaid,
            ...[itemName, referenceId].filter((text) => text === "Win now" || text === "A-17"),
            ...Object.entries(taxes).flat(),
          ],
          check: "Check",
          file: "PDF",
          reason: "You asked.",
          language: "ko",
        }),
      );
      return "sent";
    } catch (error) {
      return error instanceof CheckoutError ? error.code : String(error);
    }
  }

  test("is sent once for concurrent requests, and its address is deleted", async () => {
    const mine = await mailbox.project("Coffee.example", []);
    const { id } = await mailbox.paid(mine, noon);
    const answers = await Promise.all([ask(id), ask(id), ask(id)]);
    expect(answers.sort()).toEqual(["RECEIPT_UNAVAILABLE", "RECEIPT_UNAVAILABLE", "sent"]);
    expect(await stored()).toMatchObject([{ recipient: to, status: "PENDING" }]);
    await mailbox.minute();
    const file = `https://pay.service.example/api/c/${id}/receipt.pdf?language=ko`;
    const text = `4500000\n\nCheck: https://pay.service.example/c/${id}\n\nPDF: ${file}\n\nYou asked.\n`;
    expect(mailbox.delivered()).toEqual([{ to, subject: "Coffee[.]example", text }]);
    const [received] = mailbox.receiver.received;
    expect(received?.html).toContain('<html lang="ko">');
    expect(received?.html).toContain(`<a href="https://pay.service.example/c/${id}">`);
    expect(received?.html).toContain(`<a href="${file}">`);
    expect(await stored()).toEqual([{ recipient: "", body: "", status: "SENT" }]);
    expect(await ask(id)).toBe("RECEIPT_UNAVAILABLE");
  });

  test("is dropped with its address when sending fails for two days", async () => {
    const { id } = await mailbox.paid(await mailbox.project("Coffee shop", []), noon);
    await ask(id);
    world.now = later(2 * dayMs + 1);
    await sendLetters(mailbox.deps);
    expect(await stored()).toEqual([{ recipient: "", body: "", status: "FAILED" }]);
  });

  test("is refused before the payment, for an unknown checkout, and without a mail server", async () => {
    const mine = await mailbox.project("Coffee shop", []);
    const open = await world.stores.createCheckout({ projectId: mine });
    expect(await ask(open.id)).toBe("RECEIPT_UNAVAILABLE");
    expect(await ask(newId("chk"))).toBe("CHECKOUT_NOT_FOUND");
    const token = { decimals: 6 };
    const view = { id: (await mailbox.paid(mine, noon)).id, isPaid: true, totalPaid: "4500000", token };
    expect(await receiptState(null, view)).toBeNull();
    expect(await receiptState(mailbox.deps.mail, { ...view, isPaid: false })).toBeNull();
    expect(await receiptState(mailbox.deps.mail, view)).toBe("open");
    await ask(view.id);
    expect(await receiptState(mailbox.deps.mail, view)).toBe("again");
    await ask(view.id, "eve@customer.example");
    expect(await receiptState(mailbox.deps.mail, view)).toBe("sent");
    expect(await receiptState(mailbox.deps.mail, { ...view, totalPaid: "999999" })).toBeNull();
  });

  test("is sent to a second address, and refused for a third", async () => {
    const { id } = await mailbox.paid(await mailbox.project("Coffee shop", []), noon);
    expect(await ask(id, "eve@stranger.example")).toBe("sent");
    expect(await ask(id, "EVE@stranger.example")).toBe("RECEIPT_UNAVAILABLE");
    expect(await Promise.all([ask(id), ask(id)])).toEqual(
      expect.arrayContaining(["sent", "RECEIPT_UNAVAILABLE"]),
    );
    expect(await ask(id, "bob@customer.example")).toBe("RECEIPT_UNAVAILABLE");
    expect(await stored()).toHaveLength(2);
  });

  test("comes to one address three times a day, even after the addresses were deleted", async () => {
    const mine = await mailbox.project("Coffee shop", []);
    const asked: (string | undefined)[] = [];
    for (let index = 0; index < 5; index++) {
      asked.push(await ask((await mailbox.paid(mine, noon)).id, to, `192.0.2.${index}`));
      await mailbox.minute();
    }
    expect(asked).toEqual(["sent", "sent", "sent", "RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED"]);
    world.now = later(dayMs + 360_000);
    expect(await ask((await mailbox.paid(mine, noon)).id)).toBe("sent");
  });

  test("is limited to twenty a day per client network", async () => {
    const mine = await mailbox.project("Coffee shop", []);
    const checkouts = await Promise.all(Array.from({ length: 21 }, () => mailbox.paid(mine, noon)));
    const asked = await Promise.all(checkouts.map(({ id }, index) => ask(id, `c${index}@customer.example`)));
    expect(asked.filter((end) => end === "sent")).toHaveLength(20);
    expect(asked).toContain("RATE_LIMIT_EXCEEDED");
    expect(await ask((await mailbox.paid(mine, noon)).id, to, "192.0.2.2")).toBe("sent");
  });

  test("is refused below one token, and omits the texts of a checkout created by API key", async () => {
    const mine = await mailbox.project("Coffee shop", []);
    const small = await mailbox.paid(mine, noon);
    await query("UPDATE checkouts SET total_paid_units = 999999 WHERE id = $1", [small.id]);
    expect(await ask(small.id)).toBe("RECEIPT_UNAVAILABLE");
    for (const via of ["API_KEY", "SERVER_KEY"]) {
      const { id } = await mailbox.paid(mine, noon);
      await query(
        "UPDATE checkouts SET item_name = 'Win now', reference_id = 'A-17', taxes = jsonb_build_object('Call now', '0'), created_via = $2::created_via WHERE id = $1",
        [id, via],
      );
      expect(await ask(id, `${via.toLowerCase()}@customer.example`)).toBe("sent");
    }
    await mailbox.minute();
    const texts = mailbox.delivered().map(({ text }) => text.split("\n\n")[0]);
    expect(texts.sort()).toEqual(["4500000", "4500000\nWin now\nA-17\nCall now\n0"]);
  });
});
