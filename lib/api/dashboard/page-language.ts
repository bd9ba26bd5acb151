import "server-only";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { cache } from "react";
import { readPageLanguage } from "@/lib/api/http/request-language";
import {
  type DashboardLanguage,
  placeLanguage,
  readDashboardLanguage,
} from "@/lib/platform/i18n/language.rules";
import { placeTimeZone, readTimeZone, timeZoneCookie, utc } from "@/lib/platform/i18n/time-zone.rules";

/** One for each request. */
const page = cache((): { language?: DashboardLanguage; readersZone?: string; projectsZone?: string } => ({}));

placeLanguage(() => {
  const { language } = page();
  if (language === undefined) throw new Error("This page reads words before it awaits openLanguage().");
  return language;
});

placeTimeZone(() => {
  const { projectsZone, readersZone } = page();
  if (readersZone === undefined) throw new Error("This page writes times before it awaits openLanguage().");
  return projectsZone ?? readersZone;
});

/** The time zone that the reader's browser reported; UTC before it did. */
export async function readersTimeZone(): Promise<string> {
  return readTimeZone((await cookies()).get(timeZoneCookie)?.value) ?? utc;
}

/** Times of the page are in the project's zone. */
export function openTimeZone(zone: string | null): void {
  if (zone !== null) page().projectsZone = zone;
}

/**
 * Makes the page's language and the reader's time zone known to its words. Pages and layouts are drawn side by side, so each of them awaits this
 * first: those of signed-in people do by `requireSession`.
 */
export async function openLanguage(): Promise<DashboardLanguage> {
  const language = readDashboardLanguage((await readPageLanguage()).language);
  const found = page();
  found.readersZone ??= await readersTimeZone();
  found.language = language;
  return language;
}

/** A page's `generateMetadata`, its title in the page's language. */
export function titled(title: () => string): () => Promise<Metadata> {
  return async () => {
    await openLanguage();
    return { title: title() };
  };
}
