import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { proveWallet, type WalletProof } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type OpenProjectDeps, openProject } from "@/lib/projects/project-access";
import { foundProject } from "@/lib/projects/project-lifecycle";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { createLink, type LinkParts } from "./payment-links";

export type FoundShopParts = ProjectParts & OpenProjectDeps & LinkParts & AccountParts;

export type NewShop = {
  name: string;
  settlementWallet: Hex;
  /** The wallet's signature, if it was connected. */
  walletProof?: WalletProof | undefined;
  /** Name of the first payment link; none without it. */
  linkName?: string | undefined;
};

/**
 * Creates a project with a payment link at which the customer enters the amount, so that a shop without a developer
 * has a link and a till at once.
 *
 * @throws CheckoutError INVALID_SIGNATURE for the proof of another wallet, and those of `foundProject`
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function foundShop(
  deps: FoundShopParts,
  signedIn: SignedIn,
  { walletProof, linkName, ...project }: NewShop,
): Promise<{ projectId: string }> {
  if (walletProof !== undefined)
    await requireOwnWallet(deps, signedIn, walletProof, project.settlementWallet);
  const { projectId } = await foundProject(deps, signedIn, project);
  if (linkName !== undefined) await createFirstLink(deps, signedIn, projectId, linkName);
  return { projectId };
}

async function requireOwnWallet(
  deps: AccountParts,
  { userId, email }: SignedIn,
  proof: WalletProof,
  settlementWallet: Hex,
): Promise<void> {
  const address = await proveWallet(deps, proof, { kind: "settle", userId, email });
  if (address === settlementWallet) return;
  throw new CheckoutError("INVALID_SIGNATURE", fault("links.otherWallet"), {
    param: "settlementWallet",
  });
}

/** The project exists already, so it goes on without a link where no token can carry its price. */
async function createFirstLink(
  deps: OpenProjectDeps & LinkParts,
  signedIn: SignedIn,
  projectId: string,
  itemName: string,
): Promise<void> {
  const [currency] = deps.fiatCurrencies;
  const access = await openProject(deps, signedIn, projectId);
  try {
    await createLink(deps, access, { itemName, openAmount: true, fiatCurrency: currency?.code ?? "USD" });
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
  }
}
