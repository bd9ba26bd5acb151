import { type Chain, findToken } from "@/lib/core/chains";
import { amountPricedDecimals, formatUnits } from "@/lib/core/money";
import type { ProjectSettings } from "../ports/dashboard/settings-store";

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
    case "latePaymentPolicy":
    case "toleranceBps":
    case "confirmationSpeed":
    case "apiKeyCreatesCheckouts":
      return settings[setting];
    default:
      return setting satisfies never;
  }
}

function listed(items: readonly string[]): string | null {
  return items.length === 0 ? null : [...items].sort().join(", ");
}
