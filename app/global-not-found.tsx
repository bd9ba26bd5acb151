import { connection } from "next/server";
import { documentMetadata, documentViewport, HtmlDocument } from "@/components/ui/html-document";
import { NothingHere } from "@/components/ui/nothing-here";
import "./globals.css";

export const metadata = documentMetadata;
export const viewport = documentViewport;

/** Of addresses that belong to none of the root layouts; so it is a whole document. */
export default async function GlobalNotFound() {
  await connection();
  return (
    <HtmlDocument lang="en" dir="ltr">
      <NothingHere />
    </HtmlDocument>
  );
}
