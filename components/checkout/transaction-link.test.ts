import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TransactionLink } from "./transaction-link";

const hash = `0x${"ab".repeat(32)}`;
const t = { opensExplorer: "opens a new tab", copyHash: "Copy hash", copiedHash: "Hash copied." };
const draw = (blockExplorerUrl: string) =>
  renderToStaticMarkup(createElement(TransactionLink, { hash, blockExplorerUrl, t }));

it("leads to the explorer of its network, which is not told who asks", () => {
  for (const explorer of ["https://basescan.org", "https://basescan.org/"]) {
    const html = draw(explorer);
    expect(html).toContain(`href="https://basescan.org/tx/${hash}"`);
    expect(html).toContain('target="_blank" rel="noreferrer"');
    expect(html).toContain("opens a new tab");
    expect(html).toContain('<button type="button" aria-label="Copy hash"');
  }
});

it("is the whole hash, to be selected at once, where the network has no explorer", () => {
  const html = draw("");
  expect(html).not.toContain("<a ");
  expect(html).toContain('<button type="button" aria-label="Copy hash"');
  expect(html.replace(/<[^>]+>/g, "")).toBe(hash);
});
