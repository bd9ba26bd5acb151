import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { createCoinGeckoProvider } from "./coingecko";

let server: Server;
let baseUrl: string;
let requests: IncomingMessage[];
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (text: string) => {
  respond = (response) =>
    void response.setHeader("content-type", "application/json; charset=utf-8").end(text);
};

describe("prices", () => {
  it("are asked for by coin and currency, in full precision", async () => {
    answer('{"usd-coin":{"usd":1}}');
    await createCoinGeckoProvider({ baseUrl: `${baseUrl}/` }).fetch();
    const url = new URL(requests[0]?.url ?? "", baseUrl);
    expect(url.pathname).toBe("/api/v3/simple/price");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ids: "usd-coin,tether",
      vs_currencies: fiatCurrencies.map(({ rateSourceId }) => rateSourceId).join(","),
      precision: "full",
    });
    expect(requests[0]?.headers).not.toHaveProperty("x-cg-demo-api-key");
  });

  it("are told digit for digit, never through a float", async () => {
    answer(
      '{"tether":{"usd":1.0004567890123456789,"krw":1468.12,"eur":9.2e-1},"usd-coin":{"usd":0.99990,"krw":1.46721e3,"eur":1e-7}}',
    );
    expect(await createCoinGeckoProvider({ baseUrl }).fetch()).toEqual({
      USDC: { USD: "0.99990", KRW: "1467.21", EUR: "0.0000001" },
      USDT: { USD: "1.0004567890123456789", KRW: "1468.12", EUR: "0.92" },
    });
  });

  it("leave out what is not there", async () => {
    answer('{"tether":{"usd":1.01},"usd-coin":{}}');
    expect(await createCoinGeckoProvider({ baseUrl }).fetch()).toEqual({ USDT: { USD: "1.01" } });
  });

  it("are asked for with the key, when there is one", async () => {
    answer('{"usd-coin":{"usd":1}}');
    await createCoinGeckoProvider({ baseUrl, apiKey: "CG-key" }).fetch();
    expect(requests[0]?.headers["x-cg-demo-api-key"]).toBe("CG-key");
  });
});

describe("an answer is refused when", () => {
  it.each([
    ["a price is zero", '{"usd-coin":{"usd":0}}'],
    ["a price is zero in disguise", '{"usd-coin":{"usd":0.0e3}}'],
    ["a price is negative", '{"usd-coin":{"usd":-1},"tether":{"usd":1}}'],
    ["a price is null", '{"usd-coin":{"usd":null,"krw":1400}}'],
    ["a price is a string", '{"usd-coin":{"usd":"1"}}'],
    ["a price is not a number", '{"usd-coin":{"usd":NaN}}'],
    ["a price is beyond all sense", '{"usd-coin":{"usd":1e400}}'],
    ["it has no prices", '{"status":{"error_code":429}}'],
    ["it is a list", "[]"],
    ["it is null", "null"],
    ["it is HTML", "<!DOCTYPE html><html></html>"],
    ["it is cut short", '{"usd-coin":{"usd":1'],
    ["it is empty", ""],
  ])("%s", async (_, text) => {
    answer(text);
    await expect(createCoinGeckoProvider({ baseUrl }).fetch()).rejects.toThrow();
  });
});
