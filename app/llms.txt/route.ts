import { llmsText } from "@/lib/api/openapi/documents";

export const dynamic = "force-static";

/** The API in short, for language models. */
export function GET(): Response {
  return new Response(llmsText(), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
