import "server-only";
import type { z } from "zod";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { throttle } from "@/lib/accounts/throttle";
import { authorizeByWallet } from "@/lib/accounts/wallet/authorize-by-wallet";
import { askWallet } from "@/lib/accounts/wallet/wallet-proof";
import { walletProof, type walletQuestion } from "@/lib/accounts/wallet-proof.schema";
import type { Deps } from "@/lib/api/deps";
import type { WayIn } from "./ways-in";

/** A wallet that its owner linked signs them in (EIP-4361). */
export const byWallet: WayIn<typeof walletProof> = {
  input: walletProof,
  prove: async ({ deps, client }, proof) => {
    await throttle(deps, "wallet", null, client);
    return { ...(await authorizeByWallet(deps, proof)), method: "wallet" };
  },
};

/** The text that a wallet signs to sign in. Each is a row, so a client gets few. */
export async function askWalletToSignIn(
  deps: Deps,
  question: z.output<typeof walletQuestion>,
  client: ClientFacts,
): Promise<{ message: string }> {
  await throttle(deps, "wallet", null, client);
  return askWallet(deps, question, { kind: "sign_in" });
}
