import { expect, test } from "vitest";
import {
  dayIn,
  laterDay,
  localTime,
  readTimeZone,
  startOfDayIn,
  timeZones,
  zoneName,
} from "./time-zone.rules";

test.each([
  ["Asia/Seoul", "Asia/Seoul"],
  ["UTC", "UTC"],
  ["Etc/GMT+3", "Etc/GMT+3"],
  ["asia/seoul", "Asia/Seoul"],
  ["Mars/Olympus", null],
  ["+09:00", null],
  ["", null],
  ["Asia/Seoul; path=/", null],
  [undefined, null],
])("%j is the zone %j", (name, zone) => {
  expect(readTimeZone(name)).toBe(zone);
});

test.each([
  ["2026-01-31", "UTC", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31", "Asia/Seoul", "2026-01-30T15:00:00.000Z"],
  ["2026-01-31", "Asia/Kolkata", "2026-01-30T18:30:00.000Z"],
  ["2026-01-31", "Pacific/Kiritimati", "2026-01-30T10:00:00.000Z"],
  ["2026-01-31", "America/New_York", "2026-01-31T05:00:00.000Z"],
  // The days on which clocks change, and those after.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
  // At midnight clocks go on to one o'clock.
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  // At the end of the day they go back by an hour.
  ["2026-10-30", "Africa/Cairo", "2026-10-29T22:00:00.000Z"],
])("%s begins in %s at %s", (day, zone, at) => {
  expect(startOfDayIn(day, zone).toISOString()).toBe(at);
});

test("a day begins once in every zone, on every day of two years", () => {
  for (const zone of [
    "UTC",
    "Asia/Seoul",
    "Europe/Berlin",
    "America/New_York",
    "Africa/Cairo",
    "Australia/Lord_Howe",
  ])
    for (let day = "2026-01-01"; day < "2028-01-01"; day = laterDay(day, 1)) {
      const start = startOfDayIn(day, zone);
      expect([day, zone, dayIn(start, zone)]).toEqual([day, zone, day]);
      expect(dayIn(new Date(start.getTime() - 1), zone)).toBe(laterDay(day, -1));
    }
});

test("writes a moment with its zone", () => {
  const at = new Date("2026-01-31T20:00:05Z");
  expect(localTime(at, "Asia/Seoul")).toBe("2026-02-01 05:00:05");
  expect(localTime(at, "UTC")).toBe("2026-01-31 20:00:05");
  expect([zoneName(at, "UTC"), zoneName(at, "Asia/Seoul"), zoneName(at, "Europe/Berlin")]).toEqual([
    "UTC",
    "GMT+9",
    "CET",
  ]);
});

test("offers zones that it reads", () => {
  const zones = timeZones();
  expect(zones.slice(0, 2)).toEqual(["UTC", "Africa/Abidjan"]);
  expect(zones.filter((zone) => readTimeZone(zone) === null)).toEqual([]);
});
