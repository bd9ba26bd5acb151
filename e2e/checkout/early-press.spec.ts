import { expect, startCheckout, test, untilHeard } from "../support/fixtures";
import { holdScripts } from "../support/held-scripts";

test("what is pressed before the page's scripts run is done once they do, and once", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const release = await holdScripts(page);
  await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Connect wallet" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveCount(0);
  await release();
  await expect(dialog).toBeVisible();
  // Closed, it stays so: the page hears by itself now.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByText("Send manually").click();
  await expect(dialog).toBeHidden();
});

// Before React has gone through the page, while it does, and in the moment after which it hears by itself.
for (const moment of ["at once", "soon", "as it hears"])
  test(`what is pressed while React takes the page over is done once: ${moment}`, async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.context().grantPermissions(["clipboard-write"]);
    await page.addInitScript((when) => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) => {
        copied.push(text);
        return write(text);
      };
      const press = () => {
        const button = document.querySelector("button[aria-label='Copy amount']");
        // React has left its marks on what it listens for.
        if (when === "as it hears" && Object.keys(button ?? {}).length === 0) setTimeout(press);
        else button?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      };
      // The document is listened to for the first time as React begins.
      const listen = document.addEventListener;
      document.addEventListener = (...given: Parameters<typeof listen>) => {
        listen.apply(document, given);
        if (given[0] !== "click") return;
        document.addEventListener = listen;
        if (when === "at once") queueMicrotask(press);
        else setTimeout(press, when === "soon" ? 5 : 0);
      };
    }, moment);
    await page.goto(`/c/${checkout.id}`);
    await untilHeard(page);
    const copied = () => page.evaluate(() => Reflect.get(window, "copied") as string[]);
    await expect.poll(copied).toEqual(["10.00"]);
    // By itself it hears the next one: nothing of the first is left over.
    await page.getByRole("button", { name: "Copy amount" }).click();
    await expect.poll(copied).toEqual(["10.00", "10.00"]);
  });
