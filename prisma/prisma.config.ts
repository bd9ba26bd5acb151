import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** For Prisma's own command: `prisma migrate deploy --config prisma/prisma.config.ts` applies the same migrations. */
export default defineConfig({
  schema: here("./schema"),
  migrations: { path: here("./migrations") },
  datasource: { url: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || "" },
});
