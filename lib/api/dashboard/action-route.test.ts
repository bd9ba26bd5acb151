import { expect, test } from "vitest";
import { download } from "./action-route";

const request = (cookie: string) => ({ headers: new Headers({ cookie }) });

test("a CSV file has the form that the browser keeps, a journal its own", async () => {
  async function* lines() {
    yield "amount,item\r\n4.50,a\r\n";
  }
  const chosen = request("theme=dark; csv=semicolon");
  expect(await new Response(download("refunds", "csv", lines(), chosen).file).text()).toBe(
    "amount;item\r\n4,50;a\r\n",
  );
  expect(await new Response(download("movements", "journal", lines(), chosen).file).text()).toBe(
    "amount,item\r\n4.50,a\r\n",
  );
});

test("a CSV file begins with the mark by which Excel reads it as UTF-8", async () => {
  async function* lines() {
    yield "id,item\r\n";
    yield "1,아메리카노 ☕\r\n";
  }
  const answer = download("checkouts", "csv", lines(), request(""), new Date("2026-11-26T23:30:00Z"));
  const bytes = await new Response(answer.file).bytes();
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("id,item\r\n1,아메리카노 ☕\r\n");
  expect(answer.name).toBe("checkouts-2026-11-26.csv");
});
