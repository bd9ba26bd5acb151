// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly checkout: {
    readonly title: string;
    readonly description: string;
    readonly create: string;
    readonly follow: string;
    readonly statuses: {
      readonly PENDING: string;
      readonly DETECTED: string;
      readonly PAID: string;
      readonly SETTLED: string;
      readonly EXPIRED: string;
      readonly LATE_PAID: string;
      readonly CANCELLED: string;
      readonly REFUNDED: string;
    };
    readonly lateToDecide: string;
    readonly lateAccepted: string;
    readonly createdVia: {
      readonly server_key: string;
      readonly api_key: string;
      readonly link: string;
      readonly dashboard: string;
    };
    readonly columns: {
      readonly checkout: string;
      readonly status: string;
      readonly price: string;
      readonly customer: string;
      readonly token: string;
      readonly reference: string;
      readonly createdVia: string;
      readonly created: string;
    };
    readonly arrived: Plural<"count">;
    readonly moreArrived: Template<"count">;
    readonly choose: string;
    readonly chooseHint: string;
    readonly receivedPart: Template<"amount" | "received">;
    readonly overpaidBy: Template<"amount">;
    readonly excessRequested: string;
    readonly refundExcess: string;
    readonly untitled: string;
    readonly notChosen: string;
    readonly unknownToken: string;
    readonly unknownUnits: string;
    readonly tabs: {
      readonly label: string;
      readonly paid: string;
      readonly open: string;
    };
    readonly bulk: {
      readonly column: string;
      readonly select: Template<"name">;
      readonly all: Template<"count">;
      readonly selected: Template<"count">;
      readonly export: string;
      readonly cancel: {
        readonly label: Template<"count">;
        readonly title: string;
        readonly hint: string;
        readonly confirm: Plural<"count">;
        readonly done: string;
      };
      readonly refund: {
        readonly label: Template<"count">;
        readonly title: string;
        readonly hint: string;
        readonly confirm: Plural<"count">;
        readonly done: Template<"status">;
      };
    };
    readonly filters: {
      readonly searchHint: string;
      readonly go: string;
      readonly more: string;
      readonly status: string;
      readonly from: string;
      readonly to: string;
      readonly days: Template<"zone">;
      readonly amount: string;
      readonly min: string;
      readonly max: string;
      readonly amountHint: string;
      readonly token: string;
      readonly anyOf: Template<"network">;
      readonly reference: string;
      readonly createdVia: string;
      readonly paid: string;
      readonly paidUnevenly: {
        readonly over: string;
        readonly under: string;
        readonly partial: string;
      };
      readonly chip: {
        readonly amount: Template<"amount">;
        readonly min: Template<"amount">;
        readonly max: Template<"amount">;
        readonly reference: Template<"reference">;
        readonly via: Template<"via">;
        readonly link: string;
      };
      readonly lateOnly: string;
      readonly excessOnly: string;
      readonly ignored: Template<"names">;
    };
    readonly counted: Plural<"count">;
    readonly countedMore: Template<"count">;
    readonly counting: string;
    readonly notCounted: string;
    readonly empty: {
      readonly none: string;
      readonly noneHint: string;
      readonly command: string;
      readonly quickstart: string;
    };
  };
  readonly newCheckout: {
    readonly title: string;
    readonly description: string;
    readonly back: string;
    readonly priced: string;
    readonly pricedFiat: string;
    readonly pricedTokens: string;
    readonly pricedOpen: string;
    readonly fiatAmount: string;
    readonly fiatHint: string;
    readonly limit: string;
    readonly limitHint: string;
    readonly currency: string;
    readonly amount: string;
    readonly amountHint: string;
    readonly item: string;
    readonly itemHint: string;
    readonly itemDescription: string;
    readonly reference: string;
    readonly referenceHint: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly token: string;
    readonly tokenAny: string;
    readonly networkOnly: Template<"network">;
    readonly successUrl: string;
    readonly successUrlHint: string;
    readonly optional: string;
    readonly more: string;
    readonly submit: string;
    readonly noTokens: string;
    readonly ready: string;
    readonly readyHint: string;
    readonly link: string;
    readonly qr: string;
    readonly open: string;
    readonly another: string;
  };
};

export default messages;
