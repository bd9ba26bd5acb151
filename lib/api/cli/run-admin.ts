import { parseArgs } from "node:util";
import { z } from "zod";
import { issueSetupToken, setupTokenHours } from "@/lib/accounts/first-account";
import { issueResetLink, resetLinkMinutes } from "@/lib/accounts/password/reset-password";
import { removeLostFactor } from "@/lib/accounts/second-factor/second-factor";
import type { OperatorSettings } from "@/lib/api/settings/operator-settings";
import { cancelCheckout } from "@/lib/checkouts/cancel-checkout";
import { createLinkInput } from "@/lib/checkouts/links/payment-link.schema";
import { createLink, disableLink, listLinks } from "@/lib/checkouts/links/payment-links";
import { address, text } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { OperatorAccess } from "@/lib/projects/project-access";
import { foundProjectFor } from "@/lib/projects/project-lifecycle";
import { projectName } from "@/lib/projects/projects.schema";
import { dismissExcess } from "@/lib/refunds/refund-excess";
import { type AdminDeps, openAdmin } from "./admin-deps";
import {
  type AdminArguments,
  type AdminCommand,
  operatorIn,
  optionTypes,
  parseOptions,
  printable,
} from "./command";
import { keyCommands } from "./key-commands";
import { projectCommands } from "./project-commands";
import { refundCommands } from "./refund-commands";
import { settingCommands } from "./setting-commands";
import { settlementCommands } from "./settlement-commands";
import { strayCommands } from "./stray-commands";
import { webhookCommands } from "./webhook-commands";

/** Access to the dashboard, for people who lost theirs. */
const accountCommands = {
  "setup-token": {
    usage: "                                  a token that makes the first account",
    needs: {},
    reads: true,
    run: async (deps) => {
      const token = await issueSetupToken(deps);
      if (token === null)
        throw new CheckoutError("CONFLICT", "There is an account already. Others come by invitation.");
      return [
        `Setup token: ${token}`,
        `It works once, for ${setupTokenHours} hours, at ${deps.dashboardUrl()}/dashboard/setup. Those before do not any more.`,
      ];
    },
  },
  "reset-link": {
    usage: "EMAIL                             a link by which this person sets a new password",
    needs: { id: true },
    reads: true,
    run: async (deps, { id }) => [
      await issueResetLink(deps, id, deps.dashboardUrl()),
      `It works once, for ${resetLinkMinutes} minutes. Give it to nobody but its owner.`,
    ],
  },
  "second-factor-off": {
    usage: "EMAIL                             lets a person in without their lost second factor",
    needs: { id: true },
    reads: true,
    run: async (deps, { id }) => {
      await removeLostFactor(deps, id);
      return [`${id} signs in without a second factor now, and can set up another.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** Checkouts and payment links. */
const checkoutCommands = {
  "cancel-checkout": {
    usage: "CHECKOUT --project ID   while it is PENDING",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      const by = operatorIn(given);
      const { checkout } = await cancelCheckout(deps, by.projectId, given.id, null, by);
      return [`${given.id}: ${checkout.status}.`];
    },
  },
  "dismiss-excess": {
    usage: "CHECKOUT --project ID   leaves an overpayment that the customer requested back as it is",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      await dismissExcess(deps, await open(deps, given), given.id);
      return [`${given.id}: the request no longer needs attention.`];
    },
  },
  "links list": {
    usage: "--project ID   the newest 50 payment links",
    needs: { project: true },
    reads: true,
    run: async (deps, given) => {
      const { items } = await listLinks(deps, await open(deps, given), { kind: "first" });
      if (items.length === 0) return ["The project has no payment link."];
      return items.map(({ id, slug, itemName, checkoutCount, disabledAt }) => {
        const state = disabledAt === null ? "open" : `disabled ${disabledAt.toISOString()}`;
        return `${id}  /l/${slug}  ${printable(itemName)}  ${checkoutCount} checkouts  ${state}`;
      });
    },
  },
  "links create": {
    usage:
      "--project ID --item NAME (--price 4.50 --currency USD | --amount UNITS) [--description TEXT] [--slug SLUG] [--success-url URL]",
    needs: { project: true },
    takes: ["item", "price", "currency", "amount", "description", "slug", "success-url"],
    run: async (deps, given) => {
      const { item, price, currency, amount, description, slug, ...rest } = given.options;
      const input = parseOptions(createLinkInput, {
        itemName: item,
        itemDescription: description,
        fiatAmount: price,
        fiatCurrency: currency,
        amount,
        slug,
        successUrl: rest["success-url"],
      });
      const link = await createLink(deps, await open(deps, given), input);
      return [link.id, `${deps.checkoutPageUrl()}/l/${link.slug}`];
    },
  },
  "links disable": {
    usage: "LINK --project ID   closes it; checkouts that it created go on",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      await disableLink(deps, await open(deps, given), given.id);
      return [`${given.id}: disabled.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function open(deps: AdminDeps, { project }: AdminArguments): Promise<OperatorAccess> {
  return OperatorAccess.open(deps, project ?? "");
}

const newProject = z.object({ owner: text(254), name: projectName, wallet: address });

/** Setting up a shop, before its first checkout. */
const setupCommands = {
  "projects create": {
    usage: "--owner EMAIL --name NAME --wallet ADDRESS   a project that accepts every token in CHAINS",
    needs: {},
    takes: ["owner", "name", "wallet"],
    run: async (deps, { options }) => {
      const { owner, name, wallet } = parseOptions(newProject, options);
      const { projectId } = await foundProjectFor(deps, owner, { name, settlementWallet: wallet });
      return [projectId, `${owner} owns it. Payments settle to ${options.wallet}.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** Every command, by name. */
export const commands: Readonly<Record<string, AdminCommand>> = {
  ...accountCommands,
  ...setupCommands,
  ...projectCommands,
  ...settingCommands,
  ...keyCommands,
  ...checkoutCommands,
  ...refundCommands,
  ...settlementCommands,
  ...strayCommands,
  ...webhookCommands,
};

const usage = `Usage: npm run admin -- <verb>
${Object.entries(commands)
  .map(([verb, command]) => `  ${`${verb} ${command.usage}`.trim()}`)
  .join("\n")}`;

/**
 * Runs a command. Settings are read only when there is something to do.
 *
 * @returns the output, and exit code 0; 1 when the action was refused, 2 when it could not be tried
 * @throws SettingsError
 */
export async function runAdmin(
  args: string[],
  settings: () => Promise<OperatorSettings>,
): Promise<{ exitCode: 0 | 1 | 2; lines: readonly string[] }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...optionTypes, help: { type: "boolean" } },
  });
  const { help, project = null, checkout = null, ...options } = values;
  const { command, rest } = findCommand(positionals);
  const [id = "", ...more] = rest;
  const given: AdminArguments = { id, project, checkout, options };
  if (command === undefined || help || more.length > 0 || !isComplete(command, given))
    return { exitCode: help ? 0 : 2, lines: [usage] };

  const { deps, close } = openAdmin(await settings());
  try {
    const lines = await command.run(deps, given);
    // The change is done, whether the service is notified now or finds it within a minute.
    if (!command.reads) await deps.announceAct().catch(() => undefined);
    return { exitCode: 0, lines };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return { exitCode: 1, lines: [error.message] };
  } finally {
    await close();
  }
}

/** A command has one word or two. */
function findCommand(words: readonly string[]): {
  command: AdminCommand | undefined;
  rest: readonly string[];
} {
  const length = Object.hasOwn(commands, words.slice(0, 2).join(" ")) ? 2 : 1;
  const verb = words.slice(0, length).join(" ");
  return { command: Object.hasOwn(commands, verb) ? commands[verb] : undefined, rest: words.slice(length) };
}

function isComplete({ needs, takes = [] }: AdminCommand, { id, project, options }: AdminArguments): boolean {
  const known: readonly string[] = takes;
  return (
    (needs.id === true) === (id !== "") &&
    (needs.project !== true || project !== null) &&
    Object.keys(options).every((name) => known.includes(name))
  );
}
