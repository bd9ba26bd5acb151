import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { parseJson } from "./read-input";

function faultOf(text: string): CheckoutError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
  throw new Error("it was read");
}

test("default", () => {
  expect(parseJson('{"amount":"5","metadata":{"a":"\\"{:","b":"x:y"}}')).toEqual({
    amount: "5",
    metadata: { a: '"{:', b: "x:y" },
  });
});

test.each([
  ['{"amount":"1","amount":"2"}', "amount"],
  ['{"amount":"1","am\\u006funt":"2"}', "amount"],
  ['{"metadata":{"a":"1","b":"2","a":"3"}}', "metadata.a"],
  ['{"a":[{"b":1},{"b":2,"c":{"d":1,"d":2}}]}', "a.1.c.d"],
  ['{"":"1","":"2"}', ""],
  ['{"a\\\\":"\\\\\\"","a\\\\":"2"}', "a\\"],
])("behavior: refuses a duplicate key in %s", (text, param) => {
  expect(faultOf(text).param).toBe(param);
});

test.each(['{"__proto__":{"amount":"1"}}', '{"\\u005f_proto__":1}'])(
  "behavior: %s is refused by name",
  (text) => {
    expect(faultOf(text).param).toBe("__proto__");
    expect(faultOf(`{"metadata":${text}}`).param).toBe("metadata.__proto__");
  },
);

test("behavior: the same key in different objects is no fault", () => {
  const text = '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("behavior: reads 32 levels, refuses 33, and refuses 30,000 cheaply", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseJson(nested(32))).toEqual(JSON.parse(nested(32)));
  for (const depth of [33, 30_000]) expect(faultOf(nested(depth)).code).toBe("VALIDATION_ERROR");
});

test("behavior: any value that JSON.stringify writes is read as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      fc.pre(!text.includes("__proto__"));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 1_000 },
  );
});
