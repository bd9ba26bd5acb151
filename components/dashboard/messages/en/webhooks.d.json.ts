// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly webhook: {
    readonly title: string;
    readonly description: string;
    readonly endpointPage: string;
    readonly deliveryPage: string;
    readonly back: string;
    readonly help: string;
    readonly add: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly columns: {
      readonly endpoint: string;
      readonly health: string;
      readonly kinds: string;
      readonly created: string;
    };
    readonly kindCount: Plural<"count">;
    readonly health: {
      readonly ok: string;
      readonly failing: string;
      readonly disabled: string;
    };
    readonly failingSince: string;
    readonly disabledSince: string;
    readonly form: {
      readonly title: string;
      readonly url: string;
      readonly urlHint: string;
      readonly urlPlaceholder: string;
      readonly description: string;
      readonly optional: string;
      readonly kinds: string;
      readonly kindsHint: string;
      readonly noKind: string;
      readonly save: string;
      readonly create: string;
      readonly edit: string;
      readonly editTitle: string;
    };
    readonly secret: {
      readonly title: string;
      readonly what: string;
      readonly made: string;
      readonly rotatedTitle: string;
      readonly go: string;
      readonly done: string;
      readonly current: string;
      readonly old: string;
      readonly rotate: string;
      readonly rotateDescription: string;
      readonly oldSecret: string;
      readonly overlap: {
        readonly yes: string;
        readonly no: string;
      };
      readonly hint: string;
    };
    readonly enable: string;
    readonly disable: string;
    readonly disableTitle: string;
    readonly disableDescription: string;
    readonly remove: string;
    readonly removeTitle: string;
    readonly removeDescription: string;
    readonly test: string;
    readonly details: string;
    readonly facts: {
      readonly url: string;
      readonly kinds: string;
      readonly created: string;
    };
    readonly deliveries: {
      readonly title: string;
      readonly description: string;
      readonly filter: string;
      readonly all: string;
      readonly statuses: {
        readonly PENDING: string;
        readonly DELIVERED: string;
        readonly FAILED: string;
      };
      readonly columns: {
        readonly event: string;
        readonly status: string;
        readonly answer: string;
        readonly attempts: string;
        readonly at: string;
      };
      readonly retrying: Template<"time">;
      readonly retryingNow: string;
      readonly none: string;
      readonly noneHint: string;
      readonly noAnswer: string;
    };
    readonly replayFailed: {
      readonly open: string;
      readonly title: string;
      readonly description: string;
      readonly from: string;
      readonly to: string;
      readonly submit: string;
      readonly done: Plural<"count" | "replayed">;
      readonly more: string;
    };
    readonly delivery: {
      readonly replay: string;
      readonly replayed: string;
      readonly inHand: string;
      readonly facts: {
        readonly status: string;
        readonly checkout: string;
        readonly endpoint: string;
        readonly id: string;
        readonly eventId: string;
        readonly requestId: string;
        readonly next: string;
      };
      readonly request: string;
      readonly requestNote: string;
      readonly body: string;
      readonly rawBody: string;
      readonly headers: string;
      readonly attempts: string;
      readonly attempt: Template<"number">;
      readonly none: string;
      readonly pruned: string;
      readonly milliseconds: Template<"count">;
      readonly answered: Template<"status">;
      readonly unanswered: string;
      readonly answer: string;
      readonly emptyAnswer: string;
    };
  };
};

export default messages;
