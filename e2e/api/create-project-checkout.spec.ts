import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type Answer, call } from "../support/api";
import { chainOf } from "../support/chain";
import { expectFailure, expectResource } from "../support/contract";
import { manifest } from "../support/manifest";

// What a create with an API key has in common with one with a server key; its own rules are in project-scoped.

const demo = manifest();
const post = (json: object, idempotencyKey?: string): Promise<Answer<unknown>> =>
  call(`${demo.baseUrl}/dashboard/projects/${demo.projectId}/checkouts`, {
    method: "POST",
    headers: {
      "x-api-key": demo.apiKey,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    json,
  });

test("a token that is not accepted is refused with the list of those that are", async () => {
  const { chainId, tokens } = chainOf(demo);
  const answer = await post({ amount: "5", chainId, tokenAddress: `0x${"1".repeat(40)}` });
  const { message } = expectFailure(answer, "UNSUPPORTED_TOKEN", "tokenAddress");
  for (const { symbol } of tokens) expect(message).toContain(symbol);
});

test("sixty creates at once with one Idempotency-Key make one checkout", async () => {
  const key = randomUUID();
  const body = { amount: "1000000", referenceId: key };
  const answers = await Promise.all(Array.from({ length: 60 }, () => post(body, key)));
  const made = answers.filter(({ status }) => status === 201).map((answer) => expectResource(answer, 201).id);
  expect(new Set(made).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectFailure(answer, "IDEMPOTENCY_KEY_IN_USE");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const again = await post(body, key);
  expect(expectResource(again, 201).id).toBe(made[0]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("another body with the same Idempotency-Key is refused", async () => {
  const key = randomUUID();
  const first = expectResource(await post({ amount: "1000000" }, key), 201);
  expectFailure(await post({ amount: "1000001" }, key), "IDEMPOTENCY_KEY_REUSED");
  expect(expectResource(await post({ amount: "1000000" }, key), 201).id).toBe(first.id);
});
