import type { ReactNode } from "react";
import { type OpenApiDocument, operationGroups } from "@/lib/api/openapi/types";
import { isInKorean } from "@/lib/docs/contents";
import type { DocsPage, DocsSection } from "@/lib/docs/pages";
import { type DashboardLanguage, dashboardLanguages } from "@/lib/platform/i18n/language.rules";
import { docsWords } from "./words";
import "./docs.css";

type Frame = {
  document: OpenApiDocument;
  sections: readonly DocsSection[];
  current: string;
  language?: DashboardLanguage;
};
type Props = Frame & { title: string; query?: string; children: ReactNode };

/** A page of the documentation: where one is on the left, the page beside it. `current` is its last part. */
export function DocsFrame({ title, query, children, ...frame }: Props) {
  const contents = <Contents {...frame} />;
  const words = docsWords[frame.language ?? "en"];
  return (
    <div className="mx-auto max-w-[84rem] px-5 md:px-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
      <header className="docs-navigation lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:py-8">
        <p className="flex items-baseline justify-between gap-4 py-4 lg:block lg:py-0">
          <a href="/" className="inline-flex min-h-8 items-center font-medium">
            Stablecoin Checkout
          </a>
          <span className="caption lg:block">
            {words.version} {frame.document.info.version}
          </span>
        </p>
        {isInKorean(frame.current) && <LanguageSwitch current={frame.language ?? "en"} />}
        <search className="block pb-4 lg:pt-4">
          <form action="/docs/search" noValidate>
            <input
              type="search"
              name="q"
              defaultValue={query}
              maxLength={100}
              aria-label={words.searchAll}
              placeholder={words.search}
              className="field-compact"
            />
          </form>
        </search>
        <details className="docs-details border-line border-y py-2 lg:hidden">
          <summary>{words.contents}</summary>
          {contents}
        </details>
        <div className="hidden lg:block">{contents}</div>
      </header>
      <main className="min-w-0 space-y-6 py-8 lg:py-10">
        <h1 className="wrap-anywhere text-balance font-semibold text-display tracking-tight">{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** Plain links: they need no script, and the proxy remembers the choice. */
function LanguageSwitch({ current }: { current: DashboardLanguage }) {
  return (
    <nav aria-label={docsWords[current].language} className="-ml-2 flex gap-1 pb-4 text-sm lg:pt-4 lg:pb-0">
      {Object.entries(dashboardLanguages).map(([language, name]) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={language === current ? "true" : undefined}
          className="docs-entry min-h-8 aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Contents({ document, sections, current, language = "en" }: Frame) {
  const words = docsWords[language];
  const langOf = (page: DocsPage) => (language === "ko" && page.language !== "ko" ? "en" : undefined);
  const groups = operationGroups(document);
  return (
    <nav aria-label={words.documentation} className="pb-8 text-sm">
      <PageLink page="" title={words.overview} current={current} />
      {sections.map(({ title, pages }) => (
        <Section key={title} title={title} open={pages.some(({ name }) => name === current)}>
          {pages.map((page) => (
            <li key={page.name}>
              <PageLink page={page.name} title={page.title} current={current} lang={langOf(page)} />
            </li>
          ))}
        </Section>
      ))}
      <Section title="API reference" open={groups.some(({ page }) => page === current)}>
        {groups.map(({ page, title, operations }) => (
          <li key={page}>
            <PageLink page={page} title={title} current={current} />
            {page === current && (
              <ul className="ml-3 border-line border-l pl-2">
                {operations.map(({ operation: { operationId, summary } }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`} className="docs-entry text-muted hover:text-ink">
                      {summary}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {["openapi.json", "llms.txt"].map((file) => (
          <li key={file}>
            <a href={`/${file}`} className="docs-entry">
              {file}
            </a>
          </li>
        ))}
      </Section>
    </nav>
  );
}

function Section({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="docs-details mt-2">
      <summary>{title}</summary>
      <ul className="ml-2">{children}</ul>
    </details>
  );
}

type LinkProps = { page: string; title: string; current: string; lang?: string | undefined };

function PageLink({ page, title, current, lang }: LinkProps) {
  const isCurrent = page === current;
  return (
    <a
      href={page === "" ? "/docs" : `/docs/${page}`}
      aria-current={isCurrent ? "page" : undefined}
      lang={lang}
      className={`docs-entry ${isCurrent ? "bg-accent-soft font-medium text-accent" : ""}`}
    >
      {title}
    </a>
  );
}
