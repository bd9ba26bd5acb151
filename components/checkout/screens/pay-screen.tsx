import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { Banner, NetworkLine, ScreenTitle } from "@/components/checkout/screen-parts";
import { displayAmount } from "@/components/checkout/text/amounts";
import { Filled } from "@/components/ui/filled";
import { ChevronRight, LoaderCircle, TriangleAlert } from "@/components/ui/icons";
import { canChangeToken } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Messages } from "../messages/catalogue";
import { MoneyBack, type Wallets } from "../money-back";
import { AlreadyPaid } from "../pay/already-paid";
import { FirstTime } from "../pay/first-time";
import { SendYourself } from "../pay/send-yourself";
import { AddressGuard, type PaymentOnItsWay, SentGuard } from "../pay/sent-guard";
import { ProgressSteps, StrayPayments } from "../receipt";
import type { ScreenProps, WaysAround } from "../screen-props";

type Props = ScreenProps & { waysAround: WaysAround } & Pick<PaymentLookupProps, "networks"> &
  Pick<Wallets, "isContactRefused">;

/** The ways to pay the remaining amount. */
export function PayScreen({ view, waysAround, networks, isContactRefused, t }: Props) {
  const { token, network, chainId, tokenAddress, depositAddress, remainingAmount, addressTerms } = view;
  if (token === null || network === null || chainId === null || tokenAddress === null) return null;
  if (depositAddress === null || remainingAmount === null || addressTerms === null) return null;
  const address = checksummed(depositAddress as `0x${string}`);
  const amountText = displayAmount(remainingAmount, token, t);
  const partial = view.totalPaid !== "0";
  const values = { token: token.symbol, network: network.name, amount: amountText, remaining: amountText };
  const sentHead = (title: string, step: "waiting" | "sent" = "sent") => (
    <>
      <ProgressSteps current={step} t={t} />
      <ScreenTitle>{title}</ScreenTitle>
      <NetworkLine chainId={chainId}>
        <Filled text={t.approximately} values={values} />
      </NetworkLine>
    </>
  );

  function onItsWay(): PaymentOnItsWay | null {
    if (network === null) return null;
    const { gaslessPayment, reportedPayment } = view;
    if (gaslessPayment?.mayStillPay) {
      const { status, txHash } = gaslessPayment;
      const isFailed = status === "FAILED";
      return {
        head: isFailed ? sentHead(t.signedTitle, "waiting") : sentHead(t.relayTitle),
        hint: fill(isFailed ? t.signedHint : t.relayHint, { network: network.name }),
        againHint: isFailed ? t.signedAgainHint : t.relayAgainHint,
        txHash: txHash ?? "",
        blockExplorerUrl: network.blockExplorerUrl,
      };
    }
    if (reportedPayment === null) return null;
    return {
      head: sentHead(t.reportedTitle),
      hint: t.reportedHint,
      againHint: t.reportedAgainHint,
      txHash: reportedPayment.txHash,
      // Its page would not exist at another network's explorer.
      blockExplorerUrl: reportedPayment.chainId === chainId ? network.blockExplorerUrl : "",
    };
  }

  return (
    <AddressGuard
      // The very address that is shown and copied.
      address={{
        id: view.id,
        merchantAddress: view.merchantAddress,
        merchantAddressIsListed: view.merchantAddressIsListed,
        depositAddress: address,
        addressTerms,
      }}
    >
      <SentGuard
        signs={{
          waiting: <LoaderCircle className="mt-0.5 size-5 shrink-0 animate-spin text-accent" />,
          ended: <TriangleAlert className="mt-0.5 size-5 shrink-0" />,
        }}
        heads={{
          open: (
            <>
              <ProgressSteps current="waiting" t={t} />
              <ScreenTitle values={values}>{partial ? t.partialTitle : t.payTitle}</ScreenTitle>
              <NetworkLine chainId={chainId}>
                <Filled text={t.payOn} values={values} />
                {canChangeToken(view) && (
                  <a href={`/c/${view.id}?change=1`} className="quiet-link">
                    {t.changeToken}
                  </a>
                )}
              </NetworkLine>
              {partial && (
                <Banner tone="warn">
                  <Filled
                    text={t.partialReceived}
                    values={{
                      token: token.symbol,
                      received: displayAmount(view.totalPaid, token, t),
                      amount: displayAmount(view.amount, token, t),
                    }}
                  />
                </Banner>
              )}
              <StrayPayments view={view} isPayable t={t} />
              {view.moneyBack !== null && (
                <div className="mt-4">
                  <MoneyBack
                    view={view}
                    demoWallet={false}
                    walletConnect={null}
                    isContactRefused={isContactRefused}
                    t={t}
                  />
                </div>
              )}
            </>
          ),
          sent: sentHead(t.sentTitle),
        }}
        checkoutId={view.id}
        totalPaid={view.totalPaid}
        network={network.name}
        blockExplorerUrl={network.blockExplorerUrl}
        onItsWay={onItsWay()}
      >
        <GaslessFailure payment={view.gaslessPayment} network={network.name} t={t} />
        {waysAround(
          <SendYourself
            address={address}
            amountUnits={remainingAmount}
            chainId={chainId}
            network={network.name}
            token={{ ...token, address: tokenAddress }}
            t={t}
          />,
        )}
        <a href={`/c/${view.id}`} className="unscripted text-link mt-5">
          {t.checkAgain}
        </a>
        <FirstTime order={values} t={t} />
      </SentGuard>
      {/* Outside, so that a reported hash doesn't close the form in which it was entered. */}
      <AlreadyPaid
        summary={
          <>
            <ChevronRight className="chevron size-4" />
            <span>{t.alreadyPaidTitle}</span>
          </>
        }
        hint={t.alreadyPaidHint}
        checkoutId={view.id}
        chainId={chainId}
        networks={networks}
      />
    </AddressGuard>
  );
}

type FailureProps = { payment: PublicCheckoutView["gaslessPayment"]; network: string; t: Messages };

/** A payment by signature that came to nothing, before the ways to pay. */
function GaslessFailure({ payment, network, t }: FailureProps) {
  // One that may still pay has its own screen; one that changed the checkout, or came by another's hand, shows by itself.
  if (payment?.status !== "FAILED" || payment.mayStillPay) return null;
  if (payment.failureReason === "CHECKOUT_CHANGED") return null;
  return (
    <Banner tone="warn" alert>
      <span>{reason(payment.failureReason, network, t)}</span>
    </Banner>
  );
}

function reason(code: string | null, network: string, t: Messages): string {
  switch (code) {
    case "WALLET_BLOCKED":
      return t.gaslessFailedWallet;
    case "TRANSFERS_STOPPED":
      return t.gaslessFailedToken;
    case "BALANCE_TOO_LOW":
      return t.gaslessFailedBalance;
    case "NONCE_USED":
      return t.gaslessFailedUsed;
    case "EXPIRED":
    case "NOT_SENT_IN_TIME":
      return t.gaslessFailedTime;
    default:
      return fill(t.gaslessFailed, { network });
  }
}
