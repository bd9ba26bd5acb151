import type { ReactNode } from "react";
import { CheckoutFrame } from "@/components/checkout/checkout-frame";
import { CoinList, keyOf } from "@/components/checkout/live/coin-list";
import { OptionCard } from "@/components/checkout/live/option-card";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { FirstTime } from "@/components/checkout/pay/first-time";
import { PhoneWallets } from "@/components/checkout/pay/phone-wallets";
import { coinOffers, type TokenOffer } from "@/components/checkout/pay/token-offers";
import { FirstWay, PayWays } from "@/components/checkout/pay/way";
import { ScreenTitle } from "@/components/checkout/screen-parts";
import { ChevronRight, FlaskConical, Wallet } from "@/components/ui/icons";
import type { PaymentOption } from "@/lib/checkouts/views/payment-option.schema";

type Props = {
  slug: string;
  /** The link's full URL, for a phone. */
  pageUrl: string;
  options: readonly PaymentOption[];
  hasDemoWallet: boolean;
  /** Whether wallets on other devices can be connected. */
  hasRelay: boolean;
  /** Why the last press created no checkout. */
  problem: ReactNode;
  summary: ReactNode;
  footer: ReactNode;
  nonce: string | undefined;
  t: Messages;
};

/** A fixed price is the payment page at once. Its first press, of a coin or a wallet, creates the checkout: each is a form. */
export function LinkCheckout(props: Props) {
  const { slug, options, hasDemoWallet, t } = props;
  const form = (fields: Readonly<Record<string, string | number>>, button: ReactNode) => (
    <form method="post" action={`/l/${slug}`} noValidate>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {button}
    </form>
  );
  const card = (offer: TokenOffer) => (
    <div key={keyOf(offer)}>
      {form(
        { chainId: offer.chainId, tokenAddress: offer.tokenAddress },
        <OptionCard
          offer={offer}
          sign={<ChevronRight className="size-5 text-muted rtl:-scale-x-100" />}
          disabled={offer.amount === null}
        />,
      )}
    </div>
  );
  const demo = (
    <button type="submit" className="button button-primary">
      <FlaskConical className="size-5" />
      <span>{t.payWithDemo}</span>
    </button>
  );
  const connect = (
    <button type="submit" className={`button ${hasDemoWallet ? "button-secondary" : "button-primary"}`}>
      <Wallet className="size-5" />
      <span>{t.connectWallet}</span>
    </button>
  );
  return (
    <CheckoutFrame summary={props.summary} footer={props.footer}>
      <ScreenTitle>{t.chooseTitle}</ScreenTitle>
      {props.problem !== null && <div className="mt-4">{props.problem}</div>}
      {options.length === 0 ? (
        <p className="mt-1 text-pretty text-muted">{t.chooseNone}</p>
      ) : (
        <>
          <FirstWay hasDemoWallet={hasDemoWallet} nonce={props.nonce} />
          <PayWays
            hasOtherWallet={hasDemoWallet || props.hasRelay}
            wallet={
              <div className={`grid gap-3 ${hasDemoWallet ? "sm:grid-cols-2" : ""}`}>
                {hasDemoWallet && form({ pay: "demo" }, demo)}
                {form({ pay: "wallet" }, connect)}
              </div>
            }
            phone={<PhoneWallets pageUrl={props.pageUrl} order={null} t={t} />}
            manual={
              <>
                <p className="caption text-pretty">{t.chooseHint}</p>
                <CoinList coins={coinOffers(options, t)} card={card} />
              </>
            }
            nonce={props.nonce}
            t={t}
          />
        </>
      )}
      <FirstTime order={null} t={t} />
    </CheckoutFrame>
  );
}
