import { expect, test } from "vitest";
import { removeLostFactor } from "@/lib/accounts/second-factor/second-factor";
import { unlinkWallet } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import { transact } from "@/lib/platform/database";
import { noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";
import { writeAudit } from "./audit.store";
import { createOwnAccountStore } from "./own-account.store";
import { accountEntry } from "./sign-in/signed-in";

const world = await fileWorld();
const people = peopleOf(world);

const written = async (recipient: string) =>
  (await world.stores.database.prisma.mailMessage.findMany({ where: { recipient } })).map(
    ({ body }) => body.split(/[.,]/)[0],
  );

const act = (userId: string, action: string) =>
  transact(world.stores.database.pool, (connection) =>
    writeAudit(connection, accountEntry(userId, action, noon)),
  );

test.each([
  ["password_changed", "Your password was changed"],
  ["password_reset", "Your password was reset by a link"],
  ["second_factor_on", "Two-factor authentication was turned on"],
  ["second_factor_off", "Two-factor authentication was turned off"],
  ["recovery_codes_renewed", "Your recovery codes were replaced"],
  ["passkey_added", "A passkey was added and can now sign you in"],
  ["passkey_removed", "A passkey was removed and no longer signs you in"],
  ["wallet_linked", "A wallet was linked and can now sign you in"],
  ["wallet_unlinked", "Your wallet was unlinked and no longer signs you in"],
])("%s is e-mailed to the account's owner", async (action, sentence) => {
  const { userId, email } = await people.createUser();
  await act(userId, action);
  expect(await written(email)).toEqual([sentence]);
});

test("is Korean for a person whose dashboard is", async () => {
  const { userId, email } = await people.createUser();
  await world.stores.database.prisma.user.update({ where: { id: userId }, data: { language: "ko" } });
  await act(userId, "second_factor_off");
  expect(await written(email)).toEqual(["2단계 인증이 꺼졌습니다"]);
});

test("sends no e-mail for other account actions or for a failed action", async () => {
  const { userId, email } = await people.createUser();
  for (const action of ["renamed", "session_ended", "second_factor_failed"]) await act(userId, action);
  const failing = transact(world.stores.database.pool, async (connection) => {
    await writeAudit(connection, accountEntry(userId, "wallet_linked", noon));
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await written(email)).toEqual([]);
});

test("an operator's command and the removal of a wallet are e-mailed, too", async () => {
  const { userId, email } = await people.createUser();
  const { prisma } = world.stores.database;
  await prisma.user.update({
    where: { id: userId },
    data: { walletAddress: `0x${"5".repeat(40)}`, totpSecret: "sealed", totpEnabledAt: noon },
  });
  await removeLostFactor(people.deps, email);
  await unlinkWallet({ ...people.deps, ownAccounts: createOwnAccountStore(world.stores.database) }, userId);
  expect((await written(email)).sort()).toEqual([
    "Two-factor authentication was turned off",
    "Your wallet was unlinked and no longer signs you in",
  ]);
});
