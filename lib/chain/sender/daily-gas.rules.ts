/** What a wallet has spent on a chain since midnight; open transactions count with the most that they can cost. */
export type GasOfDay = {
  spentWei: bigint;
  /** Of it, for all projects of the owner in question. */
  byOwnerWei: bigint;
  /** Whether the wallet works for other owners, too. */
  isShared: boolean;
};

/**
 * Whether a call for an owner's project fits under what the wallet may spend in a day. Of a shared wallet an owner gets at
 * most half of what the others leave, so after each call as much as the owner has spent is left for the next one: of n
 * owners that all want more than there is, each gets 1/(n + 1) of the cap, however many projects they have.
 */
export function fitsDailyCap(day: GasOfDay, costWei: bigint, limitWei: bigint): boolean {
  const leftByOthers = limitWei - (day.spentWei - day.byOwnerWei);
  const wanted = day.byOwnerWei + costWei;
  return wanted * (day.isShared ? 2n : 1n) <= leftByOthers;
}
