import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Markdown } from "@/components/docs/markdown";
import { openApi } from "@/lib/api/openapi/documents";
import { docsSections, frontPage } from "@/lib/docs/pages";
import { env } from "@/lib/settings/env";

export const metadata: Metadata = { title: "Documentation · Stablecoin Checkout" };

export default function Docs() {
  const page = frontPage();
  return (
    <DocsFrame document={openApi()} sections={docsSections()} current="" title={page.title}>
      <Markdown page={page} origin={env().BASE_URL} />
    </DocsFrame>
  );
}
