import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Markdown } from "@/components/docs/markdown";
import { docsSections, frontPage } from "@/lib/api/docs/pages";
import { openApi } from "@/lib/api/openapi/documents";
import { env } from "@/lib/api/settings/env";

export const metadata: Metadata = { title: "Documentation · Stablecoin Checkout" };

export default function Docs() {
  const page = frontPage();
  return (
    <DocsFrame document={openApi()} sections={docsSections()} current="" title={page.title}>
      <Markdown page={page} origin={env().BASE_URL} />
    </DocsFrame>
  );
}
