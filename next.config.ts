import type { NextConfig } from "next";

const checkout = "/c/:checkoutId";
const projectCheckouts = "/dashboard/projects/:projectId/checkouts";

/** A browser that wants to read a page: it accepts HTML, or is Next asking for a part of one. */
const wantsPage = [
  { type: "header" as const, key: "accept", value: ".*text/html.*" },
  { type: "header" as const, key: "rsc" },
];

/**
 * Every JSON handler lives below /api; here it is exposed at the specification's own path. Two paths are
 * pages too: they give JSON to whoever does not ask for HTML, or sends a key.
 */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run lint` holds the types of the whole tree; a second look here would cost every first start 20 s.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node as they are: native code, and clients that keep connections.
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "pino", "undici"],
  async rewrites() {
    const api = (source: string) => ({ source, destination: `/api${source}` });
    return {
      beforeFiles: [
        ...[checkout, projectCheckouts].flatMap((source) => [
          { ...api(source), missing: wantsPage },
          { ...api(source), has: [{ type: "header" as const, key: "x-api-key" }] },
        ]),
        api(`${checkout}/:action+`),
        api("/v1/:path*"),
        api("/public/:path*"),
        api("/sdk/:path*"),
        api("/healthz"),
        api("/readyz"),
      ],
      afterFiles: [],
      // What is nowhere is told in the form that was asked for.
      fallback: [{ ...api("/:path*"), missing: wantsPage }],
    };
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "x-content-type-options", value: "nosniff" },
          { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
        ],
      },
    ];
  },
};

export default config;
