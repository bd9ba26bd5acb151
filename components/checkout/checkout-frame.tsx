import type { ReactNode } from "react";
import { Globe } from "@/components/ui/icons";
import { describeLanguage, languages } from "@/lib/platform/i18n/language.rules";
import type { Localised } from "@/lib/platform/i18n/translation.rules";
import { accentCss } from "@/lib/projects/looks/looks.rules";

type CardProps = { summary: ReactNode; children: ReactNode };

/** The payment page on its ground. In a frame, the frame is the card. */
export function CheckoutFrame({ footer, ...card }: CardProps & { footer: ReactNode }) {
  return (
    <main className="group/page mx-auto flex min-h-dvh w-full max-w-[68rem] flex-col framed:max-w-none md:not-framed:px-6 md:not-framed:py-10 print:block print:min-h-0 print:p-0!">
      <CheckoutCard {...card} />
      <div className="py-4">{footer}</div>
    </main>
  );
}

/** One card: on a phone the summary is above the task, on wider screens beside it. */
export function CheckoutCard({ summary, children }: CardProps) {
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-hidden bg-card print:block print:rounded-none! print:border-0! md:min-h-[36rem] md:flex-none md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] md:content-stretch md:not-framed:rounded-3xl md:not-framed:border md:border-line framed:md:flex-1">
      <header className="border-line border-b bg-well px-5 py-4 md:border-e md:border-b-0 md:p-8 print:hidden">
        {summary}
      </header>
      <section aria-labelledby="screen-title" className="flex flex-col px-5 py-6 md:p-8 print:p-0">
        {children}
      </section>
    </div>
  );
}

type AccentProps = { color: string | null; nonce: string | undefined };

/** The merchant's colour for the whole page, in both themes. Always rendered, so that a refresh adds no element. */
export function AccentStyle({ color, nonce }: AccentProps) {
  return <style nonce={nonce}>{(color === null ? null : accentCss(color)) ?? ""}</style>;
}

/** URL parameters besides the language, which a change of language keeps. */
export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

type LanguageProps = { t: Localised & { readonly language: string }; query?: PageQuery };

/**
 * The page's language and the others, each in its own name. Plain links: they need no script, and a new document gets
 * its language as a whole.
 */
export function LanguageSwitch({ t, query = {} }: LanguageProps) {
  const current = describeLanguage(t.locale.language);
  return (
    <nav aria-label={t.language} className="print:hidden">
      <details className="text-sm">
        <summary className="mx-auto flex min-h-11 w-fit items-center gap-2 rounded-lg px-3 text-muted hover:text-ink">
          <Globe className="size-4" />
          <span translate="no">{current.name}</span>
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
