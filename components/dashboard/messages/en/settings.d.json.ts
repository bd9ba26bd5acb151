// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly settings: {
    readonly title: string;
    readonly tabsLabel: string;
    readonly tabs: {
      readonly general: string;
      readonly payments: string;
      readonly security: string;
      readonly apiKeys: string;
    };
    readonly paymentsPage: string;
    readonly walletAndRefunds: string;
    readonly serverKeys: string;
    readonly serverKeysHint: string;
    readonly serverKeysLink: string;
    readonly save: string;
    readonly saved: string;
    readonly leave: string;
    readonly readOnly: string;
    readonly readOnlyOwner: string;
    readonly looks: string;
    readonly looksHint: string;
    readonly name: string;
    readonly nameHint: string;
    readonly accent: string;
    readonly accentHint: string;
    readonly accentPick: string;
    readonly accentOwn: string;
    readonly accentPreview: string;
    readonly accentColors: Template<"dark" | "light">;
    readonly accentThemes: {
      readonly light: string;
      readonly dark: string;
    };
    readonly accentSample: string;
    readonly accentLink: string;
    readonly receiptDetails: string;
    readonly receiptDetailsHint: string;
    readonly support: string;
    readonly supportHint: string;
    readonly timeZone: string;
    readonly timeZoneHint: string;
    readonly timeZoneReader: string;
    readonly logo: string;
    readonly logoHint: string;
    readonly logoChoose: string;
    readonly logoReplace: string;
    readonly logoNone: string;
    readonly logoAlt: string;
    readonly logoRemove: string;
    readonly logoRemoveTitle: string;
    readonly logoRemoveText: string;
    readonly logoSending: string;
    readonly logoSaved: string;
    readonly logoTooLarge: string;
    readonly letters: string;
    readonly lettersHint: string;
    readonly lettersOff: string;
    readonly mailKinds: {
      readonly "checkout.late_paid": {
        readonly label: string;
        readonly hint: string;
      };
      readonly "checkout.paid": {
        readonly label: string;
        readonly hint: string;
      };
      readonly "endpoint.disabled": {
        readonly label: string;
        readonly hint: string;
      };
      readonly "payments.digest": {
        readonly label: string;
        readonly hint: string;
      };
      readonly "payments.weekly": {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly danger: string;
    readonly dangerText: string;
    readonly delete: string;
    readonly deleteTitle: string;
    readonly deleteName: Template<"name">;
    readonly tokens: string;
    readonly tokensHint: string;
    readonly tokenIssuer: Template<"issuer" | "name">;
    readonly tokenBridged: Template<"issuer" | "name">;
    readonly tokensNone: string;
    readonly pricing: string;
    readonly tolerance: string;
    readonly toleranceHint: string;
    readonly minimum: string;
    readonly minimumHint: string;
    readonly speed: string;
    readonly speedHint: string;
    readonly speeds: {
      readonly FAST: {
        readonly label: string;
        readonly hint: string;
      };
      readonly STANDARD: {
        readonly label: string;
        readonly hint: string;
      };
      readonly CAREFUL: {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly late: string;
    readonly lateHint: string;
    readonly lateRule: string;
    readonly lateRuleHint: string;
    readonly latePolicies: {
      readonly HOLD: {
        readonly label: string;
        readonly hint: string;
      };
      readonly ACCEPT: {
        readonly label: string;
        readonly hint: string;
      };
      readonly REFUND: {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly anyToken: string;
    readonly anyTokenLabel: string;
    readonly anyTokenHint: string;
    readonly x402: string;
    readonly x402Label: string;
    readonly x402Hint: string;
    readonly requote: string;
    readonly requoteLabel: string;
    readonly requoteHint: string;
    readonly settlement: string;
    readonly settlementHint: string;
    readonly policies: {
      readonly BATCHED: {
        readonly label: string;
        readonly hint: string;
      };
      readonly IMMEDIATE: {
        readonly label: string;
        readonly hint: string;
      };
      readonly MANUAL: {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly hold: string;
    readonly holdHint: string;
    readonly rule: Template<"chain">;
    readonly ruleSame: string;
    readonly api: string;
    readonly apiKeyUse: string;
    readonly apiKeyUses: {
      readonly BROWSER: {
        readonly label: string;
        readonly hint: string;
      };
      readonly SERVER: {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly apiKeys: string;
    readonly apiKeysHint: string;
    readonly serverRate: string;
    readonly serverRateText: Template<"perMinute">;
    readonly wallet: string;
    readonly walletHint: string;
    readonly walletNow: string;
    readonly walletSince: string;
    readonly walletNew: string;
    readonly walletNewHint: string;
    readonly walletAsk: string;
    readonly walletRequest: string;
    readonly walletOwners: string;
    readonly waiting: string;
    readonly waitingText: Template<"who">;
    readonly waitingSomebody: string;
    readonly waitingThen: string;
    readonly waitingAt: string;
    readonly waitingCancel: string;
    readonly waitingCancelTitle: string;
    readonly waitingCancelText: string;
    readonly sign: string;
    readonly signTitle: string;
    readonly signText: string;
    readonly signMessage: string;
    readonly signature: string;
    readonly signWith: string;
    readonly signConfirm: string;
    readonly signOther: Template<"wallet">;
    readonly bannerText: Template<"wallet">;
    readonly bannerAt: string;
    readonly bannerLink: string;
    readonly refunds: string;
    readonly refundsHint: string;
    readonly refundModes: {
      readonly STRICT: {
        readonly label: string;
        readonly hint: string;
      };
      readonly CONVENIENT: {
        readonly label: string;
        readonly hint: string;
      };
    };
    readonly convenientWarning: string;
    readonly exposed: string;
    readonly exposedNone: string;
    readonly exposedCount: Plural<"count">;
    readonly limit: string;
    readonly limitHint: string;
    readonly wallets: string;
    readonly walletsHint: string;
  };
  readonly walletField: {
    readonly contract: Template<"networks">;
    readonly strict: string;
    readonly convenient: string;
    readonly missing: Template<"networks">;
    readonly unknown: string;
    readonly again: string;
  };
  readonly project: {
    readonly title: string;
    readonly description: string;
    readonly name: string;
    readonly nameHint: string;
    readonly wallet: string;
    readonly walletHint: string;
    readonly connect: string;
    readonly connectHint: string;
    readonly connected: string;
    readonly walletTitle: string;
    readonly walletText: {
      readonly yours: string;
      readonly apps: string;
      readonly exchange: string;
    };
    readonly create: string;
    readonly notAllowed: string;
    readonly notAllowedText: string;
  };
};

export default messages;
