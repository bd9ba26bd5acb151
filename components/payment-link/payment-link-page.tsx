import { TriangleAlert } from "lucide-react";
import { LanguageSwitch, type PageQuery } from "@/components/checkout/language-switch";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { MerchantMark, ScreenTitle } from "@/components/checkout/screen-parts";
import { fill } from "@/components/checkout/text/fill";
import { fiatPrice, listOf } from "@/components/checkout/text/server-formats";
import { SingleCard } from "@/components/ui/single-card";
import type { OpenPaymentLink } from "@/lib/checkouts/checkout-input.schema";
import { writeDecimal } from "@/lib/platform/i18n/number-style.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { linkWords } from "./messages";

/** Decimals of every token in which an amount without a token can be paid. */
const decimals = 6;

type Props = {
  open: OpenPaymentLink;
  logoUrl: string | null;
  /** Symbols of the tokens that can pay it. */
  symbols: readonly string[];
  /** The last attempt's error code. */
  problem: string | null;
  query: PageQuery;
  /** Texts of the payment page. */
  t: Messages;
};

/** A price and one button. The form works without JavaScript, and only submitting it creates a checkout. */
export function PaymentLinkPage({
  open: { link, merchantName },
  logoUrl,
  symbols,
  problem,
  query,
  t,
}: Props) {
  const words = linkWords[t.locale.language];
  const merchant = cleanText(merchantName);
  return (
    <SingleCard footer={<LanguageSwitch t={t} query={query} />}>
      <div className="flex flex-col gap-5 py-2">
        <div className="flex items-center gap-3">
          <MerchantMark name={merchant} logoUrl={logoUrl} />
        </div>
        <div>
          <p dir="auto" className="wrap-anywhere text-muted">
            {cleanText(link.itemName)}
          </p>
          <ScreenTitle>{priceOf(link, symbols, t)}</ScreenTitle>
          {link.fiatAmount !== null && symbols.length > 0 && (
            <p className="caption mt-1">{listOf(symbols, t)}</p>
          )}
          {link.itemDescription !== null && (
            <p dir="auto" className="caption wrap-anywhere mt-2 whitespace-pre-line">
              {cleanText(link.itemDescription)}
            </p>
          )}
        </div>
        {problem !== null && (
          <p
            role="alert"
            className="flex items-start gap-2 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn"
          >
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {problem === "RATE_LIMIT_EXCEEDED" ? words.busy : fill(words.notNow, { merchant })}
          </p>
        )}
        <form method="post" action={`/l/${link.slug}`}>
          <button type="submit" className="button button-primary w-full">
            {words.go}
          </button>
        </form>
        <p className="caption text-pretty">{words.hint}</p>
      </div>
    </SingleCard>
  );
}

function priceOf(
  { fiatAmount, fiatCurrency, amountUnits }: OpenPaymentLink["link"],
  symbols: readonly string[],
  t: Messages,
) {
  if (fiatAmount !== null && fiatCurrency !== null) return fiatPrice(fiatAmount, fiatCurrency, t);
  return `${writeDecimal(formatUnits(amountUnits ?? 0n, decimals), t.locale.numbers)} ${symbols.join(" / ")}`;
}
