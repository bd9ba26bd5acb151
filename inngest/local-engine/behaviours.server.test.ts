import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { APP_ID } from "@/inngest/worker/create-client";
import { startTestApp, type TestApp } from "@/lib/testing/inngest-driver/test-app";
import { type InngestServer, inngestBin, startInngestServer } from "@/lib/testing/inngest-server";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { type Behaviour, behaviours } from "./behaviours";

let server: InngestServer;
let app: TestApp;
const seen = new Map<string, string[]>(behaviours.map(({ name }) => [name, []]));
const seenBy = (name: string) => seen.get(name) ?? [];

describe.skipIf(inngestBin === undefined)("an Inngest server (skipped unless INNGEST_BIN names one)", () => {
  beforeAll(async () => {
    const port = await findLastingPort();
    server = await startInngestServer({ bin: inngestBin ?? "", serveOrigin: `http://127.0.0.1:${port}` });
    const { INNGEST_EVENT_KEY: eventKey = "", INNGEST_SIGNING_KEY: signingKey = "" } = server.env;
    const keys = { eventKey, signingKey, baseUrl: server.url };
    app = await startTestApp(
      keys,
      (client) => behaviours.flatMap(({ name, functions }) => functions(client, seenBy(name))),
      port,
    );
    await vi.waitFor(async () => {
      const answer = await fetch(`${server.url}/v1/apps/${APP_ID}/functions`, {
        headers: { authorization: `Bearer ${signingKey}` },
      });
      expect(await answer.json()).not.toHaveLength(0);
    }, 60_000);
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
  });

  const runCheck = ({ name, check }: Behaviour): Promise<void> => {
    const until = async (isSo: () => boolean, withinMs: number): Promise<void> => {
      for (const endAt = Date.now() + withinMs; !isSo(); await sleep(50))
        if (Date.now() > endAt) throw new Error(`not within ${withinMs} ms: ${seenBy(name).join(", ")}`);
    };
    const send = async (event: { name: string; data?: Record<string, unknown> }): Promise<void> => {
      await app.client.send(event);
    };
    return check({ client: app.client, send, pass: (ms) => sleep(ms), until, stop: app.stop }, seenBy(name));
  };
  // All at once: most of them wait for the server's clock.
  test.concurrent.each(behaviours.filter(({ isLast }) => !isLast))("$name", runCheck);
  test.each(behaviours.filter(({ isLast }) => isLast))("$name", runCheck);
});
