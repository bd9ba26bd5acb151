// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly refund: {
    readonly title: string;
    readonly description: string;
    readonly caption: string;
    readonly columns: {
      readonly amount: string;
      readonly status: string;
      readonly to: string;
      readonly checkout: string;
      readonly requestedAt: string;
    };
    readonly statuses: {
      readonly AWAITING_APPROVAL: string;
      readonly AWAITING_ADDRESS: string;
      readonly AWAITING_SIGNATURE: string;
      readonly PENDING: string;
      readonly PROCESSING: string;
      readonly COMPLETED: string;
      readonly FAILED: string;
      readonly CANCELLED: string;
    };
    readonly groups: {
      readonly WAITING: string;
      readonly MOVING: string;
    };
    readonly types: {
      readonly CANCELLATION: string;
      readonly CUSTOMER_REQUEST: string;
      readonly OVERPAYMENT: string;
      readonly LATE_PAYMENT: string;
      readonly DUPLICATE: string;
      readonly OTHER: string;
    };
    readonly waiting: {
      readonly title: string;
      readonly approval: string;
      readonly address: string;
      readonly signature: string;
    };
    readonly filter: {
      readonly status: string;
      readonly type: string;
      readonly from: string;
      readonly to: string;
    };
    readonly empty: {
      readonly title: string;
      readonly text: string;
      readonly codeName: string;
    };
    readonly noAddress: string;
    readonly requesters: {
      readonly key: Template<"lastFour">;
      readonly operator: string;
      readonly policy: string;
      readonly unknown: string;
    };
    readonly detail: {
      readonly back: string;
      readonly facts: string;
      readonly amount: string;
      readonly network: string;
      readonly destination: string;
      readonly type: string;
      readonly reason: string;
      readonly checkout: string;
      readonly transaction: string;
      readonly paidFrom: string;
      readonly paidFromDeposit: string;
      readonly paidFromWallet: string;
      readonly requester: string;
      readonly requestedAt: string;
      readonly completed: string;
      readonly id: string;
      readonly none: string;
      readonly timeline: string;
      readonly next: string;
    };
    readonly next: {
      readonly AWAITING_APPROVAL: string;
      readonly AWAITING_ADDRESS: string;
      readonly AWAITING_SIGNATURE: string;
      readonly PENDING: string;
      readonly PROCESSING: string;
      readonly COMPLETED: string;
      readonly FAILED: string;
      readonly CANCELLED: string;
    };
    readonly failures: {
      readonly DESTINATION_REFUSED: string;
    };
    readonly timelineKinds: {
      readonly "refund.requested": string;
      readonly "refund.approved": string;
      readonly "refund.address_named": string;
      readonly "refund.cancelled": string;
      readonly "refund.held": string;
      readonly "refund.sent": string;
      readonly "refund.unsent": string;
      readonly "refund.funds_left": string;
      readonly "refund.failed": string;
      readonly "refund.completed": string;
      readonly "refund.reverted": string;
      readonly "refund.reassigned": string;
      readonly "refund.unasked": string;
    };
    readonly approve: {
      readonly label: string;
      readonly title: string;
      readonly text: Template<"amount">;
      readonly unnamed: string;
      readonly confirm: string;
      readonly onlyOwner: string;
    };
    readonly cancel: {
      readonly label: string;
      readonly title: string;
      readonly text: string;
      readonly confirm: string;
    };
    readonly claim: {
      readonly label: string;
      readonly title: string;
      readonly text: string;
      readonly confirm: string;
      readonly what: string;
      readonly made: string;
      readonly once: string;
      readonly qr: string;
      readonly message: string;
      readonly copyMessage: string;
      readonly letter: Template<"amount" | "shop" | "url">;
      readonly letterForItem: Template<"amount" | "item" | "shop" | "url">;
      readonly holdsUntil: string;
    };
    readonly sign: {
      readonly label: string;
      readonly hint: string;
      readonly open: string;
      readonly what: string;
      readonly made: string;
    };
    readonly send: {
      readonly title: Template<"amount">;
      readonly only: string;
      readonly loading: string;
      readonly demoWallet: string;
      readonly wrongWallet: string;
      readonly send: string;
      readonly confirm: Template<"wallet">;
      readonly sent: string;
    };
    readonly together: {
      readonly all: Template<"count">;
      readonly select: Template<"name">;
      readonly send: Plural<"count" | "network">;
      readonly hint: string;
      readonly choose: string;
      readonly confirmOnce: Template<"wallet">;
      readonly confirmEach: Template<"wallet">;
      readonly sending: string;
      readonly alone: string;
      readonly done: string;
      readonly failed: string;
      readonly unknown: string;
      readonly repeated: string;
      readonly alreadySent: Template<"count">;
    };
    readonly handIn: {
      readonly label: string;
      readonly title: string;
      readonly text: string;
      readonly field: string;
      readonly confirm: string;
    };
    readonly form: {
      readonly button: string;
      readonly title: string;
      readonly excessTitle: string;
      readonly back: string;
      readonly nothing: string;
      readonly amount: string;
      readonly max: Template<"amount">;
      readonly tooMuch: Template<"amount">;
      readonly notAnAmount: Template<"example">;
      readonly type: string;
      readonly reason: string;
      readonly reasonHint: string;
      readonly optional: string;
      readonly destination: string;
      readonly destinationHint: string;
      readonly destinationProven: Template<"address">;
      readonly from: {
        readonly deposit: string;
        readonly wallet: string;
        readonly signature: string;
      };
      readonly submit: string;
      readonly submitAmount: Template<"amount">;
      readonly done: Template<"amount">;
      readonly show: string;
    };
    readonly toPayer: {
      readonly label: Template<"address" | "amount">;
      readonly wallet: string;
      readonly other: string;
    };
  };
};

export default messages;
