import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import { getPublic, untilStatus } from "../support/api";
import { chainOf, pay, payOnSecondChain, tokenOf } from "../support/chain";
import {
  chooseFolded,
  expect,
  expectFit,
  markDocument,
  openWay,
  startCheckout,
  test,
  title,
} from "../support/fixtures";
import { holdScripts, pressAndHear, watchCopies } from "../support/held-scripts";
import { keepLooks, keepScreenshot } from "../support/layout";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";
import { qrHolds } from "./qr";

/**
 * Takes the time from "Paid" to the way back by the page's own clock. Before the page is opened.
 *
 * @returns the milliseconds, to be read where the way led to
 */
async function watchStay(page: Page): Promise<() => Promise<number>> {
  await page.clock.install();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("h1")?.textContent !== "Paid") return;
      watch.disconnect();
      sessionStorage.setItem("paidAt", String(Date.now()));
      addEventListener("pagehide", () => sessionStorage.setItem("leftAt", String(Date.now())));
    });
    watch.observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () =>
    page.evaluate(
      () => Number(sessionStorage.getItem("leftAt")) - Number(sessionStorage.getItem("paidAt") ?? "Infinity"),
    );
}

test("paid leads back to the shop after a visible delay; until then nothing on the page knows the way", async ({
  page,
  demo,
}) => {
  const successUrl = `${demo.baseUrl}/shop?thanks=1`;
  const checkout = await startCheckout(demo, { open: true, successUrl });
  const stayedMs = await watchStay(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  await chooseFolded(page, "USDC", /USDC on Local 10/);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  const { depositAddress } = await getPublic(demo, checkout.id);
  await pay(demo, String(depositAddress), 4_000_000n);
  await expect(title(page, "Send 6.00 USDC more")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);

  await pay(demo, String(depositAddress), 6_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByText(/^Returning in \d+ s$/)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Stay here" })).toBeInViewport();
  await expect(page.getByRole("link", { name: /^Return to/ })).toHaveAttribute("href", successUrl);
  await expect(page.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return page.url();
    })
    .toBe(successUrl);
  expect(await stayedMs(), "time to read and to stop it").toBeGreaterThan(8_000);
});

test("stay here stops the way back, polling has ended, and a receipt opened again stays", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { successUrl: `${demo.baseUrl}/shop?thanks=1` });
  await page.clock.install();
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await keepScreenshot(page, "checkout-paid");
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(/^Returning in/)).toHaveCount(0);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  // Longer than the delay, and than any pace of polling.
  await page.clock.runFor(60_000);
  expect(asked).toEqual([]);
  expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);

  await page.reload();
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
  await expect(page.getByText(/^Returning in/)).toHaveCount(0);
});

test("the receipt shows an overpayment, and accepts the request and then the paying wallet's signature", async ({
  page,
  demo,
}) => {
  const projects = openProjects(demo);
  try {
    const shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT", name: "Corner Coffee" }));
    const { id } = await paid(shop, 10_000_000n, 22_000_000n);
    await page.goto(`/c/${id}`);
    await expect(title(page, "Paid")).toBeVisible();
    await expect(page.getByRole("heading", { name: "You overpaid by 12.00 USDC" })).toBeVisible();
    await keepLooks(page, "checkout-overpaid");
    await page.getByLabel("Your e-mail for the answer").fill("ada@example.com");
    await page.getByRole("button", { name: "Request 12.00 USDC back" }).click();
    await expect(
      page.getByText(/^Asked\. You requested 12\.00 USDC back\. .* sees your request/),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Request 12.00 USDC back" })).toHaveCount(0);
    await keepLooks(page, "checkout-overpaid-requested");
    await expectFit(page);

    await page.getByRole("button", { name: "Paid from your own wallet? Get the refund there" }).click();
    await page.getByRole("button", { name: "Demo wallet" }).click();
    await page.getByRole("button", { name: "Sign the request" }).click();
    await expect(page.getByText(/can go back to the wallet that paid\.$/)).toBeVisible();
    expect((await getPublic(demo, id)).overpayment).toMatchObject({ refundable: "12000000", signed: true });
  } finally {
    await projects.close();
  }
});

test("a payment in parts: the page requests the rest, with a new code, and ends paid without a reload", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const address = getAddress(String(checkout.depositAddress));
  const token = tokenOf(chainOf(demo)).toLowerCase();
  const link = (units: string) => `ethereum:${token}@31337/transfer?address=${address}&uint256=${units}`;
  const linkCode = page.getByRole("img", { name: /payment link/, includeHidden: true });

  const copied = await watchCopies(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await openWay(page, "send-yourself");
  expect(await qrHolds(page.getByRole("img", { name: `QR code with the address ${address}` }), address)).toBe(
    true,
  );
  expect(await qrHolds(linkCode, link("10000000"))).toBe(true);
  const expectSameDocument = await markDocument(page);

  await pay(demo, address, 6_000_000n);
  await expect(title(page, "Send 4.00 USDC more")).toBeVisible();
  await expect(title(page, "Send 4.00 USDC more")).toBeFocused();
  await expect(page.getByText("We received 6.00 USDC of 10.00 USDC.")).toBeVisible();
  await expect(page.getByText("4.00 USDC", { exact: true })).toBeVisible();
  expect(await qrHolds(linkCode, link("4000000"))).toBe(true);
  await expect(page.getByRole("link", { name: "Change" })).toHaveCount(0);
  // Taken along as wallets want it, and answered aloud.
  await pressAndHear(page.getByRole("button", { name: "Copy amount" }), "Amount copied.");
  expect(await copied()).toBe("4.00");
  await pressAndHear(page.getByRole("button", { name: "Copy address" }), "Address copied.");
  expect(await copied()).toBe(address);
  await keepScreenshot(page, "checkout-partial");
  await expectFit(page);

  await pay(demo, address, 4_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await expect(title(page, "Paid")).toBeFocused();
  await expect(page.getByRole("definition").getByText("10.00 USDC")).toBeVisible();
  await expectSameDocument();
  await expectFit(page);
  await untilStatus(demo, checkout.id, "SETTLED");
});

test.describe("a page left open", () => {
  // The browser reports the refusals of the look-up itself.
  test.use({ expectedComplaint: /status of 409/ });

  test("a customer whose payment isn't shown finds a link beside the ways to pay", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const release = await holdScripts(page);
    await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
    // Opened before the page's scripts run, it is not empty for that.
    await page.getByText("I already paid", { exact: true }).click();
    await release();
    await page.getByLabel("Transaction hash").fill(`0x${"cd".repeat(32)}`);
    await page.getByRole("button", { name: "Find payment" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: /^The network doesn't know this transaction yet/ }),
    ).toBeVisible();
    // No node will know it, so the page asks once more and for a minute only.
    await page.getByRole("button", { name: "Show payment details again" }).click();

    const elsewhere = await payOnSecondChain(demo, String(checkout.depositAddress), 10_000_000n);
    await page.getByLabel("Transaction hash").fill(elsewhere);
    await page.getByRole("button", { name: "Find payment" }).click();
    const told = page.getByRole("alert").filter({ hasText: "Your payment is on Local Two" });
    await expect(told).toBeVisible();
    await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await expectFit(page);
  });
});

test("the receipt is sent to an address, and once more to another, without scripts too", async ({
  browser,
  demo,
}) => {
  const checkout = await paid(demo, 1_000_000n);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" });
  const page = await context.newPage();
  const field = page.getByLabel("Beleg per E-Mail an");
  for (const address of ["ada@customer.example", "grace@customer.example"]) {
    // Each visitor finds the form empty.
    await page.goto(`${demo.baseUrl}/c/${checkout.id}`);
    await field.fill(address);
    await page.getByRole("button", { name: "Senden" }).click();
    await expect(page.getByText("Der Beleg ist unterwegs")).toBeVisible();
    await expect(field).toHaveCount(0);
  }
  await page.goto(`${demo.baseUrl}/c/${checkout.id}`);
  await expect(page.getByRole("link", { name: "Beleg als PDF" })).toBeVisible();
  await expect(field).toHaveCount(0);
  await context.close();
});

test("the receipt is a PDF in the page's language once the checkout is paid, without scripts too", async ({
  browser,
  demo,
}) => {
  const open = await startCheckout(demo);
  const early = await fetch(`${demo.baseUrl}/api/c/${open.id}/receipt.pdf`);
  expect(early.status).toBe(409);
  expect(await early.json()).toMatchObject({ error: { code: "RECEIPT_UNAVAILABLE" } });
  const invoice = await fetch(`${demo.baseUrl}/api/c/${open.id}/invoice.pdf`);
  expect(invoice.headers.get("content-disposition")).toContain(`invoice-${open.id}.pdf`);
  const invoicePdf = Buffer.from(await invoice.arrayBuffer()).toString("latin1");
  expect(invoicePdf).toContain(`/URI (${new URL(`/c/${open.id}`, demo.checkoutPageUrl).href})`);

  const checkout = await paid(demo, 1_000_000n);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "ko-KR" });
  const page = await context.newPage();
  await page.goto(`${demo.baseUrl}/c/${checkout.id}`);
  const link = page.getByRole("link", { name: "영수증 PDF" });
  const file = await fetch(new URL(String(await link.getAttribute("href")), demo.baseUrl));
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect(file.headers.get("content-disposition")).toContain(`receipt-${checkout.id}.pdf`);
  const pdf = Buffer.from(await file.arrayBuffer()).toString("latin1");
  expect(pdf.slice(0, 5)).toBe("%PDF-");
  expect(pdf).toContain("/Lang (ko)");
  const held = { headers: { "if-none-match": String(file.headers.get("etag")) } };
  expect((await fetch(file.url, held)).status).toBe(304);
  expect((await fetch(`${demo.baseUrl}/api/c/${checkout.id}/receipt.pdf?language=de`, held)).status).toBe(
    200,
  );
  const later = await fetch(`${demo.baseUrl}/api/c/${checkout.id}/invoice.pdf`);
  expect(later.headers.get("content-disposition")).toContain(`receipt-${checkout.id}.pdf`);
  await context.close();
});
