import type { OauthLink, OwnAccountStore } from "../../ports/accounts/own-account-store";
import type { PeopleStore } from "../../ports/accounts/people-store";
import type { Clock } from "../../ports/clock";
import { accountEntry } from "../account-entry";

export type AuthorizeByProviderDeps = {
  clock: Clock;
  people: Pick<PeopleStore, "findByEmail">;
  ownAccounts: Pick<OwnAccountStore, "findByLink" | "transaction">;
};

/** Who a provider says that somebody is. @property verifiedEmail null where it has not seen that the address is theirs */
export type ProviderPerson = OauthLink & { verifiedEmail: string | null };

/**
 * Whom an account elsewhere signs in: its link's person, else whose e-mail address the provider has verified, which
 * makes the link. Accounts are made by invitation alone.
 *
 * @returns null for a stranger; and for a second account at the same provider under an address that came to another
 *   hand
 */
export async function authorizeByProvider(
  { clock, people, ownAccounts }: AuthorizeByProviderDeps,
  { verifiedEmail, ...link }: ProviderPerson,
): Promise<{ userId: string } | null> {
  const linked = await ownAccounts.findByLink(link);
  if (linked !== null || verifiedEmail === null) return linked;
  const owner = await people.findByEmail(verifiedEmail.toLowerCase());
  if (owner === null) return null;
  const { userId } = owner;
  return ownAccounts.transaction(async (tx) => {
    const account = await tx.lock(userId);
    if (account === null || account.email !== verifiedEmail.toLowerCase()) return null;
    const own = account.links.find(({ provider }) => provider === link.provider);
    if (own !== undefined) return own.subject === link.subject ? { userId } : null;
    const now = clock.now();
    // Someone disabled may have it.
    if (!(await tx.addLink(userId, link, now))) return null;
    await tx.audit(accountEntry(userId, "provider_linked", now, { provider: link.provider }));
    return { userId };
  });
}
