import type { ReactNode } from "react";
import type { OpenApiDocument } from "@/lib/api/openapi/types";
import "./docs.css";
import { operationGroups, subjects } from "./pages";

type Props = { document: OpenApiDocument; current: string; title: string; children: ReactNode };

/** A page of the reference, with navigation on the left. `current` is the last part of its path. */
export function DocsFrame({ document, current, title, children }: Props) {
  const contents = <Contents document={document} current={current} />;
  return (
    <div className="mx-auto max-w-[84rem] px-5 md:px-8 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
      <header className="docs-navigation lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:py-8">
        <p className="flex items-baseline justify-between gap-4 py-4 lg:block lg:py-0">
          <a href="/" className="inline-flex min-h-8 items-center font-medium">
            Stablecoin Checkout
          </a>
          <span className="caption lg:block">API {document.info.version}</span>
        </p>
        <details className="docs-details border-line border-y py-2 lg:hidden">
          <summary>Contents</summary>
          {contents}
        </details>
        <div className="hidden lg:block">{contents}</div>
      </header>
      <main className="min-w-0 space-y-6 py-8 lg:py-10">
        <h1 className="text-balance font-semibold text-display tracking-tight">{title}</h1>
        {children}
      </main>
    </div>
  );
}

function Contents({ document, current }: Pick<Props, "document" | "current">) {
  return (
    <nav aria-label="API reference" className="pt-4 text-sm">
      <List title="Guide">
        <Entry page="" title="Start" current={current} />
        {subjects.map(({ page, title }) => (
          <Entry key={page} page={page} title={title} current={current} />
        ))}
      </List>
      <List title="Operations">
        {operationGroups(document).map(({ page, title, operations }) => (
          <li key={page}>
            <PageLink page={page} title={title} current={current} />
            <ul className="ml-3 border-line border-l pl-2">
              {operations.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a
                    href={`/docs/${page}#${operation.operationId}`}
                    className="block rounded-md px-2 py-1 text-muted hover:bg-well hover:text-ink"
                  >
                    {operation.summary}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </List>
      <List title="For programs">
        <li>
          <a href="/openapi.json" className="block rounded-md px-2 py-1 hover:bg-well">
            openapi.json
          </a>
        </li>
        <li>
          <a href="/llms.txt" className="block rounded-md px-2 py-1 hover:bg-well">
            llms.txt
          </a>
        </li>
      </List>
    </nav>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="caption mt-5 px-2 font-medium first:mt-0">{title}</p>
      <ul className="mt-1">{children}</ul>
    </>
  );
}

type EntryProps = { page: string; title: string; current: string };

function Entry(props: EntryProps) {
  return (
    <li>
      <PageLink {...props} />
    </li>
  );
}

function PageLink({ page, title, current }: EntryProps) {
  const isCurrent = page === current;
  return (
    <a
      href={page === "" ? "/docs" : `/docs/${page}`}
      aria-current={isCurrent ? "page" : undefined}
      className={`block rounded-md px-2 py-1 hover:bg-well ${isCurrent ? "bg-accent-soft font-medium text-accent" : ""}`}
    >
      {title}
    </a>
  );
}
