import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/money.rules";
import type { ProjectSettings } from "@/lib/projects/settings.store";

/** How letters to owners call each setting. */
export const settingNames = {
  name: "name",
  accentColor: "accent colour",
  refundMode: "who can send refunds",
  refundDailyLimitUnits: "refunds a day without approval",
  settlementPolicy: "settlement",
  settlementHoldHours: "hours before settlement",
  settlementRules: "settlement by network",
  latePaymentPolicy: "late payments",
  toleranceBps: "tolerance in hundredths of a percent",
  confirmationSpeed: "confirmation speed",
  apiKeyUse: "where the API key is used",
  apiKeyCreatesCheckouts: "API keys may create checkouts",
  minimumUnits: "smallest checkout",
  allowedWallets: "other wallets that may be paid",
  acceptedTokens: "accepted tokens",
  mailKinds: "e-mails",
} as const satisfies Readonly<Record<keyof ProjectSettings, string>>;

/** A setting as the audit log keeps it: equal texts are equal settings. Null for none. */
export function describeSetting(
  chains: readonly Chain[],
  setting: keyof ProjectSettings,
  settings: ProjectSettings,
): string | number | boolean | null {
  const nameOf = (chainId: number) =>
    chains.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
  switch (setting) {
    case "minimumUnits":
    case "refundDailyLimitUnits":
      return formatUnits(settings[setting], amountPricedDecimals);
    case "acceptedTokens":
      return listed(
        settings.acceptedTokens.map((ref) => {
          const symbol = findToken(chains, ref)?.token.symbol ?? ref.tokenAddress;
          return `${symbol} on ${nameOf(ref.chainId)}`;
        }),
      );
    case "settlementRules":
      return listed(settings.settlementRules.map(({ chainId, policy }) => `${nameOf(chainId)} ${policy}`));
    case "allowedWallets":
    case "mailKinds":
      return listed(settings[setting]);
    case "name":
    case "accentColor":
    case "refundMode":
    case "settlementPolicy":
    case "settlementHoldHours":
    case "latePaymentPolicy":
    case "toleranceBps":
    case "confirmationSpeed":
    case "apiKeyUse":
    case "apiKeyCreatesCheckouts":
      return settings[setting];
    default:
      return setting satisfies never;
  }
}

function listed(items: readonly string[]): string | null {
  return items.length === 0 ? null : [...items].sort().join(", ");
}
