import { Globe } from "lucide-react";
import { describeLanguage, languages } from "@/lib/platform/i18n/language.rules";
import type { Localised } from "@/lib/platform/i18n/translation.rules";

/** URL parameters besides the language, which a change of language keeps. */
export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

type Props = { t: Localised & { readonly language: string }; query?: PageQuery };

/**
 * The page's language and the others, each in its own name. Plain links: they need no script, and a new document gets
 * its language as a whole.
 */
export function LanguageSwitch({ t, query = {} }: Props) {
  const current = describeLanguage(t.locale.language);
  return (
    <nav aria-label={t.language} className="print:hidden">
      <details className="text-sm">
        <summary className="mx-auto flex min-h-11 w-fit items-center gap-2 rounded-lg px-3 text-muted hover:text-ink">
          <Globe className="size-4" aria-hidden="true" />
          {current.name}
        </summary>
        <ul className="mx-auto flex max-w-md flex-wrap justify-center gap-x-1 pb-2">
          {languages.map(({ code, name, tag }) => (
            <li key={code}>
              <a
                href={addressIn(code, query)}
                lang={tag}
                hrefLang={tag}
                aria-current={code === current.code ? "true" : undefined}
                className="flex min-h-11 items-center rounded-lg px-3 text-muted underline-offset-4 hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** @example addressIn("de", { change: "1" }) // "?change=1&lang=de" */
function addressIn(language: string, query: PageQuery): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (name !== "lang" && typeof value === "string") kept.set(name, value);
  kept.set("lang", language);
  return `?${kept}`;
}
