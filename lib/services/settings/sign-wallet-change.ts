import type { Chain } from "@/lib/core/chains";
import type { Hex } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import { walletChangeText } from "@/lib/core/wallet-change-text";
import type { ProjectAccess } from "../access/project-access";
import { type ChainReader, ChainUnavailable } from "../ports/chain-reader";
import type { WalletChange } from "../ports/dashboard/wallet-change-store";
import type { VerifyMessage } from "../ports/message-signatures";
import { projectNotFound } from "../projects/project-not-found";
import { type WalletChangeDeps, walletChangeNotFound, walletEntry } from "./wallet-change-deps";

export type SignWalletChangeDeps = WalletChangeDeps & {
  chains: readonly Chain[];
  reader: (chainId: number) => Pick<ChainReader, "hasCode">;
  verifyMessage: VerifyMessage;
};

/**
 * Lets a settlement wallet that waits take the place of the one in use at once, as that one signed for it.
 *
 * @throws CheckoutError FORBIDDEN; NOT_FOUND where it does not wait; INVALID_SIGNATURE; CONFLICT while a chain that has
 *   to be asked does not answer
 */
export async function signWalletChange(
  deps: SignWalletChangeDeps,
  access: ProjectAccess,
  { changeId, signature }: { changeId: string; signature: Hex },
): Promise<void> {
  access.require("settlementWallet.change");
  const waiting = await deps.walletChanges.waiting(access.projectId);
  if (waiting?.changeId !== changeId) throw walletChangeNotFound();
  // Before the transaction: nothing inside one may wait for a chain.
  if (!(await isSigned(deps, waiting, access.projectName, signature))) {
    throw new CheckoutError(
      "INVALID_SIGNATURE",
      "The signature is not that of the wallet in use, or not of this change's text.",
      { param: "signature" },
    );
  }
  const at = deps.clock.now();
  const done = await deps.walletChanges.transaction(access.projectId, async (tx) => {
    if (tx.waiting?.changeId !== changeId || tx.settlementWallet !== waiting.fromWallet)
      throw walletChangeNotFound();
    if (!(await tx.isOwner(access.userId))) throw projectNotFound();
    await tx.apply(tx.waiting, at);
    const details = { before: waiting.fromWallet, after: waiting.toWallet, how: "signed" };
    await tx.audit(walletEntry(access.actor, "settlement_wallet_changed", changeId, details, at));
    return true;
  });
  if (done === null) throw projectNotFound();
}

/**
 * A key's own signature counts by itself. A wallet that is a contract must say yes on every chain where it is one: its
 * address may be somebody else's contract on another chain, whose word alone must not lead the money away.
 */
async function isSigned(
  { chains, reader, verifyMessage }: SignWalletChangeDeps,
  change: WalletChange,
  projectName: string,
  signature: Hex,
): Promise<boolean> {
  const { fromWallet: address } = change;
  const signed = { address, message: walletChangeText({ ...change, projectName }), signature };
  try {
    const code = await Promise.all(chains.map(({ chainId }) => reader(chainId).hasCode(address)));
    const contracts = chains.filter((_, index) => code[index] === true);
    const asked = contracts.length === 0 ? chains.slice(0, 1) : contracts;
    const answers = await Promise.all(asked.map(({ chainId }) => verifyMessage(chainId, signed)));
    return answers.length > 0 && answers.every((isTrue) => isTrue);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new CheckoutError(
      "CONFLICT",
      "A network that has to be asked about this wallet does not answer. Try again shortly; the change goes on waiting.",
      { cause: error },
    );
  }
}
