import {
  createServer,
  type IncomingHttpHeaders,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type InsertingProxy = {
  url: string;
  /** A script that each page runs before its own; empty for none. */
  script: string;
  /** Requests for these paths are cut off. */
  cut: RegExp | null;
  close(): Promise<void>;
};

/**
 * Stands between a browser and the service, for browsers whose driver can't add scripts to a page. The script gets the
 * page's nonce, so the page's policy stays as it is.
 */
export async function startProxy(service: string): Promise<InsertingProxy> {
  const target = new URL(service);
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (proxy.cut?.test(path)) {
      outgoing.destroy();
      return;
    }
    const { hostname, port } = target;
    const headers = asked(incoming.headers);
    const forwarded = requestHttp({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      const location = answer.headers.location?.replace(service, proxy.url);
      const passed = { ...answer.headers, ...(location !== undefined && { location }) };
      if (!answer.headers["content-type"]?.startsWith("text/html")) {
        outgoing.writeHead(answer.statusCode ?? 502, passed);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => sendPage(outgoing, answer.statusCode ?? 502, passed, Buffer.concat(parts)));
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });

  /** The service accepts requests of its own pages alone. */
  function asked(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const { origin, referer } = headers;
    return {
      ...headers,
      host: target.host,
      "accept-encoding": "identity",
      ...(origin !== undefined && { origin: origin.replace(proxy.url, service) }),
      ...(referer !== undefined && { referer: referer.replace(proxy.url, service) }),
    };
  }

  function sendPage(
    outgoing: ServerResponse,
    status: number,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): void {
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"])) ?? [];
    const html = body.toString("utf8").replaceAll(service, proxy.url);
    const script = `<script nonce="${nonce}">${proxy.script}</script>`;
    const { "content-length": _, ...rest } = headers;
    outgoing.writeHead(status, rest);
    outgoing.end(proxy.script === "" ? html : html.replace(/<head[^>]*>/, (head) => head + script));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: InsertingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: "",
    cut: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
