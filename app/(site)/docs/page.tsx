import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { StartPage } from "@/components/docs/guide-pages";
import { openApi } from "@/lib/api/openapi/documents";

export const metadata: Metadata = { title: "API reference · Stablecoin Checkout" };

export default function Docs() {
  return (
    <DocsFrame document={openApi()} current="" title="Accept your first payment">
      <StartPage />
    </DocsFrame>
  );
}
