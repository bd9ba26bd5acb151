import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, it } from "vitest";
import { shortHash } from "./text/amounts";
import { TransactionLink } from "./transaction-link";

const hash = `0x${"ab".repeat(32)}`;
const t = { opensExplorer: "opens a new tab", copyHash: "Copy hash", copiedHash: "Hash copied." };
async function draw(blockExplorerUrl: string): Promise<string> {
  const page = await renderToReadableStream(createElement(TransactionLink, { hash, blockExplorerUrl, t }));
  await page.allReady;
  return new Response(page).text();
}

it("links to the network's explorer without a referrer", async () => {
  for (const explorer of ["https://basescan.org", "https://basescan.org/"]) {
    const html = await draw(explorer);
    expect(html).toContain(`href="https://basescan.org/tx/${hash}"`);
    expect(html).toContain('target="_blank" rel="noreferrer"');
    expect(html).toContain("opens a new tab");
    expect(html).toContain('<button type="button" aria-label="Copy hash"');
  }
});

it("shows a short hash, and the whole one to screen readers and on paper, when the network has no explorer", async () => {
  const html = await draw("");
  expect(html).not.toContain("<a ");
  expect(html).toContain('<button type="button" aria-label="Copy hash"');
  expect(html).toContain(`title="${hash}"`);
  expect(html.replace(/<[^>]+>/g, "")).toBe(`${hash}${shortHash(hash)}`);
});
