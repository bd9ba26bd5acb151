import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { changeAccount } from "@/lib/accounts/manage-profile";
import { providerLinkedLetter } from "@/lib/letters/letter-text";
import type { OauthLink, OauthProvider } from "./signed-in";
import { accountEntry, requireWayIn } from "./signed-in";

/** A person according to a provider. @property verifiedEmail null when the provider has not verified the address */
export type ProviderPerson = OauthLink & { verifiedEmail: string | null };

/**
 * The person whom an external account signs in: by its link, else by the e-mail address that the provider verified,
 * which creates the link. New accounts need an invitation.
 *
 * Someone else may have created the account under that address and waited for its owner (pre-hijacking). So the first
 * link ends every other way to sign in, unless the address was proven before or this browser is already signed in to
 * the account. The second factor is kept: it can't sign anyone in by itself.
 *
 * @param signedInAs the person of the browser's open session
 * @returns null for an unknown person, and for a second account at the same provider whose address changed owner
 */
export async function authorizeByProvider(
  { clock, people, ownAccounts, mail }: AccountParts,
  { verifiedEmail, ...link }: ProviderPerson,
  signedInAs: string | null,
): Promise<{ userId: string } | null> {
  const linked = await ownAccounts.findByLink(link);
  if (linked !== null || verifiedEmail === null) return linked;
  const owner = await people.findByEmail(verifiedEmail.toLowerCase());
  if (owner === null) return null;
  const { userId } = owner;
  const { provider } = link;
  const now = clock.now();
  return ownAccounts.transaction(async (tx) => {
    const account = await tx.lock(userId);
    if (account === null || account.email !== verifiedEmail.toLowerCase()) return null;
    const own = account.links.find((other) => other.provider === provider);
    if (own !== undefined) return own.subject === link.subject ? { userId } : null;
    // A disabled person may have it.
    if (!(await tx.addLink(userId, link, now))) return null;
    await tx.audit(accountEntry(userId, "provider_linked", now, { provider }));
    const endsOthers = !account.isEmailProven && signedInAs !== userId;
    if (endsOthers) {
      const sessionsEnded = await tx.endOtherWaysIn(userId, provider, now);
      await tx.audit(accountEntry(userId, "other_ways_in_ended", now, { sessionsEnded }));
    }
    await tx.proveEmail(userId, now);
    if (mail !== null) await tx.write([providerLinkedLetter(account, { provider, endsOthers }, now)], now);
    return { userId };
  });
}

/**
 * Unlinks an external account. Does nothing without a link.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function unlinkProvider(
  deps: AccountParts,
  userId: string,
  provider: OauthProvider,
): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    const links = account.links.filter((link) => link.provider !== provider);
    if (links.length === account.links.length) return;
    requireWayIn({ ...account, links });
    await tx.removeLinks(userId, provider, now);
    await tx.audit(accountEntry(userId, "provider_unlinked", now, { provider }));
  });
}
