import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f4bdb"/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

export const documentMetadata: Metadata = {
  title: { default: "Stablecoin Checkout", template: "%s" },
  description: "Accept USDC and USDT, straight to your own wallet.",
  // In the document: browsers ask for /favicon.ico otherwise.
  icons: { icon: `data:image/svg+xml,${encodeURIComponent(icon)}` },
};

export const documentViewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f4f2" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
};

/** Loaded where a page shows addresses or code. Geist's own module preloads it on every page. */
const geistMono = localFont({
  src: "../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  fallback: ["ui-monospace", "monospace"],
});

type Props = {
  lang: string;
  dir: "ltr" | "rtl";
  /** The reader's choice; otherwise the device's. */
  theme?: "light" | "dark" | undefined;
  children: ReactNode;
};

/** The HTML document of every page; the language differs, so each root layout renders its own. */
export function HtmlDocument({ lang, dir, theme, children }: Props) {
  return (
    <html
      lang={lang}
      dir={dir}
      data-theme={theme}
      // The page's first script marks it (`KeepLastPress`).
      suppressHydrationWarning
      className={`${GeistSans.variable} ${geistMono.variable}`}
    >
      <body className="min-h-dvh bg-ground text-ink">{children}</body>
    </html>
  );
}
