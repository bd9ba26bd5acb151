// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly settlement: {
    readonly title: string;
    readonly description: string;
    readonly caption: string;
    readonly statuses: {
      readonly PENDING: string;
      readonly COMPLETED: string;
      readonly FAILED: string;
    };
    readonly itemStatuses: {
      readonly PENDING: string;
      readonly SWEPT: string;
      readonly FAILED: string;
    };
    readonly columns: {
      readonly amounts: string;
      readonly network: string;
      readonly status: string;
      readonly deposits: string;
      readonly transaction: string;
      readonly gas: string;
      readonly opened: string;
      readonly checkout: string;
      readonly why: string;
    };
    readonly failedOf: Template<"failed">;
    readonly requested: string;
    readonly noTransaction: string;
    readonly noGas: string;
    readonly filter: {
      readonly status: string;
      readonly network: string;
    };
    readonly policies: {
      readonly IMMEDIATE: string;
      readonly BATCHED: string;
      readonly MANUAL: string;
    };
    readonly unswept: {
      readonly title: string;
      readonly none: string;
      readonly change: string;
      readonly partial: Template<"deposits">;
      readonly deposits: Plural<"count">;
      readonly caption: string;
      readonly columns: {
        readonly amount: string;
        readonly deposits: string;
        readonly why: string;
        readonly examples: string;
      };
    };
    readonly reasons: {
      readonly frozen: string;
      readonly stray: string;
      readonly not_paid: string;
      readonly not_final: string;
      readonly refund_open: string;
      readonly being_settled: string;
      readonly closed: string;
      readonly not_deployed: string;
      readonly wallet_unknown: string;
      readonly held: string;
      readonly parked: string;
      readonly below_floor: string;
    };
    readonly ready: string;
    readonly readyByHand: string;
    readonly batches: {
      readonly title: string;
      readonly text: string;
      readonly deposits: Plural<"count" | "network">;
      readonly sweptBy: string;
      readonly label: string;
      readonly limited: Template<"most">;
      readonly notDeployed: Template<"network">;
    };
    readonly gas: {
      readonly title: string;
      readonly none: string;
      readonly purposes: {
        readonly SETTLEMENT: string;
        readonly REFUND: string;
        readonly RELAY: string;
      };
      readonly transactions: Plural<"count">;
    };
    readonly books: {
      readonly title: string;
      readonly text: Template<"zone">;
      readonly from: string;
      readonly to: string;
      readonly csv: string;
      readonly journal: string;
      readonly refused: string;
    };
    readonly empty: {
      readonly title: string;
      readonly text: string;
    };
    readonly detail: {
      readonly back: string;
      readonly facts: string;
      readonly items: string;
      readonly id: string;
      readonly completed: string;
      readonly none: string;
    };
    readonly failed: string;
    readonly failures: {
      readonly SWEEP_REFUSED: string;
      readonly NOT_SWEPT: string;
      readonly FROZEN: string;
      readonly REVERTED: string;
      readonly NO_REFUND_KEY: string;
      readonly NOTHING_SWEPT: string;
      readonly TRANSACTION_REVERTED: string;
      readonly TRANSACTION_REPLACED: string;
    };
    readonly sweep: {
      readonly label: string;
      readonly labelOn: Template<"network">;
      readonly title: string;
      readonly chainText: Template<"network">;
      readonly checkoutText: string;
      readonly confirm: string;
      readonly opened: Plural<"count">;
      readonly nothing: string;
      readonly left: Template<"deposits" | "reason">;
      readonly notAgreed: string;
      readonly close: string;
    };
    readonly sign: {
      readonly label: string;
      readonly title: string;
      readonly text: string;
      readonly only: string;
      readonly anyone: string;
      readonly to: string;
      readonly prepare: string;
      readonly loading: string;
      readonly wrongWallet: string;
      readonly send: string;
      readonly confirm: Template<"wallet">;
      readonly sent: string;
      readonly demoWallet: string;
      readonly batchText: string;
      readonly noWallet: string;
      readonly multisig: string;
      readonly multisigText: string;
      readonly contract: string;
      readonly value: string;
      readonly data: string;
    };
  };
  readonly money: {
    readonly unknownToken: string;
    readonly unknownTokenHint: string;
    readonly units: Template<"units">;
    readonly unknownChain: Template<"chainId">;
    readonly transaction: string;
    readonly address: string;
  };
};

export default messages;
