import type { Target } from "@/lib/bench/compare";
import type { LoadOrder } from "@/lib/bench/load";
import type { Stage } from "@/lib/bench/stage";

export const connections = 50;
const jsonHeaders = { accept: "application/json", "content-type": "application/json" };

/** The create that is measured: priced in fiat, with the token given. */
export function createBody({ stack }: Pick<Stage, "stack">): string {
  const [chain] = stack.manifest.chains;
  return JSON.stringify({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: chain?.chainId,
    tokenAddress: chain?.tokens[0]?.address,
    itemName: "Flat white",
    referenceId: "order-1",
    successUrl: "https://shop.example/thanks",
  });
}

/** Creates at the service, at the bare Next route, and at plain Node; by the project without endpoints. */
export function createTargets(stage: Stage): { ours: Target; nextFloor: Target; plainNode: Target } {
  const post = (origin: string, path: string, headers: Record<string, string>): LoadOrderWithoutTime => ({
    origin,
    method: "POST",
    paths: [path],
    headers: { ...jsonHeaders, ...headers },
    body: createBody(stage),
    expectedStatus: 201,
    connections,
  });
  const key = { "x-api-key": stage.stack.manifest.secondProject.serverKey };
  return {
    ours: { name: "ours", pid: stage.ours.pid, order: post(stage.ours.url, "/v1/checkouts", key) },
    nextFloor: {
      name: "bare Next",
      pid: stage.nextFloor.pid,
      order: post(stage.nextFloor.url, "/insert", {}),
    },
    plainNode: { name: "plain Node", pid: stage.plainNode.pid, order: post(stage.plainNode.url, "/", key) },
  };
}

type LoadOrderWithoutTime = Omit<LoadOrder, "seconds">;
