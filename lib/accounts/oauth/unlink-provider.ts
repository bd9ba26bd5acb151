import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import type { OauthProvider } from "@/lib/accounts/own-account.store";
import { requireWayIn } from "@/lib/accounts/ways-in";

/**
 * An account elsewhere signs in no more. Nothing happens where none is linked.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function unlinkProvider(
  deps: OwnAccountDeps,
  userId: string,
  provider: OauthProvider,
): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    const links = account.links.filter((link) => link.provider !== provider);
    if (links.length === account.links.length) return;
    requireWayIn({ ...account, links });
    await tx.removeLinks(userId, provider);
    await tx.audit(accountEntry(userId, "provider_unlinked", now, { provider }));
  });
}
