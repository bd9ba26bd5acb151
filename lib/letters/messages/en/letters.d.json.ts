// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly roles: {
    readonly OWNER: string;
    readonly ADMIN: string;
    readonly DEVELOPER: string;
    readonly VIEWER: string;
  };
  readonly values: {
    readonly amount: Template<"amount" | "network">;
    readonly network: Template<"chainId">;
    readonly units: Template<"token" | "units">;
    readonly noHost: string;
    readonly none: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly links: {
    readonly checkout: Template<"link">;
  };
  readonly endpointDisabled: {
    readonly subject: Template<"project">;
    readonly stopped: Template<"endpoint" | "project" | "time">;
    readonly reason: Template<"reason">;
    readonly next: string;
  };
  readonly latePaid: {
    readonly late: Template<"amount" | "project">;
    readonly partial: Template<"amount" | "project">;
    readonly atCheckout: Template<"checkout">;
    readonly forOrder: Template<"checkout" | "order">;
    readonly expired: Template<"amount" | "place">;
    readonly cancelled: Template<"amount" | "place">;
    readonly part: Template<"amount" | "place" | "price">;
    readonly refunding: string;
    readonly choices: string;
  };
  readonly paid: {
    readonly subject: Template<"amount" | "project">;
    readonly plain: Template<"amount">;
    readonly item: Template<"amount" | "item">;
    readonly order: Template<"amount" | "order">;
    readonly itemOfOrder: Template<"amount" | "item" | "order">;
  };
  readonly digest: {
    readonly days: Template<"first" | "last">;
    readonly subject: Template<"project" | "when">;
    readonly title: Template<"project" | "when" | "zone">;
    readonly paid: Plural<"count">;
    readonly settled: Plural<"count">;
    readonly refunded: Plural<"count">;
    readonly before: Plural<"count">;
  };
  readonly changed: {
    readonly one: Template<"project" | "sentence">;
    readonly several: Template<"count" | "project">;
    readonly title: Template<"project">;
    readonly operator: Template<"act">;
    readonly server: Template<"act" | "lastFour">;
    readonly person: Template<"act" | "who">;
    readonly at: Template<"sentence" | "time">;
    readonly more: Template<"count">;
    readonly advice: string;
    readonly id: Template<"target">;
    readonly concerned: Template<"target">;
    readonly setting: Template<"after" | "before" | "setting">;
    readonly acts: {
      readonly "api_key.created": string;
      readonly "api_key.rotated": string;
      readonly "api_key.revoked": string;
      readonly "webhook_endpoint.created": string;
      readonly "webhook_endpoint.updated": string;
      readonly "webhook_endpoint.enabled": string;
      readonly "webhook_endpoint.disabled": string;
      readonly "webhook_endpoint.deleted": string;
      readonly "webhook_endpoint.secret_rotated": string;
      readonly "refund.approved": string;
      readonly "payment_link.created": string;
      readonly "payment_link.changed": string;
      readonly "payment_link.disabled": string;
      readonly "project.deleted": string;
      readonly "project.setting_changed": string;
      readonly "project.api_key_narrowed": string;
      readonly "project.logo_changed": string;
      readonly "project.logo_removed": string;
      readonly "project.limit_changed": string;
      readonly "project.accent_changed": string;
      readonly "project.origin_allowed": string;
      readonly "project.origin_forbidden": string;
      readonly "project.wallet_change_cancelled": string;
      readonly "project.settlement_wallet_changed": string;
      readonly "team.invited": string;
      readonly "team.invitation_renewed": string;
      readonly "team.invitation_revoked": string;
      readonly "team.joined": string;
      readonly "team.role_changed": string;
      readonly "team.removed": string;
      readonly "team.left": string;
    };
    readonly settings: {
      readonly name: string;
      readonly accentColor: string;
      readonly refundMode: string;
      readonly refundDailyLimitUnits: string;
      readonly settlementPolicy: string;
      readonly settlementHoldHours: string;
      readonly settlementRules: string;
      readonly latePaymentPolicy: string;
      readonly lateAcceptBps: string;
      readonly anyTokenPays: string;
      readonly x402Enabled: string;
      readonly requoteExpired: string;
      readonly receiptDetails: string;
      readonly supportContact: string;
      readonly timeZone: string;
      readonly toleranceBps: string;
      readonly confirmationSpeed: string;
      readonly apiKeyUse: string;
      readonly apiKeyCreatesCheckouts: string;
      readonly minimumUnits: string;
      readonly allowedWallets: string;
      readonly acceptedTokens: string;
      readonly mailKinds: string;
    };
    readonly fields: {
      readonly after: string;
      readonly before: string;
      readonly description: string;
      readonly email: string;
      readonly expiresAt: string;
      readonly how: string;
      readonly kind: string;
      readonly kinds: string;
      readonly lastFour: string;
      readonly name: string;
      readonly origin: string;
      readonly perMinute: string;
      readonly reason: string;
      readonly role: string;
      readonly scope: string;
      readonly slug: string;
      readonly url: string;
    };
  };
  readonly walletChange: {
    readonly subject: Template<"project">;
    readonly requested: Template<"project" | "who">;
    readonly current: Template<"wallet">;
    readonly next: Template<"wallet">;
    readonly effect: Template<"time">;
    readonly advice: string;
  };
  readonly invitation: {
    readonly subject: Template<"project">;
    readonly invited: Template<"project" | "role" | "who">;
    readonly accept: Template<"time">;
    readonly ignore: string;
  };
  readonly removed: {
    readonly subject: Template<"project">;
    readonly what: Template<"project" | "time" | "who">;
    readonly kept: string;
    readonly mistake: string;
  };
  readonly roleLowered: {
    readonly subject: Template<"project" | "role">;
    readonly what: Template<"project" | "role" | "time" | "who">;
    readonly see: string;
  };
  readonly keysKnown: {
    readonly subject: Plural<"count" | "project" | "who">;
    readonly left: Template<"project" | "time" | "who">;
    readonly became: Template<"project" | "role" | "time" | "who">;
    readonly removed: Template<"by" | "project" | "time" | "who">;
    readonly made: Template<"by" | "project" | "role" | "time" | "who">;
    readonly keys: Plural<"count" | "who">;
    readonly advice: string;
  };
  readonly reset: {
    readonly subject: string;
    readonly requested: Template<"time">;
    readonly ignore: string;
  };
  readonly accountChanged: {
    readonly subject: string;
    readonly at: Template<"change" | "time">;
    readonly advice: string;
    readonly changes: {
      readonly "account.password_changed": string;
      readonly "account.password_reset": string;
      readonly "account.second_factor_on": string;
      readonly "account.second_factor_off": string;
      readonly "account.recovery_codes_renewed": string;
      readonly "account.passkey_added": string;
      readonly "account.passkey_removed": string;
      readonly "account.wallet_linked": string;
      readonly "account.wallet_unlinked": string;
    };
  };
  readonly providerLinked: {
    readonly subject: Template<"provider">;
    readonly linked: Template<"provider" | "time">;
    readonly firstProof: string;
    readonly advice: Template<"provider">;
  };
};

export default messages;
