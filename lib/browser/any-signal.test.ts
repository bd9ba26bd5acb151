import { expect, it } from "vitest";
import { anySignal } from "./any-signal";

it.each([0, 1])("aborts with the reason of signal %i, and keeps it", (first) => {
  const [one, other] = [new AbortController(), new AbortController()];
  const either = anySignal(one.signal, other.signal);
  expect(either.aborted).toBe(false);
  [one, other][first]?.abort("the first");
  [one, other][1 - first]?.abort("the second");
  expect(either.reason).toBe("the first");
});

it("is aborted from the start when a signal was", () => {
  expect(anySignal(new AbortController().signal, AbortSignal.abort("before")).reason).toBe("before");
});
