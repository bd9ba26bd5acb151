import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import { cleanText } from "@/lib/platform/clean-text.rules";

/** How a person is called in lists and logs; empty for no name. */
export async function rename(deps: OwnAccountDeps, userId: string, typed: string): Promise<void> {
  const name = cleanText(typed).trim() || null;
  await changeAccount(deps, userId, async (tx, account, now) => {
    if (account.name === name) return;
    await tx.saveName(userId, name);
    await tx.audit(accountEntry(userId, "renamed", now, { from: account.name, to: name }));
  });
}
