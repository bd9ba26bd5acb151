import type { Page } from "@playwright/test";
import { chainOf, holdBlocks, pay, payOnSecondChain, tokenOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { expect, markDocument, startCheckout, startWith, test, untilHeard } from "../support/fixtures";

/**
 * What Chrome's translation does to a document, also as it changes later: each text node's words go into <font><font>
 * in its place, except where `translate="no"`.
 */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const untouched = "script, style, noscript, textarea, input, svg, font, [translate=no]";
    const replace = (node: Text) => {
      const parent = node.parentElement;
      if (parent === null || node.data.trim() === "" || parent.closest(untouched) !== null) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(node.data.replace(/\b[A-Za-z]*[a-z][A-Za-z]*\b/g, (word) => `${word}x`));
      outer.append(inner);
      node.replaceWith(outer);
    };
    const replaceAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData" && target.isConnected) replace(target as Text);
        for (const node of addedNodes) {
          if (node instanceof Text) replace(node);
          else if (node instanceof Element && node.tagName !== "FONT") replaceAll(node);
        }
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test("a translated page follows the checkout from waiting to paid, with the right amounts", async ({
  page,
  demo,
}) => {
  test.setTimeout(180_000);
  const chain = { chainId: 31338, tokenAddress: tokenOf(chainOf(demo, 31338)) };
  const checkout = await startCheckout(demo, chain);
  const { expectSameDocument, heading } = await openTranslated(page, checkout.id);
  await expect(heading).toHaveText("Sendx 10.00 USDC");
  // What is copied or compared stays as it is.
  await expect(page.locator(".select-all").first()).toHaveText("10.00");
  await expect(page.getByText(/x$/).filter({ hasText: /^0x/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Copy amount" }).click();

  await payOnSecondChain(demo, String(checkout.depositAddress), 4_000_000n);
  await expect(heading).toHaveText("Sendx 6.00 USDC morex");
  await expect(page.locator(".select-all").first()).toHaveText("6.00");
  await expect(page.getByText("Wex receivedx 4.00 USDC ofx 10.00 USDC.")).toBeVisible();

  await holdBlocks(demo, async (mine) => {
    await pay(demo, String(checkout.depositAddress), 6_000_000n, { chainId: 31338 });
    await mine();
    await expect(heading).toHaveText("Paymentx seenx");
    await expect(page.getByText("Confirmingx 1 ofx 2")).toBeVisible();
  });
  await expect(heading).toHaveText("Paidx");
  await expect(page.getByText("10.00 USDC", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expectSameDocument();
});

test("a translated page shows the end of time, after a part of the payment", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  const { expectSameDocument, heading } = await openTranslated(page, checkout.id);
  await pay(demo, String(checkout.depositAddress), 4_000_000n);
  await expect(heading).toHaveText("Sendx 6.00 USDC morex");
  await endTime(demo, [checkout.id]);
  await expect(heading).toHaveText("4.00 USDC receivedx");
  await expectSameDocument();
});

/** The payment page, once its scripts run, and translated from then on. */
async function openTranslated(page: Page, checkoutId: string) {
  await startWith(page, "send-yourself");
  await page.goto(`/c/${checkoutId}`);
  await untilHeard(page);
  await expect(page.getByText("Address checked on your device")).toBeVisible();
  const expectSameDocument = await markDocument(page);
  await translate(page);
  return { expectSameDocument, heading: page.getByRole("heading", { level: 1 }) };
}
