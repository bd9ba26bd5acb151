import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { OwnAccount, OwnAccountStore, OwnAccountTransaction } from "./own-account.store";

export type OwnAccountDeps = { clock: Clock; ownAccounts: Pick<OwnAccountStore, "transaction"> };

/**
 * Changes a person's own account under its lock.
 * @throws CheckoutError UNAUTHORIZED for one that was disabled meanwhile
 */
export function changeAccount<T>(
  { clock, ownAccounts }: OwnAccountDeps,
  userId: string,
  change: (tx: OwnAccountTransaction, account: OwnAccount, now: Date) => Promise<T>,
): Promise<T> {
  return ownAccounts.transaction(async (tx) => {
    const account = await tx.lock(userId);
    if (account === null) throw new CheckoutError("UNAUTHORIZED", "This account is open no more.");
    return change(tx, account, clock.now());
  });
}
