// Generated from the JSON by `npm run messages`.
import type { Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly signIn: {
    readonly brand: string;
    readonly email: string;
    readonly password: string;
    readonly newPassword: string;
    readonly newPasswordHint: string;
    readonly name: string;
    readonly optional: string;
    readonly show: string;
    readonly hide: string;
    readonly showPassword: string;
    readonly hidePassword: string;
    readonly capsLock: string;
    readonly needsScript: string;
    readonly signIn: {
      readonly title: string;
      readonly submit: string;
      readonly forgot: string;
      readonly demo: string;
      readonly invitationOnly: string;
    };
    readonly code: {
      readonly title: string;
      readonly explanation: string;
      readonly label: string;
      readonly hint: string;
      readonly submit: string;
      readonly back: string;
    };
    readonly notices: {
      readonly reset: string;
      readonly signedOut: string;
    };
    readonly problems: {
      readonly AccessDenied: string;
      readonly OAuthAccountNotLinked: string;
      readonly other: string;
    };
    readonly setup: {
      readonly title: string;
      readonly explanation: string;
      readonly token: string;
      readonly tokenHint: string;
      readonly tokenCommand: string;
      readonly submit: string;
    };
    readonly reset: {
      readonly title: string;
      readonly explanation: string;
      readonly submit: string;
      readonly sentTitle: string;
      readonly sent: string;
      readonly again: string;
      readonly noMail: string;
      readonly noMailCommand: string;
      readonly back: string;
      readonly setTitle: string;
      readonly setExplanation: string;
      readonly setSubmit: string;
      readonly overTitle: string;
      readonly over: string;
      readonly anew: string;
    };
    readonly invitation: {
      readonly page: string;
      readonly title: Template<"project">;
      readonly asks: Template<"by" | "role">;
      readonly asksUnnamed: Template<"role">;
      readonly sentTo: string;
      readonly accept: string;
      readonly signInFirst: string;
      readonly signIn: string;
      readonly otherPerson: Template<"email">;
      readonly signOut: string;
      readonly create: string;
      readonly overTitle: string;
      readonly over: string;
      readonly roles: {
        readonly OWNER: string;
        readonly ADMIN: string;
        readonly DEVELOPER: string;
        readonly VIEWER: string;
      };
    };
  };
};

export default messages;
