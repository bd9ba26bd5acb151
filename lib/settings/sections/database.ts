import { z } from "zod";
import { databaseUrlFault } from "@/lib/platform/postgres/url";
import { help, wholeNumber } from "../values";

const dataKey = z
  .base64("must be 32 bytes in base64")
  .transform((value) => Buffer.from(value, "base64"))
  .refine((bytes) => bytes.length === 32, "must be 32 bytes in base64");
const databaseUrl = z.string().superRefine((value, context) => {
  const message = databaseUrlFault(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const urlForm =
  "postgresql://USER:PASSWORD@HOST:5432/DATABASE; in a password, percent-encode all characters except letters and digits";

export const databaseSettings = z.object({
  DATABASE_URL: databaseUrl.register(help, {
    meaning: "`postgresql://…`, see [database](database.md)",
    preset: "a PostgreSQL of its own under `.data/app`",
    missing: urlForm,
    wrong: urlForm,
  }),
  DATABASE_DIRECT_URL: databaseUrl.optional().register(help, {
    meaning:
      "the same database without the pooler: for migrations, backups and notifications, see [database](database.md)",
    preset: "`DATABASE_URL`",
    wrong: urlForm,
  }),
  DATABASE_POOL_SIZE: wholeNumber(2, 200)
    .default(20)
    .register(help, { meaning: "connections that each process keeps" }),
  DATA_KEY: dataKey.register(help, {
    meaning: "32 bytes in base64 (`openssl rand -base64 32`); encrypts webhook secrets and stored responses",
    preset: "required",
    missing: "create one: openssl rand -base64 32. A service that ran before needs the key that it had",
    wrong:
      "copy it whole, 44 characters with = at the end. Replace it only before the first start (openssl rand -base64 32)",
  }),
  DATA_KEY_PREVIOUS: dataKey.optional().register(help, {
    meaning: "the previous key, until `npm run rotate-data-key` has encrypted every secret again",
    wrong: "copy it whole from the DATA_KEY that the service had before",
  }),
});
