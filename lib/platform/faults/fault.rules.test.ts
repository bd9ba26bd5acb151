import { expect, test } from "vitest";
import { sentenceIn } from "@/lib/api/http/respond";
import { fault, sentenceOf } from "./fault.rules";

test("a fault becomes a sentence in the reader's language", () => {
  const most = fault("projects.mostKeys", { most: 50 });
  expect(sentenceOf(most)).toBe("A project can have at most 50 keys of each kind. Revoke one first.");
  expect(sentenceIn("ko", most)).toBe("종류별 키는 프로젝트마다 50개까지입니다. 먼저 하나를 폐기해 주세요.");
});

test("a fault within a sentence, a list and a number's form are written in the same language", () => {
  const found = { tokens: ["USDC", fault("payments.unknownToken")], network: "Base" };
  expect(sentenceOf(fault("payments.otherToken", found))).toMatch(/^Found USDC, an unknown token on Base, /);
  expect(sentenceIn("ko", fault("payments.otherToken", found))).toMatch(/^Base에서 USDC, 알 수 없는 토큰 /);
  expect(sentenceOf(fault("accounts.triesAgainIn", { count: 1 }))).toMatch(/in 1 second\.$/);
  expect(sentenceIn("ko", fault("accounts.triesAgainIn", { count: 1 }))).toMatch(/1초/);
});

test("a fault of the API alone is English", () => {
  expect(sentenceIn("ko", fault("api.bodyNotJson"))).toBe("The body is not JSON.");
});

test("the compiler rejects an unknown key, a missing value and one without a place", () => {
  // @ts-expect-error: no such fault
  fault("projects.noSuchFault");
  // @ts-expect-error: no value for {most}
  fault("projects.mostKeys");
  // @ts-expect-error: {most} has another name
  fault("projects.mostKeys", { least: 50 });
  // @ts-expect-error: a value without a place
  fault("projects.lastOwner", { most: 50 });
});
