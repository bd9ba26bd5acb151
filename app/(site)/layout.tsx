import { connection } from "next/server";
import type { ReactNode } from "react";
import { documentMetadata, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { readSiteLanguage } from "@/lib/api/http/request-language";
import "../globals.css";

export const metadata = documentMetadata;
export const viewport = documentViewport;

/** A page made when the service is built could carry no nonce. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <HtmlDocument lang={await readSiteLanguage()} dir="ltr">
      {children}
    </HtmlDocument>
  );
}
