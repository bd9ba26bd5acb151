import type { Metadata } from "next";
import { cache } from "react";
import { AccentStyle, LanguageSwitch } from "@/components/checkout/checkout-frame";
import { CheckoutPage } from "@/components/checkout/checkout-page";
import { checkoutMessages, type Messages } from "@/components/checkout/messages/catalogue";
import { pageIcon } from "@/components/checkout/page-icon";
import { Notice } from "@/components/checkout/screen-parts";
import type { ReceiptMail } from "@/components/checkout/screens/outcome-screens";
import { receiptDocument } from "@/components/checkout/text/receipt-text";
import { SearchX } from "@/components/ui/icons";
import { SingleCard } from "@/components/ui/single-card";
import { pageNonce, readPageLanguage } from "@/lib/api/http/request-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getProjects } from "@/lib/api/wiring/projects";
import { receiptState } from "@/lib/checkouts/receipts/mail-receipt";
import { readReceipt } from "@/lib/checkouts/receipts/read-receipt";
import { checkoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ checkoutId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Once per request, for the page and its title; null for an unknown id. */
const loadCheckout = cache(async (checkoutId: string) => {
  try {
    return await getPublicCheckout(getCheckouts(), checkoutId, { alwaysOptions: true });
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "CHECKOUT_NOT_FOUND") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await loadCheckout((await params).checkoutId);
  const { page: t } = checkoutMessages(await readPageLanguage());
  return {
    title: titleOf(view, t),
    ...pageIcon(view?.merchantLogoUrl ?? null),
    robots: { index: false },
    // Whoever has this page's address can open it, so no other site gets it as a referrer.
    referrer: "no-referrer",
  };
}

function titleOf(view: Awaited<ReturnType<typeof loadCheckout>>, t: Messages): string {
  if (view === null) return t.unknownTitle;
  const isPaid = checkoutScreen(view) === "paid";
  return fill(isPaid ? t.paidTab : t.pageTitle, { merchant: oneLine(view.merchantName) });
}

/** Only the visitor who requested the e-mail sees that it was sent. */
async function receiptMailOf(view: PublicCheckoutView, isSender: boolean): Promise<ReceiptMail> {
  const state = await receiptState(getProjects().mail, view);
  if (state === null || state === "open") return state;
  if (isSender) return "sent";
  return state === "again" ? "open" : "over";
}

export default async function Page({ params, searchParams }: Props) {
  const view = await loadCheckout((await params).checkoutId);
  const messages = checkoutMessages(await readPageLanguage());
  if (view === null)
    return (
      <SingleCard footer={<LanguageSwitch t={messages.page} />}>
        <Notice icon={<SearchX className="size-6" />} title={messages.page.unknownTitle}>
          <p>{messages.page.unknownHint}</p>
        </Notice>
      </SingleCard>
    );
  const nonce = await pageNonce();
  const { pay, ...query } = await searchParams;
  const { change, problem, field } = query;
  const { APP_MODE, CHAINS, CHECKOUT_PAGE_URL, DEMO_PAYER_ADDRESS, walletConnect } = env();
  const offered = view.chainId === null ? view.options.map(({ chainId }) => chainId) : [view.chainId];
  const local = CHAINS.find((chain) => chain.local && offered.includes(chain.chainId));
  const pageUrl = `${CHECKOUT_PAGE_URL}/c/${view.id}`;
  const hasDemoWallet = APP_MODE !== "production" && DEMO_PAYER_ADDRESS !== undefined;
  return (
    <>
      {view.x402Url !== null && <link rel="payment" type="application/json" href={view.x402Url} />}
      <AccentStyle color={view.accentColor} nonce={nonce} />
      <CheckoutPage
        view={view}
        wantsChange={change === "1"}
        problem={typeof problem === "string" ? problem : null}
        isContactRefused={problem === "VALIDATION_ERROR" && field === "contact"}
        pageUrl={pageUrl}
        demoChainId={hasDemoWallet ? (local?.chainId ?? null) : null}
        walletConnect={walletConnect}
        receipt={
          view.paidAt === null
            ? null
            : receiptDocument(await readReceipt(getCheckouts(), view.id), pageUrl, messages.page)
        }
        receiptMail={await receiptMailOf(view, query.receipt === "sent")}
        networks={CHAINS.map(({ chainId, name }) => ({ chainId, name }))}
        query={query}
        pressedWallet={typeof pay === "string" ? pay : null}
        nonce={nonce}
        t={messages.page}
        liveMessages={messages.live}
      />
    </>
  );
}
