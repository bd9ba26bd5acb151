import type { NextRequest, NextResponse } from "next/server";
import { answerPage } from "@/lib/api/pages/answer-page";

/** Next runs this before every request that `matcher` names: those that may want a page. */
export function proxy(request: NextRequest): Promise<NextResponse> {
  return answerPage(request);
}

export const config = {
  matcher: [
    // All but the API and files. A request for JSON has its address below /api by now (lib/api/request-screen.ts).
    "/((?!(?:api|v1|public|sdk)(?:/|$)|(?:healthz|readyz|metrics|openapi\\.json|checkout\\.js|favicon\\.ico|icon\\.svg|apple-icon\\.png)$|_next/static/|_next/webpack-hmr$|logos/[^/]+$|tokens/[^/]+\\.svg$|shop/[^/]+\\.svg$).*)",
    // Of the files, requests for a page.
    {
      source: "/:path(tokens/.+|shop/[^/]+\\.svg)",
      has: [{ type: "header", key: "accept", value: ".*text/html.*" }],
    },
    { source: "/:path(tokens/.+|shop/[^/]+\\.svg)", has: [{ type: "header", key: "rsc", value: "1" }] },
  ],
};
