import { useQuery } from "@tanstack/react-query";
import { erc20Abi, type Hex } from "viem";
import { readContract } from "viem/actions";
import { readBalances, useWalletClient } from "./wallet-client";
import { choicesOf, type Holding, isSameChoice, type WalletChoice, type WalletOffer } from "./wallet-order";

/**
 * What the wallet holds of each choice: on its own network by its own node, elsewhere by the service. Never fails; what
 * nobody could tell is unknown.
 */
export function useHoldings(offer: WalletOffer, payer: Hex, walletChainId: number) {
  const connected = useWalletClient();
  const choices = choicesOf(offer);
  return useQuery({
    queryKey: ["holdings", payer, choices.map(({ chainId, tokenAddress }) => [chainId, tokenAddress])],
    // An old balance must not reject a wallet that was topped up since.
    gcTime: 0,
    // The customer comes back from the wallet's window at each step.
    staleTime: 30_000,
    queryFn: async (): Promise<Holding[]> => {
      const known = new Map(
        await Promise.all(
          choices.map(async (choice): Promise<[WalletChoice, bigint | null]> => {
            if (choice.chainId !== walletChainId) return [choice, null];
            return [choice, await ownBalance(choice).catch(() => null)];
          }),
        ),
      );
      // Its own node knows all about the selected one, and the page whether any wallet's signature can pay it.
      const { order } = offer;
      const ownSigning = order?.signing?.kind === "EIP3009" ? { ...order.signing, permitNonce: null } : null;
      const isSelected = (choice: WalletChoice) => order !== null && isSameChoice(order, choice);
      const isSettled = order?.signing === null || ownSigning !== null;
      const isKnown = choices.every(
        (choice) => isSelected(choice) && isSettled && known.get(choice) !== null,
      );
      const answer = isKnown ? null : await readBalances(offer.checkoutId, payer);
      const balances = answer?.ok === true ? answer.data : [];
      return choices.map((choice) => {
        const found = balances.find((balance) => isSameChoice(balance, choice));
        const units = known.get(choice) ?? (found?.balance == null ? null : BigInt(found.balance));
        return { units, signing: (isSelected(choice) ? ownSigning : null) ?? found?.signing ?? null };
      });
    },
  });

  async function ownBalance({ chainId, tokenAddress }: WalletChoice): Promise<bigint> {
    const client = await connected(payer, chainId);
    return readContract(client, {
      abi: erc20Abi,
      address: tokenAddress as Hex,
      functionName: "balanceOf",
      args: [payer],
    });
  }
}
