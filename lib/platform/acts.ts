import type { z } from "zod";
import type { Keep } from "./limits/idempotency.port";
import type { nothing } from "./primitives.schema";
import type { ErrorCode } from "./values/errors.rules";

/** Which key an operation needs: a server key, an API key of the project in the path, one of any project, or none. */
export type KeyKind = "server" | "project" | "sdk" | "none";

/** The headings of the API's documents, in their order. */
export const tags = [
  "Checkouts",
  "Refunds",
  "Payment links",
  "Settlements and balances",
  "Stray payments",
  "Events",
  "Webhook endpoints",
  "Payment page",
  "Currencies and rates",
  "Refund page",
  "Project-scoped",
  "SDK",
] as const;
export type Tag = (typeof tags)[number];

/** Someone without a key and without a session. */
export type Anyone = {
  /** Their network, as limits count it. */
  client: string;
  acceptLanguage: string | null;
};

type Nothing = typeof nothing;
type None = Record<never, never>;

/** The ids that name what the act is about: in the path, beside the body's fields, or the command's word. */
type Ids = Readonly<Record<string, z.ZodType<string, string>>>;

/** What `run` gets: the input, what only the dashboard's form says, and the ids. */
type Given<In extends z.ZodType, Form extends z.ZodType, I extends Ids> = z.output<In> &
  ([Form] extends [never] ? None : Partial<z.output<Form>>) & { readonly [Name in keyof I]: string };

/** The data of the answer; a list with its pagination. */
type Answer<Data extends z.ZodType, Page extends z.ZodType> = [Page] extends [never]
  ? z.output<Data>
  : { data: z.output<Data>; pagination: z.output<Page> };

/** How an act is an operation of the API. */
type HttpFacts<Name extends string, Data, Page> = {
  /** Its name in documents and clients. */
  operationId: Name;
  tag: Tag;
  summary: string;
  description: string;
  method: "GET" | "POST";
  /** As specified; served at this path and below `/api`. */
  path: string;
  /** Ids whose name in the path is another. */
  idsInPath?: Readonly<Record<string, string>>;
  /** The key; without it a server key for an act with a scope, else none. */
  key?: "project" | "sdk";
  status?: 201;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: true;
  data: Data;
  /** A list's `pagination`. */
  pagination?: Page;
  /** The answer has an `ETag`, and `If-None-Match` is answered. */
  conditional?: true;
  /** Returns server-sent events instead of JSON; `data` is the content of one. */
  streams?: true;
  /** A POST that changes nothing: it must not use up the limit of those that pay. */
  limitedApart?: true;
  /** Each client address has one more limit for all checkouts: it asks a node of every network. */
  searches?: true;
  /** Pages without JavaScript may post it as a form; the answer is a redirect to the page. */
  form?: {
    /** Fields that are numbers in JSON. */
    numbers: readonly string[];
    /** @param data of a success; null after a refusal */
    page: (
      params: Readonly<Record<string, string>>,
      data: Readonly<Record<string, unknown>> | null,
    ) => string;
    /** The page has several forms: the redirect names the refused field, too. */
    namesField?: true;
  };
  /** Also takes x402 payments in headers, and answers 402 with an offer and 202 for a pending one. */
  x402?: true;
};

type HttpDoor<
  Parts,
  By,
  Result,
  Raw,
  Name extends string,
  Data extends z.ZodType,
  Page extends z.ZodType,
> = HttpFacts<Name, Data, Page> &
  (
    | { show: (result: Result, parts: Parts) => Answer<Data, Page> }
    /** Looks up what the answer needs before the act, in whose transaction the answer is kept. */
    | { showFor: (parts: Parts, by: By) => Promise<(result: Raw) => Answer<Data, Page>> }
  );

/** How an act is an action of the dashboard: of a member in a project, or of a person on their own account. */
type DashboardDoor<Parts, By, Result, G, Name extends string, In extends z.ZodType, Out extends z.ZodType> = {
  /** Its name in the address. */
  name: Name;
  /** What the form sends beside the ids, where it has to say more than the API's clients. */
  input?: In;
  /** The browser's answer; nothing else leaves the server. */
  output: Out;
} & ([z.output<Out>] extends [z.output<Nothing>]
  ? { show?: (result: Result, parts: Parts, by: By, given: G) => z.output<Out> | Promise<z.output<Out>> }
  : { show: (result: Result, parts: Parts, by: By, given: G) => z.output<Out> | Promise<z.output<Out>> });

/** A field of any of several inputs. */
type FieldOf<G> = G extends unknown ? keyof G : never;

/** What a person typed after a command. */
export type Typed = {
  /** Empty for a command without one. */
  word: string;
  project: string | null;
  /** Other options with a value. */
  options: Readonly<Record<string, string | undefined>>;
  /** Options without a value. */
  flags: ReadonlySet<string>;
};

/** How an act is a command of the operator. */
type CommandFacts<Name extends string> = {
  name: Name;
  /** What it does, for people. */
  says: string;
  /** The word after the command, for the first id. */
  word?: string;
  /** It changes nothing, so the service needs no wake-up. */
  reads?: true;
  /** It needs no `--project`: what the word names is found in every project. `or in one`: it may be limited to one. */
  anywhere?: true | "or in one";
  /** Also in a deleted project, whose money and records stay, and which has no other door. */
  ofDeleted?: true;
  /** It acts as the service's refund wallet, whose keystore takes a second and its password to open. */
  asRefundWallet?: true;
  /**
   * What `options` cannot say, because no field of the input has an option to itself: the usage, and the fields that
   * it means. The input checks them.
   */
  typed?: { usage?: string; read: (typed: Typed) => object | Promise<object> };
};

type CommandDoor<Parts, Result, G, Name extends string> = CommandFacts<Name> & {
  /** The option of each input field, as people type it: `"--amount UNITS"`, or `"(--color #RRGGBB | --none)"` where none is null. */
  options?: { readonly [Field in FieldOf<G>]?: string };
  /** Its output, line by line. */
  show: (result: Result, parts: Parts, given: G) => readonly string[];
};

/** An operator who acts in every project is in none: an act that reads its project can't work `anywhere`. */
type Where<By> = By extends { actor: { projectId: infer Id } }
  ? null extends Id
    ? unknown
    : { anywhere?: undefined }
  : unknown;

/** Who may do it, and how it is refused. */
type Rights<Permission extends string> = {
  /** The permission of a member. */
  permission?: Permission;
  /** The least scope of a server key (docs/decisions/008-keys-of-a-project.md). */
  scope?: "read" | "create" | "all";
  /**
   * Whether a person needs a proof of identity within the last minutes. Each action of the dashboard decides: an old
   * session must not change prices, keys or receivers. On their own account: or only with a second factor.
   */
  fresh?: boolean | "second_factor";
  /** Takes an `Idempotency-Key`, and runs once per key. */
  idempotent?: boolean;
  /** Beside those of the key, the body and the idempotency key. */
  errors?: readonly ErrorCode[];
};

// biome-ignore lint/suspicious/noExplicitAny: each door compares what it gives with what the act takes.
type Untyped = (...given: any[]) => any;

type DashboardFacts = { name: string; input?: z.ZodType; output: z.ZodType; show?: Untyped };

/** What a door knows of an act without its types. */
export type Act = Rights<string> & {
  ids?: Ids;
  input?: z.ZodType;
  run: Untyped;
  http?: HttpFacts<string, z.ZodType, z.ZodType> & { show?: Untyped; showFor?: Untyped };
  dashboard?: DashboardFacts;
  account?: DashboardFacts;
  command?: CommandFacts<string> & { options?: Readonly<Record<string, string | undefined>>; show: Untyped };
};

/**
 * One act: who may do it and what goes in, the use case, and how each door names it and shows what came of it. The
 * answers are compared with their schemas here.
 */
export function act<
  Parts,
  By,
  Result,
  const Permission extends string = never,
  const In extends z.ZodType = Nothing,
  const I extends Ids = None,
  Data extends z.ZodType = never,
  Page extends z.ZodType = never,
  const OperationId extends string = never,
  const Name extends string = never,
  FormIn extends z.ZodType<z.output<In> & object> = never,
  FormOut extends z.ZodType = never,
  const CommandName extends string = never,
  HttpParts = unknown,
  HttpBy = unknown,
  FormParts = unknown,
  CommandParts = unknown,
  const AccountName extends string = never,
>(
  rights: Rights<Permission> & { ids?: I; input?: In },
  run: (parts: Parts, by: By, given: Given<In, FormIn, I>, keep: Keep<Result>) => Promise<Result>,
  doors: {
    http?: HttpDoor<HttpParts, HttpBy, NoInfer<Result>, Result, OperationId, Data, Page>;
    dashboard?: DashboardDoor<
      FormParts,
      NoInfer<By>,
      NoInfer<Result>,
      Given<In, FormIn, I>,
      Name,
      FormIn,
      FormOut
    >;
    account?: DashboardDoor<
      FormParts,
      NoInfer<By>,
      NoInfer<Result>,
      Given<In, FormIn, I>,
      AccountName,
      FormIn,
      FormOut
    >;
    command?: CommandDoor<CommandParts, NoInfer<Result>, Given<In, FormIn, I>, CommandName> &
      Where<NoInfer<By>>;
  },
) {
  type Door<Names, Key extends keyof typeof doors> = [Names] extends [never]
    ? None
    : { [K in Key]: NonNullable<(typeof doors)[K]> };
  return { ...rights, run, ...doors } as Rights<Permission> & { ids?: I; input?: In; run: typeof run } & Door<
      OperationId,
      "http"
    > &
    Door<Name, "dashboard"> &
    Door<AccountName, "account"> &
    Door<CommandName, "command">;
}

/** An act whose answer no schema describes whole: a stream of its data, or what x402 prescribes. */
export function actOfOwnForm<
  Parts,
  By,
  Result,
  const OperationId extends string,
  Data extends z.ZodType,
  const I extends Ids = None,
>(
  rights: Rights<never> & { ids?: I },
  run: (parts: Parts, by: By, given: { readonly [Name in keyof I]: string }) => Promise<Result>,
  http: HttpFacts<OperationId, Data, never> & ({ streams: true } | { x402: true }),
) {
  return { ...rights, run, http };
}
