import type { ReactNode } from "react";
import { documentMetadata, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import "../globals.css";

export const metadata = documentMetadata;
export const viewport = documentViewport;

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <HtmlDocument lang="en" dir="ltr">
      {children}
    </HtmlDocument>
  );
}
