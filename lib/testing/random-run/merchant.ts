import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Draw } from "./draw";

/** Longer than a server takes to start anew. */
const answeredWithinMs = 30_000;

type Answered = { status: number; code: string | null; data: unknown };

/** The merchant's backend and the customers' browsers, over HTTP. */
export type Merchant = {
  create(body: object): Promise<CheckoutResource | null>;
  cancel(id: string): Promise<void>;
  refund(id: string, units: bigint): Promise<void>;
  /** Null when it was refused. */
  select(id: string, chainId: number, tokenAddress: Hex): Promise<PublicCheckoutView | null>;
  verify(id: string, chainId: number, txHash: string): Promise<void>;
  view(id: string): Promise<void>;
  /** How often each operation was answered with what. */
  answers: ReadonlyMap<string, number>;
  /** Answers that no request may get. */
  faults: readonly string[];
};

/** A server that was just killed gives no answer: that is counted, and no fault. */
export function createMerchant(demo: DemoManifest): Merchant {
  const answers = new Map<string, number>();
  const faults: string[] = [];

  async function call(
    operation: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answered | null> {
    const count = (outcome: string) => {
      const name = `${operation} ${outcome}`;
      answers.set(name, (answers.get(name) ?? 0) + 1);
    };
    let status: number;
    let text: string;
    try {
      const asked = fetch(`${demo.baseUrl}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(path.startsWith("/v1/") && { "x-api-key": demo.serverKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answeredWithinMs),
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
      ({ status, text } = await withTimeLimit(answeredWithinMs + 1_000, operation, asked));
    } catch {
      count("without answer");
      return null;
    }
    const parsed = parse(text);
    const code = parsed?.error?.code ?? null;
    count(code === null ? String(status) : `${status} ${code}`);
    if (status >= 500 || parsed === null)
      faults.push(`${operation} ${path} answered ${status}: ${text.slice(0, 200)}`);
    return { status, code, data: parsed?.data };
  }

  return {
    answers,
    faults,
    async create(body) {
      const answer = await call("create", "POST", "/v1/checkouts", body);
      if (answer === null || answer.status >= 500) return null;
      if (answer.status !== 201) {
        faults.push(`create ${JSON.stringify(body)} answered ${answer.status} ${answer.code}`);
        return null;
      }
      return answer.data as CheckoutResource;
    },
    cancel: async (id) => void (await call("cancel", "POST", `/v1/checkouts/${id}/cancel`)),
    refund: async (id, units) =>
      void (await call("refund", "POST", `/v1/checkouts/${id}/refunds`, { amount: units.toString() })),
    async select(id, chainId, tokenAddress) {
      const answer = await call("select", "POST", `/c/${id}/select`, { chainId, tokenAddress });
      return answer?.status === 200 ? (answer.data as PublicCheckoutView) : null;
    },
    verify: async (id, chainId, txHash) =>
      void (await call("verify", "POST", `/c/${id}/verify`, { chainId, txHash })),
    view: async (id) => void (await call("view", "GET", `/c/${id}`)),
  };
}

function parse(text: string): { data?: unknown; error?: { code?: string } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A webhook endpoint that refuses some events the first time. */
export type Receiver = {
  url: string;
  /** The bodies that came for each event id, in their order. */
  bodies: ReadonlyMap<string, readonly string[]>;
  /** How many were refused. */
  refused(): number;
  stop(): Promise<void>;
};

/** @param refusals how many of a hundred events are refused once */
export async function startReceiver(draw: Draw, refusals: number, port = 0): Promise<Receiver> {
  const bodies = new Map<string, string[]>();
  let refused = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers["webhook-id"]);
      const before = bodies.get(id);
      bodies.set(id, [...(before ?? []), body]);
      // Twice refused, an event would come again only after minutes.
      const refuses = before === undefined && draw.chance(refusals / 100);
      if (refuses) refused += 1;
      response.writeHead(refuses ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    bodies,
    refused: () => refused,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
