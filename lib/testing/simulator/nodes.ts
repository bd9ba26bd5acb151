import { Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Fault, liesOfLogs, pages, type ScopedFault } from "@/lib/testing/node/faults";
import type { FaultyNode } from "@/lib/testing/node/node";
import type { Cuts } from "./cuts";
import type { Random } from "./random";

export const urlOf = (instance: number, chainId: number, node: number) =>
  `http://n${node}.c${chainId}.i${instance}.example`;

/** Takes the place of the network below `fetch`: no socket, and nothing that depends on the machine. */
export class NodesNetwork extends Dispatcher {
  private readonly before = getGlobalDispatcher();

  constructor(
    private readonly nodes: ReadonlyMap<number, readonly FaultyNode[]>,
    private readonly cutsOf: (instance: number) => Cuts,
  ) {
    super();
    setGlobalDispatcher(this);
  }

  override dispatch(
    { origin, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const [, node = "", chainId = "", instance = ""] =
      /n(\d+)\.c(\d+)\.i(\d+)\.example/.exec(String(origin)) ?? [];
    const found = this.nodes.get(Number(chainId))?.[Number(node)];
    handler.onConnect?.(() => undefined);
    void (async () => {
      if (found === undefined) throw new Error(`nothing listens at ${origin}`);
      const text = await textOf(body);
      const page = await this.cutsOf(Number(instance)).around("call", () => pageOf(found, text));
      const headers = [Buffer.from("content-type"), Buffer.from(page.type)];
      handler.onHeaders?.(page.status, headers, () => undefined, "");
      handler.onData?.(Buffer.from(page.body));
      handler.onComplete?.([]);
    })().catch((error: Error) => handler.onError?.(error));
    return true;
  }

  restore(): void {
    setGlobalDispatcher(this.before);
  }
}

/** How many answers of these nodes a lie changed. */
export function liesTold(
  nodes: readonly FaultyNode[] = [],
  kinds: ReadonlySet<Fault["kind"]> = liesOfLogs,
): number {
  const struck = nodes.flatMap((node) => [...node.struck]);
  return struck.reduce((sum, [kind, times]) => (kinds.has(kind) ? sum + times : sum), 0);
}

async function textOf(body: unknown): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Time is virtual: a caller that waits for an answer would wait for ever, so its time-out comes at once. */
async function pageOf(node: FaultyNode, question: string) {
  const answer = await node.answer(question);
  if (answer === "silent") throw new DOMException("no answer in time", "TimeoutError");
  if (answer === "closed") throw new Error("the connection was closed");
  return answer;
}

/**
 * @param isInUse Only one node of a chain lies: what two nodes deny, nobody can know.
 * @param deposit where an invented payment goes
 */
export function drawFault(random: Random, isInUse: boolean, deposit: Hex | undefined): ScopedFault {
  const blocks = 1 + random.below(8);
  const most = 1 + random.below(5);
  const by = random.pick([200, 400, 413]);
  const faults: ScopedFault[] = [
    { kind: "outage" },
    { kind: "page", page: random.pick(Object.keys(pages) as (keyof typeof pages)[]) },
    { kind: "time-out" },
    { kind: "time-out", taken: true },
    { kind: "truncated-body" },
    { kind: "batch-refused" },
    { kind: "batch-out-of-order" },
    { kind: "duplicate-ids" },
    { kind: "lagging", blocks, logsAbove: random.pick(["missing", "refused"]) },
    { kind: "head-back", blocks },
    { kind: "forgets" },
    { kind: "loses-sent" },
    { kind: "size-limit", of: "blocks", most, by },
    { kind: "size-limit", of: random.pick(["calls", "addresses", "logs"]), most, by },
  ];
  const lies: ScopedFault[] = [
    { kind: "empty-logs" },
    { kind: "dropped-log" },
    { kind: "wrong-block-hash" },
    { kind: "other-head", logs: random.pick(["same", "none"]) },
    { kind: "invented-payment", ...(deposit && { to: deposit }) },
  ];
  return random.pick(isInUse ? [...faults, ...lies] : faults);
}
