import { describe, expect, test } from "vitest";
import { foldProfile, layerOf } from "./layers";

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0, columnNumber: 0 });

test.each([
  ["node_modules/next/dist/server/base-server.js", "Next"],
  ["lib/api/limits/rate-limiter.store.ts", "limits"],
  ["lib/projects/project.store.ts", "auth"],
  ["lib/checkouts/checkout-input.schema.ts", "parsing"],
  ["lib/checkouts/create-checkout.ts", "rules"],
  ["node_modules/pg-protocol/dist/serializer.js", "database client"],
  ["lib/checkouts/views/checkout.schema.ts", "answer"],
  ["lib/api/http/note-request.ts", "after the answer"],
  ["lib/bench/programs/probe.mjs", null],
  ["node_modules/viem/_esm/utils/hash/keccak256.js", null],
])("%s belongs to the layer %s", (source, layer) => {
  expect(layerOf(source)).toBe(layer);
});

describe("foldProfile", () => {
  test("counts a file without a layer for its caller, and leaves idle time out", () => {
    const profile = {
      nodes: [
        { id: 1, callFrame: frame("(root)", ""), children: [2, 4, 5] },
        { id: 2, callFrame: frame("createCheckout", "lib/checkouts/create-checkout.ts"), children: [3] },
        { id: 3, callFrame: frame("keccak256", "node_modules/viem/keccak256.js") },
        { id: 4, callFrame: frame("(idle)", "") },
        { id: 5, callFrame: frame("onread", "node:net") },
      ],
      samples: [2, 3, 3, 4, 5],
      timeDeltas: [10, 20, 30, 1_000, 40],
    };
    const folded = foldProfile(profile, (url) => url);
    expect([...folded]).toEqual(
      expect.arrayContaining([
        ["rules", 60],
        ["Node", 40],
      ]),
    );
    expect([...folded.values()].reduce((sum, value) => sum + value)).toBe(100);
  });
});
