import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import { setPageStatus } from "@/lib/api/start/page-status";
import { type PageLanguage, pageLanguage, readLanguage } from "@/lib/platform/i18n/language.rules";

/** The language of the page that is being drawn: what the start script found, else what the browser prefers. */
export const readPageLanguage = cache(async (): Promise<PageLanguage> => {
  const sent = await headers();
  const locale = sent.get("x-page-locale");
  const language = readLanguage(locale);
  if (locale !== null && language !== null) return { language, locale };
  return pageLanguage({ acceptLanguage: sent.get("accept-language") });
});

/**
 * What a `<style>` or `<script>` written into the page needs to be let in by its Content-Security-Policy. It is
 * another for each answer, the router's refreshes included: such an element stands where React never makes it anew.
 * Undefined on a page made when the service is built.
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}

/** What is being drawn is the page for what there is not. Next's own `notFound()` would be drawn by scripts alone. */
export async function answerPageMissing(): Promise<void> {
  setPageStatus((await headers()).get("x-request-id") ?? "", 404);
}
