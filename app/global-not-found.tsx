import { connection } from "next/server";
import { troubleWords } from "@/components/dashboard/messages/shell";
import { documentMetadata, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { NothingHere } from "@/components/ui/nothing-here";
import { openLanguage } from "@/lib/api/dashboard/page-language";
import "./globals.css";

export const metadata = documentMetadata;
export const viewport = documentViewport;

/** Of addresses that belong to none of the root layouts; so it is a whole document. */
export default async function GlobalNotFound() {
  await connection();
  const language = await openLanguage();
  return (
    <HtmlDocument lang={language} dir="ltr">
      <NothingHere words={troubleWords.missing} />
    </HtmlDocument>
  );
}
