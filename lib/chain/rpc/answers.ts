import { object, UnusableAnswer } from "./shapes";

export type RpcCall = { method: string; params: readonly unknown[] };

/** A node's answer to one call: its result, or its refusal. */
export type RpcAnswer = { ok: true; result: unknown } | RpcError;
export type RpcError = { ok: false; code: number; message: string; data: unknown };

/** The subject of a refusal: the size of the request, its duration, a pruned state; or anything else. */
export type RefusalKind = "size" | "time" | "state" | "other";

/** A node's own refusal of a call. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
  readonly kind: RefusalKind;

  constructor(answer: RpcError, kind: RefusalKind = "other") {
    super(`${answer.message} (${answer.code})`);
    this.kind = kind;
  }
}

/** The result, when there is one. @throws RpcRefusal */
export function resultOf(answer: RpcAnswer): unknown {
  if (!answer.ok) throw new RpcRefusal(answer);
  return answer.result;
}

/** The answer to the call at this index. @throws UnusableAnswer when missing */
export function answerAt(answers: readonly RpcAnswer[], index: number): RpcAnswer {
  const answer = answers[index];
  if (answer === undefined) throw new UnusableAnswer("a question was not answered");
  return answer;
}

/** Whether a refusal is a rate limit: it says nothing about the request itself. */
export function isRateLimit(answer: RpcError): boolean {
  return (
    [429, -32005, -32029].includes(answer.code) ||
    /rate.?limit|too many requests|request (?:count|limit)|capacity|quota|throttl/i.test(answer.message)
  );
}

/** Whether the chain itself refused to run the call: any node would. */
export function isRevert(answer: RpcError): boolean {
  if (isRateLimit(answer)) return false;
  return (
    answer.code === 3 ||
    /revert|out of gas|gas required exceeds|invalid (?:opcode|jump)|(?:bad|invalid) instruction|stack (?:under|over)flow|write protection|OpcodeNotFound|InvalidFEOpcode|StackUnderflow/i.test(
      answer.message,
    )
  );
}

export const maxMessageLength = 300;

/**
 * Matches a response, single or batch, to its calls by id.
 * @param conceal removes secrets from a node's message
 * @throws UnusableAnswer
 */
export function readAnswers(
  response: unknown,
  count: number,
  conceal: (text: string) => string,
): RpcAnswer[] {
  // The refusal of a whole batch is a single answer without our id.
  const items: readonly unknown[] = Array.isArray(response) ? response : [response];
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count });
  for (const value of items) {
    const item = object(value, "a response");
    const answer = readAnswer(item, conceal);
    if (items.length === 1 && !answer.ok) return Array.from({ length: count }, () => answer);
    const id = item.id;
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= count) {
      throw new UnusableAnswer("a response is to a question that was not asked");
    }
    if (answers[id] !== undefined) throw new UnusableAnswer("a question was answered twice");
    answers[id] = answer;
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new UnusableAnswer("a question was not answered");
    return answer;
  });
}

function readAnswer(item: Readonly<Record<string, unknown>>, conceal: (text: string) => string): RpcAnswer {
  if (item.error === undefined || item.error === null) {
    if (!("result" in item)) throw new UnusableAnswer("a response has neither result nor error");
    return { ok: true, result: item.result };
  }
  const error = object(item.error, "an error");
  return {
    ok: false,
    code: typeof error.code === "number" ? error.code : 0,
    // Before cutting: half a key would not be recognised.
    message: conceal(String(error.message ?? "no message")).slice(0, maxMessageLength),
    data: error.data,
  };
}
