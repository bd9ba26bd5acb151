import { canonicalJson, isSignedBy, sign } from "@/inngest/worker/handler";

/** A call that an instance answered, and when, in milliseconds since the Unix epoch. */
export type AppCall = { origin: string; fnId: string; status: number; at: number };

export type CallOptions = {
  /** Where the app's instances listen, in the order of their turns; may change while calls go out. */
  origins: () => readonly string[];
  signingKey: () => string;
  /** Called for each answered call. */
  onCall: (call: AppCall) => void;
};

/**
 * Sends the engine's calls over HTTP as an Inngest server behind a load balancer does: signed, to one instance after
 * the other, passing over those that do not listen.
 *
 * @throws Error when an instance breaks off or answers without a signature: what it did is unknown then, and the
 * engine tries again
 */
export function createAppCaller(options: CallOptions): (request: Request) => Promise<Response> {
  let turn = 0;

  async function send(origin: string, target: URL, body: string): Promise<Response> {
    const key = options.signingKey();
    const response = await fetch(`${origin}${target.pathname}${target.search}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-inngest-server-kind": "cloud",
        "x-inngest-signature": sign(key, body, Date.now()),
      },
      body,
    });
    const text = await response.text();
    const { status, headers } = response;
    options.onCall({ origin, fnId: target.searchParams.get("fnId") ?? "", status, at: Date.now() });
    const isAnswer = status === 200 || status === 206;
    if (isAnswer && !isSignedBy([key], text, headers.get("x-inngest-signature")))
      throw new Error(`${origin} answered without a signature`);
    return new Response(text, { status, headers });
  }

  return async (request) => {
    const target = new URL(request.url);
    const call = (await request.json()) as { ctx: { run_id: string } };
    // A server names the function and the queue's item, which an app without checkpoints does not heed.
    const ctx = {
      ...call.ctx,
      env: "",
      fn_id: crypto.randomUUID(),
      qi_id: call.ctx.run_id,
      step_id: target.searchParams.get("stepId"),
    };
    const body = canonicalJson({ ...call, ctx, use_api: false });
    const origins = options.origins();
    for (let tries = 1; ; tries++) {
      const origin = origins[turn++ % origins.length];
      if (origin === undefined) throw new Error("no instance is known");
      try {
        return await send(origin, target, body);
      } catch (error) {
        if (!isUnreached(error) || tries >= origins.length) throw error;
      }
    }
  };
}

/** Whether nothing can have arrived. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
