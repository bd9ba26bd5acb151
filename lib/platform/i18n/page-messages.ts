import dashboardEn from "@/lib/platform/i18n/messages/en/dashboard.json";
import en from "@/lib/platform/i18n/messages/en.json";
import type { DashboardLanguage } from "./language.rules";
import { inEveryLanguage } from "./message.rules";
import de from "./messages/de.json";
import es from "./messages/es.json";
import fr from "./messages/fr.json";
import ja from "./messages/ja.json";
import dashboardKo from "./messages/ko/dashboard.json";
import ko from "./messages/ko.json";
import pt from "./messages/pt.json";
import zh from "./messages/zh.json";

/**
 * Messages of pages that could not be drawn, and of a visitor who comes too often. The proxy shows them, and the page
 * itself where it was open already.
 */
export const pageMessages = inEveryLanguage(en, { de, es, fr, ja, ko, pt, zh });

/** For pages of the dashboard that could not be drawn. */
export const dashboardPageMessages: Readonly<Record<DashboardLanguage, typeof dashboardEn>> = {
  en: dashboardEn,
  ko: dashboardKo,
};
