import { afterEach, expect, it, vi } from "vitest";
import { untilLoaded } from "./on-demand";

afterEach(() => vi.useRealTimers());

it("loads again until the code is there when the network is down at first", async () => {
  vi.useFakeTimers();
  const offline = new Error("Failed to load chunk");
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(offline)
    .mockRejectedValueOnce(offline)
    .mockResolvedValue("code");
  const loaded = untilLoaded(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("code");
  expect(load).toHaveBeenCalledTimes(3);
});
