// Generated from the JSON by `npm run messages`.
import type { Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly link: {
    readonly pageTitle: Template<"merchant">;
    readonly go: string;
    readonly hint: string;
    readonly busy: string;
    readonly notNow: Template<"merchant">;
    readonly goneTitle: string;
    readonly goneHint: string;
    readonly paidTitle: string;
    readonly paidHint: string;
    readonly receipt: string;
    readonly endedTitle: string;
    readonly endedHint: Template<"merchant">;
    readonly until: Template<"date">;
    readonly openPrice: string;
    readonly amount: Template<"currency">;
    readonly amountShape: Template<"example">;
    readonly amountSmall: string;
    readonly amountMost: Template<"amount">;
    readonly soldOutTitle: string;
    readonly soldOutHint: Template<"merchant">;
  };
  readonly till: {
    readonly charge: string;
    readonly start: string;
    readonly back: string;
    readonly scan: string;
    readonly qr: string;
    readonly waiting: string;
    readonly part: string;
    readonly figures: Template<"amount" | "left" | "received">;
    readonly seen: string;
    readonly paid: string;
    readonly receipt: string;
    readonly receiptQr: string;
    readonly timeUp: string;
    readonly expired: string;
    readonly cancelled: string;
    readonly late: string;
    readonly refunded: string;
    readonly next: string;
    readonly cancel: string;
    readonly kept: string;
    readonly leave: string;
    readonly refresh: string;
    readonly sales: Template<"amount" | "count">;
  };
};

export default messages;
