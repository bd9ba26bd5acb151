import { spawn } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { Exchange } from "../support/exchanges";
import { programOf } from "./tools";

/** Prism as validating proxy before a server that repeats the answers that the service gave. */
export type Prism = {
  /** What the exchange has outside the document, in Prism's words. */
  judge(exchange: Exchange): Promise<string[]>;
  stop(): Promise<void>;
};

type Violation = { location: string[]; severity: string; message: string };

/** Of an exchange, on its way through Prism. */
const numberHeader = "x-exchange";
/** Prism puts all violations of an exchange into one header. */
const maxHeaderSize = 1_024 * 1_024;

/** @param document the path of the OpenAPI document */
export async function startPrism(document: string): Promise<Prism> {
  const answers = new Map<string, Exchange["answer"]>();
  const upstream = http.createServer((request, response) => {
    const answer = answers.get(String(request.headers[numberHeader]));
    request.resume();
    response.writeHead(answer?.status ?? 500, answer?.headers);
    response.end(answer?.text);
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;

  const args = ["proxy", document, `http://127.0.0.1:${port}`, "--host", "127.0.0.1", "--port", "0"];
  const child = spawn(process.execPath, [programOf("prism"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`Prism ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /listening on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });

  let count = 0;
  return {
    judge: async (exchange) => {
      const number = String(count++);
      // Prism would follow a redirect in place of judging it.
      const { location: _, ...headers } = repeatable(exchange.answer.headers);
      answers.set(number, { ...exchange.answer, headers });
      const violations = await send(address, exchange, number);
      answers.delete(number);
      return violations;
    },
    stop: async () => {
      child.kill();
      await new Promise((resolve) => upstream.close(resolve));
    },
  };
}

/** Without those of the first connection: the text is no longer compressed or in chunks. */
function repeatable(headers: Record<string, string>): Record<string, string> {
  const ofConnection = /^(connection|keep-alive|content-length|content-encoding|transfer-encoding|host)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)));
}

async function send(address: string, exchange: Exchange, number: string): Promise<string[]> {
  const { target, headers, body } = requestOf(exchange);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, [numberHeader]: number };
    const { method } = exchange;
    const request = http.request(new URL(target, address), { method, headers: sent, maxHeaderSize }, resolve);
    request.on("error", reject);
    request.end(body ?? undefined);
  });
  response.resume();
  await new Promise((resolve) => response.on("end", resolve));
  if (response.statusCode !== exchange.answer.status) return [`Prism answered ${response.statusCode} itself`];
  const violations: Violation[] = JSON.parse(String(response.headers["sl-violations"] ?? "[]"));
  return violations
    .filter(({ location }) => location[0] === "response" || !isRefused(exchange))
    .map(({ location, message }) => `${location.join(".")}: ${message}`);
}

/** A refused form leads back to its page, which names the problem. */
function isRefused({ answer: { status, headers } }: Exchange): boolean {
  return status >= 400 || /[?&]problem=/.test(headers.location ?? "");
}

/** Of an exchange that was refused, the answer alone is judged: its request may be none that Prism can read. */
function requestOf(exchange: Exchange) {
  const { path, target, headers, body } = exchange;
  if (isRefused(exchange)) return { target: path.replace(/\{\w+\}/g, "any"), headers: {}, body: null };
  // The document describes both forms of the address; Prism knows the shorter one.
  return { target: target.replace(/^\/api(?=\/)/, ""), headers: repeatable(headers), body };
}
