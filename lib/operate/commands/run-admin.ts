import { accountActs } from "@/lib/accounts/account.acts";
import { secondFactorActs } from "@/lib/accounts/second-factor/second-factor.acts";
import { checkoutActs } from "@/lib/checkouts/checkouts.acts";
import { linkActs } from "@/lib/checkouts/links/links.acts";
import { paymentActs } from "@/lib/payments/payments.acts";
import type { Typed } from "@/lib/platform/acts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { alignColumns, escapeText } from "@/lib/platform/values/text.rules";
import { keyActs, originActs } from "@/lib/projects/keys/keys.acts";
import { looksActs } from "@/lib/projects/looks/looks.acts";
import { projectActs } from "@/lib/projects/projects.acts";
import { settingsActs } from "@/lib/projects/settings/settings.acts";
import { walletChangeActs } from "@/lib/projects/settings/wallet-change.acts";
import { refundSigningActs } from "@/lib/refunds/links/refund-signing.acts";
import { refundActs } from "@/lib/refunds/refunds.acts";
import type { OperatorSettings } from "@/lib/settings/operator-settings";
import { settlementActs } from "@/lib/settlement/settlements.acts";
import { strayActs } from "@/lib/strays/strays.acts";
import { deliveryActs } from "@/lib/webhooks/deliveries.acts";
import { endpointActs } from "@/lib/webhooks/endpoints/endpoints.acts";
import { type AdminCommand, commandsOf } from "./act-commands";
import { openAdmin } from "./admin-parts";
import { argumentFault, missingFrom, parseOnce, readUsage } from "./program";

/** Every command, by name. */
export const commands: Readonly<Record<string, AdminCommand>> = {
  ...commandsOf(accountActs),
  ...commandsOf(secondFactorActs),
  ...commandsOf(settingsActs),
  ...commandsOf(walletChangeActs),
  ...commandsOf(looksActs),
  ...commandsOf(projectActs),
  ...commandsOf(keyActs),
  ...commandsOf(originActs),
  ...commandsOf(checkoutActs),
  ...commandsOf(linkActs),
  ...commandsOf(refundActs),
  ...commandsOf(refundSigningActs),
  ...commandsOf(paymentActs),
  ...commandsOf(settlementActs),
  ...commandsOf(strayActs),
  ...commandsOf(endpointActs),
  ...commandsOf(deliveryActs),
};

const program = "npm run admin --";

/** All commands in two columns, or the usage of one. */
function usageOf(verb?: string): string[] {
  const command = verb === undefined ? undefined : commands[verb];
  if (verb !== undefined && command !== undefined)
    return [`Usage: ${`${program} ${verb} ${command.usage}`.trim()}`, `  ${command.says}`];
  const verbs = Object.entries(commands).map(([name, { says }]) => [`  ${name}`, says]);
  return [
    `Usage: ${program} <command> …, or <command> --help for its options`,
    ...alignColumns(verbs),
    "To find ids, run: projects list, checkouts list, list-refunds, links list, keys list, webhooks list, webhooks log",
  ];
}

/**
 * Runs a command. Settings are read only when there is something to do.
 *
 * @returns the output, in which text of strangers can neither add a line nor control the terminal, and exit code 0; 1 when the action was refused, 2 when it could not be tried
 * @throws SettingsError
 */
export async function runAdmin(
  args: string[],
  settings: () => Promise<OperatorSettings>,
): Promise<{ exitCode: 0 | 1 | 2; lines: readonly string[] }> {
  const [first = "--help", second = ""] = args;
  const verb = [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name));
  const command = verb === undefined ? undefined : commands[verb];
  if (verb === undefined || command === undefined)
    return first === "--help"
      ? { exitCode: args.length === 0 ? 2 : 0, lines: usageOf() }
      : { exitCode: 2, lines: unknownVerb(first, second) };

  const read = readTyped(command, args.slice(verb.split(" ").length));
  if (read.kind === "help") return { exitCode: 0, lines: usageOf(verb) };
  if (read.kind === "fault") return { exitCode: 2, lines: [`${verb}: ${read.sentence}`, ...usageOf(verb)] };

  const { deps, close } = openAdmin(await settings());
  try {
    const lines = await command.run(deps, read.typed);
    // The action is done; without this wake-up the service finds it within a minute.
    if (!command.reads) await deps.announceAct().catch(() => undefined);
    return { exitCode: 0, lines: lines.map(escapeText) };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return { exitCode: 1, lines: error.message.split("\n").map(escapeText) };
  } finally {
    await close();
  }
}

/** Suggests commands that share a word. */
function unknownVerb(first: string, second: string): string[] {
  const typed = second === "" || second.startsWith("-") ? first : `${first} ${second}`;
  const near = Object.keys(commands).filter((name) => name.split(/[ -]/).some((word) => word === first));
  if (near.length === 0)
    return [`Unknown command "${typed}".`, `To see all commands, run ${program} --help.`];
  return [`Unknown command "${typed}".`, ...near.flatMap(usageOf)];
}

type Read = { kind: "help" } | { kind: "fault"; sentence: string } | { kind: "typed"; typed: Typed };

function readTyped(command: AdminCommand, args: string[]): Read {
  const usage = readUsage(command.usage);
  const options = Object.fromEntries([...usage.options].map(([name, type]) => [name, { type }]));
  try {
    const parsed = parseOnce({
      args,
      allowPositionals: true,
      options: { ...options, help: { type: "boolean" } },
    });
    const values = Object.entries<unknown>(parsed.values);
    if (parsed.values.help === true) return { kind: "help" };
    const sentence = missingFrom(usage, {
      words: parsed.positionals,
      options: new Set(values.map(([name]) => name)),
    });
    if (sentence !== null) return { kind: "fault", sentence };
    const texts = values.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    const { project = null, ...rest } = Object.fromEntries(texts);
    const flags = new Set(values.flatMap(([name, value]) => (value === true ? [name] : [])));
    return {
      kind: "typed",
      typed: { word: parsed.positionals[0] ?? "", project, options: rest, flags },
    };
  } catch (error) {
    return { kind: "fault", sentence: argumentFault(error) };
  }
}
