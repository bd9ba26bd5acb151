import "../globals.css";
import type { ReactNode } from "react";
import { TroubleProvider } from "@/components/checkout/page-trouble";
import { TroubleScreen } from "@/components/checkout/trouble-screen";
import { EarlyPress } from "@/components/ui/early-press";
import { documentMetadata, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { NotStarted } from "@/components/ui/not-started";
import { pageNonce, readPageLanguage } from "@/lib/api/http/request-language";
import { describeLanguage } from "@/lib/platform/i18n/language.rules";
import { pageMessages } from "@/lib/platform/i18n/page-messages";

export const metadata = documentMetadata;
export const viewport = documentViewport;

/** The pages for customers, in the customer's language. */
export default async function CustomerLayout({ children }: { children: ReactNode }) {
  const { language } = await readPageLanguage();
  const { tag, direction } = describeLanguage(language);
  const words = pageMessages[language];
  const screens = {
    checkout: <TroubleScreen words={words.checkout} />,
    refund: <TroubleScreen words={words.refund} />,
  };
  return (
    <HtmlDocument lang={tag} dir={direction}>
      <EarlyPress nonce={await pageNonce()}>
        <TroubleProvider screens={screens}>{children}</TroubleProvider>
        <NotStarted words={words.notStarted} />
      </EarlyPress>
    </HtmlDocument>
  );
}
