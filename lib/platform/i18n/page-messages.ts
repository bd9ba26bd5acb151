import { translations } from "@/lib/generated/translations/lib/platform/i18n";
import dashboardEn from "@/lib/platform/i18n/messages/en/dashboard.json";
import en from "@/lib/platform/i18n/messages/en.json";
import type { DashboardLanguage } from "./language.rules";
import { inEveryLanguage } from "./message.rules";
import dashboardKo from "./messages/ko/dashboard.json";

/**
 * Messages of pages that could not be drawn, and of a visitor who comes too often. The proxy shows them, and the page
 * itself where it was open already.
 */
export const pageMessages = inEveryLanguage(en, translations);

/** For pages of the dashboard that could not be drawn. */
export const dashboardPageMessages: Readonly<Record<DashboardLanguage, typeof dashboardEn>> = {
  en: dashboardEn,
  ko: dashboardKo,
};
