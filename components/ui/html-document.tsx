import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { fontVariables } from "./fonts";

/** Browsers without SVG icons ask for /favicon.ico. */
export const documentIcons: Metadata["icons"] = {
  icon: { url: "/icon.svg", type: "image/svg+xml" },
  apple: "/apple-icon.png",
};

export const documentMetadata: Metadata = {
  title: { default: "Stablecoin Checkout", template: "%s" },
  description: "Accept USDC and USDT, straight to your own wallet.",
  icons: documentIcons,
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
      className={fontVariables}
    >
      <body className="min-h-dvh bg-ground text-ink print:min-h-0">{children}</body>
    </html>
  );
}
