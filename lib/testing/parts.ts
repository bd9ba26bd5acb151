/** Some of a part: what a test's stand-in has of it. */
type StandIn<Part> = Part extends (...given: infer Given) => infer Answer
  ? (...given: Given) => StandIn<Answer>
  : Part extends Promise<infer Value>
    ? Promise<StandIn<Value>>
    : Part extends Date | Uint8Array
      ? Part
      : Part extends object
        ? { [Name in keyof Part]?: StandIn<Part[Name]> }
        : Part;

/** What a test gives to a use case; it fails when the use case takes a part that isn't there. */
export function partsOf<Parts extends object>(
  given: { [Name in keyof Parts]?: StandIn<Parts[Name]> },
): Parts {
  return new Proxy(given as Parts, {
    get: (parts, name) => {
      if (name in parts || typeof name === "symbol") return Reflect.get(parts, name);
      throw new Error(`the test gives no ${name}`);
    },
  });
}
