import { timestamp } from "@/lib/platform/primitives.schema";

/** The body of an endpoint's test event, which belongs to no checkout. */
export function testEventBody(id: string, endpointId: string, at: Date): string {
  return JSON.stringify({
    id,
    event: "endpoint.test",
    data: { endpointId, message: "A test: answer 2xx and do nothing." },
    timestamp: timestamp(at),
    sequence: 0,
  });
}
