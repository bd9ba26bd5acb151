/**
 * The steps of the Dockerfile without Docker, in a clean folder: its COPY and RUN lines as this machine's user, the
 * result started as another user who owns only `.next`, and each operator's command run once. Linux as root, for it
 * changes users, with the base image's Node:
 *
 *   node --import ./lib/platform/process/typescript.mjs lib/testing/image.ts [--keep FOLDER] [--built FOLDER]
 *
 * Ends with 0, or with 1 when a step failed or more is added to the base image than `goalBytes`.
 */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { deployLocalContracts } from "@/lib/demo/deploy-contracts";
import { startLocalChain } from "@/lib/demo/local-chain";
import { startEmbeddedPostgres, testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { until } from "./drill/world";
import { findLastingPort } from "./lasting-port";
import { operatorKey, refundKey } from "./network";

const root = fileURLToPath(new URL("../..", import.meta.url));
const goalBytes = 250 * 2 ** 20;
/** As in the base image: `node`, 1000. No account is needed for it. */
const user = { uid: 1_000, gid: 1_000 };
const startedWithinMs = 180_000;

/** The RUN lines of the first stage, with their continuations. */
function runLines(dockerfile: string): string[] {
  const [build = ""] = dockerfile.split(/^FROM .*$/m).slice(1);
  const lines = build.replaceAll(/\\\n/g, " ").split("\n");
  return lines.flatMap((line) => (line.startsWith("RUN ") ? [line.slice(4)] : []));
}

/** What `COPY . .` takes: the files that .dockerignore lists with "!", without those that it lists below them. */
function copySources(target: string): void {
  const lines = readFileSync(path.join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && line !== "*" && !line.startsWith("#"));
  const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const ignored = lines.filter((line) => !line.startsWith("!")).map((line) => `--exclude=${line}`);
  execFileSync("bash", ["-c", `tar -c "\${@:2}" | tar -x -C "$1"`, "copy", target, ...ignored, ...allowed], {
    cwd: root,
  });
}

function build(folder: string): void {
  const app = path.join(folder, "app");
  mkdirSync(app);
  copySources(app);
  const env = { NODE_ENV: "production", PATH: process.env.PATH ?? "", HOME: folder } as const;
  for (const line of runLines(readFileSync(path.join(root, "Dockerfile"), "utf8"))) {
    console.error(`RUN ${line}`);
    // The two places that the second stage copies from.
    const command = line.replaceAll("/built", path.join(folder, "built"));
    execFileSync("bash", ["-ec", command], { cwd: app, env, stdio: ["ignore", "inherit", "inherit"] });
  }
  execFileSync("mv", [path.join(folder, "built"), path.join(app, ".next")]);
  execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, path.join(app, ".next")]);
}

function bytesOf(folder: string): number {
  const [bytes] = execFileSync("du", ["--summarize", "--bytes", folder], { encoding: "utf8" }).split("\t");
  return Number(bytes);
}

type Ended = { code: number | null; text: string };

/** A command of the image, as its user and with the given settings alone. */
function start(app: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ["lib/platform/process/bootstrap.mjs", ...args], {
    cwd: app,
    env: { NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let text = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code: number | null) => resolve({ code, text })),
  );
  return { child, ended, said: () => text };
}

async function main(): Promise<number> {
  const [, nodeMajor = ""] =
    /^FROM node:(\d+)/m.exec(readFileSync(path.join(root, "Dockerfile"), "utf8")) ?? [];
  if (!process.versions.node.startsWith(`${nodeMajor}.`))
    throw new Error(`The image has Node ${nodeMajor}: run this with it, first in PATH.`);
  const { values } = parseArgs({ options: { keep: { type: "string" }, built: { type: "string" } } });
  const folder = values.built ?? values.keep ?? mkdtempSync("/var/tmp/checkout-image-");
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const app = path.join(folder, "app");
  const stops: (() => unknown)[] = [];
  if (values.keep === undefined && values.built === undefined)
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const failed: string[] = [];
  const check = (what: string, isRight: boolean, said = "") => {
    console.log(`${isRight ? "ok   " : "FAULT"}  ${what}`);
    if (isRight) return;
    failed.push(what);
    console.log(said.replaceAll(/^/gm, "       "));
  };
  try {
    if (values.built === undefined) build(folder);
    const added = bytesOf(app);
    check(
      `adds ${Math.round(added / 2 ** 20)} MB to its base, of at most ${goalBytes / 2 ** 20}`,
      added <= goalBytes,
    );
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, "outside", "postgres"),
      database: "checkout",
      mayLiveElsewhere: true,
      settings: testPostgresSettings,
    });
    stops.push(() => postgres.stop());
    const chain = await startLocalChain({
      chainId: 31337,
      mnemonic: "test test test test test test test test test test test junk",
      blockTimeSeconds: 1,
    });
    stops.push(() => chain.stop());
    const { tokens } = await deployLocalContracts({
      rpcUrl: chain.rpcUrl,
      chainId: 31337,
      deployerPrivateKey: operatorKey,
    });
    const port = await findLastingPort();
    const env = {
      APP_MODE: "test",
      HOST: "127.0.0.1",
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: postgres.databaseUrl,
      DATA_KEY: randomBytes(32).toString("base64"),
      OPERATOR_PRIVATE_KEY: operatorKey,
      REFUND_PRIVATE_KEY: refundKey,
      DEMO_FIXED_RATES: JSON.stringify({ USDC: { USD: "1" }, USDT: { USD: "1" } }),
      CHAINS: JSON.stringify([
        {
          chainId: 31337,
          rpcUrls: [chain.rpcUrl],
          tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
        },
      ]),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    };
    const service = start(app, env, "start");
    stops.push(() => service.child.kill("SIGTERM"));
    const ready = await until(startedWithinMs, async () => {
      if (service.child.exitCode !== null) return false;
      const answer = await fetch(`${env.BASE_URL}/readyz`);
      return answer.ok ? true : null;
    });
    check("is ready as a user who owns only .next", ready === true, service.said());
    for (const page of ["/", "/docs", "/docs/api", "/dashboard/sign-in", "/openapi.json", "/metrics"]) {
      const answer = await fetch(`${env.BASE_URL}${page}`).catch(() => null);
      check(`answers ${page}`, answer?.status === 200, `${answer?.status}`);
    }
    const backup = path.join("/tmp", `checkout-image-${port}.backup`);
    stops.push(() => rmSync(backup, { force: true }));
    const commands: [args: string[], code: number][] = [
      [["admin", "--help"], 0],
      [["admin", "projects", "list"], 0],
      [["doctor"], 0],
      [["chains"], 0],
      [["chains", "--verification-input"], 0],
      [["reconcile"], 0],
      [["books", "--help"], 0],
      [["incidents"], 0],
      [["jobs:status"], 0],
      [["keystore", "--help"], 0],
      [["backup", "--out", backup], 0],
      [["restore", "--help"], 0],
      [["rotate-data-key", "--help"], 0],
      [["rotate-wallet-key", "--help"], 0],
    ];
    for (const [args, code] of commands) {
      const { code: found, text } = await start(app, env, ...args).ended;
      check(`${args.join(" ")} ends with ${code}`, found === code, `${found}: ${text}`);
    }
    service.child.kill("SIGTERM");
    const { code, text } = await service.ended;
    check("stops by SIGTERM with 0", code === 0, text);
  } finally {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  }
  console.log(failed.length === 0 ? "Everything is right." : `${failed.length} faults.`);
  return failed.length === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
