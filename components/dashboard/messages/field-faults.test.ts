import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { errorText } from "./errors";
import ko from "./ko/errors.json";
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
  expect(inKorean("must be one of FAST, CAREFUL")).toBe("목록에 있는 값 중에서 선택해 주세요.");
  expect(inKorean("a link for one payment has no stock.")).toContain("재고");
  expect(inKorean("Wrong password.")).toBe("비밀번호가 올바르지 않습니다.");
});

test("an unknown fault keeps the service's words behind a Korean sentence", () => {
  expect(inKorean("must rhyme")).toBe("입력한 값을 확인해 주세요: must rhyme");
});

/** Rooms with use cases of the dashboard. The others answer operators, agents and API clients, who read English. */
const rooms = [
  "accounts",
  "books",
  "chain",
  "checkouts",
  "insights",
  "payments",
  "platform",
  "projects",
  "rates",
  "refunds",
  "settlement",
  "strays",
  "webhooks",
];

const placeholder = String.raw`\$\{(?:[^\`{}]|\`[^\`]*\`)*\}`;
const literal = `"([^"\\n]+)"|\`((?:[^\`$]|${placeholder})*)\``;
/** Messages by error code; errors that become a field's fault have no code of their own. */
const thrown = new RegExp(
  String.raw`(?:CheckoutError\(\s*"(\w+)",\s*|(?:UnsendableUrl|refused)\(\s*)(?:${literal})`,
  "g",
);
/** Of a schema or a rule, to stand behind a field's name. */
const schemaWords = /^(?:must|is|has|needs|enter|can't|doesn't have|only a|a link for) /;

/** What the service can say: numbers as `#`, other parts as `…`. */
function writtenFaults(): { code: string; fault: string; file: string }[] {
  const files = rooms.flatMap((room) =>
    readdirSync(`lib/${room}`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `lib/${room}/${file}`),
  );
  return files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const ofErrors = [...source.matchAll(thrown)].map(([, code = "VALIDATION_ERROR", plain, template]) => ({
      code,
      text: plain ?? template ?? "",
    }));
    const ofSchemas = /\.(?:schema|rules)\.ts$/.test(file)
      ? [...source.matchAll(new RegExp(literal, "g"))]
          .map(([, plain, template]) => ({ code: "VALIDATION_ERROR", text: plain ?? template ?? "" }))
          .filter(({ text }) => schemaWords.test(text))
      : [];
    return [...ofErrors, ...ofSchemas].map(({ code, text }) => ({
      code,
      fault: text.replaceAll(new RegExp(placeholder, "g"), "…").replaceAll(/\d+/g, "#"),
      file,
    }));
  });
}

const formOf = (fault: string) =>
  new RegExp(`^${fault.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".+")}\\.?$`);
/** Others only pass another fault on. */
const hasOwnWords = (fault: string) => /[a-z]{2}/i.test(fault);

test("each fault that the service can return to the dashboard has Korean words", () => {
  const written = writtenFaults();
  expect(written.length).toBeGreaterThan(200);
  const listed = Object.keys(faults);
  const isKorean = (fault: string) =>
    listed.some((each) => formOf(fault).test(each) || formOf(each).test(fault));
  const english = written.filter(
    ({ code, fault }) =>
      hasOwnWords(fault) && (code === "VALIDATION_ERROR" || !(code in ko)) && !isKorean(fault),
  );
  expect([...new Set(english.map(({ fault, file }) => `${file}: ${fault}`))]).toEqual([]);
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
  const written = writtenFaults().map(({ fault }) => fault);
  const isComposed = (message: string) =>
    written.some((fault) => formOf(fault).test(message) || formOf(message).test(fault));
  expect(Object.keys(faults).filter((message) => !isWritten(message) && !isComposed(message))).toEqual([]);
});
