import { expect, test, vi } from "vitest";
import { type EmbedNews, openParentLink } from "@/components/checkout/embed/framed";

const shop = "https://shop.example";

const news: EmbedNews = {
  checkoutId: "chk_1",
  replaces: null,
  status: "PENDING",
  isPaid: false,
  successUrl: null,
};

const paid: EmbedNews = { ...news, status: "PAID", isPaid: true, successUrl: `${shop}/thanks` };

/** A window in a frame: what its parent was sent, and a way to be sent something. */
function makeFrame() {
  const parent = { postMessage: vi.fn() };
  const events = new EventTarget();
  const self = Object.assign(events, { parent }) as unknown as Window;
  const link = openParentLink(self);
  const hear = (data: unknown, from: { source?: unknown; origin?: string } = {}) =>
    events.dispatchEvent(
      Object.assign(new Event("message"), { data, source: parent, origin: shop, ...from }) as Event,
    );
  const hello = (from?: Parameters<typeof hear>[1]) => hear({ type: "stablecoin-checkout:hello" }, from);
  const sent = parent.postMessage;
  sent.mockClear();
  return { link, hear, hello, sent };
}

test("the greeting, which any page can receive, contains no data", () => {
  const parent = { postMessage: vi.fn() };
  openParentLink(Object.assign(new EventTarget(), { parent }) as unknown as Window);
  expect(parent.postMessage.mock.calls).toEqual([[{ type: "stablecoin-checkout:ready" }, "*"]]);
});

test("sends the present state and later changes to the page that answered, and to no other", () => {
  const { link, hello, sent } = makeFrame();
  link.tell(news);
  expect(sent).not.toHaveBeenCalled();
  expect(link.isAnswered()).toBe(false);
  hello();
  link.tell(paid);
  expect(sent.mock.calls).toEqual([
    [
      {
        type: "stablecoin-checkout:status",
        checkoutId: "chk_1",
        replaces: null,
        status: "PENDING",
        isPaid: false,
      },
      shop,
    ],
    [
      {
        type: "stablecoin-checkout:status",
        checkoutId: "chk_1",
        replaces: null,
        status: "PAID",
        isPaid: true,
      },
      shop,
    ],
  ]);
  expect(link.isAnswered()).toBe(true);
});

test.each([
  ["another window", { source: {} }],
  ["a page without an origin", { origin: "null" }],
])("%s is not answered", (_, from) => {
  const { link, hello, sent } = makeFrame();
  hello(from);
  link.tell(news);
  expect(sent).not.toHaveBeenCalled();
});

test.each([null, undefined, "hello", 1, {}, { type: "stablecoin-checkout:status" }])(
  "%j is no answer",
  (data) => {
    const { link, hear, sent } = makeFrame();
    hear(data);
    link.tell(news);
    expect(sent).not.toHaveBeenCalled();
  },
);

test("the way back is successUrl only after a payment; otherwise the dialog closes", () => {
  const { link, hello, sent } = makeFrame();
  link.tell(news);
  hello();
  sent.mockClear();
  link.leave();
  link.tell(paid);
  link.leave();
  link.close();
  expect(sent.mock.calls.map(([message]) => message)).toEqual([
    { type: "stablecoin-checkout:close", checkoutId: "chk_1" },
    { type: "stablecoin-checkout:status", checkoutId: "chk_1", replaces: null, status: "PAID", isPaid: true },
    { type: "stablecoin-checkout:return", checkoutId: "chk_1", successUrl: `${shop}/thanks` },
    { type: "stablecoin-checkout:close", checkoutId: "chk_1" },
  ]);
});

test("receives nothing after its end", () => {
  const { link, hello } = makeFrame();
  link.end();
  hello();
  expect(link.isAnswered()).toBe(false);
});
