import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ForeignShop = {
  /** Another origin than the service's. */
  origin: string;
  close(): Promise<void>;
};

type ShopPage = {
  /** What follows the heading. */
  body: string;
  /** The shop's own script, at `/shop.js`. */
  script?: string;
};

const linkAndButton = (payOrigin: string): ShopPage => ({
  body: `<script src="${payOrigin}/checkout.js"></script>
<button id="pay">Pay here</button>
<a id="link" href="#" data-checkout>Pay</a>`,
});

const html = ({ body, script }: ShopPage) => `<!doctype html>
<html lang="en">
<title>A shop</title>
<link rel="icon" href="data:,">
<h1>A shop</h1>
${body}
${script === undefined ? "" : '<script src="/shop.js"></script>'}
`;

/**
 * A shop on a port of its own, which knows only the service's address. Its Content-Security-Policy allows nothing
 * that is written into the page.
 */
export async function openForeignShop(
  payOrigin: string,
  shopPage = linkAndButton(payOrigin),
): Promise<ForeignShop> {
  const ownScript = shopPage.script === undefined ? "" : " 'self'";
  const policy = `default-src 'none'; script-src ${payOrigin}${ownScript}; frame-src ${payOrigin}; img-src data:`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/shop.js";
    response.writeHead(200, {
      "content-type": `text/${isScript ? "javascript" : "html"}; charset=utf-8`,
      "content-security-policy": policy,
    });
    response.end(isScript ? shopPage.script : html(shopPage));
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
