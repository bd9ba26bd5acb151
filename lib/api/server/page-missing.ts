import "server-only";
import { headers } from "next/headers";
import { setPageStatus } from "@/lib/api/start/page-status";

/** What is being drawn is the page for what there is not. Next's own `notFound()` would be drawn by scripts alone. */
export async function answerPageMissing(): Promise<void> {
  setPageStatus((await headers()).get("x-request-id") ?? "", 404);
}
