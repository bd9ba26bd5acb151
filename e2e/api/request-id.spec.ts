import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { call } from "../support/api";
import { startOwnService } from "../support/own-service";
import { startReceiver } from "../support/receiver";

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({ name: z.string(), traceId: z.string(), attributes: z.array(attribute).default([]) }),
          ),
        }),
      ),
    }),
  ),
});

type Export = z.output<typeof exported>;

/** A collector that speaks OTLP as JSON over HTTP. */
async function startCollector() {
  const got: Export["resourceSpans"] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join("");
    if (request.url === "/v1/traces") got.push(...exported.parse(JSON.parse(text)).resourceSpans);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resources: () => got.map(({ resource }) => resource.attributes),
    spans: () => got.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => server.close(),
  };
}

test("a request's id is in its answer, its log lines, its trace, and the webhook that it caused", async () => {
  const [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  const said: string[] = [];
  const service = await startOwnService({
    extraWebhookUrl: receiver.url,
    onOutput: (line) => said.push(line),
    env: {
      LOG_LEVEL: "debug",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_SERVICE_NAME: "till-7",
    },
  });
  try {
    const answer = await call(`${service.demo.baseUrl}/v1/checkouts`, {
      method: "POST",
      headers: { "x-api-key": service.demo.serverKey },
      json: { priceMode: "fiat", fiatAmount: "4.50", fiatCurrency: "USD" },
    });
    expect(answer.status).toBe(201);
    const requestId = answer.headers.get("x-request-id") ?? "";
    const delivery = await receiver.until(({ event }) => event.event === "checkout.created");
    expect(delivery.headers["x-svc-request-id"]).toBe(requestId);

    const withId = () =>
      collector
        .spans()
        .filter(({ attributes }) =>
          attributes.some(({ key, value }) => key === "request.id" && value.stringValue === requestId),
        );
    await expect.poll(() => withId().map(({ name }) => name)).toContain("deliver webhook");
    const insert = withId().find(({ name }) => name.startsWith("checkouts_insert"));
    const ofRequest = () => collector.spans().filter(({ traceId }) => traceId === insert?.traceId);
    await expect.poll(() => ofRequest().map(({ name }) => name)).toContain("POST /api/v1/checkouts");
    expect(collector.resources().flat()).toContainEqual({
      key: "service.name",
      value: { stringValue: "till-7" },
    });

    const lines = said.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line).msg);
    expect(lines).toEqual(expect.arrayContaining(["request", "webhook attempt"]));
  } finally {
    await service.stop();
    await receiver.close();
    collector.close();
  }
});
