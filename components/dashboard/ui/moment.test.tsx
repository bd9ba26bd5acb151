import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/language.rules";
import { placeTimeZone, utc } from "@/lib/platform/i18n/time-zone.rules";
import { Moment, momentText } from "./moment";

const at = new Date("2026-11-20T14:03:09Z");

test.each([
  ["UTC", "en", "20 Nov 2026, 14:03 UTC", "20 Nov 2026, 14:03:09 UTC"],
  ["Asia/Seoul", "en", "20 Nov 2026, 23:03 GMT+9", "20 Nov 2026, 23:03:09 GMT+9"],
  ["Asia/Seoul", "ko", "2026년 11월 20일 23:03 GMT+9", "2026년 11월 20일 23:03:09 GMT+9"],
  ["America/New_York", "en", "20 Nov 2026, 09:03 GMT-5", "20 Nov 2026, 09:03:09 GMT-5"],
] as const)("is in the page's zone, %s, in %s", (zone, language, minutes, seconds) => {
  onTestFinished(() => {
    placeTimeZone(() => utc);
    placeLanguage(() => "en");
  });
  placeTimeZone(() => zone);
  placeLanguage(() => language);
  expect([momentText(at), momentText(at, true)]).toEqual([minutes, seconds]);
  expect(renderToStaticMarkup(<Moment at={at} />)).toContain('dateTime="2026-11-20T14:03:09.000Z"');
});
