import { getAddress } from "viem";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { clicksOf, countClicks, makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { getRefunds, makeMerchantShop, paid, pending, postCancel, untilReceived } from "../support/refunds";
import { manifest } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;

test.setTimeout(240_000);

// A mistyped address is refused.
test.use({ expectedComplaint: /status of 400/ });

test("an admin decides a case, or all of a kind, in two clicks, and one with an address", async ({
  page,
}) => {
  const shop = await makeMerchantShop(demo, "STRICT");
  const [over, late, later, part, gone] = await Promise.all([
    paid(shop, 4n * million, 6n * million),
    pending(shop, million, { referenceId: "order-late" }),
    pending(shop, 2n * million, { referenceId: "order-slow" }),
    pending(shop, 5n * million, { referenceId: "order-part" }),
    pending(shop, 2n * million, { referenceId: "order-gone" }),
  ]);
  await pay(shop, String(part.depositAddress), 3n * million);
  await untilReceived(shop, part.id, 3n * million);
  await endTime(shop, [late.id, later.id, part.id]);
  expect((await postCancel(shop, gone.id)).status).toBe(200);
  await Promise.all([late, later, part].map(({ id }) => untilStatus(shop, id, "EXPIRED")));
  await pay(shop, String(late.depositAddress), million);
  await pay(shop, String(later.depositAddress), 2n * million);
  await pay(shop, String(gone.depositAddress), 2n * million);
  await pay(shop, String(over.depositAddress), 7n * million, { symbol: "USDT" });
  await Promise.all([late, later, gone].map(({ id }) => untilStatus(shop, id, "LATE_PAID")));

  await signIn(page, await makePerson({ projectId: shop.projectId, role: "OWNER" }));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/projects/${shop.projectId}/inbox`);
  const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });
  const button = (row: string, name: string) => rowOf(row).getByRole("button", { name });
  await expect(button("order-late", "Accept 1.00")).toBeVisible();
  await expect(button("order-part", "Refund 3.00")).toBeVisible();
  await expect(button("too much", "Refund 2.00")).toBeVisible();
  await expect(button("7.00 USDT", "Return 7.00")).toBeVisible();
  // The other decisions unfold.
  await expect(button("order-part", "Accept 3.00")).toBeHidden();
  await rowOf("order-part")
    .getByLabel(/^Other choices/)
    .press("Enter");
  await expect(button("order-part", "Accept 3.00")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Project" }).first();
  await expect(navigation.getByRole("link", { name: "Inbox 6 waiting" })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-inbox");

  // One case, by keyboard: to an address that the customer gave; a mistyped one changes nothing.
  const choose = button("order-gone", "Refund 2.00");
  await choose.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To this address").fill("0xnobody");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/40 hex digits/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await choose.click();
  await dialog.getByLabel("To this address").fill(getAddress(`0x${"ab".repeat(20)}`));
  await keepLooks(page, "dashboard-inbox-one");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("Refund created")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  // What is left of it, where it was.
  await expect(rowOf("order-gone").getByRole("link", { name: /^Sign 2.00/ })).toBeVisible();

  await countClicks(page);
  await page.getByRole("button", { name: "Accept all 2: 3.00 USDC" }).click();
  await dialog.getByRole("button", { name: "Confirm all 2" }).click();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeEnabled();
  expect(await clicksOf(page)).toBe(2);
  await expect(dialog.getByText("Accepted")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).click();

  await button("order-part", "Refund 3.00").click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  // The customer's link, shown once.
  await expect(dialog.locator("code")).toHaveCount(1);
  await expectFit(page);
  await keepLooks(page, "dashboard-inbox-results");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(rowOf("order-part").getByRole("link", { name: /^Send link for 3.00/ })).toBeVisible();
  await button("7.00 USDT", "Return 7.00").click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("Return created")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  // A return is a refund, and stands once.
  await expect(page.getByRole("row").filter({ hasText: "7.00 USDT" })).toHaveCount(1);

  const { body } = await getRefunds(shop, part.id);
  expect(body).toMatchObject({ ok: true, data: [{ amount: (3n * million).toString() }] });
});

test("an owner makes a rule of three accepted late payments, sees it at work, and removes it", async ({
  page,
}) => {
  const shop = await makeMerchantShop(demo, "STRICT");
  const payLate = async () => {
    const { id, depositAddress } = await pending(shop, million);
    await endTime(shop, [id]);
    await untilStatus(shop, id, "EXPIRED");
    await pay(shop, String(depositAddress), million);
    await untilStatus(shop, id, "LATE_PAID");
    return id;
  };
  await Promise.all([payLate(), payLate(), payLate()]);
  await signIn(page, await makePerson({ projectId: shop.projectId, role: "OWNER" }));
  const base = `/dashboard/projects/${shop.projectId}`;
  await page.goto(`${base}/inbox`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Accept all 3: 3.00 USDC" }).click();
  await dialog.getByRole("button", { name: "Confirm all 3" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Your last three late payments were accepted")).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-inbox-offer");
  await page.getByRole("button", { name: "Always accept" }).click();
  await dialog.getByRole("button", { name: "Always accept" }).click();
  await expect(page.getByText("Rule: late payments in full are accepted")).toBeVisible();

  const id = await payLate();
  await expect.poll(async () => (await getPublic(shop, id)).isPaid, { timeout: 90_000 }).toBe(true);
  await page.goto(`${base}/settings/team/audit`);
  const entry = page.getByRole("row").filter({ hasText: "Rule: late payments" });
  await expect(entry.getByText(id)).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-inbox-audit");

  await page.goto(`${base}/settings/advanced`);
  await page.getByText("You decide on each one, accepted within 0.5%").click();
  const within = page.getByLabel("Accept late payments within (%)");
  await expect(within).toHaveValue("0.5");
  await within.fill("");
  await expectFit(page);
  const form = page.locator("form").filter({ has: within });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved.", { exact: true })).toBeVisible();
  // In another tab: this page goes back over the entry that guarded what was typed.
  const inbox = await page.context().newPage();
  await inbox.goto(`${base}/inbox`);
  await expect(inbox.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await expect(inbox.getByText("Rule: late payments")).toHaveCount(0);
});
