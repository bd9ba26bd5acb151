// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly inbox: {
    readonly title: string;
    readonly description: string;
    readonly caption: string;
    readonly tabs: {
      readonly label: string;
      readonly all: string;
      readonly late: string;
      readonly partial: string;
      readonly over: string;
      readonly stray: string;
      readonly stuck: string;
    };
    readonly columns: {
      readonly what: string;
      readonly checkout: string;
      readonly age: string;
      readonly act: string;
    };
    readonly what: {
      readonly late: Template<"late" | "price">;
      readonly lateFound: Template<"price">;
      readonly lateCancelled: Template<"price">;
      readonly partial: Template<"price">;
      readonly over: Template<"paid" | "price">;
      readonly overCancelled: string;
      readonly overRefunded: string;
      readonly stray: Template<"network">;
      readonly stuck: Template<"network">;
    };
    readonly goesBack: Template<"amount">;
    readonly why: {
      readonly cancelled: string;
      readonly requested: string;
      readonly replaced: string;
      readonly partly_returned: string;
      readonly price_same: string;
      readonly price_held: Template<"percent">;
      readonly price_moved: Template<"percent">;
      readonly rate_unknown: string;
      readonly almost_whole: Template<"percent">;
      readonly too_short: Template<"percent">;
      readonly small: string;
      readonly excess: string;
      readonly covers_price: string;
      readonly other_token: string;
      readonly unlisted: string;
      readonly own_wallet: string;
      readonly waits: string;
      readonly refused: string;
      readonly frozen: string;
    };
    readonly acts: {
      readonly none: string;
      readonly accept: string;
      readonly refund: string;
      readonly keep: string;
      readonly count: string;
      readonly return: string;
      readonly sweep: string;
      readonly retry: string;
    };
    readonly done: {
      readonly accept: string;
      readonly refund: string;
      readonly keep: string;
      readonly count: string;
      readonly return: string;
      readonly sweep: string;
      readonly retry: string;
    };
    readonly hints: {
      readonly accept: string;
      readonly refund: string;
      readonly keep: string;
      readonly count: string;
      readonly return: string;
      readonly sweep: string;
      readonly retry: string;
    };
    readonly choose: Template<"name">;
    readonly select: Template<"name">;
    readonly selectAll: Template<"count">;
    readonly decide: string;
    readonly decideFor: Template<"name">;
    readonly doAll: Plural<"count">;
    readonly doSelected: Plural<"count">;
    readonly confirmTitle: Plural<"count">;
    readonly confirm: Plural<"count">;
    readonly resultTitle: string;
    readonly openRefund: string;
    readonly role: string;
    readonly more: Template<"kind">;
    readonly refundsWait: Plural<"count">;
    readonly empty: {
      readonly title: string;
      readonly text: string;
    };
    readonly rule: {
      readonly offer: Template<"percent">;
      readonly add: string;
      readonly title: Template<"percent">;
      readonly text: Template<"percent">;
      readonly active: Template<"percent">;
      readonly change: string;
    };
  };
};

export default messages;
