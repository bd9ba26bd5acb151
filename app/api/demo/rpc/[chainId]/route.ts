import { setTimeout as sleep } from "node:timers/promises";
import { nothingHere } from "@/app/api/nothing-here";
import { decideRpc, demoAccount, lostNonce, parseRpcRequest, type RpcRequest } from "@/lib/demo/wallet-rpc";
import { env } from "@/lib/settings/env";

const nodeTimeoutMs = 10_000;
const triesForNonce = 20;

/** The way of the demo's wallets to the local chain. There is no such address in production or for a real chain. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ chainId: string }> },
): Promise<Response> {
  const { APP_MODE, CHAINS, DEMO_PAYER_ADDRESS, DEMO_MERCHANT_ADDRESSES } = env();
  const chainId = (await params).chainId;
  const chain = CHAINS.find((candidate) => candidate.local && String(candidate.chainId) === chainId);
  const rpcUrl = chain?.rpcUrls[0];
  if (APP_MODE === "production" || chain === undefined || rpcUrl === undefined) return nothingHere(request);
  if (DEMO_PAYER_ADDRESS === undefined) return nothingHere(request);
  const wanted = new URL(request.url).searchParams.get("account");
  const account = demoAccount(wanted, DEMO_PAYER_ADDRESS, DEMO_MERCHANT_ADDRESSES);
  if (account === null) return nothingHere(request);
  // JSON makes a browser send a preflight before another site's page may post here; it gets no answer.
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    return new Response(null, { status: 415 });

  const rpc = parseRpcRequest(await request.json().catch(() => null));
  if (rpc === null)
    return answer(null, { error: { code: -32600, message: "not a single JSON-RPC request" } });
  const decision = decideRpc(rpc, chain.chainId, account);
  switch (decision.kind) {
    case "answer":
      return answer(rpc.id, { result: decision.result });
    case "refuse":
      return answer(rpc.id, { error: decision.error });
    case "pass":
      return answer(rpc.id, await send(rpcUrl, rpc));
    default:
      return decision satisfies never;
  }
}

/** Others send from the same wallet: what the node gave a nonce that another had, it gives the next one. */
async function send(rpcUrl: string, rpc: RpcRequest): Promise<object> {
  for (let tries = 1; ; tries++) {
    const outcome = await askNode(rpcUrl, rpc);
    if (tries === triesForNonce || !lostNonce(rpc, outcome)) return outcome;
    await sleep(50 + 100 * Math.random());
  }
}

async function askNode(
  rpcUrl: string,
  { method, params }: RpcRequest,
): Promise<{ result: unknown } | { error: unknown }> {
  try {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(nodeTimeoutMs),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
    return error === undefined ? { result: result ?? null } : { error };
  } catch {
    return { error: { code: -32603, message: "the local chain does not answer" } };
  }
}

function answer(id: RpcRequest["id"], outcome: object): Response {
  return Response.json({ jsonrpc: "2.0", id, ...outcome }, { headers: { "cache-control": "no-store" } });
}
