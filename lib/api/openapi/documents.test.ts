import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { actTables, operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { Act } from "@/lib/platform/acts";
import { eventKinds } from "@/lib/webhooks/events.rules";
import packageJson from "@/package.json";
import { llmsText, openApi } from "./documents";

describe("llms text", () => {
  test("names every operation and every kind of event, the document, the keys and the signature", () => {
    const text = llmsText();
    for (const { method, path, summary } of Object.values(operations))
      expect(text).toContain(`- ${method} ${path}: ${summary}.`);
    for (const kind of [...eventKinds, "endpoint.test"]) expect(text).toContain(`- ${kind}: `);
    for (const needed of [
      "/openapi.json",
      "/docs",
      "svc_server_",
      "svc_sk_",
      "x-svc-signature",
      "HMAC-SHA256",
    ])
      expect(text).toContain(needed);
    expect(text).not.toMatch(/undefined|\[object/);
  });
});

describe("openapi", () => {
  const api = fileURLToPath(new URL("../../../app/api", import.meta.url));

  /** What is served and is no operation of the API, with the reason. */
  const others: Readonly<Record<string, string>> = {
    "/healthz": "for whoever runs the service",
    "/readyz": "for whoever runs the service",
    "/metrics": "for whoever runs the service",
    "/openapi.json": "the document itself",
    "/receipts/did.json": "the keys of receipts, in the form of did:web",
    "/inngest": "Inngest's own protocol",
    "/demo/rpc/{chainId}": "the demo's local chains",
    "/logos/{digest}": "pictures for pages",
    "/c/{checkoutId}/receipt.pdf": "a file that the payment page saves",
    "/c/{checkoutId}/invoice.pdf": "a file for the customer",
    "/l/{slug}": "the form of a payment link's page",
    "/l/{slug}/preview.png": "a picture for link previews",
    "/auth/{nextauth}": "next-auth's own protocol",
    "/auth/steps/{step}": "the dashboard's door",
    "/dashboard/account/{action}": "the dashboard's own pages",
    "/dashboard/projects/{projectId}/actions/{action}": "the dashboard's own pages",
    "/dashboard/projects/{projectId}/logo": "the dashboard's own pages",
    "/dashboard/projects/{projectId}/checkouts.csv": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/checkouts/{checkoutId}/receipt.pdf": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/checkouts/{checkoutId}/invoice.pdf": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/refunds.csv": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/settlements.csv": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/movements.csv": "a file that the dashboard saves",
    "/dashboard/projects/{projectId}/movements.journal": "a file that the dashboard saves",
    "/shop/orders": "the demo shop, a merchant of its own",
    "/shop/orders/{orderId}": "the demo shop, a merchant of its own",
    "/shop/webhook": "the demo shop, a merchant of its own",
    "/{path}": "whatever is nowhere",
  };

  type Handler = { path: string; method: string; operationId: string | null };

  const tables: Readonly<Record<string, Readonly<Record<string, Act>>>> = actTables;

  function operationIn(text: string): string | null {
    const [, table = "", name = ""] = /\((\w+Acts)\.(\w+)[,)]/.exec(text) ?? [];
    return tables[table]?.[name]?.http?.operationId ?? /\boperations\.(\w+)/.exec(text)?.[1] ?? null;
  }

  /** The handlers that a route file gives to `route`, each with the operation that it names. */
  function handlersOf(file: string): Handler[] {
    const source = ts.createSourceFile(
      file,
      readFileSync(path.join(api, file), "utf8"),
      ts.ScriptTarget.Latest,
    );
    const folder = path.dirname(file);
    const at = `/${folder.replace(/\[+(?:\.{3})?(\w+)\]+/g, "{$1}")}`;
    const handlers: Handler[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText(source) === "route") {
        const [given] = node.arguments;
        if (given === undefined || !ts.isObjectLiteralExpression(given))
          throw new Error(`${file}: unreadable`);
        for (const property of given.properties) {
          const method = property.name?.getText(source) ?? "";
          handlers.push({ path: at, method, operationId: operationIn(property.getText(source)) });
        }
      } else {
        ts.forEachChild(node, visit);
      }
    };
    visit(source);
    return handlers.length === 0 ? [{ path: at, method: "", operationId: null }] : handlers;
  }

  const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === "route.ts",
  );

  const handlers = files.flatMap(handlersOf);

  describe("the routes on disk", () => {
    test("serve exactly the operations, each at its method and path", () => {
      const served = handlers
        .filter((handler) => others[handler.path] === undefined)
        .map(({ method, path: at, operationId }) => `${method} ${at} ${operationId}`);
      const declared = Object.values(operations).map(
        ({ method, path: at, operationId }: Operation) => `${method} ${at} ${operationId}`,
      );
      expect(served.toSorted()).toEqual(declared.toSorted());
    });

    test("find each id of an act in its path", () => {
      const lost = Object.values(tables)
        .flatMap((table) => Object.values(table))
        .flatMap(({ ids = {}, http }) =>
          http === undefined
            ? []
            : Object.keys(ids)
                .map((name) => http.idsInPath?.[name] ?? name)
                .filter((name) => !http.path.includes(`{${name}}`))
                .map((name) => `${http.operationId}: ${name}`),
        );
      expect(lost).toEqual([]);
    });

    test("are operations, or listed as other routes", () => {
      const outside = handlers.filter(({ operationId }) => operationId === null).map(({ path: at }) => at);
      expect([...new Set(outside)].toSorted()).toEqual(Object.keys(others).toSorted());
    });
  });

  test("the document has the service's version", () => {
    expect(openApi().info.version).toBe(packageJson.version);
    expect(openApi()).toBe(openApi());
  });
});
