import type { Metadata } from "next";
import { cache } from "react";
import { AccentStyle, LanguageSwitch } from "@/components/checkout/checkout-frame";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { Notice } from "@/components/checkout/screen-parts";
import { refundMessages } from "@/components/refund/messages/catalogue";
import { RefundPage } from "@/components/refund/refund-page";
import { type NamedAddress, readAddress } from "@/components/refund/screen-props";
import { Unlink } from "@/components/ui/icons";
import { SingleCard } from "@/components/ui/single-card";
import { pageNonce, readPageLanguage } from "@/lib/api/http/request-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import { readRefundLink } from "@/lib/refunds/links/refund-links";
import { type RefundLinkView, toRefundLinkView } from "@/lib/refunds/refund.schema";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> };

/** Once per request, for the page and its title; null for a link that opens nothing, regardless of the reason. */
const loadLink = cache(async (token: string) => {
  const deps = getCheckouts();
  try {
    return toRefundLinkView(await readRefundLink(deps, token), deps);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "REFUND_LINK_NOT_FOUND") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await loadLink((await params).token);
  const { page: t } = refundMessages(await readPageLanguage());
  return {
    title: view === null ? t.goneTitle : fill(t.pageTitle, { merchant: oneLine(view.merchantName) }),
    robots: { index: false, follow: false },
    // Whoever has this page's address can open it, so no other site gets it as a referrer.
    referrer: "no-referrer",
  };
}

export default async function Page({ params, searchParams }: Props) {
  const { token } = await params;
  const view = await loadLink(token);
  const language = await readPageLanguage();
  const messages = refundMessages(language);
  const checkout = checkoutMessages(language);
  if (view === null)
    return (
      <SingleCard footer={<LanguageSwitch t={messages.page} />}>
        <Notice icon={<Unlink className="size-6" />} title={messages.page.goneTitle}>
          <p>{messages.page.goneHint}</p>
        </Notice>
      </SingleCard>
    );
  const query = await searchParams;
  return (
    <>
      <AccentStyle color={view.accentColor} nonce={await pageNonce()} />
      <RefundPage
        view={view}
        token={encodeURIComponent(token)}
        named={view.status.startsWith("AWAITING") ? await readNamed(textOf(query.address)) : { kind: "none" }}
        problem={textOf(query.problem) ?? ""}
        demoWallet={demoWalletOf(view)}
        walletConnect={env().walletConnect}
        query={query}
        t={messages.page}
        liveMessages={messages.live}
        checkoutMessages={checkout.live}
        steps={{
          label: checkout.page.stepsLabel,
          done: checkout.page.stepDone,
          requested: checkout.page.moneyAsked,
          requestedHint: checkout.page.moneyAskedHint,
          contact: checkout.page.contactMerchant,
          agreed: checkout.page.moneyAgreed,
          sent: checkout.page.moneySent,
          arrived: checkout.page.moneyArrived,
        }}
      />
    </>
  );
}

/** Told before it is confirmed: what can be no wallet. */
async function readNamed(text: string | null): Promise<NamedAddress> {
  const named = readAddress(text);
  if (named.kind !== "good") return named;
  try {
    await requireWallet(getCheckouts(), named.checksummed.toLowerCase() as Hex, "address");
    return named;
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return { kind: "bad", typed: named.typed, problem: "badWallet" };
  }
}

/** Play money on this machine only: the payer's wallet for a claim, the merchant's for a signature. */
function demoWalletOf({ link, chainId, call }: RefundLinkView): Hex | null {
  const { APP_MODE, CHAINS, DEMO_PAYER_ADDRESS, DEMO_MERCHANT_ADDRESSES } = env();
  const isLocal = CHAINS.find((chain) => chain.chainId === chainId)?.local === true;
  if (APP_MODE === "production" || !isLocal) return null;
  if (link === "claim") return DEMO_PAYER_ADDRESS ?? null;
  return DEMO_MERCHANT_ADDRESSES.find((address) => address === call?.from) ?? null;
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
