import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { untilStatus } from "../support/api";
import { pay, payOnSecondChain, untilMined } from "../support/chain";
import { endTime, makeShop } from "../support/checkout-states";
import { signIn } from "../support/dashboard";
import { expect, expectFit, markDocument, startCheckout, test, title } from "../support/fixtures";
import { keepLooks, keepScreenshot } from "../support/layout";
import { untilReceived } from "../support/refunds";
import { manifest } from "../support/stack";

// The browser reports the refusals of the look-up itself.
test.use({ expectedComplaint: /status of 4(04|09|22)/ });

const started = {} as Record<"unpaid" | "late" | "wrong" | "part" | "open", CheckoutResource>;

test.beforeAll(async () => {
  const demo = manifest();
  const urls = { successUrl: `${demo.baseUrl}/shop?thanks=1`, cancelUrl: `${demo.baseUrl}/shop?cancelled=1` };
  for (const name of ["unpaid", "late", "wrong", "part", "open"] as const)
    started[name] = await startCheckout(demo, { open: name === "open", expiryMinutes: 1, ...urls });
  const { unpaid, ...others } = started;
  await pay(demo, String(started.part.depositAddress), 4_000_000n);
  await untilReceived(demo, started.part.id, 4_000_000n);
  const ids = Object.values(others).map(({ id }) => id);
  await endTime(demo, ids);
  await Promise.all(ids.map((id) => untilStatus(demo, id, "EXPIRED")));
});

test("shows the end of time while the page is open, with two choices", async ({ page, demo }) => {
  // The customer's clock is an hour slow.
  await page.clock.install({ time: Date.now() - 3_600_000 });
  await page.goto(`/c/${started.unpaid.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  const expectSameDocument = await markDocument(page);
  const left = page.getByRole("timer").locator("visible=true");
  const drawn = (await left.textContent()) ?? "";
  await expect(left).not.toHaveText(drawn);
  await expect(left).toHaveText(/^0:\d\d$/);

  await endTime(demo, [started.unpaid.id]);
  await page.clock.fastForward(60_000);
  await expect(title(page, "This checkout has expired")).toBeVisible();
  await expect(title(page, "This checkout has expired")).toBeFocused();
  await expectSameDocument();
  // The page must not tempt anyone to send to the old address.
  await expect(page.getByText(getAddress(String(started.unpaid.depositAddress)))).toHaveCount(0);
  await expect(page.getByRole("img")).toHaveCount(0);
  expect(await page.content()).not.toContain("thanks=1");
  await keepScreenshot(page, "checkout-expired");
  await expectFit(page);

  const notPaid = page.getByRole("region", { name: "I haven't paid" });
  await expect(notPaid.getByRole("link", { name: "Back to the shop" })).toHaveAttribute(
    "href",
    `${demo.baseUrl}/shop?cancelled=1`,
  );
  const alreadyPaid = page.getByRole("region", { name: "I already paid" });
  await lookUp(page, "not a hash");
  await expect(alreadyPaid.getByRole("alert")).toHaveText(
    /^Enter a transaction hash \(0x and 64 characters\)/,
  );
  await lookUp(page, `0x${"ab".repeat(32)}`);
  await expect(alreadyPaid.getByRole("status")).toHaveText(
    /^The network doesn't know this transaction yet\. We'll keep looking for it\. If you paid from a Safe/,
  );
});

test("finds a late payment by its hash, and shows a full one", async ({ page, demo }) => {
  const { id, depositAddress } = started.late;
  await page.goto(`/c/${id}`);
  await expect(title(page, "This checkout has expired")).toBeVisible();
  await untilFormHears(page);

  const first = await pay(demo, String(depositAddress), 4_000_000n);
  await untilMined(demo, first);
  await lookUp(page, first);
  await expect(page.getByRole("status").filter({ hasText: /^Payment found/ })).toHaveText(
    "Payment found, but the deadline passed before the full amount arrived. The shop can see it and can refund you.",
  );
  await expect(title(page, "4.00 USDC received")).toBeVisible();

  const second = await pay(demo, String(depositAddress), 6_000_000n);
  await untilMined(demo, second);
  await untilStatus(demo, id, "LATE_PAID");
  await expect(title(page, "Payment received late")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Your payment of 10\.00 USDC arrived after the deadline\./)).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  await expectFit(page);
});

test("a late payment of another token or on another network is found too, and named", async ({
  page,
  demo,
}) => {
  const { id, depositAddress } = started.wrong;
  await page.goto(`/c/${id}`);
  const told = lookupOf(page).getByRole("alert");
  await untilFormHears(page);

  const otherToken = await pay(demo, String(depositAddress), 10_000_000n, { symbol: "USDT" });
  await untilMined(demo, otherToken);
  await lookUp(page, otherToken);
  await expect(told).toHaveText(
    "Your payment arrived on Local in a different coin than you chose. The shop can see it and can refund you.",
  );

  const elsewhere = await payOnSecondChain(demo, String(depositAddress), 10_000_000n);
  // The customer knows no network, and pastes what the explorer's address line showed.
  await lookUp(page, `https://explorer.example/tx/${elsewhere}#logs`);
  await expect(told).toHaveText(
    "Your payment is on Local Two, but this order has to be paid on another network. The shop can see it and can refund you.",
  );
  // Only a customer who sent to the wrong place is helped; the checkout stays unpaid.
  await untilStatus(demo, id, "EXPIRED");

  const back = page.getByRole("region", { name: "Get it back" });
  await back
    .getByLabel(/^Your e-mail for the answer/)
    .filter({ visible: true })
    .fill("ada@example.com");
  await back.getByRole("button", { name: "Ask for it back" }).click();
  await expect(
    back.getByText(/^Asked\. You asked for it back\. We e-mailed .*\. The answer goes/),
  ).toBeVisible();
  await keepLooks(page, "expired-wrong-requested");
  await expectFit(page);
});

test("leads with a partial payment, takes a request with an e-mail address, and shows both to the merchant", async ({
  page,
  browser,
  demo,
}) => {
  const { id } = started.part;
  // Without scripts, too.
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.baseUrl });
  const plain = await context.newPage();
  for (const tab of [page, plain]) {
    await tab.goto(`/c/${id}`);
    await expect(title(tab, "4.00 USDC received")).toBeVisible();
    await expect(tab.getByRole("region", { name: "I haven't paid" })).toHaveCount(0);
    await expect(tab.getByRole("region", { name: /^Continue/ })).toHaveCount(0);
  }
  await keepLooks(page, "expired-part");
  await expectFit(page);
  const back = page.getByRole("region", { name: "Get it back" });
  const field = plain.getByRole("textbox", { name: /^Your e-mail for the answer/ });
  await field.fill("ada@example.com");
  await plain.getByRole("button", { name: "Request 4.00 USDC back" }).click();
  for (const tab of [page, plain]) {
    await expect(tab.getByText(/^Asked\. You requested 4\.00 USDC back\./)).toBeVisible();
  }
  await context.close();
  await back.getByRole("button", { name: "Paid from your own wallet? Get the refund there" }).click();
  await back.getByRole("button", { name: "Demo wallet" }).click();
  await back.getByRole("button", { name: "Sign the request" }).click();
  await expect(back.getByText(/can go back to the wallet that paid\.$/)).toBeVisible();
  await keepLooks(page, "expired-part-requested");
  await expectFit(page);

  await signIn(page);
  await page.goto(`/dashboard/projects/${demo.projectId}/checkouts/${id}`);
  await expect(page.getByText(/^The customer wants the money back\. They signed/)).toBeVisible();
  await expect(page.getByText("ada@example.com", { exact: true })).toBeVisible();
});

test("continues with the rest when the merchant accepts late payments", async ({ page, demo }) => {
  const shop = await makeShop(demo, { latePaymentPolicy: "ACCEPT" });
  const checkout = await startCheckout(shop);
  await pay(shop, String(checkout.depositAddress), 4_000_000n);
  await untilReceived(shop, checkout.id, 4_000_000n);
  await endTime(shop, [checkout.id]);
  await untilStatus(shop, checkout.id, "EXPIRED");

  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "4.00 USDC received")).toBeVisible();
  const rest = page.getByRole("region", { name: "Continue: 6.00 USDC left" });
  await rest.getByText("Send 6.00 USDC more").click();
  await expect(rest.getByText(getAddress(String(checkout.depositAddress)))).toBeVisible();
  await keepLooks(page, "expired-continue");
  await expectFit(page);
  await pay(shop, String(checkout.depositAddress), 6_000_000n);
  await expect(title(page, "Paid")).toBeVisible({ timeout: 60_000 });
});

test("a checkout that ran out before a token was chosen has the same two doors", async ({ page }) => {
  await page.goto(`/c/${started.open.id}`);
  await expect(title(page, "This checkout has expired")).toBeVisible();
  await expect(page.getByRole("region", { name: "I haven't paid" })).toBeVisible();
  await expect(page.getByRole("region", { name: "I already paid" })).toBeVisible();
});

const lookupOf = (page: Page) => page.getByRole("region", { name: /^I (already paid|sent something else)$/ });

/** The form's own script comes after the page's: what is sent before it goes nowhere. */
async function untilFormHears(page: Page): Promise<void> {
  const told = lookupOf(page).getByRole("alert");
  await expect(async () => {
    await lookUp(page, "not a hash");
    await expect(told).toHaveText(/^Enter a transaction hash/, { timeout: 2_000 });
  }).toPass();
}

async function lookUp(page: Page, pasted: string): Promise<void> {
  await page.getByRole("textbox", { name: "Transaction hash" }).fill(pasted);
  await page.getByRole("button", { name: "Find payment" }).click();
}
