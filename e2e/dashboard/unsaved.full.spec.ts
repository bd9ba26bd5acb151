import type { Page } from "@playwright/test";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects, type Projects } from "../support/projects";
import { manifest, withDatabase } from "../support/stack";

test.use({ expectedComplaint: /status of 40[019]/ });

let projects: Projects;
let projectId: string;

test.beforeAll(async () => {
  projects = openProjects(manifest());
  projectId = (await projects.make({ name: "Ada's shop" })).projectId;
});
test.afterAll(() => projects.close());

const question = "You have unsaved changes. Leave without saving?";

/** Answers the browser's own question from now on; returns how often it came. */
function answerQuestions(page: Page) {
  const answer = { leave: false, asked: 0 };
  page.on("dialog", (dialog) => {
    answer.asked += 1;
    expect(dialog.message()).toBe(question);
    return answer.leave ? dialog.accept() : dialog.dismiss();
  });
  return answer;
}

const endSessions = (userId: string) =>
  withDatabase(({ prisma }) =>
    prisma.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } }),
  );

test("a form is saved after signing in beside it when its session ended", async ({ page }) => {
  const owner = await makePerson({ projectId, role: "OWNER" });
  await signIn(page, owner);
  await page.goto(`/dashboard/projects/${projectId}/settings`);
  const name = page.getByLabel("Name");
  const before = await name.inputValue();
  await name.fill("Typed before the session ended");
  await endSessions(owner.userId);
  await page.getByRole("button", { name: "Save" }).first().click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(again).toContainText(owner.email);
  await expect(again.getByLabel("Password")).toBeFocused();
  await expectFit(page);
  await keepLooks(page, "dashboard-session-ended");
  await again.getByLabel("Password").fill("not the password");
  await again.getByLabel("Password").press("Enter");
  await expect(again.getByText("Wrong e-mail or password.")).toBeVisible();
  await again.getByLabel("Password").fill(owner.password);
  await again.getByLabel("Password").press("Enter");
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Typed before the session ended");
  await name.fill(before);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
});

test("a form that one person typed isn't saved in the name of another who signed in meanwhile", async ({
  page,
  context,
}) => {
  const ada = await makePerson({ projectId, role: "OWNER" });
  const grace = await makePerson({ projectId, role: "OWNER" });
  await signIn(page, ada);
  // Without a password, as with an account that only has a wallet, the dialog sends to another tab.
  await withDatabase(({ prisma }) =>
    prisma.user.update({ where: { id: ada.userId }, data: { passwordHash: null } }),
  );
  await page.goto("/dashboard/account");
  await page.getByLabel("Name").fill("Ada");
  await endSessions(ada.userId);
  await page.getByRole("button", { name: "Save" }).click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(again.getByRole("link", { name: "Sign in" })).toHaveAttribute("target", "_blank");
  await signIn(context.request, grace);
  await again.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Someone else is signed in now.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ada");
  const names = await withDatabase(({ prisma }) =>
    prisma.user.findMany({ where: { id: { in: [ada.userId, grace.userId] } }, select: { name: true } }),
  );
  expect(names.map(({ name }) => name)).not.toContain("Ada");
});

test("an account with a second factor needs its code beside the form, too", async ({ page }) => {
  const person = await makePerson(null);
  await signIn(page, person);
  await page.goto("/dashboard/account");
  await page.getByLabel("Name").fill("Ada");
  await endSessions(person.userId);
  await withDatabase(({ prisma }) =>
    prisma.user.update({
      where: { id: person.userId },
      data: { totpSecret: "sealed", totpEnabledAt: new Date() },
    }),
  );
  await page.getByRole("button", { name: "Save" }).click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password").fill(person.password);
  await again.getByLabel("Password").press("Enter");
  await again.getByLabel("Code from your app").fill("000000");
  await again.getByLabel("Code from your app").press("Enter");
  await expect(again.getByText("This code is wrong or was already used.")).toBeVisible();
  await again.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Ada");
});

test("unsaved settings ask before Back leaves them, and saved ones don't", async ({ page }) => {
  const owner = await makePerson({ projectId, role: "OWNER" });
  await signIn(page, owner);
  const base = `/dashboard/projects/${projectId}`;
  const settings = async () => {
    await page.goto(`${base}/refunds`);
    await page.goto(`${base}/settings`);
  };
  const answer = answerQuestions(page);
  await settings();
  const name = page.getByLabel("Name");
  const before = await name.inputValue();
  await name.press("End");
  await name.pressSequentially("!");
  await page.evaluate(() => history.back());
  await expect.poll(() => answer.asked).toBe(1);
  await expect(page).toHaveURL(new RegExp(`${base}/settings$`));
  await expect(name).toHaveValue(`${before}!`);

  // Asks again each time, and leaves with one answer.
  answer.leave = true;
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(new RegExp(`${base}/refunds$`));
  expect(answer.asked).toBe(2);

  await settings();
  await name.fill(before);
  await name.pressSequentially(" ");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(new RegExp(`${base}/refunds$`));
  expect(answer.asked).toBe(2);
});

test("Back within the dashboard asks, and keeps what was typed", async ({ page }) => {
  const owner = await makePerson({ projectId, role: "OWNER" });
  await signIn(page, owner);
  const base = `/dashboard/projects/${projectId}`;
  await page.goto(`${base}/settings/wallet`);
  const answer = answerQuestions(page);
  await page.getByRole("link", { name: "Shop" }).first().click();
  const name = page.getByLabel("Name");
  await name.pressSequentially("!");
  const typed = await name.inputValue();
  await page.evaluate(() => history.back());
  await expect.poll(() => answer.asked).toBe(1);
  await expect(name).toHaveValue(typed);
  answer.leave = true;
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(new RegExp(`${base}/settings/wallet$`));
  await expect(name).toHaveCount(0);
  expect(answer.asked).toBe(2);
});
