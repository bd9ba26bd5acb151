import { expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { eventKinds } from "@/lib/checkouts/events.rules";
import { llmsText } from "./llms-text";

test("names every operation and every kind of event, the document, the keys and the signature", () => {
  const text = llmsText();
  for (const { method, path, summary } of Object.values(operations))
    expect(text).toContain(`- ${method} ${path}: ${summary}.`);
  for (const kind of [...eventKinds, "endpoint.test"]) expect(text).toContain(`- ${kind}: `);
  for (const needed of ["/openapi.json", "/docs", "svc_server_", "svc_sk_", "x-svc-signature", "HMAC-SHA256"])
    expect(text).toContain(needed);
  expect(text).not.toMatch(/undefined|\[object/);
});
