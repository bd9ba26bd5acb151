import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { NothingHere } from "@/components/ui/nothing-here";
import { openApi, titleOfDocsPage } from "@/lib/api/openapi/documents";
import { docsSections } from "@/lib/docs/pages";
import { env } from "@/lib/settings/env";
import { DocsContent } from "./docs-content";

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${titleOfDocsPage((await params).page) ?? "Page not found"} · Stablecoin Checkout` };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  const title = titleOfDocsPage(page);
  // The proxy answers 404.
  if (title === null) return <NothingHere />;
  return (
    <DocsFrame document={openApi()} sections={docsSections()} current={page} title={title}>
      <DocsContent page={page} origin={env().BASE_URL} />
    </DocsFrame>
  );
}
