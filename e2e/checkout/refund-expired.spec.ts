import { expect, expectFit, markDocument, test, title, untilHeard } from "../support/fixtures";
import { manifest } from "../support/manifest";
import { openProjects, type Projects } from "../support/projects";
import { expireClaim, getLink, postLink, tokenOf } from "../support/refund-links";
import { customer, expectRefund, getRefunds, paid, postRefund, shopOf } from "../support/refunds";

// The browser writes down the refusals, which are what this is about.
test.use({ expectedComplaint: /404/ });

let projects: Projects;
test.beforeAll(() => {
  projects = openProjects(manifest());
});
test.afterAll(() => projects?.close());

test("a link whose time is over takes nothing, says so on the page that is open, and harms nothing", async ({
  page,
  demo,
}) => {
  const shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
  const checkout = await paid(shop, 1_000n);
  const refund = expectRefund(await postRefund(shop, checkout.id, { json: { amount: "400" } }));
  const token = tokenOf(refund.claimUrl);

  await page.clock.install();
  await page.goto(`/r/${token}?address=${customer}`);
  await expect(title(page, "Is this your address?")).toBeVisible();
  // Sent as without scripts, the form would open another document.
  await untilHeard(page);
  const expectSameDocument = await markDocument(page);
  await expireClaim(demo, refund.id);
  await page.getByRole("button", { name: "Yes, send it there" }).click();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "Ask the shop for a new one" })
      .or(title(page, "This link doesn't work"))
      .first(),
  ).toBeVisible();
  // Without anyone touching it the page says so by itself.
  await page.clock.fastForward(60_000);
  await expect(title(page, "This link doesn't work")).toBeVisible();
  await expectSameDocument();
  await expect(page.getByText("ask the shop for a new link")).toBeVisible();
  await expectFit(page);

  // The API says no more of it than of a link that never was.
  expect(await getLink(shop, token)).toMatchObject({ status: 404, body: { ok: false } });
  for (const body of [
    { destinationAddress: customer },
    { destinationAddress: customer, signature: `0x${"1".repeat(130)}` },
  ]) {
    const refused = await postLink(shop, token, body);
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ error: { code: "REFUND_LINK_NOT_FOUND" } });
  }
  const form = await fetch(`${demo.baseUrl}/api/r/${token}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ destinationAddress: customer }),
  });
  expect([303, 404]).toContain(form.status);

  // The merchant sees that it still waits, with the money set aside for it.
  const { body } = await getRefunds(shop, checkout.id);
  expect(body).toMatchObject({
    data: [{ id: refund.id, status: "AWAITING_ADDRESS", destinationAddress: null, claimUrl: null }],
  });
  const tooMuch = await postRefund(shop, checkout.id, { json: { amount: "601" } });
  expect(tooMuch.body).toMatchObject({ error: { code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE" } });
});
