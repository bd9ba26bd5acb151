import type { Operation } from "@/lib/api/operations/operation";
import type { Row, Target } from "./row";

/** Methods are judged before the key, the body, and whether a page is wanted. */
export function methodRows(
  { operationId, path, x402 }: Operation,
  all: readonly Operation[],
  target: string,
): Row[] {
  const there = all.filter((other) => other.path === path);
  // Operations that share a path share these rows.
  if (there[0]?.operationId !== operationId) return [];
  const allow = there.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const wrong = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allow.includes(method));
  const headers = { accept: "text/html", "next-action": "abc", "content-type": "text/plain" };
  return ["", "/api"].flatMap((base) => [
    ...wrong.map((method) => ({
      name: `${method} ${base}${path}`,
      request: { method, target: base + target, headers, body: "{" },
      expected: { kind: "refusal", codes: ["METHOD_NOT_ALLOWED"], allow } as const,
    })),
    {
      name: `OPTIONS ${base}${path}`,
      request: { method: "OPTIONS", target: base + target },
      expected: { kind: "empty", status: 204, allow: [...allow, "OPTIONS"], isForEveryOrigin: x402 } as const,
    },
  ]);
}

/** Near an operation's path is nothing; a slash too many leads to it. */
export function nearRows(
  { operationId, path }: Operation,
  all: readonly Operation[],
  target: string,
  { isOwn }: Target,
): Row[] {
  // What stands before a deployment may tidy up a path.
  if (!isOwn || all.find((other) => other.path === path)?.operationId !== operationId) return [];
  const last = target.split("/").at(-1) ?? "";
  const above = target.slice(0, -last.length);
  // An id's place in a path accepts any text as an id.
  const others = path.endsWith("}")
    ? []
    : [`${above}${encodeURIComponent(` ${last}`)}`, `${target}%20`, `${target}%2f`];
  const nowhere = [`${target}/nope`, ...others].filter(
    (near) => !all.some((other) => fits(other.path, near)),
  );
  const untidy = [`${target}/`, `/${target}`, `//${target}`, target.replace(/\/(?=[^/]*$)/, "//")];
  return [
    ...nowhere.map((near) => ({
      name: near,
      request: { target: near },
      expected: { kind: "refusal", codes: ["NOT_FOUND"] } as const,
    })),
    ...untidy.map((wrong) => ({
      name: wrong,
      request: { target: wrong },
      expected: { kind: "redirect", location: target } as const,
    })),
  ];
}

function fits(path: string, target: string): boolean {
  const parts = path.split("/");
  const given = target.split("/");
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith("{") || part === given[at])
  );
}
