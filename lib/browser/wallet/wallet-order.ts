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
  /** Any wallet can pay it by one signature, without a network fee. */
  isFree: boolean;
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
    isFree: option.gasless,
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
    isFree: view.gasless,
    depositAddress: getAddress(depositAddress),
    signing: view.signing,
    expiresAt: view.expiresAt,
    totalPaid: view.totalPaid,
    checkedAddress: { id, merchantAddress, depositAddress, addressTerms },
  };
}

/** The token and the network of a payment. */
export type ChosenToken = Pick<WalletChoice, "chainId" | "tokenAddress">;

/** A payment that a button of the page named, so that a press of it agreed to it. */
export type NamedPayment = ChosenToken & {
  isFree: WalletChoice["isFree"];
  amount: string;
  /** With its checksum; null where the button named no wallet's account. */
  payer: string | null;
};

export function isSameChoice(a: ChosenToken, b: ChosenToken): boolean {
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

/** What a wallet holds of a choice's token; `units` is null when no node returned it, `signing` when it can't sign. */
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

type Preference = {
  walletChainId: number;
  /** The selected choice, or the one that the customer agreed to. */
  preferred: ChosenToken | null;
};

/**
 * What to suggest: of those that the wallet holds, the preferred one; else one on the network that the wallet is on,
 * without a network fee, with the lowest fee, in the page's order. When it holds none, the preferred or first one.
 *
 * @param holdings as many as the choices
 */
export function suggestedChoice(
  choices: readonly WalletChoice[],
  holdings: readonly Holding[],
  preference: Preference,
): WalletChoice | null {
  const { preferred } = preference;
  const held = best(choices, holdings, preference, suffices);
  if (held !== null) return held;
  const wanted = choices.find((choice) => preferred !== null && isSameChoice(preferred, choice));
  return wanted ?? choices.find(({ amount }) => amount !== null) ?? null;
}

/**
 * The payment to name on the page's button before the customer connects: the selected choice, else what we would
 * suggest, else the cheapest of those whose balance we don't know. Null if the wallet holds too little.
 */
export function namedChoice(
  offer: WalletOffer,
  holdings: readonly Holding[],
  walletChainId: number,
): WalletChoice | null {
  const choices = choicesOf(offer);
  const { order } = offer;
  const preference = { walletChainId, preferred: order };
  const pick = (isPossible: typeof suffices) =>
    best(choices, holdings, preference, (choice, holding) => {
      const isOpen = order === null || isSameChoice(order, choice);
      return isOpen && isPossible(choice, holding);
    });
  return pick(suffices) ?? pick(mayHold);
}

function mayHold({ amount }: WalletChoice, holding: Holding | undefined): boolean {
  return amount !== null && holding?.units == null;
}

function best(
  choices: readonly WalletChoice[],
  holdings: readonly Holding[],
  { walletChainId, preferred }: Preference,
  isPossible: typeof suffices,
): WalletChoice | null {
  const possible = choices.flatMap((choice, index) => {
    const holding = holdings[index];
    if (!isPossible(choice, holding)) return [];
    const isPreferred = preferred !== null && isSameChoice(preferred, choice);
    const isNear = choice.chainId === walletChainId;
    const isFree = choice.isFree || holding?.signing != null;
    const feeUsd = isFree ? 0 : Number(choice.feeUsd ?? Number.POSITIVE_INFINITY);
    return [{ choice, rank: [Number(!isPreferred), Number(!isNear), feeUsd] }];
  });
  const [first] = possible.toSorted(
    (a, b) => a.rank.map((rank, at) => rank - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0,
  );
  return first?.choice ?? null;
}
