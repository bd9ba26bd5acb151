import "server-only";
import type { Metadata } from "next";
import { cache } from "react";
import { readPageLanguage } from "@/lib/api/http/page-request";
import {
  type DashboardLanguage,
  placeLanguage,
  readDashboardLanguage,
} from "@/lib/platform/i18n/dashboard-language.rules";

/** One for each request. */
const page = cache((): { language?: DashboardLanguage } => ({}));

placeLanguage(() => {
  const { language } = page();
  if (language === undefined) throw new Error("This page reads words before it awaits openLanguage().");
  return language;
});

/**
 * Makes the page's language known to its words. Pages and layouts are drawn side by side, so each of them awaits this
 * first: those of signed-in people do by `requireSession`.
 */
export async function openLanguage(): Promise<DashboardLanguage> {
  const language = readDashboardLanguage((await readPageLanguage()).language);
  page().language = language;
  return language;
}

/** A page's `generateMetadata`, its title in the page's language. */
export function titled(title: () => string): () => Promise<Metadata> {
  return async () => {
    await openLanguage();
    return { title: title() };
  };
}
