import "server-only";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Params, RouteHandler } from "@/lib/api/http/route";

const maxFormBytes = 8 * 1024;

type FormOptions = {
  /** Fields that are numbers in JSON. */
  numbers: readonly string[];
  /** Where the browser goes on to. */
  page: (params: Params) => string;
};

/**
 * Lets a page without JavaScript post the same operation as a form. It is answered 303 to the page, with the
 * error's code in `problem` when there is one.
 */
export function orForm(json: RouteHandler, { numbers, page }: FormOptions): RouteHandler {
  return async (request, context) => {
    const isForm =
      request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
    const declared = Number(request.headers.get("content-length") ?? Number.NaN);
    // What is no small form goes the common way, and is refused there as what it is.
    if (!isForm || !(declared <= maxFormBytes)) return json(request, context);

    const fields = Object.fromEntries(new URLSearchParams(await request.text()));
    const body = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
    );
    // With the request's own headers: they say who asks and which request it is.
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/json");
    headers.delete("content-length");
    const answer = await json(
      new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
      context,
    );
    const params = Object.fromEntries(
      Object.entries((await context.params) ?? {}).map(([name, value]) => [
        name,
        encodeURIComponent(String(value)),
      ]),
    );
    const problem = answer.ok
      ? ""
      : `?problem=${encodeURIComponent(((await answer.json()) as Failure).error.code)}`;
    return new Response(null, {
      status: 303,
      headers: { location: `${page(params)}${problem}`, "cache-control": "no-store" },
    });
  };
}
