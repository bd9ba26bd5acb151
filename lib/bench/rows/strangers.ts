import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentStage } from "@/lib/bench/stage";
import { startPaymentStage } from "@/lib/bench/stage";
import { type Address, addresses, type Seeds } from "@/lib/bench/strangers/addresses";
import { cpuMs, median } from "@/lib/bench/table";

type Input = { stops: (() => Promise<unknown>)[]; say: (line: string) => void };

/** A new process compiles; what is drawn is kept after its first time. */
const warmUps = 40;
const warmed = 5;
const measured = 20;
const visitors = 40;

/** Those of the settings, by the address that a proxy names. */
const defaultLimits = { TRUST_PROXY_HOPS: "1" };

/** What each address that a stranger can ask for costs the process, and what ten drawings at once cost others. */
export async function measureStrangers({ stops, say }: Input): Promise<string> {
  say("Starting the service with its default limits");
  const stage = await startPaymentStage(stops, say, { limits: defaultLimits });
  const seeds = await seed(stage);
  const crowd = await measureCrowd(stage, seeds, say);
  const idle = await idleRate(stage);
  const lines = [];
  for (const address of addresses) {
    const { cpu, limits } = await measure(stage, seeds, address, idle);
    lines.push(`| ${address.name} | ${cpu.toFixed(cpu < 10 ? 1 : 0)} ms | ${limits} |`);
    say(lines.at(-1) ?? "");
  }
  return [
    "| A stranger's request | CPU | Its limits in a minute |",
    "| --- | --- | --- |",
    ...lines,
    "",
    crowd,
  ].join("\n");
}

/** One in each of so many files of a font. */
const characters = Array.from({ length: 190 }, (_, at) => String.fromCodePoint(0x4e00 + at * 110)).join("");

async function seed({ ours, stack: { manifest } }: PaymentStage): Promise<Seeds> {
  const [chain] = manifest.chains;
  const token = { chainId: chain?.chainId ?? 0, tokenAddress: chain?.tokens[0]?.address ?? "" };
  const make = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${ours.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": manifest.serverKey },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data?: Record<string, string> };
    if (data === undefined) throw new Error(`${path} answered ${answer.status}`);
    return data;
  };
  const many = async (making: (at: number) => Promise<string | undefined>) => {
    const made: string[] = [];
    for (let at = 0; at < warmed + measured; at++) made.push((await making(at)) ?? "");
    return made;
  };
  const price = { fiatAmount: "4.50", fiatCurrency: "USD" };
  const checkout = (more: (at: number) => object) =>
    many(async (at) => (await make("/v1/checkouts", { ...price, ...more(at) })).id);
  const link = (name: (at: number) => string) =>
    many(async (at) => (await make("/v1/payment-links", { ...price, itemName: name(at) })).slug);
  return {
    apiKey: manifest.apiKey,
    projectId: manifest.projectId,
    token,
    checkouts: await checkout((at) => ({ ...token, itemName: `Flat white ${at}` })),
    manyFonts: await checkout((at) => ({ ...token, itemName: `${at} ${characters}` })),
    undecided: await checkout(() => ({ itemName: "Flat white" })),
    links: await link((at) => `Flat white ${at}`),
    manyFontLinks: await link((at) => `${at} ${characters}`),
    door: await openDoor(ours.url),
  };
}

async function openDoor(url: string): Promise<Seeds["door"]> {
  const answer = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
  return { csrfToken, cookie: cookie.join("; ") };
}

let asked = 0;

/** Each from an address of its own: a limit is reported, and refuses none. */
function ask({ ours }: PaymentStage, seeds: Seeds, address: Address, at: number): Promise<Response> {
  const { method = "GET", path, of, headers = { accept: "application/json" }, body } = address;
  asked++;
  const given = body?.(seeds, asked);
  const target = path
    .replace("{}", of === undefined ? "" : (seeds[of][at] ?? ""))
    .replace("{token}", String(asked).padStart(43, "0"));
  return fetch(`${ours.url}${target}`, {
    method,
    redirect: "manual",
    headers: {
      ...headers,
      ...(path.startsWith("/sdk/") ? { "x-api-key": seeds.apiKey } : {}),
      ...(method === "POST" ? { origin: ours.url, cookie: seeds.door.cookie } : {}),
      "x-forwarded-for": `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
    },
    ...(given === undefined ? {} : { body: typeof given === "string" ? given : JSON.stringify(given) }),
  });
}

/** Reads an answer to its end; of a stream the beginning. */
async function finish(answer: Response): Promise<void> {
  if (answer.headers.get("content-type")?.startsWith("text/event-stream") === true)
    await answer.body?.cancel();
  else await answer.arrayBuffer();
}

async function measure(stage: PaymentStage, seeds: Seeds, address: Address, idle: number) {
  for (let at = 0; at < warmUps; at++) await finish(await ask(stage, seeds, address, at % warmed));
  const [before, startedAt] = [cpuMs(stage.ours.pid) ?? Number.NaN, performance.now()];
  let limits = address.limit ?? "none";
  for (let at = warmed; at < warmed + measured; at++) {
    const answer = await ask(stage, seeds, address, at);
    if (answer.status === 429 || answer.status >= 500)
      throw new Error(`${address.name} answered ${answer.status}`);
    if (address.refusal !== undefined && answer.status !== address.refusal)
      throw new Error(`${address.name} answered ${answer.status}`);
    limits = address.limit ?? limitsIn(answer.headers) ?? limits;
    await finish(answer);
  }
  const used = (cpuMs(stage.ours.pid) ?? Number.NaN) - before - idle * (performance.now() - startedAt);
  return { cpu: Math.max(used, 0) / measured, limits };
}

/** A policy's limits with their sizes; the wider networks' follow from the first. */
function limitsIn(headers: Headers): string | null {
  const policy = headers.get("ratelimit-policy");
  if (policy === null) return null;
  const limits = [...policy.matchAll(/"([^"]+)";q=(\d+)/g)].map(([, name, most]) => `${name} ${most}`);
  return [...new Set(limits.filter((limit) => !/^\w+-(?:56|48) /.test(limit)))].join(", ");
}

/** CPU of background work in each millisecond. */
async function idleRate({ ours }: PaymentStage): Promise<number> {
  const before = cpuMs(ours.pid) ?? Number.NaN;
  const idleMs = 5_000;
  await sleep(idleMs);
  return ((cpuMs(ours.pid) ?? Number.NaN) - before) / idleMs;
}

/** The median answer of a checkout's page while one client asks for ten pictures at once, and without that. */
async function measureCrowd(stage: PaymentStage, seeds: Seeds, say: (line: string) => void): Promise<string> {
  const find = (name: string) => {
    const found = addresses.find((address) => address.name === name);
    if (found === undefined) throw new Error(`no address ${name}`);
    return found;
  };
  const [visit, picture] = [find("GET /c/{id}, JSON"), find("GET /api/l/{slug}/preview.png")];
  const visits = async (isOver: () => boolean) => {
    const took: number[] = [];
    for (let at = 0; at < visitors || !isOver(); at++) {
      const startedAt = performance.now();
      await finish(await ask(stage, seeds, visit, at % measured));
      took.push(performance.now() - startedAt);
    }
    return median(took);
  };
  await visits(() => true);
  const alone = await visits(() => true);
  const statuses: number[] = [];
  const pictures = Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const answer = await ask(stage, seeds, picture, at);
      statuses.push(answer.status);
      await finish(answer);
    }),
  );
  let isOver = false;
  const ended = pictures.finally(() => {
    isOver = true;
  });
  const beside = await visits(() => isOver);
  await ended;
  const line = `Others' median answer beside ten pictures at once: ${beside.toFixed(1)} ms, without them ${alone.toFixed(1)} ms; the pictures were answered ${statuses.toSorted((a, b) => a - b).join(", ")}.`;
  say(line);
  return line;
}
