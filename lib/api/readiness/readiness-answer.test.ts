import { expect, test, vi } from "vitest";
import { markLoopback } from "@/lib/api/start/loopback";
import type { Readiness } from "./check-readiness";
import { answerReadiness } from "./readiness-answer";

const operatorToken = "8f14e45fceea167a5a36dedd4bea2543";
const details: Readiness = {
  ready: true,
  database: { ok: true, latencyMs: 1 },
  chains: [],
  openIncidents: 3,
  warnings: [],
  rates: { ok: true, ageSeconds: 5 },
};

function fromLoopback(): Record<string, string> {
  const headers: Record<string, string> = { host: "localhost:3000" };
  const request = { headers, socket: { remoteAddress: "127.0.0.1" } };
  markLoopback(request as never);
  return headers;
}

async function ask(
  headers: Record<string, string>,
  deps: { ready?: boolean; token?: string | undefined } = {},
) {
  const ready = deps.ready ?? true;
  const check = vi.fn(async () => ({ ...details, ready }));
  const token = "token" in deps ? deps.token : operatorToken;
  const request = new Request("https://pay.example/readyz", { headers });
  const answer = await answerReadiness(request, { check, verdict: async () => ready, operatorToken: token });
  return { status: answer.status, body: await answer.json(), checks: check.mock.calls.length };
}

const strangers: Record<string, string>[] = [
  {},
  { authorization: "Bearer wrong" },
  { authorization: `Bearer ${operatorToken}x` },
  { authorization: `Basic ${operatorToken}` },
  { authorization: operatorToken },
  { "x-from-loopback": "1" },
];
test.each(strangers)(
  "a stranger with %j learns ready or not, and nothing is checked for them",
  async (headers) => {
    expect(await ask(headers)).toEqual({ status: 200, body: { ok: true, data: { ready: true } }, checks: 0 });
    expect(await ask(headers, { ready: false })).toEqual({
      status: 503,
      body: { ok: false, data: { ready: false } },
      checks: 0,
    });
  },
);

test("without a token set nobody reads the details from elsewhere", async () => {
  for (const authorization of ["Bearer undefined", "Bearer ", `Bearer ${operatorToken}`])
    expect((await ask({ authorization }, { token: undefined })).body).toEqual({
      ok: true,
      data: { ready: true },
    });
});

test("an operator and a program on this machine read the details of a check made now", async () => {
  for (const headers of [{ authorization: `Bearer ${operatorToken}` }, fromLoopback()])
    expect(await ask(headers, { ready: false })).toEqual({
      status: 503,
      body: { ok: false, data: { ...details, ready: false } },
      checks: 1,
    });
});
