import type { NextConfig } from "next";

/**
 * The specification's own paths are brought to their handlers below /api by the start script
 * (docs/decisions/006-paths-in-the-start-script.md), which also sets the headers of every answer.
 */
const config: NextConfig = {
  poweredByHeader: false,
  // A page's title comes with the page, for everybody and not for bots alone: sent after it, a page that is drawn
  // again was seen without one.
  htmlLimitedBots: /.*/,
  reactStrictMode: true,
  // `npm run lint` holds the types of the whole tree; a second look here would cost every first start 20 s.
  typescript: { ignoreBuildErrors: true },
  // Pages for customers have their own root layout, for the sake of <html lang>: then one more document tells of
  // addresses that belong to neither.
  experimental: { globalNotFound: true },
  // No page uses the optimizer, and strangers could fill the disk through it: Next answers 404 there.
  images: { unoptimized: true },
  // Pages of the documentation are read when they are asked for.
  outputFileTracingIncludes: { "/**": ["./docs/**/*.md", "./lib/api/client/*.ts"] },
  // Loaded by Node as they are: native code, and clients that keep connections.
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "pino", "undici", "nodemailer"],
  // What is nowhere is told in the form that was asked for. Only Next knows what is nowhere.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [],
    fallback: [
      {
        source: "/:path*",
        destination: "/api/:path*",
        missing: [
          { type: "header", key: "accept", value: ".*text/html.*" },
          { type: "header", key: "rsc", value: "1" },
        ],
      },
    ],
  }),
};

export default config;
