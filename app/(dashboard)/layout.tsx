import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { documentIcons, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { KeepLastPress } from "@/components/ui/keep-last-press";
import { openLanguage } from "@/lib/api/dashboard/page-language";
import { pageNonce } from "@/lib/api/http/request-language";
import { readTheme } from "@/lib/platform/values/theme.rules";
import "../globals.css";

export async function generateMetadata(): Promise<Metadata> {
  await openLanguage();
  return {
    title: { default: `${shellWords.dashboard} · ${shellWords.brand}`, template: `%s · ${shellWords.brand}` },
    icons: documentIcons,
    robots: { index: false },
    // Addresses here name projects and checkouts, so no other site gets them as a referrer.
    referrer: "no-referrer",
  };
}
export const viewport = documentViewport;

export default async function DashboardDocument({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get("theme")?.value);
  const language = await openLanguage();
  return (
    <HtmlDocument lang={language} dir="ltr" theme={theme === "system" ? undefined : theme}>
      <KeepLastPress nonce={await pageNonce()} />
      {children}
    </HtmlDocument>
  );
}
