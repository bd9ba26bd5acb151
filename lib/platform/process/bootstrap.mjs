#!/usr/bin/env node
/**
 * The first program of every npm script. It needs nothing but Node: it checks Node's version, installs what is
 * missing, generates what a machine writes, and then runs the command it was asked for in a process of its own.
 *
 *   node lib/platform/process/bootstrap.mjs demo | dev | start | build | generate | test | bench | drill | conformance | doctor | chains | books | reconcile | incidents | jobs:status | keystore | rotate-data-key |
 *     rotate-wallet-key | packages | mcp | backup | restore | admin [flags]
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { npmProgram } from "./npm-program.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const oldestNode = [20, 19];

/** What each command runs: a TypeScript program. Those without `help` here answer --help themselves. */
const commands = {
  demo: {
    program: ["lib/demo/demo.ts", "demo"],
    nodeEnv: "production",
    help: `Usage: npm run demo [-- --json]
  A shop, a payment page and a dashboard with play money on this machine: http://localhost:3000
  --json  prints addresses, keys and the login as JSON
  PORT, DATABASE_URL, DEMO_FIXED_RATES, DEMO_WEBHOOK_URL and INNGEST_* are read from the environment.`,
  },
  dev: {
    program: ["lib/demo/demo.ts", "dev"],
    nodeEnv: "development",
    help: "Usage: npm run dev [-- --json]\n  Like npm run demo, and pages reload when their source changes.",
  },
  start: {
    program: ["lib/operate/programs/production.ts"],
    nodeEnv: "production",
    help: `Usage: npm start
  Serves with production settings. Settings come from the environment. The error at startup lists all missing ones.
  npm run doctor checks the settings, and everything that they connect to.`,
  },
  build: {
    program: ["lib/platform/process/build-application.ts"],
    nodeEnv: "production",
    help: "Usage: npm run build\n  Builds for production, unless the existing build is from the same sources.",
  },
  generate: {
    program: ["lib/platform/process/generate.mjs"],
    help: "Usage: npm run generate\n  Makes what a machine writes: the database client, the types of texts and of the API, the copyable client,\n  and with the development packages the contracts that only tests use.",
  },
  test: {
    program: ["lib/testing/run.ts"],
    help: "Usage: npm test [-- --quick | --full]\n  Runs all tests; --quick runs those for each commit, --full also runs the long ones.",
  },
  bench: {
    program: ["lib/bench/main.ts"],
    help: `Usage: npm run bench [-- --rounds 5] [--seconds 4] [--minutes 60] [--only ROW]
  Measures the service against what this machine can do. lib/bench/options.ts names the rows.`,
  },
  drill: {
    program: ["lib/testing/drill/main.ts"],
    nodeEnv: "production",
    help: `Usage: npm run drill [-- --only WORDS] [-- --keep]
  Breaks one thing after another under a service of its own, and shows what an operator sees of it and how it recovers.`,
  },
  conformance: { program: ["lib/testing/conformance/main.ts"] },
  packages: {
    program: ["packages/build.mjs"],
    folder: "packages",
    isOfService: true,
    help: `Usage: npm run packages [-- --check [--demo]] [-- --serve] [-- --repository https://…]
  Builds the packages for merchants into packages/dist, as tarballs for npm install.
  --check       also checks their manifests, types and sizes, and uses them in fresh projects from npm
  --demo        lets these send requests to the demo that runs on this machine
  --serve       runs a registry on this machine that has them, until Ctrl-C
  --repository  the public address of this repository, which their manifests name`,
  },
  mcp: {
    program: ["integrations/mcp/start.mjs"],
    folder: "integrations/mcp",
    readsInput: true,
    ownsOutput: true,
    help: `Usage: npm run --silent mcp [-- --allow-writes] [-- --http [--port 8765]]
  A Model Context Protocol server for one project, on standard input and output, or over HTTP on this machine.
  --allow-writes  also offers the tools that create checkouts and request refunds
  --http          serves http://127.0.0.1:8765/mcp instead
  CHECKOUT_URL, CHECKOUT_SERVER_KEY and CHECKOUT_MCP_TOKEN are read from the environment.`,
  },
  doctor: { program: ["lib/operate/programs/doctor.ts"] },
  chains: { program: ["lib/operate/programs/chains.ts"] },
  books: { program: ["lib/operate/programs/books.ts"] },
  reconcile: { program: ["lib/operate/programs/reconcile.ts"] },
  incidents: { program: ["lib/operate/programs/incidents.ts"] },
  "jobs:status": { program: ["lib/operate/programs/jobs.ts"] },
  keystore: { program: ["lib/operate/programs/keystore.ts"], readsInput: true },
  "rotate-data-key": { program: ["lib/operate/programs/rotate-data-key.ts"] },
  "rotate-wallet-key": { program: ["lib/operate/programs/rotate-wallet-key.ts"], readsInput: true },
  backup: { program: ["lib/operate/programs/backup.ts"] },
  restore: { program: ["lib/operate/programs/restore.ts"] },
  admin: { program: ["lib/operate/programs/admin.ts"] },
};

/** No part may report home, look for updates or download an engine. */
const quietEnvironment = {
  NEXT_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  CHECKPOINT_DISABLE: "1",
  // Without a path Prisma's own install step tries to download an engine, which is never run here.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  // `next start --experimental-next-config-strip-types`: a Node that reads TypeScript loads next.config.ts without Next's compiler.
  __NEXT_NODE_NATIVE_TS_LOADER_ENABLED: "true",
};

/** A second signal this long after the first is someone pressing Ctrl-C again: the program is killed. */
const secondSignalAfterMs = 1_000;

let running;
let signalledAt;

function forwardSignal(signal) {
  const now = Date.now();
  // One Ctrl-C arrives more than once: from the terminal and again from npm.
  if (signalledAt !== undefined && now - signalledAt < secondSignalAfterMs) return;
  const isFirst = signalledAt === undefined;
  signalledAt = now;
  if (running === undefined) process.exit(128 + os.constants.signals[signal]);
  // On Windows the console tells the program itself, and `kill` would end it without that.
  if (!isFirst) killGroup(running);
  else if (process.platform !== "win32") running.kill(signal);
}

/**
 * npm ends with SIGTERM and so does its shell, which doesn't pass the signal on: this program would be left behind.
 * Their end therefore stops it. Only under npm: someone who starts it directly may close the terminal.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  setInterval(() => {
    if (signalledAt === undefined && (process.ppid !== shell || parentOf(shell) !== npm))
      forwardSignal("SIGTERM");
  }, 500).unref();
}

/** The parent of another process, or undefined where the system has no /proc (a lone shell there becomes its command). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): the command name is in brackets and may contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch {
    return undefined;
  }
}

function killGroup(child) {
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // No one left in it.
  }
}

/**
 * Runs Node with `args` in a process group of its own, so that Ctrl-C reaches only us and is passed on once,
 * and so that nothing of the group outlives the program.
 *
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
function runNode(args, env, { cwd = root, withPipe = false, readsInput = false, output = "inherit" } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, ...(withPipe && { PARENT_PIPE_FD: "3" }) },
    stdio: [readsInput ? "inherit" : "ignore", output, "inherit", ...(withPipe ? ["pipe"] : [])],
    detached: process.platform !== "win32",
  });
  running = child;
  // The pipe carries nothing: its end tells the program that we are gone.
  child.stdio[3]?.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      killGroup(child);
      running = undefined;
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}

function isOlder([major, minor], [wantedMajor, wantedMinor]) {
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8"));
  } catch (error) {
    // Installing again would not help.
    if (error.code === "EACCES")
      throw new Error(`The user ${userName()} can't open ${error.path}. Let this user read this folder.`);
    return undefined;
  }
}

/** A container's user often has a number only. */
function userName() {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid());
  }
}

/**
 * Whether a folder's node_modules holds what its lock file asks for. npm writes its own list of what it installed last of
 * all, so an interrupted installation has none.
 */
function isInstalled(folder, needsDevelopment) {
  const installed = readJson(`${folder}/node_modules/.package-lock.json`)?.packages;
  const locked = readJson(`${folder}/package-lock.json`)?.packages;
  if (installed === undefined || locked === undefined) return false;
  return Object.entries(locked).every(([where, wanted]) => {
    if (where === "") return true;
    const found = installed[where];
    if (found === undefined) {
      return wanted.optional || ((wanted.dev || wanted.devOptional) && !needsDevelopment);
    }
    return (
      found.version === wanted.version &&
      // A package that comes inside another one is locked without a hash of its own.
      (wanted.integrity === undefined || found.integrity === wanted.integrity)
    );
  });
}

async function install(folder, env, { needsDevelopment, ownsOutput = false }) {
  // A protocol owns its output: other words would break it.
  const say = ownsOutput ? console.error : console.log;
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  say("Installing the packages that package-lock.json names. The first time takes a minute or two.");
  const progress = setInterval(() => say(`  still installing, ${seconds()} s`), 15_000);
  try {
    const npm = npmProgram();
    // A first look needs half of the packages; who has them all already keeps them.
    const isFirst = readJson(`${folder}/node_modules/.package-lock.json`) === undefined;
    const include = needsDevelopment ? ["--include=dev"] : isFirst ? ["--omit=dev"] : [];
    // Not `npm ci`: it removes node_modules first, and a small change would install everything again. This
    // installs what the lock file names, checks it the same way, and leaves the lock file as it is.
    const exitCode = await runNode(
      [npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", ...include],
      env,
      {
        cwd: path.join(root, folder),
        // 2 is standard error.
        ...(ownsOutput && { output: 2 }),
      },
    );
    if (signalledAt !== undefined) process.exit(exitCode || 1);
    if (exitCode !== 0) {
      throw new Error(
        `npm install ended with ${exitCode}; see its output above. Check that the npm registry can be reached and that this folder can be written to, then start again.`,
      );
    }
  } finally {
    clearInterval(progress);
  }
  say(`Installed in ${seconds()} s.`);
}

async function main([name, ...flags]) {
  const version = process.versions.node.split(".").map(Number);
  if (isOlder(version, oldestNode)) {
    throw new Error(
      `This needs Node ${oldestNode.join(".")} or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and start again.`,
    );
  }
  const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(
      `Usage: node lib/platform/process/bootstrap.mjs ${Object.keys(commands).join(" | ")} [flags]`,
    );
  }
  if (command.help !== undefined && flags.some((flag) => flag === "--help" || flag === "-h")) {
    console.log(command.help);
    return 0;
  }
  const env = { ...quietEnvironment, ...process.env };
  // A folder of its own has its own packages; the merchant's packages have types that the service's schemas make.
  const { folder = ".", isOfService = folder === "." } = command;
  const needsDevelopment = ["test", "bench", "drill", "conformance", "packages"].includes(name);
  for (const one of new Set(isOfService ? [".", folder] : [folder])) {
    const needs = needsDevelopment && !(one === "." && name === "packages");
    if (!isInstalled(one, needs))
      await install(one, env, { needsDevelopment: needs, ownsOutput: command.ownsOutput });
  }
  const { readsInput } = command;
  if (!isOfService) return runNode([...command.program, ...flags], env, { readsInput });
  const { generate } = await import("./generate.mjs");
  if (await generate())
    console.log("Generated the database client, the types of texts and the copyable client.");
  // Lint reads the tests' sources too; an installation without development packages has neither lint nor a compiler.
  const buildsTestContracts =
    ["test", "bench", "drill"].includes(name) || (name === "generate" && isInstalled(folder, true));
  if (buildsTestContracts) {
    const { buildTestContracts } = await import("../../contracts/run.mjs");
    if (await buildTestContracts()) console.log("Built the contracts that only tests use.");
  }
  if (name === "generate") return 0;

  const [file, ...args] = command.program;
  const isTypeScript = file.endsWith(".ts");
  const preload = isTypeScript
    ? ["--import", pathToFileURL(path.join(root, "lib/platform/process/typescript.mjs")).href]
    : [];
  // Set here and not taken from the shell: it must not change what is served.
  const commandEnv = command.nodeEnv === undefined ? env : { ...env, NODE_ENV: command.nodeEnv };
  return runNode([...preload, file, ...args, ...flags], commandEnv, { withPipe: isTypeScript, readsInput });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forwardSignal);
stopWithNpm();
// A pipe that was closed, as by `| head`, is no reason to end the program behind it.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
