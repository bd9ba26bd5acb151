import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { errorText } from "./errors";
import faults from "./ko/field-faults.json";

afterEach(() => placeLanguage(() => "en"));

const inKorean = (message: string) => {
  placeLanguage(() => "ko");
  return errorText({ code: "VALIDATION_ERROR", message });
};

test("a field's fault is in Korean, with its numbers", () => {
  expect(inKorean("must have at least 8 characters")).toBe("8자 이상 입력해 주세요.");
  expect(inKorean("must be 3 to 64 lower-case letters, digits and dashes")).toContain("3~64자");
  expect(inKorean("enter an amount like 4.50, with at most 2 decimals")).toBe(
    "4.50 형식으로 금액을 입력해 주세요. 소수점 이하는 2자리까지입니다.",
  );
  expect(inKorean("Wrong password.")).toBe("비밀번호가 올바르지 않습니다.");
});

test("an unknown fault keeps the service's words behind a Korean sentence", () => {
  expect(inKorean("must rhyme")).toBe("입력한 값을 확인해 주세요: must rhyme");
});

test("each listed fault is one that the service writes", () => {
  const source = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(`lib/${file}`, "utf8"))
    .join("\n");
  const isWritten = (message: string) => {
    const escaped = message
      .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("#", "(\\d+|\\$\\{[^}]+\\})");
    return new RegExp(escaped).test(source);
  };
  expect(Object.keys(faults).filter((message) => !isWritten(message))).toEqual([]);
});
