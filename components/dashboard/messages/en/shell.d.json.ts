// Generated from the JSON by `npm run messages`.
import type { Plural, Template } from "@/lib/platform/i18n/message.rules";

declare const messages: {
  readonly shell: {
    readonly skip: string;
    readonly notStarted: string;
    readonly brand: string;
    readonly dashboard: string;
    readonly menu: string;
    readonly closeMenu: string;
    readonly projects: string;
    readonly newProject: string;
    readonly switchProject: string;
    readonly backToProject: string;
    readonly account: string;
    readonly accountMenu: string;
    readonly signOut: string;
    readonly signingOut: string;
    readonly theme: string;
    readonly themes: {
      readonly system: string;
      readonly light: string;
      readonly dark: string;
    };
    readonly language: string;
    readonly test: string;
    readonly testHint: string;
    readonly live: string;
    readonly mainNavigation: string;
    readonly sections: {
      readonly payments: string;
      readonly developers: string;
      readonly project: string;
    };
    readonly pages: {
      readonly overview: string;
      readonly inbox: string;
      readonly checkouts: string;
      readonly links: string;
      readonly refunds: string;
      readonly settlements: string;
      readonly quickstart: string;
      readonly keys: string;
      readonly webhooks: string;
      readonly requests: string;
      readonly testTools: string;
      readonly settings: string;
      readonly team: string;
      readonly audit: string;
    };
    readonly apiReference: string;
    readonly roles: {
      readonly OWNER: string;
      readonly ADMIN: string;
      readonly DEVELOPER: string;
      readonly VIEWER: string;
    };
    readonly copied: string;
    readonly copyRefused: string;
    readonly copy: Template<"what">;
    readonly copyOnce: string;
    readonly cancel: string;
    readonly close: string;
    readonly working: string;
    readonly unreachable: string;
    readonly fields: {
      readonly missing: string;
      readonly choose: string;
      readonly email: string;
      readonly day: string;
      readonly tooShort: Template<"count">;
      readonly tooLong: Template<"count">;
      readonly least: Template<"least">;
      readonly most: Template<"most">;
      readonly number: string;
    };
    readonly waiting: Template<"count">;
  };
  readonly command: {
    readonly open: string;
    readonly label: string;
    readonly placeholder: string;
    readonly loading: string;
    readonly checkouts: string;
    readonly searching: string;
    readonly noCheckout: string;
    readonly searchFailed: string;
    readonly found: Plural<"count">;
    readonly pages: string;
    readonly actions: string;
    readonly projects: string;
    readonly nothing: string;
    readonly newCheckout: string;
    readonly newLink: string;
    readonly newKey: string;
    readonly newEndpoint: string;
    readonly invite: string;
    readonly newProject: string;
    readonly account: string;
    readonly docs: string;
    readonly themes: {
      readonly system: string;
      readonly light: string;
      readonly dark: string;
    };
    readonly shortcuts: {
      readonly title: string;
      readonly search: string;
      readonly help: string;
      readonly close: string;
    };
    readonly keys: {
      readonly move: string;
      readonly choose: string;
      readonly close: string;
    };
  };
  readonly trouble: {
    readonly loading: string;
    readonly title: string;
    readonly text: string;
    readonly reference: string;
    readonly tryAgain: string;
    readonly projects: string;
    readonly missing: {
      readonly title: string;
      readonly text: string;
      readonly home: string;
    };
  };
  readonly list: {
    readonly pager: string;
    readonly previous: string;
    readonly newest: string;
    readonly next: string;
    readonly nothingOlder: string;
    readonly nothingNewer: string;
    readonly showNewest: string;
    readonly noneFit: string;
    readonly noneFitHint: string;
    readonly showAll: string;
    readonly noneSoFar: string;
    readonly noneSoFarHint: string;
    readonly exportCsv: string;
    readonly csvForm: string;
    readonly csvForms: {
      readonly comma: string;
      readonly semicolon: string;
    };
    readonly exportHint: string;
    readonly filter: string;
    readonly any: string;
    readonly apply: string;
    readonly clear: string;
    readonly chips: string;
    readonly removeFilter: Template<"filter">;
    readonly removeAll: string;
    readonly createdFrom: string;
    readonly createdTo: string;
    readonly fromDay: Template<"day">;
    readonly toDay: Template<"day">;
    readonly views: {
      readonly save: string;
      readonly title: string;
      readonly hint: string;
      readonly name: string;
      readonly remove: Template<"name">;
      readonly removeTitle: string;
      readonly removeHint: string;
      readonly removeConfirm: string;
      readonly tabs: string;
      readonly all: string;
    };
  };
};

export default messages;
