import { expect, test } from "vitest";
import { parseUrl } from "./parse-url.rules";

test("what is no absolute URL is null", () => {
  for (const text of ["", "shop.example", "/path", "https://", "https://a b", "https://[::g]"])
    expect(parseUrl(text), text).toBeNull();
});

test("a name beyond ASCII is read the thousandth time as the first", () => {
  for (let time = 0; time < 50_000; time++) {
    const host = parseUrl("https://Bücher.example")?.hostname;
    if (host !== "xn--bcher-kva.example") expect.unreachable(`${host} at the ${time}th time`);
  }
});
