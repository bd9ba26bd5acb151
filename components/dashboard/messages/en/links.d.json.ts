// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly link: {
    readonly title: string;
    readonly description: string;
    readonly create: string;
    readonly createFirst: string;
    readonly createTitle: string;
    readonly submit: string;
    readonly slug: string;
    readonly slugHint: string;
    readonly single: string;
    readonly singleHint: string;
    readonly stock: string;
    readonly stockHint: string;
    readonly sold: Template<"sold" | "stock">;
    readonly soldOut: string;
    readonly anyAmount: Template<"currency">;
    readonly upTo: Template<"amount">;
    readonly till: string;
    readonly edit: string;
    readonly editTitle: string;
    readonly editHint: string;
    readonly save: string;
    readonly lastDay: string;
    readonly lastDayHint: string;
    readonly once: string;
    readonly until: string;
    readonly ended: string;
    readonly columns: {
      readonly item: string;
      readonly price: string;
      readonly checkouts: string;
      readonly state: string;
      readonly created: string;
      readonly act: string;
    };
    readonly one: string;
    readonly share: string;
    readonly revenue: string;
    readonly revenueHint: string;
    readonly orMore: Template<"amount">;
    readonly disabledSince: string;
    readonly itemDescription: string;
    readonly success: string;
    readonly open: string;
    readonly disabled: string;
    readonly link: string;
    readonly disable: string;
    readonly disableTitle: string;
    readonly disableHint: string;
    readonly disableConfirm: string;
    readonly ready: string;
    readonly done: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly checkouts: Plural<"count">;
  };
};

export default messages;
