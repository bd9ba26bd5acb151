import { expect, test } from "vitest";
import { streamsWithin } from "./live-stream";

test.each([
  [1_024, 256],
  [524_288, 5_000],
  [null, 5_000],
])(
  "with %s open files at most %s streams are open before clients with many are refused",
  (files, streams) => {
    expect(streamsWithin(files, 5_000)).toBe(streams);
  },
);
