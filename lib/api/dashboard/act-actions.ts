import { z } from "zod";
import type { AccountAction, ProjectAction } from "@/lib/accounts/account.schema";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import type { Parts } from "@/lib/api/wiring/parts";
import type { Act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import type { ByMember } from "@/lib/projects/project-access";

type Defined = Readonly<Record<string, object>>;

/** The input with the ids beside its fields. */
type Joined<In, Ids> = [In] extends [z.ZodObject<infer Shape>]
  ? z.ZodObject<Shape & NonNullable<Ids>>
  : [keyof Ids] extends [never]
    ? In
    : z.ZodObject<NonNullable<Ids> & z.core.$ZodShape>;

type Property<A, Key extends string> = A extends { [K in Key]?: infer Value } ? NonNullable<Value> : never;

/** What browsers send, and what they are answered. */
type FieldsOf<A, Door> = {
  input: Joined<
    [Property<Door, "input">] extends [never] ? Property<A, "input"> : Property<Door, "input">,
    [Property<A, "ids">] extends [never] ? Record<never, never> : Property<A, "ids">
  >;
  output: Property<Door, "output">;
};

/** The actions of a table of acts, by the name that the dashboard calls them. */
type ActionsOf<Acts extends Defined, Door extends "dashboard" | "account", Rights> = {
  [Key in keyof Acts as Acts[Key] extends { [K in Door]: { name: infer Name extends string } }
    ? Name
    : never]: Rights & FieldsOf<Acts[Key], Property<Acts[Key], Door>>;
};

/** An act whose parts and whose kind of person this door can give. */
type DoneBy<By, Door extends "dashboard" | "account"> = Act & {
  run: (parts: Parts, by: By, given: never, keep: null) => Promise<unknown>;
} & { [K in Door]?: { show?: (result: never, parts: Parts, by: By, given: never) => unknown } };

/** What runs an action. @returns what its browser may see */
type Run<By> = (parts: Parts, by: By, given: unknown) => Promise<unknown>;

/** An action with what runs it. */
export type ProjectActAction = ProjectAction & { run: Run<ByMember> };
export type AccountActAction = AccountAction & { run: Run<ByPerson> };

/**
 * Actions of members in a project.
 * @throws Error for an action that says no permission or not whether it needs a fresh proof
 */
export function actionsOf<
  Acts extends Readonly<Record<string, (Act & { dashboard?: undefined }) | DoneBy<ByMember, "dashboard">>>,
>(acts: Acts): ActionsOf<Acts, "dashboard", Pick<ProjectActAction, "permission" | "fresh" | "run">> {
  const rows = Object.values(acts).flatMap((act: Act) => {
    const { permission, fresh, dashboard } = act;
    if (dashboard === undefined) return [];
    if (permission === undefined || typeof fresh !== "boolean")
      throw new Error(`${dashboard.name} does not say who may do it, or whether freshly proven`);
    return [[dashboard.name, { permission, fresh, ...doorOf(act, dashboard) }] as const];
  });
  return Object.fromEntries(rows) as never;
}

/**
 * Actions of people on their own accounts.
 * @throws Error for an action that does not say whether it needs a fresh proof
 */
export function accountActionsOf<
  Acts extends Readonly<Record<string, (Act & { account?: undefined }) | DoneBy<ByPerson, "account">>>,
>(acts: Acts): ActionsOf<Acts, "account", Pick<AccountActAction, "fresh" | "run">> {
  const rows = Object.values(acts).flatMap((act: Act) => {
    const { fresh, account } = act;
    if (account === undefined) return [];
    if (fresh === undefined) throw new Error(`${account.name} does not say whether it is freshly proven`);
    return [[account.name, { fresh, ...doorOf(act, account) }] as const];
  });
  return Object.fromEntries(rows) as never;
}

function doorOf<By>({ ids, input = nothing, run }: Act, door: NonNullable<Act["dashboard"]>) {
  const form = door.input ?? input;
  const runs: Run<By> = async (parts, by, given) => {
    const result: unknown = await run(parts, by, given, null);
    return door.show === undefined ? result : door.show(result, parts, by, given);
  };
  return {
    input: form instanceof z.ZodObject && ids !== undefined ? form.safeExtend(ids) : form,
    output: door.output,
    run: runs,
  };
}
