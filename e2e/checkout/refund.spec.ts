import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { createDatabase } from "@/lib/platform/database";
import {
  expect,
  expectFit,
  expectFitsSmall,
  markDocument,
  test,
  title,
  untilHeard,
} from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects, type Projects } from "../support/projects";
import { claimToken, expireClaim, getLink, postLink, signToken, tokenOf } from "../support/refund-links";
import { customer, expectRefund, getRefunds, paid, postRefund, shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

const txHash = `0x${randomBytes(32).toString("hex")}`;

/** A refund's outcomes for anyone with its link; none needs an action. */
const notices: {
  link: "claim" | "sign";
  data: { status: RefundStatus; txHash?: string };
  heading: string;
}[] = [
  { link: "claim", data: { status: "PROCESSING", txHash }, heading: "Sent" },
  { link: "claim", data: { status: "FAILED" }, heading: "The refund couldn't be sent" },
  { link: "claim", data: { status: "CANCELLED" }, heading: "This refund was cancelled" },
  { link: "sign", data: { status: "AWAITING_APPROVAL" }, heading: "Almost there" },
  { link: "sign", data: { status: "CANCELLED" }, heading: "This refund was cancelled" },
];

test("each end of a refund has its own screen", async ({ page, demo }) => {
  test.setTimeout(180_000);
  const projects = openProjects(demo);
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  try {
    const shop = shopOf(demo, await projects.make({ refundMode: "STRICT", name: "Corner Coffee" }));
    await page.clock.install();
    const refunds = await Promise.all(
      notices.map(async ({ link }) => {
        const checkout = await paid(shop, 1_000_000n);
        const json = { amount: "250000", ...(link === "sign" && { destinationAddress: customer }) };
        return expectRefund(await postRefund(shop, checkout.id, { json }));
      }),
    );
    for (const [at, { link, data, heading }] of notices.entries()) {
      const refund = refunds[at];
      if (refund === undefined) throw new Error("each notice has a refund");
      const token =
        link === "sign" ? await signToken(shop, refund.id) : String(refund.claimUrl).split("/r/")[1];
      await page.goto(`/r/${token}`);
      await expect(
        title(page, link === "sign" ? "Sign this refund" : "Where should your refund go?"),
      ).toBeVisible();
      await untilHeard(page);
      await database.prisma.refund.update({
        where: { id: refund.id },
        data: { ...data, destinationAddress: customer.toLowerCase() },
      });
      // The page asks again after a while.
      await page.clock.fastForward(60_000);
      await expect(title(page, heading)).toBeVisible();
      await expect(title(page, heading)).toBeFocused();
      // What is shown can be copied; there is nothing else to do.
      const buttons = page.getByRole("button", { name: /^(?!Copy)/ });
      await expect(buttons.filter({ visible: true })).toHaveCount(0);
      await keepLooks(page, `refund-${link}-${data.status.toLowerCase()}`);
      await expectFit(page);
    }
  } finally {
    await database.close();
    await projects.close();
  }
});

test.describe("of a checkout that ended", () => {
  // The browser writes down the refusals, which are what this is about.
  test.use({ expectedComplaint: /404/ });

  let projects: Projects;
  test.beforeAll(() => {
    projects = openProjects(manifest());
  });
  test.afterAll(() => projects?.close());

  test("an expired link accepts nothing, also on an open page, and harms nothing", async ({ page, demo }) => {
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
    await expect(page.getByText("the shop can send you a new link")).toBeVisible();
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
});

test.describe("by the keyboard", () => {
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

  test("by keyboard: a refused address, then the right one, checked and confirmed", async ({
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
      await expect(page.getByRole("alert").filter({ hasText: "names such as" })).toBeVisible();
      // Screen readers announce it at the field, too.
      const field = page.getByRole("textbox");
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/names such as/);

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
      await expect(title(page, "We have your address")).toBeVisible();
      await expect(title(page, "We have your address")).toBeFocused();
      await keepLooks(page, "refund-taken");
      const { body } = await getRefunds(shop, checkout.id);
      expect(body).toMatchObject({ data: [{ destinationAddress: customer, status: "AWAITING_SIGNATURE" }] });
    } finally {
      await projects.close();
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript: both links say what to do, and offer only what works", async ({ page, demo }) => {
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
});

test.describe("with long and hostile texts of shops and customers", () => {
  let projects: Projects;

  /** What the card's own edge hides is lost, too: nothing on a 320 px screen may reach beyond it. */
  async function expectNothingCut(page: Page): Promise<void> {
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const cut = await page
      .locator("main *")
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > 320)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
    expect(cut).toEqual([]);
    if (viewport !== null) await page.setViewportSize(viewport);
  }

  test.beforeAll(() => {
    projects = openProjects(manifest());
  });
  test.afterAll(() => projects?.close());

  const script = "<script>document.title='owned'</script><img src=x onerror=alert(1)>";
  const names = {
    "markup, other directions, lines and placeholders": `${script}\u202E\u2067 esreveR \u200F\n\nYour refund was cancelled.\r\n{amount} {merchant}`,
    "one word without an end": "Unbreakable".repeat(12),
  } as const;

  for (const [what, name] of Object.entries(names))
    test(`a shop's name with ${what} stays a name`, async ({ page, demo }) => {
      const shop = shopOf(demo, await projects.make({ refundMode: "STRICT", name }));
      const checkout = await paid(shop, 1_000_000n);
      page.on("dialog", () => {
        throw new Error("the name ran as a script");
      });
      await page.goto(`/r/${await claimToken(shop, checkout.id, "250000")}`);
      await expect(title(page, "Where should your refund go?")).toBeVisible();
      const shown = name
        .replace(/\p{Bidi_Control}/gu, "")
        .replace(/\s+/g, " ")
        .trim();
      await expect(page.getByText(`${shown} is refunding 0.25 USDC to you.`, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`Refund from ${shown}`);
      expect(await page.locator("main").textContent()).not.toMatch(/\p{Bidi_Control}/u);
      await expect(page.locator("main script, main img[src=x]")).toHaveCount(0);
      await expectFit(page);
      await expectNothingCut(page);
      if (name === names["one word without an end"]) await keepLooks(page, "refund-hostile");

      await page.goto(
        `${page.url()}?address=${encodeURIComponent(`"><script>alert(1)</script>${"z".repeat(400)}`)}`,
      );
      await expect(page.getByRole("alert").filter({ hasText: "40 characters" })).toBeVisible();
      await expectFitsSmall(page);
      await expectNothingCut(page);

      const json = { amount: "1", destinationAddress: customer, reason: script };
      const refund = expectRefund(await postRefund(shop, checkout.id, { json }));
      await page.goto(`/r/${await signToken(shop, refund.id)}`);
      await expect(title(page, "Sign this refund")).toBeVisible();
      await expectFitsSmall(page);
      await expectNothingCut(page);
    });
});
