import "server-only";
import en from "@/components/refund/messages/en.json";
import { translations } from "@/lib/generated/translations/components/refund";
import type { PageLanguage } from "@/lib/platform/i18n/language.rules";
import { inEveryLanguage } from "@/lib/platform/i18n/message.rules";
import { type Localised, pageLocale } from "@/lib/platform/i18n/translation.rules";

const messages = inEveryLanguage(en, translations);

/** What client components may read, and the browser is sent. */
export type RefundLiveMessages = typeof en.live & Localised;

/** What server components may read. */
export type RefundMessages = typeof en.page & RefundLiveMessages;

/** The messages of the page behind a refund's link, in one language. */
export function refundMessages(of: PageLanguage): { page: RefundMessages; live: RefundLiveMessages } {
  const { page, live } = messages[of.language];
  const inBrowser: RefundLiveMessages = { ...live, locale: pageLocale(of) };
  return { page: { ...page, ...inBrowser }, live: inBrowser };
}
