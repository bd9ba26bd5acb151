import { setTimeout as sleep } from "node:timers/promises";
import type { OperationId } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { isObject } from "./json-schema";
import type { GoodRequest } from "./row";
import { keyHeaders } from "./rows";
import type { Send } from "./run-matrix";

/** A deployment that others use too. */
export type Deployment = {
  /** Waits where the deployment refuses above its limits, and remembers the checkouts that it creates. */
  send: Send;
  prepare(operation: Operation): Promise<GoodRequest | null>;
  /** Cancels the checkouts that were created. @returns how many, and why others could not be cancelled */
  cleanUp(): Promise<{ cancelled: number; left: string[] }>;
};

export type Keys = { serverKey: string; apiKey: string | null; projectId: string };

const amount = "1000000";
const mostWaits = 5;
/** They need a checkout that nobody pays. */
const aboutCheckout: ReadonlySet<string> = new Set<OperationId>([
  "getCheckout",
  "cancelCheckout",
  "getPublicCheckout",
  "getSdkCheckout",
]);
const standalone: ReadonlySet<string> = new Set<OperationId>([
  "listCheckouts",
  "listProjectCheckouts",
  "listEvents",
  "listProjectRefunds",
  "listPaymentLinks",
  "listSettlements",
  "getBalances",
  "listStrays",
  "listWebhookEndpoints",
  "listFiatCurrencies",
  "getExchangeRates",
  "getProjectExchangeRates",
  "getSdkProject",
]);
const creating: ReadonlySet<string> = new Set<OperationId>(["createCheckout", "createProjectCheckout"]);

/** Good requests move no money: they create checkouts, read them, and cancel them. */
export function openDeployment({ serverKey, apiKey, projectId }: Keys, sendOnce: Send): Deployment {
  const created = new Set<string>();

  const send: Send = async (request) => {
    for (let waits = 0; ; waits++) {
      const answer = await sendOnce(request);
      if (answer.status === 429 && waits < mostWaits) {
        await sleep((Number(answer.headers.get("retry-after")) || 1) * 1_000);
        continue;
      }
      const id = answer.status === 201 ? idIn(answer.text) : null;
      if (id !== null) created.add(id);
      return answer;
    }
  };

  const post = (target: string, json: object) =>
    send({
      method: "POST",
      target,
      headers: { "x-api-key": serverKey, "content-type": "application/json" },
      body: JSON.stringify(json),
    });

  const createCheckout = async (): Promise<string> => {
    const { status, text } = await post("/v1/checkouts", { amount });
    const id = status === 201 ? idIn(text) : null;
    if (id === null) throw new Error(`POST /v1/checkouts answered ${status}: ${text.slice(0, 300)}`);
    return id;
  };

  return {
    send,
    prepare: async ({ operationId, path, keyKind }) => {
      const headers = keyHeaders(keyKind, { serverKey, apiKey });
      if (headers === null) return null;
      const target = path.replace("{projectId}", projectId);
      if (creating.has(operationId)) return { target, headers, json: { amount } };
      if (standalone.has(operationId)) return { target, headers };
      if (!aboutCheckout.has(operationId)) return null;
      return { target: target.replace("{checkoutId}", await createCheckout()), headers };
    },
    cleanUp: async () => {
      const left: string[] = [];
      for (const id of created) {
        const { status, text } = await post(`/v1/checkouts/${id}/cancel`, {});
        // The rows of cancelCheckout have cancelled some already.
        if (status !== 200 && !text.includes("CHECKOUT_NOT_CANCELLABLE"))
          left.push(`${id} was not cancelled: ${status} ${text.slice(0, 200)}`);
      }
      return { cancelled: created.size - left.length, left };
    },
  };
}

/** The id of the checkout or the project in an answer. */
export function idIn(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    const data = isObject(body) && isObject(body.data) ? body.data : {};
    return typeof data.id === "string" ? data.id : null;
  } catch {
    return null;
  }
}
