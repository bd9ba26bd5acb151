/** What a wallet has spent on a chain since midnight; open transactions count with the most that they can cost. */
export type GasOfDay = {
  spentWei: bigint;
  /** Of it, for the project in question. */
  byProjectWei: bigint;
  /** Whether the wallet works for other projects, too. */
  isShared: boolean;
};

/**
 * Whether a call for a project fits under what the wallet may spend in a day. Of a shared wallet a project gets at most
 * half of what the others leave, so that after each call as much as it has spent is still there for whoever comes
 * next: of n projects that all want more than there is, each gets 1/(n + 1) of the cap.
 */
export function fitsDailyCap(day: GasOfDay, costWei: bigint, limitWei: bigint): boolean {
  const leftByOthers = limitWei - (day.spentWei - day.byProjectWei);
  const wanted = day.byProjectWei + costWei;
  return wanted * (day.isShared ? 2n : 1n) <= leftByOthers;
}
