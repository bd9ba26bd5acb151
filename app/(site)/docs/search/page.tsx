import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { openApi } from "@/lib/api/openapi/documents";
import { errorHelp } from "@/lib/api/openapi/errors";
import { operationGroups } from "@/lib/api/openapi/types";
import { docsSections } from "@/lib/docs/pages";
import { type Entry, pageEntries, search } from "@/lib/docs/search";
import { eventKinds, events } from "@/lib/webhooks/events.rules";

export const metadata: Metadata = { title: "Search · Stablecoin Checkout" };

let entries: readonly Entry[] | undefined;

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const [query = ""] = [(await searchParams).q].flat();
  entries ??= allEntries();
  const hits = search(entries, query.slice(0, 100));
  return (
    <DocsFrame document={openApi()} sections={docsSections()} current="search" title="Search" query={query}>
      <p>{hits.length === 0 ? "No page has all of these words. Try fewer." : `${hits.length} results`}</p>
      <ul className="docs-fields docs-measure">
        {hits.map(({ href, page, heading, excerpt }) => (
          <li key={href}>
            <a href={href} className="text-link">
              {heading === "" ? page : `${page}: ${heading}`}
            </a>
            <p className="text-sm">{excerpt}</p>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}

/** The pages, and what the API's document has: operations, errors, events. */
function allEntries(): Entry[] {
  const operations = operationGroups(openApi()).flatMap(({ page, operations: all }) =>
    all.map(({ method, path, operation: { operationId, summary, description } }) => ({
      href: `/docs/${page}#${operationId}`,
      page: "API reference",
      heading: summary,
      text: `${method} ${path} ${description}`,
    })),
  );
  const errors = Object.entries(errorHelp).map(([code, { when }]) => ({
    href: `/docs/errors#${code}`,
    page: "Errors",
    heading: code,
    text: when,
  }));
  const webhooks = eventKinds.map((kind) => ({
    href: `/docs/webhooks#${kind}`,
    page: "Webhooks",
    heading: kind,
    text: events[kind].help.en,
  }));
  return [...pageEntries(docsSections()), ...operations, ...errors, ...webhooks];
}
