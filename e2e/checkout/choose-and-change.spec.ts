import { getPublic } from "../support/api";
import { pay } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

test("a token fixed at creation leaves nothing to choose", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await expect(page.getByRole("link", { name: "Change" })).toHaveCount(0);

  await page.goto(`/c/${checkout.id}?change=1`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
});

test("a customer who changed the token, and then pays what was asked first, has paid", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await expect(page.getByRole("button", { name: /USDC|USDT/ })).toHaveCount(4);
  await keepScreenshot(page, "checkout-choose");
  await expectFit(page);

  await page.getByRole("button", { name: /USDC on Local 10/ }).click();
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

test("a second tab follows what the first one chose, and what was paid", async ({ page, context, demo }) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  const second = await context.newPage();
  await second.goto(`/c/${checkout.id}`);
  await expect(title(second, "Choose how to pay")).toBeVisible();
  await page.getByRole("button", { name: /USDC on Local 10/ }).click();
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
