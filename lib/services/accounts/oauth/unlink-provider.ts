import type { OauthProvider } from "../../ports/accounts/own-account-store";
import { accountEntry } from "../account-entry";
import { changeAccount, type OwnAccountDeps } from "../own-account";
import { requireWayIn } from "../ways-in";

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
