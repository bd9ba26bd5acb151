import { pool } from "../../../pool";

/** The least that a poll can be: one row read by its key. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const { rows } = await pool.query({
    name: "bench_select",
    text: "SELECT id, body, created_at FROM bench.rows WHERE id = $1",
    values: [id],
  });
  return Response.json({ ok: true, data: rows[0] ?? null }, { status: rows.length === 1 ? 200 : 404 });
}
