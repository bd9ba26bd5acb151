import { randomUUID } from "node:crypto";
import { pool } from "../../pool";

/** The least that a create can be: a body read, one row written, an answer. */
export async function POST(request: Request): Promise<Response> {
  const id = randomUUID();
  await pool.query({
    name: "bench_insert",
    text: "INSERT INTO bench.rows (id, body, created_at) VALUES ($1, $2, $3)",
    values: [id, JSON.stringify(await request.json()), new Date()],
  });
  return Response.json({ ok: true, data: { id } }, { status: 201 });
}
