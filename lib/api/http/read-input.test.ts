import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { pageQuery } from "@/lib/platform/answer-fields.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { orForm, readInput } from "./read-input";
import type { RouteHandler } from "./route";

describe("form", () => {
  const context = { params: Promise.resolve({ checkoutId: "chk_1" }) };

  const form = { "content-type": "application/x-www-form-urlencoded" };

  const page = { numbers: ["chainId"], page: ({ checkoutId = "" }) => `/c/${checkoutId}` };

  function handler(answer: Response): { seen: Request[]; post: RouteHandler } {
    const seen: Request[] = [];
    const post = orForm(async (request) => {
      seen.push(request);
      return answer;
    }, page);
    return { seen, post };
  }

  const send = (post: RouteHandler, body: string, headers: Record<string, string> = form) =>
    post(
      new Request("http://127.0.0.1/c/chk_1/select", {
        method: "POST",
        body,
        headers: { "content-length": String(body.length), ...headers },
      }),
      context,
    );

  test("default", async () => {
    const { seen, post } = handler(Response.json({ ok: true, data: {} }));
    const answer = await send(post, "chainId=8453&tokenAddress=0xabc");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/c/chk_1"]);
    expect(await seen[0]?.json()).toEqual({ chainId: 8453, tokenAddress: "0xabc" });
  });

  test("behavior: an error goes on to the page by its code", async () => {
    const error = { code: "CHECKOUT_NOT_SELECTABLE", message: "No.", requestId: "r" };
    const { post } = handler(Response.json({ ok: false, error }, { status: 409 }));
    const answer = await send(post, "chainId=1");
    expect(answer.headers.get("location")).toBe("/c/chk_1?problem=CHECKOUT_NOT_SELECTABLE");
  });

  test("behavior: a page with several forms learns which field was refused", async () => {
    const error = { code: "VALIDATION_ERROR", message: "contact: No.", param: "contact", requestId: "r" };
    const refused = async () => Response.json({ ok: false, error }, { status: 400 });
    const answer = await send(orForm(refused, { ...page, namesField: true }), "contact=nobody");
    expect(answer.headers.get("location")).toBe("/c/chk_1?problem=VALIDATION_ERROR&field=contact");
    const unnamed = await send(orForm(refused, page), "contact=nobody");
    expect(unnamed.headers.get("location")).toBe("/c/chk_1?problem=VALIDATION_ERROR");
  });

  test("behavior: passes caller and request id to the operation", async () => {
    const { seen, post } = handler(Response.json({ ok: true }));
    const headers = { ...form, "x-client-address": "203.0.113.7", "x-request-id": "request-1" };
    await send(post, "chainId=1", headers);
    expect(seen[0]?.headers.get("x-client-address")).toBe("203.0.113.7");
    expect(seen[0]?.headers.get("x-request-id")).toBe("request-1");
    expect(seen[0]?.headers.get("content-type")).toBe("application/json");
  });

  test("behavior: passes other bodies than a small form to the ordinary reader", async () => {
    const { seen, post } = handler(Response.json({ ok: true }));
    expect((await send(post, "{}", { "content-type": "application/json" })).status).toBe(200);
    expect((await send(post, `a=${"x".repeat(8_192)}`)).status).toBe(200);
    expect(seen.map((request) => request.headers.get("content-type"))).toEqual([
      "application/json",
      form["content-type"],
    ]);
  });
});

describe("read input", () => {
  const json = { "content-type": "application/json" };

  const post = { body: createCheckoutBody, query: null, method: "POST" } as const;

  const list = { body: null, query: pageQuery, method: "GET" } as const;

  const requestOf = (init: RequestInit & { query?: string } = {}) =>
    new Request(`http://127.0.0.1/v1/checkouts${init.query ?? ""}`, init);

  const send = (body: BodyInit, headers: Record<string, string> = json) =>
    readInput(post, requestOf({ method: "POST", body, headers }));

  async function faultOf(reading: Promise<unknown>): Promise<CheckoutError> {
    const error = await reading.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof CheckoutError) return error;
    throw new Error("it was read");
  }

  describe("a body", () => {
    test("default", async () => {
      const { body, query, text } = await send('{"amount":"5"}');
      expect(body).toEqual({ amount: 5n });
      expect(query).toBeNull();
      expect(text).toBe('{"amount":"5"}');
    });

    test.each(["application/json", "Application/JSON; charset=utf-8", "application/vnd.shop+json"])(
      "behavior: %s is JSON",
      async (type) => {
        expect((await send('{"amount":"5"}', { "content-type": type })).body).toEqual({ amount: 5n });
      },
    );

    test.each(["text/plain", "", "application/jsonp", "multipart/form-data; boundary=x"])(
      "behavior: %j is not",
      async (type) => {
        expect((await faultOf(send("{}", { "content-type": type }))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
      },
    );

    test.each([
      ["no JSON", "{"],
      ["nothing", ""],
      ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
      ["JSON 30,000 deep", "[".repeat(30_000) + "]".repeat(30_000)],
    ])("behavior: %s is VALIDATION_ERROR", async (_what, body) => {
      expect((await faultOf(send(body))).code).toBe("VALIDATION_ERROR");
    });

    test("behavior: reads 64 KiB and refuses one byte more, whatever Content-Length is", async () => {
      const padded = (length: number) => `{"amount":"5"${" ".repeat(length - 14)}}`;
      expect((await send(padded(65_536))).body).toEqual({ amount: 5n });
      expect((await faultOf(send(padded(65_537)))).code).toBe("PAYLOAD_TOO_LARGE");
      const streamed = new ReadableStream({
        start(controller) {
          for (let part = 0; part < 20; part++) controller.enqueue(new Uint8Array(4_096).fill(0x20));
          controller.close();
        },
      });
      const init = { method: "POST", body: streamed, headers: json, duplex: "half" };
      expect((await faultOf(readInput(post, requestOf(init)))).code).toBe("PAYLOAD_TOO_LARGE");
    });

    test("behavior: reports excess size before the wrong type", async () => {
      const headers = { "content-type": "text/plain", "content-length": "70000" };
      expect((await faultOf(send("x".repeat(70_000), headers))).code).toBe("PAYLOAD_TOO_LARGE");
    });

    test("behavior: each field at fault is named, at most 50 of them", async () => {
      const { details, param } = await faultOf(send('{"amount":"x","chainId":"1"}'));
      expect(param).toBe("amount");
      expect(details.map((detail) => detail.param)).toEqual(["amount", "chainId"]);
      const many = z.record(z.string(), z.number());
      const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`f${n}`, "x"])));
      const reading = readInput(
        { ...post, body: many },
        requestOf({ method: "POST", body: fields, headers: json }),
      );
      expect((await faultOf(reading)).details).toHaveLength(50);
    });

    test("behavior: answers an aborted upload, without logging a failure", async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"amount":'));
          controller.error(new Error("aborted"));
        },
      });
      const init = { method: "POST", body, headers: json, duplex: "half" };
      expect((await faultOf(readInput(post, requestOf(init)))).code).toBe("VALIDATION_ERROR");
    });

    test("behavior: accepts a missing optional body, also as an empty stream, and checks a present one", async () => {
      const optional = {
        ...post,
        body: z.object({ amount: z.string().optional() }),
        bodyOptional: true,
      } as const;
      const stream = new ReadableStream({ start: (controller) => controller.close() });
      const nothing: RequestInit[] = [{}, { body: "" }, { body: stream, duplex: "half" } as RequestInit];
      for (const init of nothing)
        expect(await readInput(optional, requestOf({ method: "POST", ...init }))).toEqual({
          body: {},
          query: null,
          text: "",
        });
      const text = requestOf({ method: "POST", body: "{}", headers: { "content-type": "text/plain" } });
      expect((await faultOf(readInput(optional, text))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
      const json = (body: string) =>
        requestOf({ method: "POST", body, headers: { "content-type": "application/json" } });
      expect((await readInput(optional, json('{"amount":"5"}'))).body).toEqual({ amount: "5" });
      expect((await faultOf(readInput(optional, json('{"amount":5}')))).code).toBe("VALIDATION_ERROR");
    });

    test("behavior: a POST that takes none may have one, bounded and forgotten", async () => {
      const none = { ...post, body: null };
      const withBody = (body: string) => readInput(none, requestOf({ method: "POST", body }));
      expect(await withBody("anything")).toEqual({ body: null, query: null, text: "anything" });
      expect((await faultOf(withBody("x".repeat(65_537)))).code).toBe("PAYLOAD_TOO_LARGE");
    });
  });

  describe("a query", () => {
    const read = (query: string) => readInput(list, requestOf({ query }));

    test("default", async () => {
      expect((await read("")).query).toEqual({ take: 20, skip: 0 });
      expect((await read("?take=5&skip=10")).query).toEqual({ take: 5, skip: 10 });
    });

    test.each([
      "take=0",
      "take=101",
      "take=-1",
      "take=1.5",
      "take=1e1",
      "take=%205",
      "take=",
      "take=5&take=6",
    ])("behavior: ?%s is refused by its name", async (query) => {
      const { code, param } = await faultOf(read(`?${query}`));
      expect([code, param]).toEqual(["VALIDATION_ERROR", "take"]);
    });

    test("refuses unknown parameters by name and lists the known ones", async () => {
      const { code, message, details } = await faultOf(read("?limit=0&take=5&foo=1"));
      expect([code, details.map(({ param }) => param)]).toEqual(["VALIDATION_ERROR", ["limit", "foo"]]);
      expect(message).toBe("limit: is not a known query parameter. Known are: take, skip");
      for (const name of ["__proto__", "constructor", "toString"])
        expect((await faultOf(read(`?${name}=1`))).param).toBe(name);
    });

    test("repeats at most 200 characters of an unknown name, and at most 50 names", async () => {
      expect((await faultOf(read(`?${"x".repeat(5_000)}=1`))).param).toHaveLength(200);
      const many = Array.from({ length: 80 }, (_, index) => `n${index}=1`).join("&");
      expect((await faultOf(read(`?${many}`))).details).toHaveLength(50);
    });
  });
});
