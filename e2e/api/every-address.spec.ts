import { expect, test } from "@playwright/test";
import type { Operation } from "@/lib/api/operations/operation";
import { expectCommon, expectFailure } from "../support/contract";
import { manifest } from "../support/manifest";
import { everyOperation, pathOf } from "../support/operation-requests";
import { exchange, sendRaw } from "../support/raw";

// Rules for every path with an operation: its methods, nearby paths, and when it is a page.

const demo = manifest();

/** Every address once. */
for (const path of new Set(everyOperation.map((operation) => operation.path))) {
  const there = everyOperation.filter((operation) => operation.path === path);
  const target = pathOf(demo, { path });
  const allowed = there.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

  test(`${path} takes ${allowed.join(", ")} and says so, before it asks for a key`, async () => {
    for (const base of ["", "/api"]) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
        (each) => !allowed.includes(each),
      )) {
        const answer = await sendRaw(demo.baseUrl, {
          method,
          target: base + target,
          // Nor does what the body is matter, or that a page is wanted.
          headers: {
            accept: "text/html",
            "next-action": "abc",
            "content-type": "text/plain",
            "content-length": "1",
          },
          body: "{",
        });
        expectFailure(answer, "METHOD_NOT_ALLOWED");
        expect(names(answer.headers.get("allow"))).toEqual(allowed.toSorted());
      }
      const options = await exchange(demo.baseUrl, { method: "OPTIONS", target: base + target });
      expect([options.status, options.text]).toEqual([204, ""]);
      expect(names(options.headers.get("allow"))).toEqual([...allowed, "OPTIONS"].toSorted());
      // Without an origin, or with an unknown one, no other site's page may read.
      expect(options.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test(`what is near ${path} is not it`, async () => {
    const last = target.split("/").at(-1) ?? "";
    const above = target.slice(0, -last.length);
    for (const near of [
      `${target}/nope`,
      `${above}${encodeURIComponent(` ${last}`)}`,
      `${target}%20`,
      `${target}%2f`,
    ]) {
      // An id's place in a path accepts any text as an id.
      if (path.endsWith("}") && near !== `${target}/nope`) continue;
      const isOther = everyOperation.some((other) => fits(other, near));
      if (!isOther) expectFailure(await sendRaw(demo.baseUrl, { target: near }), "NOT_FOUND");
    }
    for (const [wrong, right] of [
      [`${target}/`, target],
      [`/${target}`, target],
      [`//${target}`, target],
      [target.replace(/\/(?=[^/]*$)/, "//"), target],
    ] as const) {
      const answer = await exchange(demo.baseUrl, { target: wrong });
      expect([wrong, answer.status, answer.headers.get("location")]).toEqual([wrong, 308, right]);
    }
  });
}

test.describe("the two addresses that are pages too", () => {
  const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of ["/c/{checkoutId}", "/dashboard/projects/{projectId}/checkouts"]) {
    const target = pathOf(demo, { path });

    test(`${path} is JSON unless a page is asked for, by a read without a key`, async () => {
      const asPage = await exchange(demo.baseUrl, { target, headers: html });
      expect(asPage.headers.get("content-type")).toContain("text/html");
      for (const base of ["", "/api"]) {
        const asJson: Record<string, string>[] = [
          {},
          { accept: "*/*" },
          { accept: "application/json" },
          { accept: "" },
          { accept: "text/plain" },
          { ...html, "x-api-key": "any" },
          { ...html, "x-api-key": "" },
          { rsc: "1", "x-api-key": "any" },
        ];
        if (base === "/api") asJson.push(html, { rsc: "1" });
        for (const headers of asJson) {
          const answer = await sendRaw(demo.baseUrl, { target: base + target, headers });
          expectCommon(answer);
        }
      }
    });
  }
});

function fits({ path }: Pick<Operation, "path">, target: string): boolean {
  const parts = path.split("/");
  const given = target.split("/");
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith("{") || part === given[at])
  );
}

function names(allow: string | null): string[] {
  return (allow ?? "").split(", ").toSorted();
}
