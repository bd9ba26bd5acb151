import type { PeopleStore } from "@/lib/accounts/people.store";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { isContractWallet } from "@/lib/chain/chains.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import type { Acting } from "./project-access";

const mostOwned = 100;

/**
 * Creates a project that accepts every known token of the enabled chains; its creator becomes the owner.
 *
 * @param settlementWallet lower-case
 * @throws CheckoutError FORBIDDEN for a person who owns no project and is not the service's first account;
 * VALIDATION_ERROR for an address that is not a wallet
 */
export async function foundProject(
  deps: ProjectParts,
  { userId }: SignedIn,
  { name, settlementWallet }: { name: string; settlementWallet: Hex },
): Promise<{ projectId: string }> {
  // First: only those who may name a wallet learn what an address is.
  if (!(await deps.projectLifecycle.mayFound(userId))) throw notAllowed();
  return found(deps, { ownerId: userId, userId }, { name, settlementWallet });
}

/**
 * The same by the operator, for any account.
 *
 * @throws CheckoutError VALIDATION_ERROR; FORBIDDEN when the owner has too many
 */
export async function foundProjectFor(
  deps: ProjectParts & { people: PeopleStore },
  email: string,
  project: { name: string; settlementWallet: Hex },
): Promise<{ projectId: string }> {
  const owner = await deps.people.findByEmail(email);
  if (owner === null)
    throw new CheckoutError("VALIDATION_ERROR", fault("projects.noAccount", { email }), { param: "owner" });
  return found(deps, { ownerId: owner.userId, userId: null }, project);
}

async function found(
  deps: ProjectParts,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  { name, settlementWallet }: { name: string; settlementWallet: Hex },
): Promise<{ projectId: string }> {
  await requireWallet(deps, settlementWallet, "settlementWallet");
  const projectId = deps.newId("prj");
  const acceptedTokens = deps.chains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ address }) => ({ chainId, tokenAddress: address })),
  );
  const founded = await deps.projectLifecycle.found(
    { projectId, name, settlementWallet, acceptedTokens, ownerId },
    mostOwned,
    {
      projectId,
      userId,
      action: "project.created",
      target: projectId,
      details: { name, settlementWallet },
      at: deps.clock.now(),
    },
  );
  if (!founded) throw notAllowed();
  return { projectId };
}

function notAllowed(): CheckoutError {
  return new CheckoutError("FORBIDDEN", fault("projects.mayNotCreate", { most: mostOwned }));
}

const mostListed = 100;

/** The newest, with their owners. */
export function listProjects({ projectLifecycle }: Pick<ProjectParts, "projectLifecycle">) {
  return projectLifecycle.list(mostListed);
}

export type WalletCheck = {
  /** Unknown while a network does not answer and no other shows a contract. */
  kind: "key" | "contract" | "unknown";
  /** Names of networks. */
  deployedOn: string[];
  missingOn: string[];
};

/**
 * What a wallet is on each enabled network, for an owner who is about to save it.
 *
 * @param wallet lower-case
 * @throws CheckoutError FORBIDDEN without the permission to name one; VALIDATION_ERROR for an address that is not a
 * wallet
 */
export async function checkWallet(
  deps: ProjectParts,
  { userId }: { userId: string },
  wallet: Hex,
): Promise<WalletCheck> {
  if (!(await deps.projectLifecycle.mayFound(userId))) throw notAllowed();
  await requireWallet(deps, wallet, "wallet");
  const { chains, walletCode } = deps;
  const code = await walletCode.onChains(wallet);
  const isContract = isContractWallet(code);
  const named = (hasCode: boolean) =>
    chains.filter(({ chainId }) => code.get(chainId) === hasCode).map(({ name }) => name);
  return {
    kind: isContract === null ? "unknown" : isContract ? "contract" : "key",
    deployedOn: named(true),
    missingOn: named(false),
  };
}

/**
 * Deletes a project: its keys end at once, and pending requests are withdrawn. Payments to its deposit addresses still
 * go to its wallet.
 *
 * @param name typed by the person who deletes it, to confirm the project
 * @throws CheckoutError VALIDATION_ERROR when it is not the project's
 */
export async function removeProject(
  { clock, projectLifecycle }: ProjectParts,
  access: Acting,
  name: string,
): Promise<void> {
  const removed = await projectLifecycle.remove(name, {
    ...access.as("project.delete"),
    action: "project.deleted",
    target: access.projectId,
    details: { name },
    at: clock.now(),
  });
  if (removed) return;
  throw new CheckoutError("VALIDATION_ERROR", fault("projects.nameDiffers"), {
    param: "name",
  });
}
