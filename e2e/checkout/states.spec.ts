import type { Page } from "@playwright/test";
import { untilStatus } from "../support/api";
import { holdBlocks, pay } from "../support/chain";
import { endTime, onSecondChain, produceStills, type Still, stills } from "../support/checkout-states";
import {
  expect,
  expectFit,
  markDocument,
  openWay,
  startCheckout,
  startWith,
  test,
  title,
} from "../support/fixtures";
import { keepLooks, keepScreenshot, shiftsOf, watchShifts } from "../support/layout";

// Every screen of the payment page, as the service and the chain bring it about; what each lets one do is tested by
// the other files.

/** How much may move by itself: nothing that an eye could see. Font files that come late move a line by a hair. */
const unseen = 0.001;

const headings: Record<Still, string> = {
  choose: "Choose how to pay",
  pay: "Send 10.00 USDC",
  partial: "Send 4.00 USDC more",
  stray: "Send 10.00 USDC",
  paid: "Paid",
  overpaid: "Paid",
  expired: "This checkout has expired",
  "expired-part": "4.00 USDC received",
  late: "Payment received late",
  cancelled: "The shop cancelled this checkout",
  "cancelled-part": "The shop cancelled this checkout",
  refunded: "Refunded",
  "long-choose": "Choose how to pay",
  "long-pay": "Send 999,999,999,999.123456 USDC",
  "long-paid": "Paid",
};

test("every screen is readable by everyone, whole on the smallest display, and still", async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  const ids = await produceStills(demo);
  await watchShifts(page);
  for (const still of stills) {
    await test.step(still, async () => {
      await page.goto(`/c/${ids[still]}`);
      await expect(title(page, headings[still])).toBeVisible();
      await expectOneOutline(page);
      await keepLooks(page, `state-${still}`);
      await expectFit(page);
      await expectStill(page);
    });
  }
  // In a reader's own colours, a code that cameras read, and a choice that is no shade.
  await page.goto(`/c/${ids.pay}`);
  await openWay(page, "send-yourself");
  await page.emulateMedia({ forcedColors: "active" });
  const code = page.getByRole("img", { name: /^QR code with the address/ });
  await expect(code.locator("path")).toHaveCSS("fill", "rgb(23, 24, 28)");
  const chosen = page.locator("label").filter({ has: page.getByRole("radio", { checked: true }) });
  await expect(chosen).toHaveCSS("text-decoration-line", "underline");
  await keepScreenshot(page, "checkout-pay-forced-colors", true);
  await page.emulateMedia({ forcedColors: null });
  // Of the receipt, one sheet with nothing on it that only a screen can use.
  await page.goto(`/c/${ids["long-paid"]}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button").or(page.getByRole("navigation")).locator("visible=true")).toHaveCount(
    0,
  );
  await expect(page.getByText(ids["long-paid"], { exact: true })).toBeVisible();
  expect(sheetsOf(await page.pdf({ format: "A4" }))).toBe(1);
});

test("nothing moves from the first view to the receipt, and the focus follows", async ({
  page,
  context,
  demo,
}) => {
  test.setTimeout(120_000);
  const [checkout, tooLate, paidLate] = await Promise.all([1, 2, 3].map(() => onSecondChain(demo)));
  if (checkout === undefined || tooLate === undefined || paidLate === undefined)
    throw new Error("three were made");
  await endTime(demo, [paidLate.id]);
  await untilStatus(demo, paidLate.id, "EXPIRED");
  await watchShifts(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  const expectSameDocument = await markDocument(page);
  const asked = await placeOfTask(page);

  // The second block is held back, so that the first is long enough to look at.
  await holdBlocks(demo, async (mine) => {
    const txHash = await pay(demo, String(checkout.depositAddress), 10_000_000n, { chainId: 31338 });
    await pay(demo, String(paidLate.depositAddress), 10_000_000n, { chainId: 31338 });
    await mine();
    await expect(title(page, "Payment seen")).toBeVisible();
    await expect(title(page, "Payment seen")).toBeFocused();
    await expect(page.getByText("Confirming 1 of 2")).toBeVisible();
    await expect(page.getByText(txHash)).toBeVisible();
    await expect(page.getByText(/You don't need to do anything else/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^(?!Copy)/ })).toHaveCount(0);
    expect(await placeOfTask(page)).toEqual(asked);
    await keepLooks(page, "state-confirming");
    await expectFit(page);

    // No one can say yet that nothing was sent in time: the chain has not come past it.
    await endTime(demo, [tooLate.id]);
    const other = await context.newPage();
    await other.goto(`/c/${tooLate.id}`);
    await expect(title(other, "Time is up")).toBeVisible();
    await keepLooks(other, "state-time-up");
    await expectFit(other);
    // What came after the deadline says so while it is being confirmed.
    await other.goto(`/c/${paidLate.id}`);
    await expect(title(other, "Payment received late")).toBeVisible();
    await expect(other.getByText(/arrived after the deadline\. Once it's confirmed/)).toBeVisible();
    await expect(other.getByText("Confirming 1 of 2")).toBeVisible();
    await keepLooks(other, "state-late-confirming");
    await expectFit(other);
    await other.close();
  });
  await expect(title(page, "Paid")).toBeVisible();
  await expect(title(page, "Paid")).toBeFocused();
  expect(await placeOfTask(page)).toEqual(asked);
  await expectSameDocument();
  await expectStill(page);
});

test("automatic changes have reserved space, and opened parts move only those below", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { fiatAmount: "14000", fiatCurrency: "KRW" });
  await startWith(page, "send-yourself");
  await watchShifts(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  // No one touches the page: of what moves within half a second of an input browsers say that it was meant to.
  await expect(page.getByText("Address checked on your device")).toBeVisible({ timeout: 20_000 });
  await expectStill(page);

  const details = page.getByText("How we calculated this");
  const places = () =>
    Promise.all([page.getByText("Two mugs"), details].map(async (part) => (await part.boundingBox())?.y));
  const before = await places();
  await details.click();
  await expect(page.getByText(/in your favour/)).toBeVisible();
  expect(await places()).toEqual(before);
  await expectFit(page);
});

/** One main part, and one heading over all others, none of which is left out. */
async function expectOneOutline(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
}

async function expectStill(page: Page): Promise<void> {
  const { sum, what } = await shiftsOf(page);
  expect(sum, what.join("\n")).toBeLessThan(unseen);
}

/** Where steps and title stand on the screen. */
async function placeOfTask(page: Page): Promise<number[]> {
  const parts = [page.getByRole("list", { name: "Progress" }), page.getByRole("heading", { level: 1 })];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.map((box) => Math.round(box?.y ?? -1));
}

function sheetsOf(pdf: Buffer): number {
  return [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}
