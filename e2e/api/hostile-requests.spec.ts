import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import type { Operation } from "@/lib/api/operations/operation";
import { call, createCheckout } from "../support/api";
import { expectCommon, expectFailure } from "../support/contract";
import { everyOperation, pathOf } from "../support/operation-requests";
import { exchange, sendRaw, transmit } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();

test("a query of 8,000 parameters is refused", async () => {
  for (const path of ["/healthz", "/v1/checkouts", "/c/chk_1", "/api/public/fiat-currencies", "/shop"]) {
    await test.step(path, async () => {
      const answer = await sendRaw(demo.baseUrl, { method: "GET", target: `${path}?${"a&".repeat(8_000)}` });
      expect(answer.body).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
      expect(answer.status).toBe(414);
      expectCommon(answer);
    });
  }
});

test("50 parameters and 8 KiB are read, and no more of either", async () => {
  const parameters = (count: number) => `/healthz?${Array(count).fill("a").join("&")}`;
  const long = (length: number) => "/healthz?".padEnd(length, "a");
  const targets = [parameters(50), parameters(51), long(8_192), long(8_193)];
  const answers = targets.map((target) => sendRaw(demo.baseUrl, { target }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 414, 200, 414]);
});

test("answers a path with dots as its normalized form", async () => {
  for (const target of ["/c/./x", "/x/../c/chk_1", "/v1/../c/chk_1"]) {
    await test.step(`${target} is answered as what it means`, async () => {
      expectFailure(await sendRaw(demo.baseUrl, { method: "GET", target }), "CHECKOUT_NOT_FOUND");
    });
  }
});

test("a query can't replace the checkout or project of the path", async () => {
  const [own, other] = await Promise.all([
    createCheckout(demo, { amount: "1000000" }),
    createCheckout(demo, { amount: "2000000" }),
  ]);
  for (const query of [
    `nxtPcheckoutId=${other.id}`,
    `x?&nxtPcheckoutId=${other.id}`,
    `checkoutId=${other.id}`,
    `nxtIcheckoutId=${other.id}`,
    `%6extPcheckoutId=${other.id}`,
  ]) {
    const headers = { "x-api-key": demo.serverKey };
    const { body } = await call<{ id: string }>(`${demo.baseUrl}/v1/checkouts/${own.id}?${query}`, {
      headers,
    });
    expect(body).toMatchObject({ ok: true, data: { id: own.id } });
    const view = await call<{ id: string }>(`${demo.baseUrl}/c/${own.id}?${query}`);
    expect(view.body).toMatchObject({ ok: true, data: { id: own.id } });
  }
});

test("a query can't give a key to another project's path", async () => {
  const { projectId, apiKey } = demo.secondProject;
  for (const query of [`nxtPprojectId=${projectId}`, `x?&nxtPprojectId=${projectId}`]) {
    const answer = await sendRaw(demo.baseUrl, {
      method: "GET",
      target: `/dashboard/projects/${demo.projectId}/checkouts?${query}`,
      headers: { "x-api-key": apiKey },
    });
    expectFailure(answer, "FORBIDDEN");
  }
});

// Rules for every path with an operation: its methods, nearby paths, and when it is a page.

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

test.describe("the image optimizer", () => {
  // Next's image optimizer would answer anyone: it is off in every way of serving.

  const forged = encodeURIComponent('/tokens/usdc.svg\n{"level":"error","msg":"forged"}\u001b[2J');
  const targets = [
    "/_next/image",
    "/_next/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/_next/image?url=%2Fapi%2Fhealthz&w=640&q=75",
    `/_next/image?url=${forged}&w=64&q=75`,
    "/_next/image/?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/_next//image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/_next/./image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/_next/x/../image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/x/%2e%2e/_next/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
    "/%5fnext/image?url=%2Ftokens%2Fusdc.svg&w=64&q=75",
  ];
  const forms = ["text/html", "*/*", "image/avif,image/webp"];

  const keptImages = () =>
    readdir(path.join(fileURLToPath(new URL("../..", import.meta.url)), ".next/cache/images")).catch(
      () => [],
    );

  async function expectNothing(baseUrl: string): Promise<void> {
    const before = await keptImages();
    for (const target of targets)
      for (const accept of forms) {
        const first = await transmit(baseUrl, { target, headers: { accept } });
        const location = first.headers.get("location");
        const last =
          location === null ? first : await transmit(baseUrl, { target: location, headers: { accept } });
        expect([target, accept, last.status]).toEqual([target, accept, 404]);
      }
    expect(await keptImages()).toEqual(before);
  }

  test("the image optimizer is off", async () => {
    await expectNothing(manifest().baseUrl);
  });
});
