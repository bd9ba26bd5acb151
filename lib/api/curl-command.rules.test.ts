import { expect, test } from "vitest";
import { curlCommand } from "./curl-command.rules";

test("a command is one line for the shell, and its body is JSON", () => {
  const command = curlCommand({
    url: "https://pay.example/v1/checkouts",
    idempotencyKey: "a",
    body: { n: 1 },
  });
  expect(command.replaceAll(" \\\n ", "")).toBe(
    `curl https://pay.example/v1/checkouts -H 'x-api-key: svc_server_…' -H 'idempotency-key: a' -H 'content-type: application/json' -d '{"n":1}'`,
  );
  expect(curlCommand({ url: "/x", key: "svc_test", body: {} })).not.toContain("idempotency-key");
});
