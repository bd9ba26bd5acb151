import { Pool } from "pg";

/** As many connections as the service takes by default. */
export const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
