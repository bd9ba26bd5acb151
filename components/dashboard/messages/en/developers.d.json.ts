// Generated from the JSON by `npm run messages`.
import type { Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly key: {
    readonly title: string;
    readonly description: string;
    readonly tabsLabel: string;
    readonly tabs: {
      readonly api: string;
      readonly server: string;
      readonly origins: string;
    };
    readonly reference: string;
    readonly kinds: {
      readonly api: {
        readonly title: string;
        readonly description: string;
        readonly create: string;
        readonly empty: string;
      };
      readonly server: {
        readonly title: string;
        readonly description: string;
        readonly create: string;
        readonly empty: string;
      };
    };
    readonly needsAdmin: string;
    readonly ended: string;
    readonly columns: {
      readonly key: string;
      readonly created: string;
      readonly by: string;
      readonly used: string;
      readonly scope: string;
      readonly ends: string;
      readonly ended: string;
      readonly how: string;
      readonly actions: string;
    };
    readonly operator: string;
    readonly goneAccount: string;
    readonly left: string;
    readonly never: string;
    readonly noEnd: string;
    readonly rotated: string;
    readonly revoked: string;
    readonly expired: string;
    readonly scope: string;
    readonly scopeHint: string;
    readonly scopes: {
      readonly read: string;
      readonly create: string;
      readonly all: string;
    };
    readonly life: string;
    readonly lifeHint: string;
    readonly lives: Template<"days">;
    readonly livesForever: string;
    readonly made: string;
    readonly madeKey: string;
    readonly done: string;
    readonly tryIt: string;
    readonly snippet: string;
    readonly languages: {
      readonly curl: string;
      readonly typescript: string;
    };
    readonly languageLabel: string;
    readonly rotate: string;
    readonly rotateTitle: Template<"key">;
    readonly rotateDescription: string;
    readonly oldKey: string;
    readonly overlap: {
      readonly yes: string;
      readonly no: string;
    };
    readonly overlapHint: string;
    readonly revoke: string;
    readonly revokeTitle: Template<"key">;
    readonly revokeDescription: string;
    readonly origins: {
      readonly title: string;
      readonly description: string;
      readonly column: string;
      readonly add: string;
      readonly label: string;
      readonly hint: string;
      readonly placeholder: string;
      readonly remove: string;
      readonly removeTitle: Template<"origin">;
      readonly removeDescription: string;
      readonly empty: string;
      readonly emptyHint: string;
    };
  };
  readonly quickstart: {
    readonly title: string;
    readonly description: string;
    readonly reference: string;
    readonly step: Template<"number">;
    readonly done: string;
    readonly open: string;
    readonly allDone: string;
    readonly key: {
      readonly title: string;
      readonly server: string;
      readonly api: string;
      readonly viewer: string;
    };
    readonly request: {
      readonly title: string;
      readonly description: string;
      readonly waiting: string;
      readonly keyPlaceholder: {
        readonly server: string;
        readonly api: string;
      };
      readonly made: string;
      readonly language: string;
      readonly what: string;
    };
    readonly webhook: {
      readonly title: string;
      readonly description: string;
      readonly add: string;
      readonly test: string;
      readonly language: string;
      readonly what: string;
      readonly helper: string;
    };
    readonly next: {
      readonly title: string;
      readonly testTools: string;
      readonly client: string;
      readonly embed: string;
    };
  };
  readonly request: {
    readonly title: string;
    readonly description: string;
    readonly search: string;
    readonly searchHint: string;
    readonly status: string;
    readonly classes: {
      readonly "2xx": string;
      readonly "4xx": string;
      readonly "5xx": string;
    };
    readonly operation: string;
    readonly columns: {
      readonly request: string;
      readonly status: string;
      readonly error: string;
      readonly duration: string;
      readonly at: string;
      readonly id: string;
    };
    readonly milliseconds: Template<"count">;
    readonly none: string;
    readonly noneHint: string;
  };
  readonly testTool: {
    readonly title: string;
    readonly description: string;
    readonly create: string;
    readonly pick: string;
    readonly pickDescription: string;
    readonly none: string;
    readonly noneHint: string;
    readonly other: string;
    readonly chosen: string;
    readonly unknown: string;
    readonly facts: {
      readonly status: string;
      readonly price: string;
      readonly received: string;
      readonly expires: string;
      readonly pages: string;
    };
    readonly pay: string;
    readonly details: string;
    readonly toolsTitle: string;
    readonly tools: {
      readonly exact: {
        readonly name: string;
        readonly help: string;
      };
      readonly under: {
        readonly name: string;
        readonly help: string;
      };
      readonly over: {
        readonly name: string;
        readonly help: string;
      };
      readonly late: {
        readonly name: string;
        readonly help: string;
      };
      readonly wrong_chain: {
        readonly name: string;
        readonly help: string;
      };
      readonly reorg: {
        readonly name: string;
        readonly help: string;
      };
      readonly expire: {
        readonly name: string;
        readonly help: string;
      };
    };
    readonly done: Template<"tool">;
    readonly transaction: string;
  };
};

export default messages;
