import { TriangleAlert } from "lucide-react";
import { NetworkMark } from "@/components/ui/network-mark";
import { checksummed } from "@/lib/schemas/primitives";
import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";
import { shownAmount, tokenAmount } from "../amounts";
import { fill } from "../fill";
import { CopyField } from "../pay/copy-field";
import { GaslessFailure } from "../pay/gasless-failure";
import { PaymentQr } from "../pay/payment-qr";
import { SentGuard } from "../pay/sent-guard";
import { WalletPay } from "../pay/wallet-pay";
import { ProgressSteps } from "../progress-steps";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";

/** Two equal ways to pay what is still open: from a wallet, or sent by hand. */
export function PayScreen({ view, demoWallet, t }: ScreenProps & { demoWallet: boolean }) {
  const { token, network, chainId, tokenAddress, depositAddress, remainingAmount } = view;
  if (token === null || network === null || chainId === null || tokenAddress === null) return null;
  if (depositAddress === null || remainingAmount === null) return null;
  const address = checksummed(depositAddress as `0x${string}`);
  const remaining = tokenAmount(remainingAmount, token);
  const shown = shownAmount(remainingAmount, token, t);
  const partial = view.totalPaid !== "0";
  const values = { token: token.symbol, network: network.name, amount: shown, remaining: shown };

  return (
    <>
      <ProgressSteps current="waiting" t={t} />
      <ScreenTitle>{fill(partial ? t.partialTitle : t.payTitle, values)}</ScreenTitle>
      <p className="mt-1 flex items-center gap-2">
        <NetworkMark chainId={chainId} />
        {fill(t.payOn, values)}
      </p>
      {partial && (
        <p className="mt-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          {fill(t.partialReceived, {
            token: token.symbol,
            received: shownAmount(view.totalPaid, token, t),
            amount: shownAmount(view.amount, token, t),
          })}
        </p>
      )}
      <SentGuard
        checkoutId={view.id}
        totalPaid={view.totalPaid}
        network={network.name}
        blockExplorerUrl={network.blockExplorerUrl}
        relayed={isOnItsWay(view) ? (view.gaslessPayment?.txHash ?? "") : null}
      >
        <GaslessFailure payment={view.gaslessPayment} network={network.name} t={t} />
        <WalletPay
          order={{
            checkoutId: view.id,
            chainId,
            networkName: network.name,
            blockExplorerUrl: network.blockExplorerUrl,
            tokenAddress,
            tokenSymbol: token.symbol,
            tokenDecimals: token.decimals,
            depositAddress: address,
            remainingAmount,
            signingDomain: view.signingDomain,
            expiresAt: view.expiresAt,
            totalPaid: view.totalPaid,
          }}
          demoWallet={demoWallet}
        />
        <h2 className="mt-8 font-semibold">{t.sendYourself}</h2>
        <p className="caption mt-1">{fill(t.sendYourselfHint, values)}</p>
        <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <div className="grid content-start gap-4">
            <CopyField
              label={t.amountLabel}
              value={remaining}
              suffix={token.symbol}
              copyLabel={t.copyAmount}
              copiedMessage={t.copiedAmount}
            />
            <CopyField
              label={fill(t.addressLabel, values)}
              value={address}
              mono
              copyLabel={t.copyAddress}
              copiedMessage={t.copiedAddress}
            />
            <p className="flex gap-2 text-sm">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
              {fill(t.networkWarning, values)}
            </p>
          </div>
          <PaymentQr
            address={address}
            tokenAddress={tokenAddress}
            chainId={chainId}
            amountUnits={remainingAmount}
            t={t}
          />
        </div>
        <a href={`/c/${view.id}`} className="unscripted text-link mt-5">
          {t.checkAgain}
        </a>
      </SentGuard>
    </>
  );
}

/** A payment by signature was accepted, and no block has shown it yet. */
function isOnItsWay({ gaslessPayment }: PublicCheckoutView): boolean {
  return gaslessPayment?.status === "PENDING" || gaslessPayment?.status === "SENT";
}
