import { expect, onTestFinished, test } from "vitest";
import { placeTimeZone, utc } from "@/lib/platform/i18n/time-zone.rules";
import {
  countText,
  daysText,
  displayAmount,
  dollarsText,
  durationText,
  exactAmount,
  shareText,
  stepText,
} from "./figure-text";

const at = (text: string) => new Date(`${text}Z`);

test("behavior: rounds amounts down to cents", () => {
  const volume = { symbol: "USDC", amount: { digits: 1_234_569_999n, scale: 6 } };
  expect(displayAmount(volume)).toBe("1,234.56 USDC");
  expect(exactAmount(volume)).toBe("1,234.569999 USDC");
  expect(displayAmount({ symbol: "YEN", amount: { digits: 7n, scale: 0 } })).toBe("7 YEN");
});

test.each([
  [{ digits: 1_234_569_999n, scale: 6 }, "1,234.56 USD"],
  [{ digits: -1_234_569_999n, scale: 6 }, "\u22121,234.56 USD"],
  [{ digits: -9_999n, scale: 6 }, "0.00 USD"],
  [{ digits: 0n, scale: 0 }, "0.00 USD"],
])("behavior: a total of %o is %s", (amount, text) => expect(dollarsText(amount)).toBe(text));

test.each([
  [null, "–"],
  [0, "0 s"],
  [499, "0 s"],
  [64_000, "1 min 4 s"],
  [59_999, "1 min"],
  [7_200_000, "2 h"],
  [93_600_000 + 59_000, "1 d 2 h"],
])("behavior: %s ms are %s", (ms, text) => expect(durationText(ms)).toBe(text));

test("behavior: shares and counts", () => {
  expect([shareText(0.4567), shareText(null), shareText(1)]).toEqual(["45.7%", "–", "100%"]);
  expect(countText(12345)).toBe("12,345");
});

test("behavior: a step is named by its hour, day or days", () => {
  const from = at("2026-02-09T14:00");
  expect(stepText({ from, to: at("2026-02-09T15:00") })).toEqual({
    short: "14:00",
    full: "9 Feb 2026, 14:00",
  });
  expect(stepText({ from: at("2026-02-09T00:00"), to: at("2026-02-10T00:00") }).full).toBe("9 Feb 2026");
  const week = stepText({ from: at("2026-02-09T00:00"), to: at("2026-02-16T00:00") });
  expect(week.short).toBe("9 Feb");
  expect(week.full.replaceAll(/[  ]/g, " ")).toMatch(/^9\s?–\s?15 Feb 2026$/);
  expect(daysText({ from: at("2026-02-09T00:00"), to: at("2026-02-10T00:00") })).toBe("9 Feb 2026");
});

test("names a step in the page's time zone, also where its day begins between two hours", () => {
  onTestFinished(() => placeTimeZone(() => utc));
  placeTimeZone(() => "Asia/Seoul");
  const hour = stepText({ from: at("2026-02-09T20:00"), to: at("2026-02-09T21:00") });
  expect(hour.full).toBe("10 Feb 2026, 05:00");
  placeTimeZone(() => "Asia/Kolkata");
  const day = { from: at("2026-02-08T18:00"), to: at("2026-02-09T18:00") };
  expect([stepText(day).full, daysText(day)]).toEqual(["9 Feb 2026", "9 Feb 2026"]);
  placeTimeZone(() => "Europe/Berlin");
  const long = { from: at("2026-10-24T22:00"), to: at("2026-10-25T23:00") };
  expect(stepText(long)).toEqual({ short: "25 Oct", full: "25 Oct 2026" });
});
