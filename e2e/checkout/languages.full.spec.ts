import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import type { DemoManifest } from "@/lib/demo/identity";
import { languages } from "@/lib/platform/i18n/language.rules";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { chooseFolded, expect, expectFit, openWay, startCheckout, test, title } from "../support/fixtures";
import { pressAndHear, watchCopies } from "../support/held-scripts";
import { cutOff, keepScreenshot } from "../support/layout";
import { unknownToken } from "../support/refund-links";
import { qrHolds } from "./qr";

const checkoutWords = (code: string): { page: { chooseTitle: string } } =>
  JSON.parse(readFileSync(`components/checkout/messages/${code}.json`, "utf8"));

/** A page as a browser of that language is answered, whatever it remembers. */
async function ask(demo: DemoManifest, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${demo.baseUrl}${path}`, { headers: { accept: "text/html", ...headers } });
  return { response, html: await response.text() };
}

test("the page uses the browser's language, with any malformed wish", async ({ demo }) => {
  const { id } = await startCheckout(demo, { open: true, fiatAmount: "1234.50" });
  for (const { code, tag, direction } of languages) {
    const { response, html } = await ask(demo, `/c/${id}`, { "accept-language": `nl,${tag};q=0.8,en;q=0.1` });
    expect(html).toContain(`<html lang="${tag}" dir="${direction}"`);
    expect(html).toContain(checkoutWords(code).page.chooseTitle);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  // The region writes the numbers.
  expect((await ask(demo, `/c/${id}`, { "accept-language": "de-AT" })).html).toMatch(/1\s234,50/);
  expect((await ask(demo, `/c/${id}`, { "accept-language": "de" })).html).toContain("1.234,50");

  for (const lang of [
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "xx",
    "de%0d%0aset-cookie:a=b",
    "a".repeat(1_500),
  ]) {
    const { response, html } = await ask(demo, `/c/${id}?lang=${lang}`, { "accept-language": ",,;q=9,ja" });
    expect(response.status, lang).toBe(200);
    expect(html).toContain('<html lang="ja"');
    expect(html).not.toContain("<script>alert");
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  const none = await ask(demo, `/c/${id}`, { "accept-language": `nl${",x-y;q=0.001".repeat(500)}` });
  expect(none.html).toContain('<html lang="en"');
});

test.describe("an unknown page", () => {
  // The browser reports the 404 itself.
  test.use({ expectedComplaint: /status of 404/, locale: "ko-KR" });

  test("says so in the customer's language, and elsewhere in English", async ({ page, demo }) => {
    expect((await page.goto("/c/chk_nope?lang=fr"))?.status()).toBe(404);
    await expect(title(page, "Paiement introuvable")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.getByRole("navigation", { name: "Langue" }).locator("summary").click();
    await page.getByRole("link", { name: "한국어" }).click();
    await expect(title(page, "결제를 찾을 수 없습니다")).toBeVisible();
    expect((await page.goto(`/r/${unknownToken}`))?.status()).toBe(404);
    await expect(title(page, "사용할 수 없는 링크입니다")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    for (const path of ["/nowhere/at-all", "/docs/nowhere", "/docs"])
      expect((await ask(demo, path, { "accept-language": "de" })).html).toContain('<html lang="en"');
  });
});

test.describe("a German browser", () => {
  test.use({ locale: "de-DE" });

  test("reads German, switches to Korean, and stays there through a choice and a reload", async ({
    page,
    demo,
  }) => {
    const { id } = await startCheckout(demo, { open: true });
    const copied = await watchCopies(page);
    await page.goto(`/c/${id}`);
    await expect(title(page, "Zahlungsart wählen")).toBeVisible();
    await openWay(page, "send-yourself");
    await page
      .getByRole("button", { name: /USDC auf Local/ })
      .first()
      .click();
    await expect(title(page, "10,00 USDC senden")).toBeVisible();
    // Shown as German writes it, copied as every wallet reads it.
    await expect(page.locator(".select-all").first()).toHaveText("10,00");
    await pressAndHear(page.getByRole("button", { name: "Betrag kopieren" }), "Betrag kopiert.");
    expect(await copied()).toBe("10.00");

    await page.getByRole("link", { name: "Ändern" }).click();
    await expect(title(page, "Zahlungsart wählen")).toBeVisible();
    const languageSwitch = page.getByRole("navigation", { name: "Sprache" });
    await languageSwitch.locator("summary").press("Enter");
    const korean = languageSwitch.getByRole("link", { name: "한국어" });
    await expect(korean).toHaveAttribute("lang", "ko");
    await expect(korean).toHaveAttribute("hreflang", "ko");
    await expect(languageSwitch.getByRole("link", { name: "Deutsch" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await korean.press("Enter");

    // What was asked for stays asked for.
    await expect(title(page, "결제 방법 선택")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("change")).toBe("1");
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expectFit(page);
    await keepScreenshot(page, "checkout-korean");
    await page.getByRole("button", { name: /USDC/ }).first().click();
    await expect(title(page, "10.00 USDC 보내기")).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    await page.reload();
    await expect(title(page, "10.00 USDC 보내기")).toBeVisible();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: "language", value: "ko", sameSite: "Lax", httpOnly: true });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "fr-FR" });

  test("the switch works, keeps a notice, and the choice by form keeps the language", async ({
    page,
    demo,
  }) => {
    const { id } = await startCheckout(demo, { open: true });
    await page.goto(`/c/${id}?problem=EXCHANGE_RATE_UNAVAILABLE`);
    await expect(page.getByText(/^Le taux de change est indisponible/)).toBeVisible();
    await page.getByRole("navigation", { name: "Langue" }).locator("summary").click();
    await page.getByRole("link", { name: "Español" }).click();
    await expect(page.getByText(/^El tipo de cambio no está disponible/)).toBeVisible();
    await openWay(page, "send-yourself");
    await page
      .getByRole("button", { name: /USDC en Local/ })
      .first()
      .click();
    await expect(title(page, "Envíe 10,00 USDC")).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
  });
});

test("every language fits a small phone", async ({ page, demo }) => {
  test.setTimeout(180_000);
  const name = "\u202eCafé Zum Goldenen Löwen";
  const [choose, pay, over] = await Promise.all([
    startCheckout(demo, { open: true, itemName: name }),
    startCheckout(demo, { itemName: name }),
    startCheckout(demo, { cancelUrl: `${demo.baseUrl}/shop` }),
  ]);
  await endTime(demo, [over.id]);
  await untilStatus(demo, over.id, "EXPIRED", 30_000);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { code, tag } of languages)
    for (const { id } of [choose, pay, over]) {
      await page.goto(`/c/${id}?lang=${code}`);
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      expect(await beside(page), `${code}: ${id}`).toEqual([]);
    }
  await expect(page.getByText("\u202e")).toHaveCount(0);
});

test("an Arabic page begins at the right, and keeps amounts and addresses from left to right", async ({
  page,
  demo,
}) => {
  const { id } = await startCheckout(demo);
  const { depositAddress } = await getPublic(demo, id);
  const address = getAddress(String(depositAddress));
  await page.goto(`/c/${id}?lang=ar`);
  await openWay(page, "send-yourself");
  for (const [first, last] of [
    ["10.00", "USDC"],
    [address.slice(0, 6), address.slice(-4)],
  ] as const) {
    const places = await placesOf(page, first, last);
    expect(places, first).not.toEqual([]);
    for (const { text, isBefore } of places) expect(isBefore, text).toBe(true);
  }
  const heading = await page.locator("#screen-title").evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { text: range.getBoundingClientRect().right, box: element.getBoundingClientRect().right };
  });
  expect(Math.abs(heading.box - heading.text)).toBeLessThan(2);
  await expectFit(page);
});

/** Each innermost visible element with both texts, and whether the first is left of the last or above it. */
async function placesOf(page: Page, first: string, last: string) {
  return page.evaluate(
    ([begin, end]) => {
      const holds = (element: Element) => {
        const text = element.textContent ?? "";
        return text.includes(begin) && text.indexOf(end, text.indexOf(begin)) > 0;
      };
      const rectOf = (element: Element, part: string) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const at = node.textContent?.indexOf(part) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + part.length);
          return range.getBoundingClientRect();
        }
        return null;
      };
      return [...document.querySelectorAll("main *")]
        .filter((each) => each.checkVisibility() && holds(each) && ![...each.children].some(holds))
        .flatMap((each) => {
          const [from, to] = [rectOf(each, begin), rectOf(each, end)];
          if (from === null || to === null) return [];
          return [{ text: each.outerHTML, isBefore: from.left < to.left || from.bottom <= to.top }];
        });
    },
    [first, last] as const,
  );
}

/** What is wider than the screen, or hidden behind an edge. */
async function beside(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return [...(width > 320 ? [`the page is ${width} px wide`] : []), ...(await cutOff(page))];
}

test.describe("paying without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript: choose by form, read address, amount and code, and see it paid", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo, { open: true });
    await page.goto(`/c/${checkout.id}`);
    await expect(title(page, "Choose how to pay")).toBeVisible();
    await chooseFolded(page, "USDC", /USDC on Local 10/);

    await expect(title(page, "Send 10.00 USDC")).toBeVisible();
    expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);
    const { depositAddress } = await getPublic(demo, checkout.id);
    const address = getAddress(String(depositAddress));
    await expect(page.getByText(address, { exact: true })).toBeVisible();
    await expect(page.getByText("10.00 USDC", { exact: true })).toBeVisible();
    await expect(page.getByText(/^Pay before \d+:\d\d\s[AP]M UTC$/).locator("visible=true")).toBeVisible();
    const code = page.getByRole("img", { name: `QR code with the address ${address}` });
    await expect(code).toBeVisible();
    expect(await qrHolds(code, address)).toBe(true);
    // The other code is two radio buttons away, which need no script.
    await page.getByRole("radio", { name: "With amount" }).check({ force: true });
    await expect(page.getByRole("img", { name: /payment link/ })).toBeVisible();
    await expect(code).toBeHidden();
    // Nothing is offered that could not work.
    await expect(page.getByRole("button")).toHaveCount(0);

    await pay(demo, address, 10_000_000n);
    await untilStatus(demo, checkout.id, "SETTLED");
    await page.getByRole("link", { name: "Check for the payment" }).click();
    await expect(title(page, "Paid")).toBeVisible();
    await expect(page.getByRole("definition").getByText("10.00 USDC")).toBeVisible();
  });

  test("without JavaScript: a late choice changes nothing, and the page shows the open amount", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo, { open: true });
    await page.goto(`/c/${checkout.id}`);
    await chooseFolded(page, "USDC", /USDC on Local 10/);
    await page.getByRole("link", { name: "Change" }).click();
    await expect(title(page, "Choose how to pay")).toBeVisible();
    const { depositAddress } = await getPublic(demo, checkout.id);
    await pay(demo, String(depositAddress), 1_000_000n);
    await expect.poll(async () => (await getPublic(demo, checkout.id)).totalPaid).toBe("1000000");

    await chooseFolded(page, "USDT", /USDT on Local 10/);
    await expect(title(page, "Send 9.00 USDC more")).toBeVisible();
  });
});
