"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, use } from "react";
import {
  type DashboardLanguage,
  dashboardLanguage,
  dashboardLanguages,
  placeLanguage,
} from "@/lib/platform/i18n/language.rules";
import { shellWords } from "../messages/shell";

const Language = createContext<DashboardLanguage | null>(null);

// The browser reads its document instead: event handlers read words too, where there is no context.
if (typeof document === "undefined")
  placeLanguage(() => {
    const language = use(Language);
    if (language === null) throw new Error("No frame has named the page's language.");
    return language;
  });

/** The language of the words in every client component below. */
export function LanguageProvider(props: { language: DashboardLanguage; children: ReactNode }) {
  return <Language value={props.language}>{props.children}</Language>;
}

/**
 * The languages, each in its own name. Plain links to the present page: they need no script, the proxy remembers the
 * choice, and a new document gets its language as a whole.
 */
export function LanguageChoice() {
  const path = usePathname();
  const query = useSearchParams();
  const addressIn = (language: string) => {
    const kept = new URLSearchParams(query);
    kept.set("lang", language);
    return `${path}?${kept}`;
  };
  return (
    <nav
      aria-label={shellWords.language}
      className="flex w-full rounded-lg border border-line bg-well p-0.5 text-sm"
    >
      {Object.entries(dashboardLanguages).map(([language, name]) => (
        <a
          key={language}
          href={addressIn(language)}
          lang={language}
          hrefLang={language}
          aria-current={language === dashboardLanguage() ? "true" : undefined}
          className="flex min-h-8 flex-1 items-center justify-center rounded-md px-1 aria-[current]:bg-card aria-[current]:font-medium"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
