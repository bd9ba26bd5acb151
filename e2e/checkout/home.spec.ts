import { expect, expectFit, test } from "../support/fixtures";

test("the home page shows the payment page, which can't be pressed or paid, without scripts too", async ({
  browser,
  demo,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ javaScriptEnabled });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`${demo.baseUrl}/`);
    const example = page.getByRole("img", { name: /^An example of the payment page/ });
    await expect(example).toContainText("$4.50");
    await expect(example).toContainText("Choose how to pay");
    expect(await example.locator("[inert]").count()).toBe(1);
    expect(await example.innerHTML()).not.toMatch(/0x[0-9a-fA-F]{40}\b(?<!0{40})/);
    expect(requests.filter((url) => !url.startsWith(`${demo.baseUrl}/`))).toEqual([]);
    expect(requests.filter((url) => /\/c\/|\/api\//.test(url))).toEqual([]);
    if (javaScriptEnabled) await expectFit(page);
    await page.close();
  }
});
