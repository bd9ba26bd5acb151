import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import messages from "@/components/checkout/messages/en.json";
import type { LiveMessages } from "../messages/catalogue";
import { addressVerdict, type PayableAddress } from "./address-verdict";

const address: PayableAddress = {
  id: "chk_01jd3x9v7c5q2m8n4k6t1w0z9y",
  merchantAddress: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  merchantAddressIsListed: true,
  depositAddress: "0x76c13e9e835f521a12bebee2e97673bee03c367b",
  addressTerms: {
    factory: "0x6248ba52ec64dd9e1194e5227176b8d4f1ff5857",
    implementation: "0x6ee502946974cae3fbf1558b75065d167c0f3d00",
    refundAuthority: "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
    openSweep: true,
  },
};
const verdict = (shown: PayableAddress) => {
  const { agrees, words } = addressVerdict(shown, messages.live as unknown as LiveMessages);
  const html = renderToStaticMarkup(words);
  return { agrees, html, text: html.replace(/<[^>]+>/g, "") };
};

it("says whether the wallet behind a checked address is the shop's own or one that its server chose", () => {
  const own = verdict(address);
  expect(own.agrees).toBe(true);
  expect(own.text).toContain("Address checked on your device");
  expect(own.text).toContain("the shop&#x27;s wallet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  expect(own.text).not.toContain("server");

  const named = verdict({ ...address, merchantAddressIsListed: false });
  expect(named.agrees).toBe(true);
  expect(named.text).toContain("Checked. The shop&#x27;s server chose the wallet");
  expect(named.text).not.toContain("the shop&#x27;s wallet");
});

it("breaks a whole address at its middle alone", () => {
  const { html } = verdict(address);
  expect(html).toContain("7970C51812dc3A01<wbr/>0C7d01b50e0d17dc");
  expect(html.match(/<wbr\/>/g)).toHaveLength(2);
  expect(html).not.toContain("wrap-anywhere");
});
