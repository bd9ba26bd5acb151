import { ArrowRight, BookOpen, KeyRound, LayoutDashboard, Network, ReceiptText } from "lucide-react";
import { ExampleCheckout } from "@/components/checkout/example-checkout";
import { BrandMark } from "@/components/ui/brand-mark";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

const facts = [
  {
    icon: KeyRound,
    title: "Your money, your wallet",
    text: "Each payment goes to an address whose contract can only pay you, or refund your customer.",
  },
  {
    icon: ReceiptText,
    title: "Priced in your currency",
    text: "Set $4.50: your customer pays that much in USDC or USDT, at a rate we hold while they pay.",
  },
  {
    icon: Network,
    title: "A link, or one request",
    text: "Share a payment link without code, or create checkouts from your server and get a signed event.",
  },
];

export default function Landing() {
  const { DEMO_SHOP, BASE_URL } = env();
  return (
    <main className="mx-auto max-w-[60rem] px-5 py-8 md:px-8 md:py-12">
      <p className="flex items-center gap-2.5 font-semibold">
        <BrandMark className="size-7" />
        Stablecoin Checkout
      </p>
      <h1 className="mt-8 text-balance font-semibold text-display tracking-tight md:mt-10">
        Accept USDC and USDT, straight to your own wallet
      </h1>
      <p className="mt-3 max-w-[40rem] text-pretty text-muted">
        An open checkout you run yourself. No accounts, no fees to us, and only you hold your money. This is
        the page your customers pay on:
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {DEMO_SHOP !== undefined && (
          <a href="/shop" className="button button-primary sm:w-auto">
            Buy a coffee in the demo shop
            <ArrowRight className="size-5" aria-hidden="true" />
          </a>
        )}
        <a
          href="/dashboard"
          className={`button sm:w-auto ${DEMO_SHOP === undefined ? "button-primary" : "button-secondary"}`}
        >
          <LayoutDashboard className="size-5" aria-hidden="true" />
          Dashboard
        </a>
        <a href="/docs" className="button button-secondary sm:w-auto">
          <BookOpen className="size-5" aria-hidden="true" />
          Documentation
        </a>
      </div>
      <div className="mt-8">
        <ExampleCheckout
          label="An example of the payment page: a flat white for $4.50, to be paid from a wallet, or in USDC or USDT on a network of the customer's choice."
          origin={BASE_URL}
          now={new Date()}
        />
      </div>
      <ul className="mt-10 grid gap-8 md:grid-cols-3">
        {facts.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="size-5 text-muted" aria-hidden="true" />
            <h2 className="mt-3 font-semibold">{title}</h2>
            <p className="mt-1 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
