import { shownAmount, tokenAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { Excess } from "./live/excess";
import { Banner } from "./screen-parts";
import type { ScreenProps } from "./screen-props";

export type Wallets = { demoWallet: boolean; walletConnect: WalletConnectSettings | null };

/** The amount paid above the price, and how to request it back. Works without scripts, except for the signature. */
export function Overpaid({ view, demoWallet, walletConnect, t }: ScreenProps & Wallets) {
  const { overpayment, token, network, chainId, merchantName: merchant } = view;
  if (overpayment === null || token === null || network === null || chainId === null) return null;
  const { amount, refundable, requestedAt, signed } = overpayment;
  const valuesOf = (units: string) => ({
    amount: shownAmount(units, token, t),
    token: token.symbol,
    merchant,
  });
  const values = valuesOf(refundable);
  const isOpen = refundable !== "0";
  const hint = !isOpen
    ? t.overpaidRefunding
    : requestedAt === null
      ? t.overpaidHint
      : signed
        ? t.overpaidSigned
        : t.overpaidRequested;
  return (
    <section aria-label={fill(t.overpaidTitle, valuesOf(amount))} className="print:hidden">
      {/* Once requested, there is nothing left to do. */}
      <Banner tone={isOpen && requestedAt === null ? "warn" : "info"}>
        <h2 className="font-semibold">{fill(t.overpaidTitle, valuesOf(amount))}</h2>
        <p role="status">{fill(hint, values)}</p>
      </Banner>
      {isOpen && !signed && (
        <Excess
          request={
            requestedAt === null
              ? {
                  checkoutId: view.id,
                  words: {
                    request: fill(t.overpaidRequest, values),
                    requesting: t.overpaidRequesting,
                    failed: t.overpaidFailed,
                  },
                }
              : null
          }
          sign={{
            checkoutId: view.id,
            merchantName: merchant,
            // Without thousands separators, like the service.
            amount: `${tokenAmount(refundable, token)} ${token.symbol}`,
            network: { chainId, networkName: network.name, blockExplorerUrl: network.blockExplorerUrl },
            demoWallet,
            walletConnect,
            words: {
              open: t.overpaidSign,
              hint: fill(t.overpaidSignHint, values),
              sign: t.overpaidSignButton,
              signing: t.overpaidRequesting,
              refused: fill(t.overpaidSignRefused, values),
              failed: t.overpaidFailed,
            },
          }}
        />
      )}
    </section>
  );
}
