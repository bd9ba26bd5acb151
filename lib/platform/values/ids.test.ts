import { decodeTime } from "ulid";
import { expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";

it("is the prefix, an underscore and a lower-case ULID of this moment", () => {
  const before = Date.now();
  const id = newId("chk");
  expect(id).toMatch(/^chk_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  const time = decodeTime(id.slice(4).toUpperCase());
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

it("never repeats, across many refills of its randomness", () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newId("evt")));
  expect(ids.size).toBe(20_000);
});

it("does not count up within a millisecond", () => {
  const ids = Array.from({ length: 2_000 }, () => newId("chk"));
  const ascending = ids.slice(1).filter((id, index) => id > (ids[index] ?? "")).length;
  // Independent random parts ascend about half of the time; counted ones always.
  expect(ascending).toBeGreaterThan(600);
  expect(ascending).toBeLessThan(1_400);
});

it("uses every character at every random place, evenly", () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 4_000; made++) {
    for (const character of newId("chk").slice(-16)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  // 64,000 draws of 32 characters: 2,000 each, standard deviation 44.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(300);
});
