import { getAddress } from "viem/utils";
import type { CheckedAddress } from "@/lib/browser/address-check";
import type { NativeCurrency } from "@/lib/chain/chains.rules";
import type { WalletBalance } from "@/lib/checkouts/views/payment-option.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";

/** One token on one network in which a wallet can pay; amounts are decimal text in the token's smallest unit. */
export type WalletChoice = {
  chainId: number;
  networkName: string;
  /** Empty without one. */
  blockExplorerUrl: string;
  /** The coin in which the network's fees are paid. */
  nativeCurrency: NativeCurrency;
  tokenAddress: string;
  tokenSymbol: string;
  tokenDecimals: number;
  /** What remains to be paid; null without a rate. */
  amount: string | null;
  /** Null for an unknown network. */
  feeUsd: string | null;
};

/** What a wallet has to pay. */
export type WalletOrder = WalletChoice & {
  amount: string;
  depositAddress: string;
  /** The best kind of signature that the token accepts; null for none. */
  signing: PublicCheckoutView["signing"];
  /** ISO 8601. */
  expiresAt: string;
  /** Received before this payment. */
  totalPaid: string;
  /** For the check of the address on this device. */
  checkedAddress: CheckedAddress;
};

/** What a checkout offers to a wallet. */
export type WalletOffer = {
  checkoutId: string;
  /** The selected one; null before the selection. */
  order: WalletOrder | null;
  /** Those that a press can still select; empty once that is over. */
  choices: readonly WalletChoice[];
  /** Hash of a payment that is on its way, perhaps from another tab or device; null for none. */
  reported: string | null;
};

type OfferedView = Pick<PublicCheckoutView, "id" | "options" | "reportedPayment"> &
  Parameters<typeof toWalletOrder>[0];

/** @param canChoose whether the customer may still select another token */
export function toWalletOffer(view: OfferedView, canChoose: boolean): WalletOffer {
  const choices = view.options.map((option) => ({
    chainId: option.chainId,
    networkName: option.network.name,
    blockExplorerUrl: option.network.blockExplorerUrl,
    nativeCurrency: option.network.nativeCurrency,
    tokenAddress: option.tokenAddress,
    tokenSymbol: option.token.symbol,
    tokenDecimals: option.token.decimals,
    amount: option.amount,
    feeUsd: option.typicalFeeUsd,
  }));
  return {
    checkoutId: view.id,
    order: toWalletOrder(view),
    choices: canChoose ? choices : [],
    reported: view.reportedPayment?.txHash ?? null,
  };
}

/** The selected token with its address; null before the selection. */
export function toWalletOrder(view: PublicCheckoutView): WalletOrder | null {
  const { token, network, chainId, tokenAddress, depositAddress, remainingAmount, addressTerms } = view;
  if (token === null || network === null || chainId === null || tokenAddress === null) return null;
  if (depositAddress === null || remainingAmount === null || addressTerms === null) return null;
  const { id, merchantAddress } = view;
  return {
    chainId,
    networkName: network.name,
    blockExplorerUrl: network.blockExplorerUrl,
    nativeCurrency: network.nativeCurrency,
    tokenAddress,
    tokenSymbol: token.symbol,
    tokenDecimals: token.decimals,
    amount: remainingAmount,
    feeUsd: null,
    depositAddress: getAddress(depositAddress),
    signing: view.signing,
    expiresAt: view.expiresAt,
    totalPaid: view.totalPaid,
    checkedAddress: { id, merchantAddress, depositAddress, addressTerms },
  };
}

export function isSameChoice(
  a: Pick<WalletChoice, "chainId" | "tokenAddress">,
  b: Pick<WalletChoice, "chainId" | "tokenAddress">,
): boolean {
  return a.chainId === b.chainId && a.tokenAddress === b.tokenAddress;
}

/** The selected one, with the others that can still be selected, in the page's order. */
export function choicesOf({ order, choices }: WalletOffer): WalletChoice[] {
  if (order === null) return [...choices];
  const others = choices.filter((choice) => !isSameChoice(choice, order));
  return others.length === choices.length
    ? [order, ...others]
    : choices.map((choice) => (isSameChoice(choice, order) ? { ...order, feeUsd: choice.feeUsd } : choice));
}

/** How a wallet can sign a payment. */
export type WalletSigning = NonNullable<WalletBalance["signing"]>;

/** What a wallet holds of a choice's token; `units` is null when nobody could tell, `signing` when it can't sign. */
export type Holding = { units: bigint | null; signing: WalletSigning | null };

/** Whether the wallet holds enough, as far as we know. */
function suffices({ amount }: WalletChoice, holding: Holding | undefined): boolean {
  return amount !== null && holding?.units != null && holding.units >= BigInt(amount);
}

/** Whether we know that the wallet holds too little of every choice. */
export function holdsNothing(choices: readonly WalletChoice[], holdings: readonly Holding[]): boolean {
  const priced = choices.flatMap((choice, index) =>
    choice.amount === null ? [] : [{ choice, holding: holdings[index] }],
  );
  return (
    priced.length > 0 &&
    priced.every(({ choice, holding }) => holding?.units != null && !suffices(choice, holding))
  );
}

/**
 * The choices to list: those that the wallet holds. Once it refused a network, also those of which we don't know it.
 */
export function payableChoices(
  choices: readonly WalletChoice[],
  holdings: readonly Holding[],
  hasRefusedNetwork: boolean,
): WalletChoice[] {
  return choices.filter((choice, index) => {
    const isUnknown = choice.amount !== null && holdings[index]?.units == null;
    return suffices(choice, holdings[index]) || (hasRefusedNetwork && isUnknown);
  });
}

/**
 * What to suggest: of those that the wallet holds, the selected one; else one on the network that the wallet is on,
 * without a network fee, with the lowest fee, in the page's order. When it holds none, the selected or first one.
 *
 * @param holdings as many as the choices
 */
export function suggestedChoice(
  choices: readonly WalletChoice[],
  holdings: readonly Holding[],
  { walletChainId, order }: { walletChainId: number; order: WalletOrder | null },
): WalletChoice | null {
  const held = choices.flatMap((choice, index) => {
    const holding = holdings[index];
    if (!suffices(choice, holding)) return [];
    const isSelected = order !== null && isSameChoice(order, choice);
    const isNear = choice.chainId === walletChainId;
    const feeUsd = holding?.signing != null ? 0 : Number(choice.feeUsd ?? Number.POSITIVE_INFINITY);
    return [{ choice, rank: [Number(!isSelected), Number(!isNear), feeUsd] }];
  });
  const [best] = held.toSorted(
    (a, b) => a.rank.map((rank, at) => rank - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0,
  );
  if (best !== undefined) return best.choice;
  const selected = choices.find((choice) => order !== null && isSameChoice(order, choice));
  return selected ?? choices.find(({ amount }) => amount !== null) ?? null;
}
