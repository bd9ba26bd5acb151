import { makePerson, signIn } from "../support/dashboard";
import { expect, test, title } from "../support/fixtures";
import { wrappedHashes } from "../support/layout";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";

test("no hash or id takes more than two lines of a phone", async ({ page, demo }) => {
  const projects = openProjects(demo);
  const project = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  const { id } = await paid(shopOf(demo, project), 10_000_000n, 10_000_000n);
  await page.goto(`/c/${id}`);
  await expect(title(page, "Paid")).toBeVisible();
  expect(await wrappedHashes(page)).toEqual([]);

  await signIn(page, await makePerson({ projectId: project.projectId, role: "OWNER" }));
  for (const path of [
    "/checkouts",
    `/checkouts/${id}`,
    "/settlements",
    "/refunds",
    "/developers/keys",
    "/developers/webhooks",
    "/developers/requests",
    "/settings/wallet",
    "/settings/team/audit",
  ]) {
    await page.goto(`/dashboard/projects/${project.projectId}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await wrappedHashes(page), path).toEqual([]);
  }
});
