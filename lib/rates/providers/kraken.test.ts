import { afterAll, beforeAll, expect, it } from "vitest";
import { type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { createKrakenProvider } from "./kraken";

let servers: RateServers;
beforeAll(async () => {
  servers = await startRateServers({});
});
afterAll(() => servers.stop());

const fetchRates = () => createKrakenProvider({ baseUrl: `${servers.urls.kraken}/` }).fetch();
const answer = (text: string) => {
  servers.answers.kraken = (response) => void response.end(text);
};

it("is asked for the pairs that it trades, at once", async () => {
  answer('{"error":[],"result":{"USDCUSD":{"c":["0.9999","10"]}}}');
  servers.requests.length = 0;
  await fetchRates();
  expect(servers.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    expect.stringMatching(
      /^\/kraken\/0\/public\/Ticker\?pair=USDCUSD,USDCEUR,USDCGBP,.*,USDTUSD,USDTEUR,USDTJPY,/,
    ),
  ]);
});

it.each(["USDTUSD", "USDTZUSD"])("knows the pair by the name %s", async (name) => {
  answer(`{"error":[],"result":{"${name}":{"a":["2"],"b":["3"],"c":["1.00120","10.5"],"o":"4"}}}`);
  expect(await fetchRates()).toEqual({ USDT: { USD: "1.00120" } });
});

it.each([
  ["an error", '{"error":["EQuery:Unknown asset pair"]}', /EQuery:Unknown asset pair/],
  ["an error beside a result", '{"error":["EGeneral:?"],"result":{"USDCUSD":{"c":["1","1"]}}}', /EGeneral/],
  ["no list of errors", '{"result":{"USDCUSD":{"c":["1","1"]}}}', /kraken answered with the error/],
  ["a pair without a price", '{"error":[],"result":{"USDCUSD":{"a":["1","1"]}}}', /USDC in USD that is none/],
  ["a pair that is null", '{"error":[],"result":{"USDCUSD":null}}', /that is none/],
  ["a price that is a number", '{"error":[],"result":{"USDCUSD":{"c":[1.0,"1"]}}}', /that is none/],
  ["a price that is NaN", '{"error":[],"result":{"USDCUSD":{"c":["NaN","1"]}}}', /that is none/],
  ["other pairs only", '{"error":[],"result":{"XXBTZUSD":{"c":["65000.1","1"]}}}', /no prices/],
])("refuses %s", async (_, text, message) => {
  answer(text);
  await expect(fetchRates()).rejects.toThrow(message);
});
