import { type Language, readLanguage } from "./language.rules";

/** The languages of the dashboard, which has fewer than customers' pages: each in its own name. */
export const dashboardLanguages = { en: "English", ko: "한국어" } as const satisfies Partial<
  Record<Language, string>
>;

export type DashboardLanguage = keyof typeof dashboardLanguages;

/** English for every other language. @example readDashboardLanguage("ko-KR") // "ko" */
export function readDashboardLanguage(tag: string | null | undefined): DashboardLanguage {
  return readLanguage(tag) === "ko" ? "ko" : "en";
}

// A browser's document keeps the language it came with: another one is a new document.
let find = (): DashboardLanguage => {
  if (typeof document !== "undefined") return readDashboardLanguage(document.documentElement.lang);
  throw new Error("Words were read before the page's language was known: await openLanguage() first.");
};

/** The server draws several pages at once, and finds the language by request. */
export function placeLanguage(way: () => DashboardLanguage): void {
  find = way;
}

/** The language of the page that is being drawn. It throws where none is known: no page is English by accident. */
export function dashboardLanguage(): DashboardLanguage {
  return find();
}
