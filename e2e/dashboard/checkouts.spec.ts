import { readFile } from "node:fs/promises";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { postPublic } from "../support/contract";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects } from "../support/projects";
import { paid, postCancel, shopOf } from "../support/refunds";

test.describe("the list", () => {
  // A form that is refused, and a page that is not there, are what is looked at.
  test.use({ expectedComplaint: /status of 40[04]/ });
  test.setTimeout(240_000);

  test("checkouts are found by any of their data, exported to a file, and shown with their whole history", async ({
    page,
    demo,
  }) => {
    const projects = openProjects(demo);
    const shop = shopOf(
      demo,
      await projects
        .make({ name: "Corner Coffee", refundMode: "CONVENIENT" })
        .finally(() => projects.close()),
    );
    const formula = '=HYPERLINK("http://evil.example","<b>x</b>")';
    const [paid, late, cancelled] = await Promise.all([
      startCheckout(shop, { referenceId: "order-1", metadata: { table: "7" } }),
      startCheckout(shop, { referenceId: "order-2", itemName: "Late tea" }),
      startCheckout(shop, { referenceId: "order-3", itemName: formula }),
    ]);
    await endTime(shop, [late.id]);
    const [txHash] = await Promise.all([
      pay(shop, String(paid.depositAddress), 12_000_000n),
      postCancel(shop, cancelled.id),
      untilStatus(shop, late.id, "EXPIRED").then(() => pay(shop, String(late.depositAddress), 10_000_000n)),
    ]);
    await Promise.all([untilStatus(shop, paid.id, "PAID"), untilStatus(shop, late.id, "LATE_PAID")]);

    const list = `/dashboard/projects/${shop.projectId}/checkouts`;
    await signIn(page, await makePerson({ projectId: shop.projectId, role: "ADMIN" }));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(list);
    const rows = page.getByRole("table", { name: "Checkouts" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(page.getByText("3 checkouts")).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-checkouts");

    // Three lines on a phone: amount and status, item and reference, time.
    await page.setViewportSize({ width: 390, height: 844 });
    const tea = rows.filter({ hasText: "Late tea" });
    expect((await tea.boundingBox())?.height).toBeLessThan(4 * 24 + 2 * 12);
    for (const shown of ["10.00 USD", "order-2"])
      await expect(tea.getByText(shown, { exact: true })).toBeVisible();
    // On a wide screen the list takes the room that is there.
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect((await rows.first().boundingBox())?.width).toBeGreaterThan(1_400);
    await page.setViewportSize({ width: 1280, height: 900 });

    // The search takes what someone has at hand, and the beginning of a word; filters stand in the address.
    const search = page.getByRole("searchbox");
    for (const text of [paid.id, String(paid.depositAddress), String(txHash), "order-1", "mug"]) {
      await search.fill(text);
      await search.press("Enter");
      await expect(page).toHaveURL(new RegExp(`q=${text}`));
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toContainText("Paid");
    }
    // Each part of a filter leaves by one press.
    await search.fill("order");
    await search.press("Enter");
    await expect(rows).toHaveCount(4);
    // The list follows while someone types, and what they type meanwhile stays.
    await page.keyboard.type("-1");
    await expect(page).toHaveURL(/q=order-1$/);
    await expect(rows).toHaveCount(2);
    await expect(search).toHaveValue("order-1");
    await expect(search).toBeFocused();
    await page.goto(`${list}?q=order&status=CANCELLED`);
    await expect(rows).toHaveCount(2);
    await expectFit(page);
    await keepLooks(page, "dashboard-checkouts-filtered");
    await page.getByRole("link", { name: "Remove filter: “order”" }).click();
    await expect(page).toHaveURL(`${list}?status=CANCELLED`);
    // A filter with a name is one press away for everyone.
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Called off");
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    const view = page.getByRole("link", { name: "Called off" });
    await expect(view).toHaveAttribute("aria-current", "page");
    // Anywhere in a row leads to its page, but to select its text does not.
    await rows.nth(1).getByText("order-3", { exact: true }).selectText();
    await rows.nth(1).getByText("order-3", { exact: true }).dispatchEvent("click");
    await expect(page).toHaveURL(`${list}?status=CANCELLED`);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await rows.nth(1).getByText("order-3", { exact: true }).click();
    await expect(page).toHaveURL(`${list}/${cancelled.id}`);

    // Several at once, each with its own outcome.
    const open = await startCheckout(shop, { referenceId: "order-4", itemName: "Open order" });
    await page.goto(list);
    await page.getByRole("checkbox", { name: /^Select Open order/ }).check();
    await page.getByRole("checkbox", { name: /^Select Two mugs/ }).check();
    await expect(page.getByText("2 selected")).toBeVisible();
    const some = await page.getByRole("link", { name: "Export CSV" }).last().getAttribute("href");
    expect((await (await page.request.get(String(some))).text()).trim().split("\r\n")).toHaveLength(3);
    await expectFit(page);
    await keepLooks(page, "dashboard-checkouts-selected");
    await page.getByRole("button", { name: "Cancel 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel 1 checkout" }).click();
    await expect(page.getByRole("dialog").getByText("Open order order-4: Cancelled")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(rows.filter({ hasText: "order-4" })).toContainText("Cancelled");
    expect((await getPublic(shop, open.id)).status).toBe("CANCELLED");

    await page.goto(`${list}?late=1`);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("Late tea");
    await page.goto(`${list}?status=CANCELLED&reference=order-3&from=2020-02-31`);
    await expect(page.getByText("We ignored filters we couldn't read: from.")).toBeVisible();
    await expect(rows).toHaveCount(2);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^checkouts-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await readFile(await file.path(), "utf8");
    expect(csv).toMatch(/^\ufeffid,/);
    expect(csv.split("\r\n")).toHaveLength(3);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""<b>x</b>"")"`);
    // Once chosen, semicolons and decimal commas stay for the next export.
    await page.getByLabel("Numbers in CSV files").selectOption("CSV: 1.234,50 (semicolons)");
    await page.reload();
    await expect(page.getByLabel("Numbers in CSV files")).toHaveValue("semicolon");
    const again = await page.getByRole("link", { name: "Export CSV" }).first().getAttribute("href");
    expect(await (await page.request.get(String(again))).text()).toMatch(/^\ufeffid;status;/);

    // The paid one: from created to paid, its transfer, its books; what was paid too much can go back.
    await page.goto(`${list}/${paid.id}`);
    await expect(page.getByRole("listitem").filter({ hasText: /^Paid/ })).toContainText(/\d\d:\d\d/);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
    const technical = page.getByText("Technical details");
    await technical.click();
    const story = page.getByRole("region", { name: "Timeline" });
    await expect(story.getByRole("listitem").first()).toContainText("Created (Secret key)");
    await expect(story).toContainText("12.00 USDC received on Local");
    await expect(story).toContainText("Paid: payment confirmed");
    await expect(page.getByRole("table", { name: "Transfers" })).toContainText("Confirmed");
    await expect(page.getByRole("table", { name: "Ledger" })).toContainText("Received");
    await expect(page.getByRole("button", { name: "Cancel checkout" })).toHaveCount(0);
    await expect(page.locator("pre")).toContainText(`"id": "${paid.id}"`);
    await expectFit(page);
    await keepLooks(page, "dashboard-checkout");
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("12");
    await page.keyboard.press("Escape");

    // The late one: accepted by hand, and the page says so by itself.
    await page.goto(`${list}/${late.id}`);
    await page.getByRole("button", { name: "Accept late payment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Accept payment" }).click();
    await technical.click();
    await expect(story).toContainText("Late payment accepted");
    await expect(page.getByRole("button", { name: "Accept late payment" })).toHaveCount(0);

    // Who may only look is offered nothing to do; a stranger's checkout is none.
    const viewer = await page.context().browser()?.newContext({ baseURL: demo.baseUrl });
    if (viewer === undefined) throw new Error("there is a browser");
    await signIn(viewer, await makePerson({ projectId: shop.projectId, role: "VIEWER" }));
    const looking = await viewer.newPage();
    await looking.goto(`${list}/${late.id}`);
    await expect(looking.getByRole("heading", { level: 1, name: "Late tea" })).toBeVisible();
    await expect(looking.getByRole("button", { name: /refund|cancel|resend|accept/i })).toHaveCount(0);
    await expect(looking.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
    const foreign = await startCheckout(demo);
    const answers = await Promise.all(
      [`${list}/${foreign.id}`, `${list}/chk_00000000000000000000000000`].map(async (path) => {
        const answer = await viewer.request.get(path, { headers: { accept: "text/html" } });
        return answer.status();
      }),
    );
    expect(answers).toEqual([404, 404]);
    await viewer.close();
  });

  test("a merchant without a backend makes a checkout by hand, and a link that a customer pays without JavaScript", async ({
    page,
    browser,
    demo,
  }) => {
    const projects = openProjects(demo);
    const shop = shopOf(demo, await projects.make({ name: "Market stall" }).finally(() => projects.close()));
    const project = `/dashboard/projects/${shop.projectId}`;
    await signIn(page, await makePerson({ projectId: shop.projectId, role: "DEVELOPER" }));

    await page.goto(`${project}/checkouts`);
    await expect(page.getByText("No checkouts yet")).toBeVisible();
    await expectFit(page);
    await page.getByRole("link", { name: "New checkout" }).first().click();
    await page.getByLabel("Price", { exact: true }).fill("4.505");
    await page.getByLabel("Item", { exact: false }).first().fill("One jar of honey");
    await page.getByRole("button", { name: "Create checkout" }).click();
    await expect(page.getByLabel("Price", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Price", { exact: true }).fill("4.50");
    await page.getByRole("button", { name: "Create checkout" }).click();
    await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-new-checkout");
    await page.getByRole("link", { name: "View checkout" }).click();
    await expect(page.getByText("The customer hasn't paid yet.")).toBeVisible();
    // By hand cancelled again: the page tells it without a reload.
    await page.getByRole("button", { name: "Cancel checkout" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel checkout" }).click();
    await expect(page.getByText("Cancelled").first()).toBeVisible();

    await page.goto(`${project}/links`);
    await expect(page.getByText("No payment links yet")).toBeVisible();
    await page.getByRole("button", { name: "New link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Item").fill("Honey <b>large</b>");
    await dialog.getByLabel("Price", { exact: true }).fill("10");
    await expectFit(page);
    await keepLooks(page, "dashboard-new-link");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const address = await dialog.locator("code").textContent();
    if (address === null) throw new Error("the link is shown");
    expect(address).toMatch(/\/l\/honey-b-large-b-[0-9a-z]{10}$/);
    await dialog.getByRole("button", { name: "Done" }).click();
    const links = page.getByRole("table", { name: "Payment links" });
    await expect(links).toContainText("0 checkouts");
    await expectFit(page);
    await keepLooks(page, "dashboard-links");

    // The customer, with scripts off and in German: one button, then the payment page.
    const customer = await browser.newContext({
      javaScriptEnabled: false,
      locale: "de-DE",
      viewport: { width: 390, height: 844 },
    });
    const till = await customer.newPage();
    const answer = await till.goto(address);
    expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    await expect(till.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    await expect(till.getByText("10,00 $", { exact: true })).toBeVisible();
    await expect(till.getByText("Honey <b>large</b>")).toBeVisible();
    await keepLooks(till, "payment-link");
    await till.getByRole("button", { name: /USDC/ }).first().click();
    await expect(till).toHaveURL(/\/c\/chk_[0-9a-z]{26}$/);
    const checkoutId = new URL(till.url()).pathname.slice(3);
    await expect(till.getByText("Market stall").first()).toBeVisible();

    // Looked at with scripts, it is as clean as the payment page.
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: "Choose how to pay" })).toBeVisible();
    await expectFit(page);

    await page.goto(`${project}/checkouts/${checkoutId}`);
    await expect(page.getByRole("link", { name: "Honey <b>large</b>" })).toBeVisible();
    await page.goto(`${project}/links`);
    await expect(links).toContainText("1 checkout");
    // Its QR code is there for later, with what came in by it.
    await links.getByRole("link", { name: "Honey <b>large</b>" }).click();
    await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Revenue" })).toContainText("1 checkout");
    await expectFit(page);
    await keepLooks(page, "dashboard-link");
    await page.goto(`${project}/links`);
    await page.getByRole("button", { name: /^Disable: / }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable link" }).click();
    await expect(links).toContainText("Disabled");
    expect((await till.goto(address))?.status()).toBe(404);
    await expect(
      till.getByRole("heading", { level: 1, name: "Dieser Zahlungslink funktioniert nicht" }),
    ).toBeVisible();
    const refused = await page.request.post(address, { maxRedirects: 0, form: {} });
    expect([refused.status(), refused.headers().location]).toEqual([
      303,
      `${new URL(address).pathname}?problem=NOT_FOUND`,
    ]);
    await customer.close();
  });
});

test.describe("an overpaid checkout", () => {
  test("an overpayment is shown, waits in the inbox, and the excess is refunded or the request dismissed", async ({
    page,
    demo,
  }) => {
    test.slow();
    const projects = openProjects(demo);
    const made = await projects
      .make({ refundMode: "CONVENIENT", name: "Corner Coffee" })
      .finally(() => projects.close());
    const shop = shopOf(demo, made);
    const [requested, dismissed, owner] = await Promise.all([
      paid(shop, 10_000_000n, 22_000_000n),
      paid(shop, 10_000_000n, 11_000_000n),
      makePerson({ projectId: shop.projectId, role: "OWNER" }),
    ]);
    for (const { id } of [requested, dismissed])
      expect((await postPublic(shop, id, "request-excess", {})).status).toBe(200);
    await signIn(page, owner);
    const base = `/dashboard/projects/${shop.projectId}`;

    await page.goto(base);
    const menu = page.getByRole("button", { name: "Menu" });
    await expect(menu).toContainText("2 waiting");
    await expectFit(page);
    await keepLooks(page, "dashboard-overview-waiting");
    await menu.click();
    await page.getByRole("dialog").getByRole("link", { name: "Inbox 2 waiting" }).click();
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(
      page.getByText("12.00 USDC too much: 22.00 USDC arrived for a price of 10.00 USDC."),
    ).toBeVisible();
    await page.goto(`${base}/checkouts?excess=1`);
    const row = page.getByRole("row").filter({ hasText: "Overpaid by 12.00 USDC (requested back)" });
    await expect(row.getByRole("link", { name: "Refund excess" })).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-overpaid-list");
    await row.getByRole("link", { name: "Refund excess" }).click();
    await expect(page).toHaveURL(/\/refunds\/new\?/);
    await expect(page.getByLabel("Amount")).toHaveValue("12.00");
    await expect(page.getByLabel("Type")).toHaveValue("OVERPAYMENT");

    await page.goto(`${base}/checkouts/${requested.id}`);
    await expect(page.getByText(/^Overpaid by 12\.00 USDC\. The customer requested it back\./)).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-overpaid-detail");
    await page.getByRole("link", { name: "Refund excess" }).click();
    await expect(page.getByLabel("Amount")).toHaveValue("12.00");
    const most = (amount: string) => page.getByText(`Up to ${amount}. Leave it empty to refund all of it.`);
    await expect(most("12.00 USDC")).toBeVisible();
    await page.getByLabel("Type").selectOption("OTHER");
    await expect(most("22.00 USDC")).toBeVisible();
    await page.getByLabel("Type").selectOption("OVERPAYMENT");
    // Left empty, it is the excess and not the price.
    await page.getByLabel("Amount").fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Refund 12.00 USDC" }).click();
    await expect(page.locator("code", { hasText: `${demo.checkoutPageUrl}/r/` })).toBeVisible();
    expect((await getPublic(shop, requested.id)).overpayment?.refundable).toBe("0");

    await page.goto(`${base}/checkouts/${dismissed.id}`);
    await page.getByRole("button", { name: "Dismiss request" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Dismiss request" }).click();
    await expect(page.getByText("The customer requested it back.")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Refund excess" })).toBeVisible();
    await page.goto(base);
    await expect(page.getByText(/customers? wants? money back/)).toHaveCount(0);
  });
});
