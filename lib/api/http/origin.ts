import "server-only";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Project } from "@/lib/projects/project-store.port";

/**
 * Browsers send Origin, servers do not: only the project's own pages may call from a browser (spec §5). Compared
 * character by character with what browsers send (RFC 6454 §6.2), so no look-alike matches.
 */
export function refuseForeignOrigin(request: Request, project: Project): void {
  const origin = request.headers.get("origin");
  if (origin === null || project.allowedOrigins.includes(origin)) return;
  throw new CheckoutError(
    "ORIGIN_NOT_ALLOWED",
    "This origin is not on the project's allow-list. Call from your server.",
  );
}
