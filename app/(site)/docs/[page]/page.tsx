import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { NothingHere } from "@/components/ui/nothing-here";
import { readSiteLanguage } from "@/lib/api/http/request-language";
import { openApi, titleOfDocsPage } from "@/lib/api/openapi/documents";
import { isInKorean } from "@/lib/docs/contents";
import { docsSections } from "@/lib/docs/pages";
import { env } from "@/lib/settings/env";
import { DocsContent } from "./docs-content";

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  const title = titleOfDocsPage(page, await readSiteLanguage()) ?? "Page not found";
  const languages = { en: `/docs/${page}?lang=en`, ko: `/docs/${page}?lang=ko` };
  return {
    title: `${title} · Stablecoin Checkout`,
    ...(isInKorean(page) && {
      metadataBase: new URL(env().BASE_URL),
      alternates: { languages: { ...languages, "x-default": `/docs/${page}` } },
    }),
  };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  const language = await readSiteLanguage();
  const title = titleOfDocsPage(page, language);
  // The proxy answers 404.
  if (title === null) return <NothingHere />;
  return (
    <DocsFrame
      document={openApi()}
      sections={docsSections(language)}
      current={page}
      title={title}
      language={language}
    >
      <DocsContent page={page} origin={env().BASE_URL} language={language} />
    </DocsFrame>
  );
}
