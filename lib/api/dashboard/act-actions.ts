import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { Parts } from "@/lib/api/wiring/parts";
import type { Act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import type { ByMember } from "@/lib/projects/project-access";

type Defined = Readonly<Record<string, object>>;

/** The input with the ids beside its fields. */
type Joined<In, Ids> = [In] extends [z.ZodObject<infer Shape>]
  ? z.ZodObject<Shape & NonNullable<Ids>>
  : z.ZodObject<NonNullable<Ids> & z.core.$ZodShape>;

type Property<A, Key extends string> = A extends { [K in Key]?: infer Value } ? NonNullable<Value> : never;

type ActionOf<A> = {
  permission: Permission;
  fresh: boolean;
  input: Joined<
    [Property<Property<A, "dashboard">, "input">] extends [never]
      ? Property<A, "input">
      : Property<Property<A, "dashboard">, "input">,
    [Property<A, "ids">] extends [never] ? Record<never, never> : Property<A, "ids">
  >;
  output: Property<Property<A, "dashboard">, "output">;
};

/** The actions of a table of acts, by the name that the dashboard calls them. */
export type ActionsOf<Acts extends Defined> = {
  [Key in keyof Acts as Acts[Key] extends { dashboard: { name: infer Name extends string } }
    ? Name
    : never]: ActionOf<Acts[Key]>;
};

/** An act whose parts the dashboard can give. */
type DashboardAct = Act & {
  run: (parts: Parts, by: ByMember, given: never, keep: null) => Promise<unknown>;
  dashboard?: { show?: (result: never, parts: Parts, by: ByMember, given: never) => unknown };
};

/** An action with what runs it. */
export type ActAction = ProjectAction & {
  act: DashboardAct;
};

/** @throws Error for an action that says no permission or not whether it needs a fresh proof */
export function actionsOf<
  Acts extends Readonly<Record<string, (Act & { dashboard?: undefined }) | DashboardAct>>,
>(acts: Acts): ActionsOf<Acts> {
  const rows = Object.values(acts).flatMap((act: Act) => {
    const { permission, fresh, ids, input = nothing, dashboard } = act;
    if (dashboard === undefined) return [];
    if (permission === undefined || fresh === undefined)
      throw new Error(`${dashboard.name} does not say who may do it, or whether freshly proven`);
    const form = dashboard.input ?? input;
    const joined = form instanceof z.ZodObject && ids !== undefined ? form.safeExtend(ids) : form;
    return [[dashboard.name, { permission, fresh, input: joined, output: dashboard.output, act }] as const];
  });
  return Object.fromEntries(rows) as unknown as ActionsOf<Acts>;
}
