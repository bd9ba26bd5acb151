/**
 * A proxy before a node on the loopback interface that forwards everything and counts it. In its own process, so that
 * its work is not attributed to the client. Any message is answered with the counts, which restart.
 */
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Traffic } from "@/lib/bench/scale/counting-proxy";

const { hostname, port } = new URL(process.env.NODE_URL ?? "");
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let traffic = noTraffic();

const server = createServer((incoming, answer) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const body = Buffer.concat(chunks);
    const counted = traffic;
    count(counted, body);
    const headers = { "content-type": "application/json", "content-length": body.length };
    const outgoing = request(
      { agent, hostname, port, method: incoming.method, path: "/", headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, { "content-type": "application/json" });
        response.on("data", (chunk: Buffer) => {
          counted.bytesIn += chunk.length;
        });
        response.pipe(answer);
      },
    );
    outgoing.on("error", () => answer.destroy());
    outgoing.end(body);
  });
});

server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on("message", () => {
  process.send?.(traffic);
  traffic = noTraffic();
});
process.on("disconnect", () => process.exit());

function noTraffic(): Traffic {
  return { requests: 0, calls: 0, bytesOut: 0, bytesIn: 0 };
}

function count(counted: Traffic, body: Buffer): void {
  const parsed: unknown = JSON.parse(body.toString());
  counted.requests += 1;
  counted.calls += Array.isArray(parsed) ? parsed.length : 1;
  counted.bytesOut += body.length;
}
