import "server-only";
import type { PageLanguage } from "@/lib/platform/i18n/language.rules";
import {
  type Localised,
  pageLocale,
  type Translations,
  type Words,
} from "@/lib/platform/i18n/translation.rules";
import { de as liveDe } from "./live/de";
import { en as liveEn } from "./live/en";
import { es as liveEs } from "./live/es";
import { fr as liveFr } from "./live/fr";
import { ja as liveJa } from "./live/ja";
import { ko as liveKo } from "./live/ko";
import { pt as livePt } from "./live/pt";
import { zh as liveZh } from "./live/zh";
import { de as pageDe } from "./page/de";
import { en as pageEn } from "./page/en";
import { es as pageEs } from "./page/es";
import { fr as pageFr } from "./page/fr";
import { ja as pageJa } from "./page/ja";
import { ko as pageKo } from "./page/ko";
import { pt as pagePt } from "./page/pt";
import { zh as pageZh } from "./page/zh";

const live: Translations<typeof liveEn> = {
  en: liveEn,
  ko: liveKo,
  de: liveDe,
  es: liveEs,
  fr: liveFr,
  ja: liveJa,
  pt: livePt,
  zh: liveZh,
};

const page: Translations<typeof pageEn> = {
  en: pageEn,
  ko: pageKo,
  de: pageDe,
  es: pageEs,
  fr: pageFr,
  ja: pageJa,
  pt: pagePt,
  zh: pageZh,
};

/** By area and language, to be held against each other. */
export const refundCatalogues = { live, page };

/** What client components may read, and the browser is sent. */
export type RefundLiveMessages = Words<typeof liveEn> & Localised;

/** What server components may read. */
export type RefundMessages = Words<typeof pageEn> & RefundLiveMessages;

/** The words of the page behind a refund's link, in one language. */
export function refundMessages(of: PageLanguage): { page: RefundMessages; live: RefundLiveMessages } {
  const { language } = of;
  const words: RefundLiveMessages = { ...live[language], locale: pageLocale(of) };
  return { page: { ...page[language], ...words }, live: words };
}
