// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly overview: {
    readonly title: string;
    readonly steps: {
      readonly hour: string;
      readonly day: string;
      readonly week: string;
    };
    readonly range: string;
    readonly ranges: {
      readonly today: string;
      readonly "7d": string;
      readonly "30d": string;
      readonly "90d": string;
      readonly year: string;
    };
    readonly chooseDays: string;
    readonly from: string;
    readonly to: string;
    readonly show: string;
    readonly rangeIgnored: string;
    readonly countedAt: string;
    readonly notCounted: string;
    readonly previous: {
      readonly today: string;
      readonly "7d": string;
      readonly "30d": string;
      readonly "90d": string;
      readonly year: string;
      readonly days: string;
    };
    readonly nothingBefore: Template<"before">;
    readonly wasBefore: Template<"before" | "value">;
    readonly compared: Template<"before" | "change" | "value">;
    readonly revenue: string;
    readonly revenueNote: Template<"received" | "refunded">;
    readonly dollars: Template<"amount">;
    readonly money: string;
    readonly moneyNote: string;
    readonly held: string;
    readonly settledDays: Template<"days">;
    readonly notWhole: Template<"what">;
    readonly noMoney: string;
    readonly settlements: string;
    readonly volume: string;
    readonly volumeNote: Template<"step">;
    readonly paid: string;
    readonly created: string;
    readonly conversion: string;
    readonly conversionOf: Template<"created" | "paid">;
    readonly conversionNote: Template<"step">;
    readonly converted: string;
    readonly noneCreated: string;
    readonly timeToPaid: string;
    readonly timeNote: Template<"step">;
    readonly durations: {
      readonly days: Template<"count">;
      readonly hours: Template<"count">;
      readonly minutes: Template<"count">;
      readonly seconds: Template<"count">;
    };
    readonly checkouts: string;
    readonly createdAndPaid: Template<"created" | "paid">;
    readonly checkoutsNote: Template<"step">;
    readonly byToken: string;
    readonly byNetwork: string;
    readonly token: string;
    readonly network: string;
    readonly noNetwork: string;
    readonly share: string;
    readonly unlisted: Plural<"count">;
    readonly table: string;
    readonly time: Template<"zone">;
    readonly chartOf: Template<"days" | "what">;
    readonly latest: string;
    readonly allCheckouts: string;
    readonly nothing: string;
  };
  readonly attention: {
    readonly title: string;
    readonly counts: {
      readonly latePayments: Plural<"count">;
      readonly excessRequests: Plural<"count">;
      readonly refundsAwaitingApproval: Plural<"count">;
      readonly refundsAwaitingSignature: Plural<"count">;
      readonly refundsAwaitingAddress: Plural<"count">;
      readonly endpointsFailing: Plural<"count">;
      readonly endpointsDisabled: Plural<"count">;
      readonly strayFunds: Plural<"count">;
      readonly frozen: Plural<"count">;
      readonly closed: Plural<"count">;
      readonly parked: Plural<"count">;
    };
    readonly orMore: Template<"count">;
    readonly incidentOf: string;
    readonly wallet: string;
    readonly walletWaits: string;
    readonly where: Template<"network">;
    readonly unknownIncident: Template<"where">;
  };
  readonly welcome: {
    readonly title: string;
    readonly description: string;
    readonly wallet: {
      readonly title: string;
      readonly text: string;
    };
    readonly looks: {
      readonly title: string;
      readonly text: string;
      readonly link: string;
    };
    readonly link: {
      readonly title: string;
      readonly text: string;
      readonly till: string;
      readonly all: string;
      readonly none: string;
      readonly create: string;
    };
    readonly cent: {
      readonly title: string;
      readonly text: string;
      readonly create: string;
      readonly item: string;
      readonly ask: string;
    };
    readonly done: string;
    readonly open: string;
    readonly developers: string;
  };
  readonly incidents: {
    readonly PAYMENT_REVERTED: Template<"where">;
    readonly REFUND_REVERTED: Template<"where">;
    readonly SWEEP_REVERTED: Template<"where">;
    readonly OVER_REFUNDED: Template<"where">;
    readonly CHAIN_LOST: Template<"where">;
    readonly CHAIN_MISCONFIGURED: Template<"where">;
    readonly BALANCE_ABOVE_BOOKS: Template<"where">;
    readonly BALANCE_BELOW_BOOKS: Template<"where">;
    readonly NODE_DOWN: Template<"where">;
    readonly CHAIN_UNREACHABLE: Template<"where">;
    readonly INNGEST_DOWN: string;
    readonly NODES_DISAGREE: Template<"where">;
    readonly OUT_OF_GAS: Template<"where">;
    readonly DAILY_CAP_REACHED: Template<"where">;
    readonly TRANSACTION_STUCK: Template<"where">;
    readonly TOKEN_PAUSED: Template<"where">;
    readonly ACCOUNT_BLACKLISTED: Template<"where">;
    readonly SWEEP_REFUSED: Template<"where">;
    readonly NONCE_LEAP: Template<"where">;
    readonly COIN_PRICE_OFF: Template<"where">;
  };
};

export default messages;
