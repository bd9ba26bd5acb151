import { expect, test } from "vitest";
import { defaultEventKinds, eventKinds, events } from "./events.rules";

test("subscribes a new endpoint to essential events; all others are opt-in", () => {
  expect([...defaultEventKinds].sort()).toEqual([
    "checkout.expired",
    "checkout.late_paid",
    "checkout.paid",
    "checkout.reverted",
  ]);
});

test.each(eventKinds)("%s has its texts in English and in Korean, with the same placeholders", (kind) => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const { en, ko } of [events[kind].help, events[kind].timeline]) {
    expect(en).not.toMatch(/\p{Script=Hangul}/u);
    expect(ko).toMatch(/\p{Script=Hangul}/u);
    expect(placeholders(ko)).toEqual(placeholders(en));
  }
});
