// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly team: {
    readonly title: string;
    readonly members: string;
    readonly membersCaption: string;
    readonly person: string;
    readonly role: string;
    readonly joined: string;
    readonly secondFactor: string;
    readonly on: string;
    readonly off: string;
    readonly you: string;
    readonly actions: string;
    readonly change: string;
    readonly changeOf: Template<"who">;
    readonly changeTitle: Template<"who">;
    readonly changeSubmit: string;
    readonly remove: string;
    readonly removeOf: Template<"who">;
    readonly removeTitle: Template<"who">;
    readonly removeText: string;
    readonly removeSubmit: string;
    readonly serverKeys: Plural<"count">;
    readonly serverKeysOwn: Plural<"count">;
    readonly serverKeysStay: string;
    readonly serverKeysLink: string;
    readonly leave: string;
    readonly leaveTitle: string;
    readonly leaveText: string;
    readonly leaveSubmit: string;
    readonly invitations: string;
    readonly invitationsHint: string;
    readonly invitationsCaption: string;
    readonly invitationsNone: string;
    readonly email: string;
    readonly emailHint: string;
    readonly invitedBy: string;
    readonly somebody: string;
    readonly expires: string;
    readonly expired: string;
    readonly invite: string;
    readonly inviteTitle: string;
    readonly inviteSubmit: string;
    readonly renew: string;
    readonly renewOf: Template<"email">;
    readonly renewTitle: Template<"email">;
    readonly renewText: string;
    readonly renewSubmit: string;
    readonly revoke: string;
    readonly revokeOf: Template<"email">;
    readonly revokeTitle: Template<"email">;
    readonly revokeText: string;
    readonly sentTitle: string;
    readonly sentMailed: Template<"email">;
    readonly sentNotMailed: Template<"email">;
    readonly link: string;
    readonly done: string;
    readonly roleHints: {
      readonly OWNER: string;
      readonly ADMIN: string;
      readonly DEVELOPER: string;
      readonly VIEWER: string;
    };
  };
  readonly project: {
    readonly title: string;
    readonly description: string;
    readonly name: string;
    readonly nameHint: string;
    readonly wallet: string;
    readonly walletHint: string;
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
