import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { concatHex, type Hex, parseEther, zeroHash } from "viem";
import { deterministicDeployerAddress } from "@/lib/chain/contracts/deposit-address.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local";
import { localTokens } from "@/lib/demo/deploy-contracts";
import { startTestChain, type TestChain, testWallet } from "@/lib/testing/chain";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { makeDataRoot } from "../support/stack";

const root = fileURLToPath(new URL("../..", import.meta.url));
const origin = "https://pay.example.com";
const owner = { email: "ada@shop.example", name: "Ada", password: "five quiet brown mugs" };
const wallet = `0x${"5a".repeat(20)}`;

let page: string;
let chain: TestChain;
let usdc: Hex;
let env: NodeJS.ProcessEnv;
let port: number;
let dataRoot: string;
let service: ChildProcess | undefined;

test.setTimeout(300_000);
test.beforeAll(async () => {
  page = await readFile(path.join(root, "docs/operators/install.md"), "utf8");
  // A public chain as far as the service can tell: its id is Base's.
  chain = await startTestChain({ chainId: 8453 });
  usdc = await deployUsdc();
  port = await findLastingPort();
  dataRoot = await makeDataRoot();
  const token = { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 };
  const atOnce = { kind: "blocks", blocks: 1 };
  const { PATH, HOME } = process.env;
  env = {
    NODE_ENV: "production",
    PATH,
    HOME,
    DATA_ROOT: dataRoot,
    PORT: String(port),
    BASE_URL: origin,
    DATA_KEY: randomBytes(32).toString("base64"),
    OPERATOR_PRIVATE_KEY: `0x${randomBytes(32).toString("hex")}`,
    REFUND_PRIVATE_KEY: `0x${randomBytes(32).toString("hex")}`,
    CHAINS: JSON.stringify([
      {
        chainId: 8453,
        rpcUrls: [chain.rpcUrl],
        tokens: [token],
        pollIntervalMs: 500,
        confirmations: { paid: [{ belowTokens: null, requirement: atOnce }], settle: atOnce },
        sending: { l1Fee: "none" },
      },
    ]),
    // Nothing here is priced in fiat, and no test asks anyone beyond this machine.
    COINGECKO_URL: "http://127.0.0.1:9",
    COINBASE_URL: "http://127.0.0.1:9",
    KRAKEN_URL: "http://127.0.0.1:9",
    ECB_URL: "http://127.0.0.1:9",
  };
});
test.afterAll(async () => {
  if (service !== undefined && service.exitCode === null) {
    service.kill("SIGTERM");
    await once(service, "exit");
  }
  await chain?.stop();
  if (dataRoot !== undefined) await rm(dataRoot, { recursive: true, force: true, maxRetries: 10 });
});

test("a start with missing settings names all of them once and ends", async () => {
  const names = ["BASE_URL", "DATA_KEY", "OPERATOR_PRIVATE_KEY", "CHAINS"];
  const { code, said } = await run("npm start", {}, Object.fromEntries(names.map((name) => [name, ""])));
  for (const name of names) expect(said.split(`${name} is missing`)).toHaveLength(2);
  expect(code).toBe(1);
});

test("a start that does not fit its chains says why once and ends", async () => {
  const elsewhere = (env.CHAINS ?? "").replace('"chainId":8453', '"chainId":137');
  const { code, said, silentMs } = await run("npm start", {}, { CHAINS: elsewhere });
  expect(said.split("serves chain 8453.")).toHaveLength(2);
  expect(code).toBe(1);
  // It has PostgreSQL to stop; a process that went on asking the dead server would stay for 90 s.
  expect(silentMs).toBeLessThan(45_000);
});

test("the page leads from the settings to a paid checkout and clean books", async () => {
  const faults = await run("npm run chains");
  expect(faults.said).toContain("Deploy it: npm run chains -- --deploy-factory 8453");
  expect(faults.code).toBe(1);

  const planned = await run("npm run chains -- --deploy-factory 8453");
  expect(planned.said).toContain("Send it the difference first.");
  const operator = /^0x[0-9a-fA-F]{40}/.exec(planned.said)?.[0] as Hex;
  await chain.client.setBalance({ address: operator, value: parseEther("0.01") });
  const deployed = await run("npm run chains -- --deploy-factory 8453 --yes");
  expect(deployed.said).toMatch(/Deployed by transaction 0x[0-9a-f]{64}/);
  expect(await run("npm run chains")).toMatchObject({ code: 0 });

  const token = await startService();
  const setup = await post("/api/auth/steps/setup", { token, ...owner }, { origin });
  expect(setup.status).toBe(200);

  const project = await run("npm run admin -- projects create", { owner: owner.email, wallet });
  expect(project.said).toContain("It accepts USDC, USDT, EURC on Base.");
  const projectId = /prj_\w+/.exec(project.said)?.[0] ?? "";
  const serverKey = (await run("npm run admin -- keys create", { project: projectId })).said;

  const key: Record<string, string> = { "x-api-key": /svc_server_\w+/.exec(serverKey)?.[0] ?? "" };
  const order = { amount: "1000000", referenceId: "first", chainId: 8453, tokenAddress: usdc };
  const created = await post("/v1/checkouts", order, key);
  expect(created.status).toBe(201);
  const { id, depositAddress } = created.body.data as { id: string; depositAddress: Hex };
  await transferUsdc(depositAddress, 1_000_000n);
  await expect
    .poll(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/checkouts/${id}`, { headers: key });
      const { data } = (await answer.json()) as { data: { status: string } };
      return data.status;
    })
    .toBe("PAID");
  expect(await run("npm run reconcile")).toMatchObject({ code: 0 });
});

/** Starts the service as the page says. @returns the setup token that it prints */
async function startService(): Promise<string> {
  service = spawnCommand("npm start");
  let said = "";
  return new Promise((resolve, reject) => {
    for (const output of [service?.stdout, service?.stderr])
      output?.on("data", (chunk: Buffer) => {
        said += String(chunk);
        const token = /Setup token: ([\w-]{43})/.exec(said)?.[1];
        if (token !== undefined && said.includes(`Serving ${origin}`)) resolve(token);
      });
    service?.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${said}`)));
  });
}

/** Runs a command of the page to its end, its example values replaced by those of this test. */
async function run(
  command: string,
  values: Record<string, string> = {},
  otherEnv: Record<string, string> = {},
): Promise<{ code: number | null; said: string; silentMs: number }> {
  const child = spawnCommand(command, values, otherEnv);
  let said = "";
  let lastWordAt = 0;
  for (const output of [child.stdout, child.stderr])
    output?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      lastWordAt = performance.now();
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said, silentMs: performance.now() - lastWordAt };
}

function spawnCommand(
  command: string,
  values: Record<string, string> = {},
  otherEnv: Record<string, string> = {},
): ChildProcess {
  const line = page
    .split("\n")
    .find((text) => text === command || (Object.keys(values).length > 0 && text.startsWith(`${command} `)));
  if (line === undefined) throw new Error(`the page does not say ${command}`);
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const said = words.map((word, index) => values[words[index - 1]?.replace(/^--/, "") ?? ""] ?? word);
  const [verb = "", ...flags] = said.slice(said[1] === "run" ? 2 : 1);
  const passed = flags.filter((flag, index) => flag !== "--" || index > 0);
  return spawn(process.execPath, ["lib/platform/process/bootstrap.mjs", verb, ...passed], {
    cwd: root,
    env: { ...env, ...otherEnv },
  });
}

async function post(where: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { data: unknown } };
}

async function deployUsdc(): Promise<Hex> {
  const hash = await payer().sendTransaction({
    to: deterministicDeployerAddress,
    data: concatHex([zeroHash, localUsdcBytecode]),
  });
  await awaitReceipt(chain.client, hash);
  const found = localTokens.find(({ symbol }) => symbol === "USDC");
  if (found === undefined) throw new Error("there is no local USDC");
  return found.address;
}

async function transferUsdc(to: Hex, units: bigint): Promise<void> {
  const hash = await payer().writeContract({
    address: usdc,
    abi: localUsdcAbi,
    functionName: "mint",
    args: [to, units],
  });
  await awaitReceipt(chain.client, hash);
  await chain.mine(2);
}

const payer = () => testWallet(chain, 0);
