import { getPublic } from "../support/api";
import { expect, expectFit, test, title } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";
import { keepLooks } from "../support/screenshot";

test("the receipt tells an overpayment, takes the request and then the paying wallet's signature", async ({
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
    await page.getByRole("button", { name: "Request 12.00 USDC back" }).click();
    await expect(page.getByText(/^You requested 12\.00 USDC back\. .* will ask you where/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Request 12.00 USDC back" })).toHaveCount(0);
    await keepLooks(page, "checkout-overpaid-requested");
    await expectFit(page);

    await page.getByRole("button", { name: "Paid from your own wallet? Get the refund there" }).click();
    await page.getByRole("button", { name: "Demo wallet" }).click();
    await page.getByRole("button", { name: "Sign the request" }).click();
    await expect(page.getByText(/can refund it to the wallet that paid\.$/)).toBeVisible();
    expect((await getPublic(demo, id)).overpayment).toMatchObject({ refundable: "12000000", signed: true });
  } finally {
    await projects.close();
  }
});
