import { inflateSync } from "node:zlib";
import { expect, request, test } from "@playwright/test";
import { createCheckout, getPublic } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { postAction, signIn } from "../support/dashboard";
import { manifest } from "../support/stack";
import { actsIn } from "./acts";
import { firefox, type OpenBrowser, oldWebkit, type TestedBrowser, webkit } from "./browsers";
import { type InsertingProxy, startProxy } from "./inserting-proxy";

const demo = manifest();

const startCheckout = () =>
  createCheckout(demo, {
    fiatAmount: "10.00",
    fiatCurrency: "USD",
    itemName: "Two mugs",
    chainId: chainOf(demo).chainId,
    tokenAddress: tokenOf(chainOf(demo)),
  });

/** Of each page: what it threw, and what broke its policy. */
const watch = `{
const faults=window.faults=[];
addEventListener("error",(event)=>faults.push(event.message));
addEventListener("unhandledrejection",({reason})=>faults.push(String(reason)));
document.addEventListener("securitypolicyviolation",({effectiveDirective,blockedURI})=>faults.push(effectiveDirective+" "+blockedURI));
}`;

/** One browser for a file's tests, behind a proxy of its own. */
function useBrowser(tested: TestedBrowser): () => { browser: OpenBrowser; proxy: InsertingProxy } {
  let opened: { browser: OpenBrowser; proxy: InsertingProxy } | undefined;
  test.beforeAll(async () => {
    opened = { browser: await tested.open(), proxy: await startProxy(demo.baseUrl) };
  });
  test.beforeEach(() => {
    if (opened === undefined) return;
    opened.proxy.script = watch;
    opened.proxy.cut = null;
  });
  test.afterAll(async () => {
    await opened?.browser.close();
    await opened?.proxy.close();
  });
  return () => {
    if (opened === undefined) throw new Error(`${tested.name} is not open`);
    return opened;
  };
}

for (const tested of [firefox, webkit])
  test.describe(tested.name, () => {
    const use = useBrowser(tested);
    test.afterEach(async () => {
      expect(await use().browser.call(() => Reflect.get(window, "faults") as string[])).toEqual([]);
    });

    test("pays in the shop, from its page to the receipt", async () => {
      const { browser, proxy } = use();
      const { heading, press, started } = actsIn(browser);
      await browser.open(`${proxy.url}/shop`);
      await press("Buy");
      await heading(/^Choose how to pay$/);
      await started();
      await press("Send manually");
      await press("USDC on another network");
      await press("USDC on Local 4.50");
      await heading(/^Send 4\.50 USDC$/);
      await press("Wallets in this browser");
      await press("Pay with demo wallet");
      await heading(/^Paid$/);
    });

    test("shows a payment although its stream was cut, without AbortSignal.any", async () => {
      const { browser, proxy } = use();
      const { heading, started } = actsIn(browser);
      const { id, depositAddress } = await startCheckout();
      proxy.script += "delete AbortSignal.any;";
      proxy.cut = /\/events$/;
      await browser.open(`${proxy.url}/c/${id}`);
      await heading(/^Send 10\.00 USDC$/);
      await started();
      await pay(demo, String(depositAddress), 10_000_000n);
      await heading(/^Paid$/);
    });

    // The only one whose driver prints.
    if (tested === firefox)
      test("prints a receipt on one sheet", async () => {
        const { browser, proxy } = use();
        const { id, depositAddress } = await startCheckout();
        await pay(demo, String(depositAddress), 10_000_000n);
        await expect.poll(async () => (await getPublic(demo, id)).status).toMatch(/^(PAID|SETTLED)$/);
        await browser.open(`${proxy.url}/c/${id}`);
        await actsIn(browser).heading(/^Paid$/);
        expect(sheetsOf(Buffer.from((await browser.print?.()) ?? []))).toBe(1);
      });

    test("takes an amount at the till, and sees the payment", async () => {
      const { browser, proxy } = use();
      const { heading, path, press, reads, started } = actsIn(browser);
      await browser.open(`${proxy.url}/l/${await makeLink()}?till=1`);
      await started();
      for (const key of ["1", "0", ".", "5"]) await press(key);
      await press("Show QR code");
      await heading(/^\$10\.50$/);
      await reads(/Waiting for the payment/);
      expect(await path()).toMatch(/^\/l\//);
      const id = await browser.call(() => new URLSearchParams(location.search).get("checkout") ?? "");
      const chain = chainOf(demo);
      const guest = await request.newContext({ baseURL: demo.baseUrl });
      const chosen = { chainId: chain.chainId, tokenAddress: tokenOf(chain) };
      expect((await guest.post(`/c/${id}/select`, { data: chosen })).status()).toBe(200);
      await guest.dispose();
      await pay(demo, String((await getPublic(demo, id)).depositAddress), 10_500_000n);
      await reads(/Next customer/);
    });

    test("signs in, opens a dialog and the palette, and shows nothing of it after sign-out and Back", async () => {
      const { browser, proxy } = use();
      const { fill, heading, path, press, reads, started } = actsIn(browser);
      await browser.open(`${proxy.url}/dashboard/sign-in`);
      await started();
      await fill("E-mail", demo.login.email);
      await fill("Password", demo.login.password);
      await press("Sign in");
      await expect.poll(path).toMatch(/^\/dashboard\/projects\/prj_/);
      await browser.open(`${proxy.url}/dashboard/projects/${demo.projectId}/developers/keys`);
      await started();
      await press("Create browser key");
      await expect
        .poll(() => browser.call(() => document.querySelector("dialog[open] form") !== null))
        .toBe(true);
      await browser.call(() => document.querySelector<HTMLDialogElement>("dialog[open]")?.close());
      await press("Search or go to");
      await fill("Page, checkout id", "refunds");
      await press("Refunds");
      await expect.poll(path).toMatch(/\/refunds$/);
      await heading(/^Refunds$/);
      await press("Account and theme");
      await press("Sign out");
      await expect.poll(path).toBe("/dashboard/sign-in");
      await browser.back();
      await expect.poll(path).toBe("/dashboard/sign-in");
      await reads(/Sign in/);
    });
  });

test.describe(oldWebkit.name, () => {
  const use = useBrowser(oldWebkit);

  test("shows the amount once, and says so where its scripts don't start", async () => {
    const { browser, proxy } = use();
    const { heading, words } = actsIn(browser);
    const { id } = await startCheckout();
    await browser.open(`${proxy.url}/c/${id}?lang=de`);
    await heading(/^10,00 USDC senden$/);
    await expect
      .poll(() =>
        browser.call(() => {
          const notice = document.querySelector(".not-started");
          const isSeen = notice !== null && getComputedStyle(notice).visibility === "visible";
          return document.documentElement.hasAttribute("data-started") || isSeen;
        }),
      )
      .toBe(true);
    expect(await words()).toMatch(/Betrag (10[.,]00) USDC/);
    expect(await words()).not.toMatch(/10[.,]0010[.,]00/);
  });
});

/** A link of the demo's project that lets the till name the amount. @returns its slug */
async function makeLink(): Promise<string> {
  const merchant = await request.newContext({ baseURL: demo.baseUrl });
  await signIn(merchant);
  const terms = { itemName: "Counter", fiatCurrency: "USD", openAmount: true };
  const path = `/api/dashboard/projects/${demo.projectId}/actions/createLink`;
  const { data } = (await (await postAction(merchant, path, terms)).json()) as { data: { slug: string } };
  await merchant.dispose();
  return data.slug;
}

/** Firefox packs its pages into compressed objects. */
function sheetsOf(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...streams].join("\n").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
