import { clicksOf, countClicks, makePerson, signIn } from "../support/dashboard";
import { expect, test, untilHeard } from "../support/fixtures";
import { watchCopies } from "../support/held-scripts";
import { openProjects } from "../support/projects";

test.use({ viewport: { width: 1280, height: 900 } });

test("three clicks lead from the dashboard to the copied payment link", async ({ page, demo }) => {
  const projects = openProjects(demo);
  const { projectId } = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  const copied = await watchCopies(page);
  await signIn(page, await makePerson({ projectId, role: "OWNER" }));
  await page.goto(`/dashboard/projects/${projectId}`);
  await untilHeard(page);
  await countClicks(page);

  await page
    .getByRole("navigation", { name: "Project", exact: true })
    .getByRole("link", { name: "Payment links" })
    .click();
  await page.getByRole("button", { name: "New link" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Item").fill("Honey");
  await dialog.getByLabel("Price", { exact: true }).fill("10");
  // The form is sent from the keyboard that filled it.
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: /^Copy/ }).click();
  await expect.poll(copied).toMatch(/\/l\/honey-[0-9a-z]+$/);
  expect(await clicksOf(page)).toBe(3);
});
