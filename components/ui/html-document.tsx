import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";

export const documentMetadata: Metadata = {
  title: { default: "Stablecoin Checkout", template: "%s" },
  description: "Accept USDC and USDT, straight to your own wallet.",
};

export const documentViewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f4f2" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
};

type Props = {
  lang: string;
  dir: "ltr" | "rtl";
  /** Chosen by its reader; without it the device's. */
  theme?: "light" | "dark" | undefined;
  children: ReactNode;
};

/** What every page is drawn into; its language differs, so that each root layout has one of its own. */
export function HtmlDocument({ lang, dir, theme, children }: Props) {
  return (
    <html lang={lang} dir={dir} data-theme={theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="min-h-dvh bg-ground text-ink">{children}</body>
    </html>
  );
}
