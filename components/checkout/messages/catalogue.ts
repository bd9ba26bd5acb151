import "server-only";
import en from "@/components/checkout/messages/en.json";
import { translations } from "@/lib/generated/translations/components/checkout";
import type { PageLanguage } from "@/lib/platform/i18n/language.rules";
import { inEveryLanguage } from "@/lib/platform/i18n/message.rules";
import { type Localised, pageLocale } from "@/lib/platform/i18n/translation.rules";

const messages = inEveryLanguage(en, translations);

/** What client components may read, and the browser is sent. */
export type LiveMessages = typeof en.live & typeof en.wallet & Localised;

/** What server components may read. */
export type Messages = typeof en.page & LiveMessages;

/** The payment page's messages in one language. */
export function checkoutMessages(of: PageLanguage): { page: Messages; live: LiveMessages } {
  const { page, live, wallet } = messages[of.language];
  const inBrowser: LiveMessages = { ...live, ...wallet, locale: pageLocale(of) };
  return { page: { ...page, ...inBrowser }, live: inBrowser };
}
