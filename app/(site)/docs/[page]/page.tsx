import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { operationGroups } from "@/components/docs/pages";
import { docsPage, docsSections } from "@/lib/api/docs/pages";
import { openApi } from "@/lib/api/openapi/documents";
import { env } from "@/lib/api/settings/env";
import { DocsContent } from "./docs-content";

/** The samples show the address of this very service. */
export const dynamic = "force-dynamic";

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${titleOf((await params).page)} · Stablecoin Checkout` };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  return (
    <DocsFrame document={openApi()} sections={docsSections()} current={page} title={titleOf(page)}>
      <DocsContent page={page} origin={env().BASE_URL} />
    </DocsFrame>
  );
}

function titleOf(page: string): string {
  const found = docsPage(page) ?? operationGroups(openApi()).find((group) => group.page === page);
  return found?.title ?? notFound();
}
