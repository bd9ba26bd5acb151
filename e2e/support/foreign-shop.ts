import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ForeignShop = {
  /** Another origin than the service's. */
  origin: string;
  close(): Promise<void>;
};

/** What stands in the shop's page: its own Content-Security-Policy lets in nothing that is written into the page. */
const page = (payOrigin: string) => `<!doctype html>
<html lang="en">
<title>A shop</title>
<link rel="icon" href="data:,">
<script src="${payOrigin}/checkout.js"></script>
<h1>A shop</h1>
<button id="pay">Pay here</button>
<a id="link" href="#" data-checkout>Pay</a>
`;

/** A shop on a port of its own, which knows nothing of the service but its address. */
export async function openForeignShop(payOrigin: string): Promise<ForeignShop> {
  const policy = `default-src 'none'; script-src ${payOrigin}; frame-src ${payOrigin}; img-src data:`;
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    });
    response.end(page(payOrigin));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
