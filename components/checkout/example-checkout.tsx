import "server-only";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { CheckoutCard } from "./checkout-frame";
import { screenOf } from "./checkout-page";
import { checkoutMessages } from "./messages/catalogue";
import { MessagesProvider } from "./messages-provider";
import { OrderSummary } from "./order-summary";

/**
 * The payment page as a customer sees it first, with an invented coffee. It is drawn by the page's own components, and
 * can be neither pressed nor paid: no checkout exists, and no address is shown.
 */
export function ExampleCheckout({ label, origin, now }: { label: string; origin: string; now: Date }) {
  const { page: t, live } = checkoutMessages({ language: "en", locale: "en" });
  const view = exampleView(origin, now);
  return (
    <div role="img" aria-label={label} className="overflow-hidden rounded-3xl border border-line md:border-0">
      <div inert className="pointer-events-none select-none">
        <MessagesProvider messages={live}>
          <CheckoutCard summary={<OrderSummary view={view} screen="choose" t={t} />}>
            {screenOf("choose", {
              view,
              wantsChange: false,
              problem: null,
              isContactRefused: false,
              receipt: null,
              receiptMail: null,
              pageUrl: origin,
              demoChainId: null,
              walletConnect: null,
              networks: [],
              query: {},
              pressedWallet: null,
              nonce: undefined,
              t,
              liveMessages: live,
            })}
          </CheckoutCard>
        </MessagesProvider>
      </div>
    </div>
  );
}

function exampleView(origin: string, now: Date): PublicCheckoutView {
  const option = (symbol: "USDC" | "USDT", chainId: number, name: string, fee: string, seconds: number) => ({
    chainId,
    tokenAddress: `0x${"0".repeat(40)}`,
    token: { symbol, name: symbol, decimals: 6, iconUrl: `${origin}/tokens/${symbol.toLowerCase()}.svg` },
    network: { name, blockExplorerUrl: "", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
    amount: "4500000",
    typicalFeeUsd: fee,
    typicalSeconds: seconds,
    gasless: false,
  });
  return {
    id: "chk_00000000000000000000000000",
    status: "PENDING",
    isPaid: false,
    merchantName: "Corner Coffee",
    merchantLogoUrl: null,
    merchantDetails: null,
    accentColor: null,
    supportContact: null,
    itemName: "Flat white",
    itemDescription: "Double ristretto, steamed milk.",
    referenceId: null,
    taxes: {},
    successUrl: null,
    cancelUrl: null,
    chainId: null,
    token: null,
    network: null,
    tokenAddress: null,
    depositAddress: null,
    merchantAddress: `0x${"0".repeat(40)}`,
    merchantAddressIsListed: true,
    addressTerms: null,
    amount: null,
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    exchangeRateUsed: null,
    exchangeRateAt: null,
    exchangeRateProviders: [],
    paymentTxHash: null,
    totalPaid: "0",
    paidAmount: "0",
    acceptedAmount: null,
    remainingAmount: null,
    overpayment: null,
    moneyBack: null,
    acceptsRestUntil: null,
    refunds: [],
    moneyGoingBack: [],
    receivedEarlier: null,
    replaces: null,
    replacedBy: null,
    requote: null,
    confirmations: null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 30 * minuteMs).toISOString(),
    serverTime: now.toISOString(),
    paidAt: null,
    x402Url: null,
    gasless: false,
    signingDomain: null,
    signing: null,
    gaslessPayment: null,
    reportedPayment: null,
    strayPayments: [],
    options: [
      option("USDC", 8453, "Base", "0.01", 10),
      option("USDC", 42161, "Arbitrum One", "0.01", 10),
      option("USDT", 137, "Polygon", "0.01", 10),
    ],
  };
}
