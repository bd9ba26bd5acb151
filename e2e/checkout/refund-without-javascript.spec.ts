import { getAddress } from "viem";
import { expect, test, title } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { claimToken, getLink, signToken } from "../support/refund-links";
import { customer, expectRefund, paid, postRefund, shopOf } from "../support/refunds";

test.use({ javaScriptEnabled: false });

test("without JavaScript: both links say what to do, and offer nothing that could not work", async ({
  page,
  demo,
}) => {
  const projects = openProjects(demo);
  try {
    const shop = shopOf(demo, await projects.make({ refundMode: "STRICT", name: "Corner Coffee" }));
    const checkout = await paid(shop, 1_000n);
    const claim = `/r/${await claimToken(shop, checkout.id)}`;
    await page.goto(claim);
    await expect(title(page, "Where should your refund go?")).toBeVisible();
    await expect(page.getByText(/must accept USDC on Local/)).toBeVisible();
    await expect(page.getByText(/^This link works until /)).toBeVisible();
    await expect(page.getByRole("button").locator("visible=true")).toHaveText(["Continue"]);
    await page.getByLabel("Your address on Local").fill("0x12");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/40 characters/)).toBeVisible();
    await page.getByLabel("Your address on Local").fill(customer);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Yes, send it there" }).click();
    await expect(title(page, "We have your address")).toBeVisible();
    // The page cannot follow it by itself.
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(title(page, "We have your address")).toBeVisible();

    const json = { amount: "1", destinationAddress: customer };
    const token = await signToken(shop, expectRefund(await postRefund(shop, checkout.id, { json })).id);
    const { body } = await getLink(shop, token);
    if (!body.ok || body.data.call === null) throw new Error("there is something to sign");
    await page.goto(`/r/${token}`);
    await expect(title(page, "Sign this refund")).toBeVisible();
    await expect(page.getByText(/^This page can't connect to a wallet without JavaScript/)).toBeVisible();
    await page.getByText("Show the prepared transaction").click();
    await expect(page.getByText(body.data.call.data, { exact: true })).toBeVisible();
    await expect(page.getByText(getAddress(body.data.call.to)).last()).toBeVisible();
    await expect(page.getByRole("button").locator("visible=true")).toHaveText(["Submit"]);
    await page.getByLabel("Transaction hash").fill("0x12");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText(/64 characters/)).toBeVisible();
  } finally {
    await projects.close();
  }
});
