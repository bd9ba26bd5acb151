import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { KeepLastPress } from "@/components/ui/keep-last-press";
import { pageNonce } from "@/lib/api/http/page-request";
import { readTheme } from "@/lib/platform/values/theme.rules";
import "../globals.css";

export const metadata = {
  title: { default: "Dashboard · Stablecoin Checkout", template: "%s · Stablecoin Checkout" },
  robots: { index: false },
  // Addresses here name projects and checkouts, so no other site gets them as a referrer.
  referrer: "no-referrer" as const,
};
export const viewport = documentViewport;

export default async function DashboardDocument({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get("theme")?.value);
  return (
    <HtmlDocument lang="en" dir="ltr" theme={theme === "system" ? undefined : theme}>
      <KeepLastPress nonce={await pageNonce()} />
      {children}
    </HtmlDocument>
  );
}
