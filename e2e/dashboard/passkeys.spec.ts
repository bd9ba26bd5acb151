import type { Page } from "@playwright/test";
import { makePerson, postAction, postSignIn, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { withDatabase } from "../support/stack";

test.use({ expectedComplaint: /status of (400|403|422)/ });

/** Chrome's own authenticator, which verifies its person and answers at once. */
async function placeAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Pages that only offer passkeys in a field get none.
      automaticPresenceSimulation: false,
    },
  });
  return {
    /** The person touches it whenever a page asks. */
    present: (enabled: boolean) =>
      client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function signOut(page: Page) {
  await page.getByLabel("Account and theme").click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.waitForURL(/\/dashboard\/sign-in/);
}

test("a passkey is added, signs in without a code, confirms its owner and is removed", async ({ page }) => {
  const person = await makePerson(null);
  const authenticator = await placeAuthenticator(page);
  await signIn(page, person);
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Ada's laptop");
  await expectFit(page);
  await keepLooks(page, "dashboard-passkey-add");
  await authenticator.present(true);
  await adding.getByLabel("Name").press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Ada's laptop" })).toContainText("Not used yet");
  await authenticator.present(false);
  await expectFit(page);
  await keepLooks(page, "dashboard-passkeys");

  // A second factor asks nothing of a passkey.
  await withDatabase(({ prisma }) =>
    prisma.user.update({
      where: { id: person.userId },
      data: { totpSecret: "sealed", totpEnabledAt: new Date() },
    }),
  );
  await signOut(page);
  const half = await postSignIn(page, "password", person);
  expect(await half.json()).toMatchObject({ data: { next: "SECOND_FACTOR" } });
  await page.goto("/dashboard/sign-in?next=/dashboard/account");
  await expectFit(page);
  await keepLooks(page, "dashboard-sign-in-passkey");
  const enter = page.getByRole("button", { name: "Sign in with a passkey" });
  await authenticator.present(true);
  await enter.focus();
  await enter.press("Enter");
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Ada's laptop" })).toContainText("Last used");
  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByRole("cell", { name: "Passkey" })).toBeVisible();

  await withDatabase(({ pool }) =>
    pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1", [
      person.userId,
    ]),
  );
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByRole("button", { name: "Remove Ada's laptop" }).click();
  await page
    .getByRole("dialog", { name: "Remove Ada's laptop?" })
    .getByRole("button", { name: "Remove" })
    .click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(proof.getByRole("button", { name: "Use a code" })).toBeVisible();
  await keepLooks(page, "dashboard-proof-passkey");
  await proof.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText("You have no passkey yet.")).toBeVisible();
  await page.getByRole("link", { name: "Activity" }).click();
  for (const act of ["Added a passkey", "Removed a passkey"])
    await expect(page.getByRole("cell", { name: act })).toBeVisible();

  // The device still has it; the service doesn't know it any more.
  await signOut(page);
  await page.goto("/dashboard/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey wasn't accepted")).toBeVisible();
});

test("the e-mail field offers a passkey, and sign-in rejects one that doesn't verify its person", async ({
  page,
}) => {
  const person = await makePerson(null);
  const authenticator = await placeAuthenticator(page);
  await authenticator.present(true);
  await signIn(page, person);
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();
  await authenticator.present(false);
  await signOut(page);

  await authenticator.verifies(false);
  await authenticator.present(true);
  await page.goto("/dashboard/sign-in");
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username webauthn");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await authenticator.verifies(true);
  // Chrome's virtual authenticator picks the passkey that the field offers.
  await page.goto("/dashboard/sign-in?next=/dashboard/account");
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
});

test("a challenge works once, in the browser that requested it", async ({ page, browser }) => {
  const person = await makePerson(null);
  const authenticator = await placeAuthenticator(page);
  await authenticator.present(true);
  await signIn(page, person);
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();
  const sent = page.waitForRequest(/\/api\/dashboard\/account\/reauthenticate$/);
  await withDatabase(({ pool }) =>
    pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1", [
      person.userId,
    ]),
  );
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page
    .getByRole("dialog", { name: "Confirm it's you" })
    .getByRole("button", { name: "Use your passkey" })
    .click();
  const proof = (await sent).postDataJSON() as { answer: object };
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  const again = await postAction(page, "/api/dashboard/account/reauthenticate", proof);
  expect(await again.json()).toMatchObject({ error: { code: "INVALID_SIGNATURE" } });
  const elsewhere = await browser.newContext();
  const stolen = await postSignIn(elsewhere, "passkey", { answer: proof.answer });
  expect(await stolen.json()).toMatchObject({ error: { code: "INVALID_SIGNATURE" } });
  await elsewhere.close();
});
