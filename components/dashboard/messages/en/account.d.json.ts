// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly account: {
    readonly title: string;
    readonly tabs: {
      readonly label: string;
      readonly account: string;
      readonly sessions: string;
      readonly activity: string;
    };
    readonly saved: string;
    readonly or: string;
    readonly profile: {
      readonly title: string;
      readonly email: string;
      readonly name: string;
      readonly nameHint: string;
      readonly save: string;
    };
    readonly password: {
      readonly title: string;
      readonly description: string;
      readonly none: string;
      readonly current: string;
      readonly next: string;
      readonly nextHint: string;
      readonly change: string;
      readonly set: string;
      readonly changed: string;
    };
    readonly factor: {
      readonly title: string;
      readonly description: string;
      readonly on: string;
      readonly off: string;
      readonly codesLeft: Plural<"count">;
      readonly fewLeft: string;
      readonly setUp: string;
      readonly setUpTitle: string;
      readonly scan: string;
      readonly qr: string;
      readonly secret: string;
      readonly secretName: string;
      readonly code: string;
      readonly confirm: string;
      readonly renew: string;
      readonly renewTitle: string;
      readonly renewDescription: string;
      readonly renewConfirm: string;
      readonly codesTitle: string;
      readonly codesDescription: string;
      readonly codesName: string;
      readonly kept: string;
      readonly turnOff: string;
      readonly turnOffTitle: string;
      readonly turnOffDescription: string;
    };
    readonly wallet: {
      readonly title: string;
      readonly description: string;
      readonly noneLinked: string;
      readonly none: string;
      readonly address: string;
      readonly link: string;
      readonly replace: string;
      readonly linkHint: string;
      readonly unlink: string;
      readonly unlinkTitle: string;
      readonly unlinkDescription: string;
      readonly signIn: string;
      readonly signInHint: string;
      readonly demo: string;
      readonly loading: string;
      readonly choose: string;
      readonly plain: string;
      readonly waiting: Template<"wallet">;
      readonly slow: Template<"wallet">;
      readonly openWallet: Template<"wallet">;
      readonly noneFirefox: string;
      readonly pairing: {
        readonly name: string;
        readonly hint: string;
        readonly scan: string;
        readonly open: string;
        readonly qr: string;
        readonly code: string;
        readonly other: string;
        readonly sign: string;
      };
      readonly problems: {
        readonly rejected: Template<"wallet">;
        readonly busy: Template<"wallet">;
        readonly locked: Template<"wallet">;
        readonly unsupported: Template<"wallet">;
        readonly disconnected: Template<"wallet">;
        readonly unknown_network: Template<"wallet">;
        readonly moved: Template<"wallet">;
        readonly no_fee: Template<"wallet">;
        readonly refused: Template<"wallet">;
        readonly pairing_expired: Template<"wallet">;
        readonly relay_unreachable: Template<"wallet">;
        readonly request_expired: Template<"wallet">;
        readonly failed: Template<"wallet">;
      };
    };
    readonly providers: {
      readonly title: string;
      readonly description: string;
      readonly names: {
        readonly google: string;
        readonly github: string;
      };
      readonly signIn: Template<"provider">;
      readonly unreachable: string;
      readonly link: string;
      readonly linkLabel: Template<"provider">;
      readonly problem: string;
      readonly linked: string;
      readonly notLinked: string;
      readonly unlink: string;
      readonly unlinkLabel: Template<"provider">;
      readonly unlinkTitle: Template<"provider">;
      readonly unlinkDescription: Template<"provider">;
    };
    readonly sessions: {
      readonly title: string;
      readonly description: string;
      readonly caption: string;
      readonly device: string;
      readonly address: string;
      readonly method: string;
      readonly seen: string;
      readonly current: string;
      readonly here: string;
      readonly unknownDevice: string;
      readonly unknownAddress: string;
      readonly methods: {
        readonly password: string;
        readonly wallet: string;
        readonly google: string;
        readonly github: string;
      };
      readonly otherMethod: string;
      readonly action: string;
      readonly end: string;
      readonly endLabel: Template<"device">;
      readonly endTitle: string;
      readonly endDescription: Template<"device">;
      readonly endOthers: string;
      readonly endOthersTitle: string;
      readonly endOthersDescription: string;
    };
    readonly activity: {
      readonly title: string;
      readonly description: string;
      readonly caption: string;
      readonly what: string;
      readonly where: string;
      readonly when: string;
      readonly own: string;
      readonly formerProject: string;
      readonly none: string;
      readonly noneHint: string;
      readonly actions: {
        readonly "account.first_made": string;
        readonly "account.renamed": string;
        readonly "account.password_changed": string;
        readonly "account.password_reset": string;
        readonly "account.second_factor_on": string;
        readonly "account.second_factor_off": string;
        readonly "account.second_factor_failed": string;
        readonly "account.recovery_code_used": string;
        readonly "account.recovery_codes_renewed": string;
        readonly "account.wallet_linked": string;
        readonly "account.wallet_unlinked": string;
        readonly "account.provider_linked": string;
        readonly "account.provider_unlinked": string;
        readonly "account.other_ways_in_ended": string;
        readonly "account.session_ended": string;
        readonly "account.other_sessions_ended": string;
      };
    };
    readonly proof: {
      readonly ended: string;
      readonly endedText: string;
      readonly signIn: string;
      readonly proceed: string;
      readonly title: string;
      readonly descriptions: {
        readonly password: string;
        readonly code: string;
        readonly wallet: string;
      };
      readonly password: string;
      readonly code: string;
      readonly confirm: string;
      readonly usePassword: string;
      readonly useCode: string;
      readonly useWallet: string;
      readonly walletHint: string;
      readonly none: string;
    };
  };
};

export default messages;
