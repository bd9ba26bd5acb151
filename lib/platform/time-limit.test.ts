import { expect, it } from "vitest";
import { TookTooLong, withTimeLimit } from "./time-limit";

const never = new Promise<string>(() => undefined);

it("answers what comes in time, as it comes", async () => {
  expect(await withTimeLimit(60_000, "the word", Promise.resolve("word"))).toBe("word");
  await expect(withTimeLimit(60_000, "the word", Promise.reject(new Error("no")))).rejects.toThrow("no");
});

it("names what does not come", async () => {
  await expect(withTimeLimit(10, "the word", never)).rejects.toThrow(
    new TookTooLong("the word took more than 10 ms"),
  );
});

it("leaves nothing behind that keeps a process", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await withTimeLimit(60_000, "the word", Promise.resolve("word"));
  expect(timers()).toBe(before);
});
