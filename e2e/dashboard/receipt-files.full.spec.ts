import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";

test("a checkout's page saves its receipt or invoice, for members of its project alone", async ({
  page,
  demo,
}) => {
  const projects = openProjects(demo);
  const shop = shopOf(demo, await projects.make({ name: "Corner Coffee" }).finally(() => projects.close()));
  const [done, open, foreign] = await Promise.all([
    paid(shop, 1_000_000n),
    startCheckout(shop),
    startCheckout(demo),
  ]);
  const list = `/dashboard/projects/${shop.projectId}/checkouts`;
  const fileOf = async (id: string, file: string) => page.request.get(`/api${list}/${id}/${file}.pdf`);
  expect((await fileOf(done.id, "receipt")).status()).toBe(401);
  await signIn(page, await makePerson({ projectId: shop.projectId, role: "VIEWER" }));
  for (const [id, name, file] of [
    [done.id, "Receipt (PDF)", "receipt"],
    [open.id, "Invoice (PDF)", "invoice"],
  ] as const) {
    await page.goto(`${list}/${id}`);
    await expectFit(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    expect((await saved).suggestedFilename()).toBe(`${file}-${id}.pdf`);
  }
  const receipt = await fileOf(done.id, "receipt");
  const held = { headers: { "if-none-match": String(receipt.headers().etag) } };
  expect((await page.request.get(receipt.url(), held)).status()).toBe(304);
  expect((await fileOf(open.id, "receipt")).status()).toBe(409);
  expect((await fileOf(foreign.id, "invoice")).status()).toBe(404);
});
