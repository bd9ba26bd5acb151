import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createDatabase } from "@/lib/platform/database";
import { getPublic } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { expectView, postPublic } from "../support/contract";
import {
  chooseFolded,
  expect,
  expectFit,
  openWay,
  startCheckout,
  test,
  title,
  untilHeard,
} from "../support/fixtures";
import { holdScripts } from "../support/held-scripts";
import { keepLooks, keepScreenshot } from "../support/layout";

test("a token fixed at creation leaves nothing to choose", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await expect(page.getByRole("link", { name: "Change" })).toHaveCount(0);

  await page.goto(`/c/${checkout.id}?change=1`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
});

test("a customer who changed the token and then pays the first quote has paid", async ({ page, demo }) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await openWay(page, "send-yourself");
  // Each coin on its cheapest network.
  await expect(page.getByRole("button", { name: /USDC|USDT/ })).toHaveText([
    /USDC.*Local Two/,
    /USDT.*Local Two/,
  ]);
  await keepScreenshot(page, "checkout-choose");
  await expectFit(page);

  await chooseFolded(page, "USDC", /USDC on Local 10/);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await page.getByRole("link", { name: "Change" }).click();
  await expect(page.getByRole("link", { name: "Keep USDC on Local" })).toBeVisible();
  await page.getByRole("button", { name: /USDT on Local Two/ }).click();
  await expect(title(page, "Send 10.00 USDT")).toBeVisible();
  await expect(page).toHaveURL(`${demo.baseUrl}/c/${checkout.id}`);
  await expect(page.getByText("Send only USDT, and only on Local Two.")).toBeVisible();
  await keepScreenshot(page, "checkout-pay");
  await expectFit(page);

  const { depositAddress, network } = await getPublic(demo, checkout.id);
  expect(network?.name).toBe("Local Two");
  await pay(demo, String(depositAddress), 10_000_000n, { chainId: 31337, symbol: "USDC" });
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByRole("definition").getByText("10.00 USDC")).toBeVisible();
});

test.describe("after too many changes of the coin", () => {
  // The browser itself writes down every answer that is an error.
  test.use({ expectedComplaint: /409/ });

  test("the next one is refused with a reason, beside the way back to the chosen coin", async ({
    page,
    demo,
  }) => {
    const { id } = await startCheckout(demo, { open: true });
    const chain = chainOf(demo);
    for (let time = 0; time < 10; time++) {
      const tokenAddress = tokenOf(chain, time % 2 === 0 ? "USDT" : "USDC");
      expectView(await postPublic(demo, id, "select", { chainId: chain.chainId, tokenAddress }));
    }
    await page.goto(`/c/${id}?change=1`);
    await openWay(page, "send-yourself");
    await page.getByRole("button", { name: /USDT on Local Two/ }).click();
    await expect(page.getByText("You can't change the coin any more.")).toBeVisible();
    await page.getByRole("link", { name: "Keep USDC on Local" }).click();
    await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  });
});

test("each choice shows its network's cost, and one tap opens the explanation", async ({ page, demo }) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await openWay(page, "send-yourself");
  await page.getByText("USDC on another network").click();
  await keepLooks(page, "choose-networks");
  await expectFit(page);
  await expect(
    page.getByRole("button", { name: /^USDC on Local 10\.00 USDC fee about \$0\.01 · about 10 seconds$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("button", {
      name: /^USDC on Local Two .* fee under \$0\.01 · about 10 seconds$/,
    }),
  ).toBeVisible();
  // Each coin's first network costs the same.
  await expect(page.getByText("Lowest fee")).toHaveCount(0);
  const help = page.getByText("New to this? How it works");
  await help.click();
  await expect(page.getByText("A coin worth a dollar")).toBeVisible();
  await keepLooks(page, "choose-help");
  await expectFit(page);

  await page.getByRole("button", { name: /USDC on Local 10/ }).click();
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await help.click();
  await expect(page.getByText("Exactly 10.00 USDC must arrive here.")).toBeVisible();
  await keepLooks(page, "pay-help");
  await expectFit(page);
});

test("the kind of QR code is remembered on the device, and the plain address is the first one", async ({
  page,
  demo,
}) => {
  const first = await startCheckout(demo);
  await page.goto(`/c/${first.id}`);
  await openWay(page, "send-yourself");
  const plain = page.getByRole("img", { name: /^QR code with the address/ });
  const withAmount = page.getByRole("img", { name: /^QR code with a payment link/ });
  await expect(plain).toBeVisible();
  await untilHeard(page);
  await page.getByText("With amount", { exact: true }).click();
  await expect(withAmount).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("checkout:qr"))).toBe("link");

  const second = await startCheckout(demo);
  await page.goto(`/c/${second.id}`);
  await openWay(page, "send-yourself");
  await expect(withAmount).toBeVisible();
  await page.getByText("Address", { exact: true }).click();
  await page.reload();
  await untilHeard(page);
  await openWay(page, "send-yourself");
  await expect(plain).toBeVisible();
});

test("a second tab follows the first one's choice and payment", async ({ page, context, demo }) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  const second = await context.newPage();
  await second.goto(`/c/${checkout.id}`);
  await expect(title(second, "Choose how to pay")).toBeVisible();
  await chooseFolded(page, "USDC", /USDC on Local 10/);
  await expect(title(second, "Send 10.00 USDC")).toBeVisible();

  await page.getByRole("link", { name: "Change" }).click();
  await expect(title(page, "Choose how to pay")).toBeVisible();
  const { depositAddress } = await getPublic(demo, checkout.id);
  await pay(demo, String(depositAddress), 1_000_000n);
  // With money under way the choice is over, in both.
  await expect(title(page, "Send 9.00 USDC more")).toBeVisible();
  await expect(title(second, "Send 9.00 USDC more")).toBeVisible();
  await second.close();
});

test("the customer's device recomputes the address, and explains on demand what that proves", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await openWay(page, "send-yourself");
  const checked = page.getByText("Address checked on your device");
  await expect(checked).toBeVisible();
  const proves = page.locator("p").filter({ hasText: /^Your device calculated this address again/ });
  await expect(proves).toBeHidden();
  await page.locator("summary").filter({ has: checked }).press("Enter");
  await expect(proves).toBeVisible();
  await expect(proves).toContainText(getAddress(demo.merchantAddress));
  await keepLooks(page, "address-checked");
  await expectFit(page);
});

test("an address that was changed behind the page is stopped before anybody pays to it", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const stranger = privateKeyToAccount(generatePrivateKey()).address;
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  const store = (address: string) =>
    database.pool.query("UPDATE checkouts SET deposit_address = $2 WHERE id = $1", [
      checkout.id,
      address.toLowerCase(),
    ]);
  try {
    await store(stranger);
    await page.goto(`/c/${checkout.id}`);
    // No one touches it: the page looks by itself.
    const stop = page.getByRole("alert").filter({ hasText: "Stop: don't pay" });
    await expect(stop).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: /^(Copy|Connect|Pay)/ })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop: don't pay");
    await expect(page.getByRole("img")).toHaveCount(0);
    await expect(page.getByText(stranger)).toHaveCount(0);
    await expect(page.getByText("Address checked on your device")).toHaveCount(0);
    await keepLooks(page, "address-wrong");
    await expectFit(page);
  } finally {
    await store(String(checkout.depositAddress));
    await database.close();
  }
});

test("a press before the page's scripts run takes effect once they do, once", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  const release = await holdScripts(page);
  await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Connect wallet" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveCount(0);
  await release();
  await expect(dialog).toBeVisible();
  // Closed, it stays so: the page hears by itself now.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByText("Send manually").click();
  await expect(dialog).toBeHidden();
});

// Before React has gone through the page, while it does, and in the moment after which it hears by itself.
for (const moment of ["at once", "soon", "as it hears"])
  test(`what is pressed while React takes the page over is done once: ${moment}`, async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.context().grantPermissions(["clipboard-write"]);
    await page.addInitScript((when) => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) => {
        copied.push(text);
        return write(text);
      };
      const press = () => {
        const button = document.querySelector("button[aria-label='Copy amount']");
        // React has left its marks on what it listens for.
        if (when === "as it hears" && Object.keys(button ?? {}).length === 0) setTimeout(press);
        else button?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      };
      // The document is listened to for the first time as React begins.
      const listen = document.addEventListener;
      document.addEventListener = (...given: Parameters<typeof listen>) => {
        listen.apply(document, given);
        if (given[0] !== "click") return;
        document.addEventListener = listen;
        if (when === "at once") queueMicrotask(press);
        else setTimeout(press, when === "soon" ? 5 : 0);
      };
    }, moment);
    await page.goto(`/c/${checkout.id}`);
    await untilHeard(page);
    const copied = () => page.evaluate(() => Reflect.get(window, "copied") as string[]);
    await expect.poll(copied).toEqual(["10.00"]);
    // By itself it hears the next one: nothing of the first is left over.
    await openWay(page, "send-yourself");
    await page.getByRole("button", { name: "Copy amount" }).click();
    await expect.poll(copied).toEqual(["10.00", "10.00"]);
  });

/** Tabs on until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page
    .getByRole("button", { name })
    .or(page.locator("summary").filter({ has: page.getByRole("heading", { name }) }));
  for (let steps = 0; steps < 20; steps += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`"${name}" is not reached within 20 steps`);
}

test("by keyboard: choose, open the wallets, leave them, pay with the demo wallet", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true, cancelUrl: `${demo.baseUrl}/shop` });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await untilHeard(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to payment" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to payment" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(title(page, "Choose how to pay")).toBeFocused();
  await tabTo(page, "Send manually");
  await page.keyboard.press("Enter");
  await tabTo(page, /USDC on Local Two/);
  await page.keyboard.press("Enter");
  await expect(title(page, "Send 10.00 USDC")).toBeFocused();

  // The last control of the task, after all ways to pay.
  const controls = page.locator("main section").locator("a, button, summary, input").locator("visible=true");
  await expect(controls.last()).toHaveText("Cancel and return to the shop");
  await tabTo(page, "Wallets in this browser");
  await page.keyboard.press("Enter");
  await tabTo(page, "Connect wallet");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  await expect(dialog.getByRole("button", { name: "Demo wallet" })).toBeVisible();
  // The focus is in the dialog, and stays in it or in the browser's own controls.
  for (let steps = 0; steps < 4; steps += 1) {
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest("dialog") === null;
    });
    expect(outside).toBe(false);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeFocused();

  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Pay with demo wallet" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(title(page, "Paid")).toBeVisible({ timeout: 20_000 });
  await expect(title(page, "Paid")).toBeFocused();
  await tabTo(page, "Print receipt");
});
