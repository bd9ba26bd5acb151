import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { chains, claimLink } from "@/lib/api/openapi/examples/facts";
import { context } from "@/lib/api/openapi/examples/views";
import { toRefundLinkView } from "@/lib/refunds/refund.schema";
import { refundMessages } from "./messages/catalogue";
import { RefundNotice } from "./refund-screens";
import { refundValues } from "./screen-props";

const english = { language: "en", locale: "en-US" } as const;
const { page: t } = refundMessages(english);
const { page: words } = checkoutMessages(english);
const steps = {
  label: "",
  done: "",
  requested: "",
  agreed: "",
  sent: "",
  arrived: "",
  requestedHint: words.moneyAskedHint,
  contact: words.contactMerchant,
};

function contactOn(screen: "failed" | "cancelled" | "sent", link: "claim" | "sign", contact: string | null) {
  const view = {
    ...toRefundLinkView({ ...claimLink, link, supportContact: contact }, { ...context, chains }),
  };
  const html = renderToStaticMarkup(
    <RefundNotice
      {...{ screen, view, steps, t, token: "t", problem: "", demoWallet: null, walletConnect: null }}
      named={{ kind: "none" }}
      values={refundValues(view, t)}
    />,
  );
  expect(html.replace(/<a .*<\/a>/s, "")).not.toMatch(/contact/i);
  return /href="([^"]*)"/.exec(html)?.[1] ?? null;
}

describe("a refund that didn't reach its customer", () => {
  it.each(["failed", "cancelled"] as const)("leads to the shop's contact, where it has one: %s", (screen) => {
    expect(contactOn(screen, "claim", "help@shop.example")).toBe(
      `mailto:help@shop.example?subject=${claimLink.refund.checkoutId}`,
    );
    expect(contactOn(screen, "claim", "https://shop.example/help")).toBe("https://shop.example/help");
    expect(contactOn(screen, "claim", null)).toBeNull();
    expect(contactOn(screen, "sign", "help@shop.example")).toBeNull();
  });

  it("and no other does", () => {
    expect(contactOn("sent", "claim", "help@shop.example")).toBeNull();
  });
});
