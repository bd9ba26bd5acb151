/** The languages of customers' pages, in the order of the switch: code, own name, tag for `lang`, direction. */
export const languages = [
  { code: "en", name: "English", tag: "en", direction: "ltr" },
  { code: "ko", name: "한국어", tag: "ko", direction: "ltr" },
  { code: "de", name: "Deutsch", tag: "de", direction: "ltr" },
  { code: "es", name: "Español", tag: "es", direction: "ltr" },
  { code: "fr", name: "Français", tag: "fr", direction: "ltr" },
  { code: "ja", name: "日本語", tag: "ja", direction: "ltr" },
  { code: "pt", name: "Português", tag: "pt", direction: "ltr" },
  { code: "tr", name: "Türkçe", tag: "tr", direction: "ltr" },
  { code: "ar", name: "العربية", tag: "ar", direction: "rtl" },
  { code: "zh", name: "简体中文", tag: "zh-Hans", direction: "ltr" },
] as const satisfies readonly { code: string; name: string; tag: string; direction: "ltr" | "rtl" }[];

export type Language = (typeof languages)[number]["code"];

/** A page's language, and the locale of its numbers and dates ("de-CH" for German in Zurich). */
export type PageLanguage = { language: Language; locale: string };

/** A request's language preferences, unparsed. */
export type LanguageWishes = {
  /** From this URL. */
  requested?: string | null | undefined;
  /** From an earlier choice. */
  remembered?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
};

/** Browsers send a dozen at most; we ignore the rest. */
const maxHeaderLength = 1_000;

/**
 * The language of a page: an earlier choice, then the browser's preference, then English. The region always comes from
 * the browser: a person in Zurich who chooses French gets Swiss numbers only if the browser lists Swiss French.
 *
 * @example pageLanguage({ acceptLanguage: "de-CH,de;q=0.9,en;q=0.5" }) // { language: "de", locale: "de-CH" }
 */
export function pageLanguage({ requested, remembered, acceptLanguage }: LanguageWishes): PageLanguage {
  const preferred = readAcceptLanguage(acceptLanguage ?? "");
  const language =
    readLanguage(requested) ?? readLanguage(remembered) ?? preferred.find(isSupported)?.language ?? "en";
  return { language, locale: localeOf(language, preferred) };
}

/** The language of a tag in any region ("zh-TW" is Chinese), or null when we do not have it. */
export function readLanguage(tag: string | null | undefined): Language | null {
  const primary = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag?.slice(0, 35) ?? "")?.[0].toLowerCase();
  return languages.find(({ code }) => code === primary)?.code ?? null;
}

/** @example describeLanguage("zh") // { code: "zh", name: "简体中文", tag: "zh-Hans", direction: "ltr" } */
export function describeLanguage(language: Language): (typeof languages)[number] {
  return languages.find(({ code }) => code === language) ?? languages[0];
}

/** The direction of a locale's language; that of English where we don't have it. @example directionOf("de-AT") // "ltr" */
export function directionOf(locale: string): "ltr" | "rtl" {
  return describeLanguage(readLanguage(locale) ?? "en").direction;
}

type Preferred = { language: Language | null; region: string | null };

function isSupported(preferred: Preferred): preferred is Preferred & { language: Language } {
  return preferred.language !== null;
}

/** The header's languages, most preferred first; malformed and refused (q=0) ones are left out. */
function readAcceptLanguage(header: string): Preferred[] {
  const wanted = header
    .slice(0, maxHeaderLength)
    .split(",")
    .flatMap((entry) => {
      const [, tag, q = "1"] =
        /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
          entry,
        ) ?? [];
      return tag === undefined || Number(q) === 0 ? [] : [{ tag, weight: Number(q) }];
    });
  return wanted
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => ({ language: tag === "*" ? "en" : readLanguage(tag), region: regionOf(tag) }));
}

/** "CH" for "de-Latn-CH"; no other part of a tag may change a page. */
function regionOf(tag: string): string | null {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?=$|-)/i.exec(tag)?.[1]?.toUpperCase() ?? null;
}

/** Regions with traditional Chinese: their dates would not match our simplified texts. */
const traditional: readonly string[] = ["TW", "HK", "MO"];

function localeOf(language: Language, preferred: readonly Preferred[]): string {
  const region = preferred.find((one) => one.language === language && one.region !== null)?.region ?? null;
  if (region === null || traditional.includes(region)) return describeLanguage(language).tag;
  return `${language}-${region}`;
}

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
