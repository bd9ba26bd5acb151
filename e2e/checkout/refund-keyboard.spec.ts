import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import { expect, test, title, untilHeard } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { claimToken } from "../support/refund-links";
import { customer, getRefunds, paid, shopOf } from "../support/refunds";
import { keepLooks } from "../support/screenshot";

/** Tabs on until the control has the focus, and it can be seen that it has. */
async function tabTo(page: Page, role: "button" | "textbox", name: string): Promise<void> {
  const wanted = page.getByRole(role, { name });
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press("Tab");
    if (!(await wanted.evaluate((element) => element === document.activeElement))) continue;
    expect(await wanted.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe("2px");
    return;
  }
  throw new Error(`"${name}" is not reached within 12 steps`);
}

test("the keyboard alone: a refused address, then the right one, looked at and confirmed", async ({
  page,
  demo,
}) => {
  const projects = openProjects(demo);
  try {
    const shop = shopOf(demo, await projects.make({ refundMode: "STRICT" }));
    const checkout = await paid(shop, 1_000n);
    await page.goto(`/r/${await claimToken(shop, checkout.id, "1000")}`);
    await expect(title(page, "Where should your refund go?")).toBeVisible();
    await untilHeard(page);

    await tabTo(page, "textbox", "Your address on Local");
    await page.keyboard.type("alice.eth");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Names such as" })).toBeVisible();
    // Screen readers announce the error at the field, too.
    const field = page.getByRole("textbox");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Names such as/);

    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tabTo(page, "textbox", "Your address on Local");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(customer.toLowerCase());
    await tabTo(page, "button", "Continue");
    await page.keyboard.press("Enter");
    await expect(title(page, "Is this your address?")).toBeVisible();
    await expect(title(page, "Is this your address?")).toBeFocused();
    await expect(page.getByText(getAddress(customer))).toBeVisible();

    await tabTo(page, "button", "Yes, send it there");
    await page.keyboard.press("Space");
    await expect(title(page, "Your address is noted")).toBeVisible();
    await expect(title(page, "Your address is noted")).toBeFocused();
    await keepLooks(page, "refund-taken");
    const { body } = await getRefunds(shop, checkout.id);
    expect(body).toMatchObject({ data: [{ destinationAddress: customer, status: "AWAITING_SIGNATURE" }] });
  } finally {
    await projects.close();
  }
});
