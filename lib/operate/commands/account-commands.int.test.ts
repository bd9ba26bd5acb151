import { expect, it } from "vitest";
import { createAccountTokenStore } from "@/lib/accounts/people.store";
import { hashClaimToken } from "@/lib/platform/ids";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { fileWorld } from "@/lib/testing/world";

const { stores } = await fileWorld();

const admin = (...args: string[]) =>
  runAdminCommand(stores.databaseUrl, args, { dashboardUrl: "https://pay.example" });
const isGood = (token: string | undefined, purpose: "SETUP" | "PASSWORD_RESET") =>
  createAccountTokenStore(stores.database).find(hashClaimToken(token ?? ""), purpose, new Date());

it("makes a setup token until there is an account, and a reset link from then on", async () => {
  expect(await admin("reset-link", "ada@shop.example")).toMatchObject({ exitCode: 1 });
  const setup = await admin("setup-token");
  expect(setup.text).toContain("https://pay.example/dashboard/setup");
  expect(await isGood(/Setup token: ([\w-]{43})/.exec(setup.text)?.[1], "SETUP")).toEqual({ userId: null });

  const { userId } = await stores.admin.createUser({
    email: "ada@shop.example",
    passwordHash: null,
    at: new Date(),
  });
  expect(await admin("setup-token")).toMatchObject({ exitCode: 1 });
  const reset = await admin("reset-link", "Ada@shop.example");
  const token = /https:\/\/pay\.example\/dashboard\/reset\/([\w-]{43})/.exec(reset.text)?.[1];
  expect(await isGood(token, "PASSWORD_RESET")).toEqual({ userId });
  expect(await admin("reset-link")).toMatchObject({ exitCode: 2 });
});

it("turns off a lost second factor, which its owner then finds in their activity", async () => {
  const email = "bob@shop.example";
  const { userId } = await stores.admin.createUser({ email, passwordHash: null, at: new Date() });
  const { user, auditLog } = stores.database.prisma;
  expect(await admin("second-factor-off", email)).toMatchObject({ exitCode: 1 });
  // Sealed under the service's key, which this command need not have.
  await user.update({ where: { id: userId }, data: { totpSecret: "sealed", totpEnabledAt: new Date() } });
  expect(await admin("second-factor-off", "Bob@shop.example")).toMatchObject({ exitCode: 0 });
  expect(await user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    totpSecret: null,
    totpEnabledAt: null,
  });
  expect(await auditLog.findMany({ where: { userId } })).toMatchObject([
    { action: "account.second_factor_off", details: { by: "operator" } },
  ]);
  expect(await admin("second-factor-off", "nobody@shop.example")).toMatchObject({ exitCode: 1 });
});
