import "server-only";
// No message library: docs/decisions/017-languages.md.
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
import { de as walletDe } from "./wallet/de";
import { en as walletEn } from "./wallet/en";
import { es as walletEs } from "./wallet/es";
import { fr as walletFr } from "./wallet/fr";
import { ja as walletJa } from "./wallet/ja";
import { ko as walletKo } from "./wallet/ko";
import { pt as walletPt } from "./wallet/pt";
import { zh as walletZh } from "./wallet/zh";

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

const wallet: Translations<typeof walletEn> = {
  en: walletEn,
  ko: walletKo,
  de: walletDe,
  es: walletEs,
  fr: walletFr,
  ja: walletJa,
  pt: walletPt,
  zh: walletZh,
};

/** By area and language, to be held against each other. */
export const checkoutCatalogues = { live, page, wallet };

/** What client components may read, and the browser is sent. */
export type LiveMessages = Words<typeof liveEn> & Words<typeof walletEn> & Localised;

/** What server components may read. */
export type Messages = Words<typeof pageEn> & LiveMessages;

/** The payment page's words in one language. */
export function checkoutMessages(of: PageLanguage): { page: Messages; live: LiveMessages } {
  const { language } = of;
  const words: LiveMessages = { ...live[language], ...wallet[language], locale: pageLocale(of) };
  return { page: { ...page[language], ...words }, live: words };
}
