import type { NextRequest, NextResponse } from "next/server";
import { answerPage } from "@/lib/api/pages/answer-page";

/** Next runs this before every request that `matcher` names: those that may want a page. */
export function proxy(request: NextRequest): Promise<NextResponse> {
  return answerPage(request);
}

export const config = {
  matcher: [
    // All but the API, files, and addresses that answer with a page or with JSON.
    "/((?!(?:api|v1|public|sdk)(?:/|$)|(?:healthz|readyz|metrics|openapi\\.json|checkout\\.js)$|_next/static/|_next/webpack-hmr|logos/|tokens/|shop/[^/]+\\.svg$|[clr]/[^/]+|dashboard/projects/[^/]+/checkouts(?:/|$)).*)",
    // Of the latter and of pictures, requests for the page: that of a missing picture has scripts, too.
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
