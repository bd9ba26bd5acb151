import type { AdminDeps } from "./admin-deps";

/** What a verb is given beside the dependencies. */
export type AdminArguments = { id: string; project: string | null; checkout: string | null };

export type AdminCommand = {
  /** As the usage shows it. */
  usage: string;
  needs: { id?: true; project?: true };
  /** It changes nothing: the service need not be told. */
  reads?: true;
  /** @returns what is printed. @throws CheckoutError when it is refused */
  run(deps: AdminDeps, given: AdminArguments): Promise<string[]>;
};
