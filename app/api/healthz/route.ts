/** Whether the process answers at all. */
export function GET(): Response {
  return Response.json({ ok: true, data: { status: "alive" } }, { headers: { "cache-control": "no-store" } });
}
