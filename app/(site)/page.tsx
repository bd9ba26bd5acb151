import { ArrowRight, BookOpen, KeyRound, LayoutDashboard, Network, ReceiptText } from "lucide-react";
import payDark from "@/docs/images/pay-dark.png";
import payLight from "@/docs/images/pay-light.png";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

const facts = [
  {
    icon: KeyRound,
    title: "Your money, your wallet",
    text: "Every checkout has its own address on the chain. Its contract can only settle payments to your wallet or refund them.",
  },
  {
    icon: ReceiptText,
    title: "Priced in your currency",
    text: "Set a price of $4.50 and your customer pays the matching amount of USDC or USDT. We hold the rate while they pay.",
  },
  {
    icon: Network,
    title: "One request, one webhook",
    text: "Create a checkout, send your customer to its page, and receive a signed event when they pay.",
  },
];

export default function Landing() {
  const { DEMO_SHOP } = env();
  return (
    <main className="mx-auto max-w-[60rem] px-5 py-12 md:px-8 md:py-20">
      <p className="font-medium">Stablecoin Checkout</p>
      <div className="mt-8 grid items-center gap-10 md:mt-12 md:grid-cols-2">
        <div>
          <h1 className="text-balance font-semibold text-display tracking-tight">
            Accept USDC and USDT, straight to your own wallet
          </h1>
          <p className="mt-4 text-pretty text-muted">
            An open checkout you run yourself. No accounts, no fees to us, and only you hold your money.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
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
        </div>
        <picture className="mx-auto h-128 overflow-hidden rounded-3xl border border-line shadow-lg">
          <source media="(prefers-color-scheme: dark)" srcSet={payDark.src} />
          <img
            src={payLight.src}
            width={payLight.width}
            height={payLight.height}
            className="w-80"
            alt="The payment page on a phone: 4.50 USDC for a flat white, to be paid from a wallet or sent to an address."
          />
        </picture>
      </div>
      <ul className="mt-14 grid gap-8 border-line border-t pt-10 md:grid-cols-3">
        {facts.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="size-5 text-accent" aria-hidden="true" />
            <h2 className="mt-3 font-semibold">{title}</h2>
            <p className="mt-1 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
