/** What a test gives to a use case; it fails when the use case takes a part that isn't there. */
export function partsOf<Parts extends object>(given: Partial<Parts>): Parts {
  return new Proxy(given as Parts, {
    get: (parts, name) => {
      if (name in parts || typeof name === "symbol") return Reflect.get(parts, name);
      throw new Error(`the test gives no ${name}`);
    },
  });
}
