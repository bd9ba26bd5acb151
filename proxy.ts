import type { NextRequest, NextResponse } from "next/server";
import { answerPage } from "@/lib/api/pages/answer-page";

/** Next runs this before every request that `matcher` names: those that may want a page. */
export function proxy(request: NextRequest): Promise<NextResponse> {
  return answerPage(request);
}

export const config = {
  matcher: [
    // All but the API, files, and addresses that answer with a page or with JSON.
    "/((?!(?:api|v1|public|sdk)(?:/|$)|(?:healthz|readyz|metrics|openapi\\.json|checkout\\.js)$|_next/static/|_next/webpack-hmr$|logos/[^/]+$|tokens/[^/]+\\.svg$|shop/[^/]+\\.svg$|[clr]/[^/]+$|[cr]/[^/]+/|dashboard/projects/[^/]+/checkouts(?:/|$)).*)",
    // Of the latter, requests for the page.
    {
      source: "/:path([clr]/[^/]+|tokens/.+|shop/[^/]+\\.svg|dashboard/projects/[^/]+/checkouts(?:/.+)?)",
      has: [{ type: "header", key: "accept", value: ".*text/html.*" }],
    },
    {
      source: "/:path([clr]/[^/]+|tokens/.+|shop/[^/]+\\.svg|dashboard/projects/[^/]+/checkouts(?:/.+)?)",
      has: [{ type: "header", key: "rsc", value: "1" }],
    },
  ],
};
