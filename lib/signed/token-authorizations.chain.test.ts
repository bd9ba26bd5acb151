import { domainSeparator, encodeAbiParameters, hashDomain } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { deposit, payer, testNodes, token, word } from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { createTokenAuthorizations } from "./token-authorizations.chain";
import { paymentToSign } from "./typed-data.rules";

const usdc = { chainId: 8453, tokenAddress: token };
const named = { name: "USD Coin", version: "2" };
const transfers = { kind: "EIP3009", domain: named };
const text = (value: string) => encodeAbiParameters([{ type: "string" }], [value]);
const separator = (change: object = {}) =>
  hashDomain({
    domain: { ...named, chainId: 8453n, verifyingContract: token, ...change },
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
    },
  });
/** EIP-5267 of a token that would hash these fields. */
const whole = (fields: Hex, { name, version } = named) =>
  encodeAbiParameters(
    ["bytes1", "string", "string", "uint256", "address", "bytes32", "uint256[]"].map((type) => ({ type })),
    [fields, name, version, 8453n, token, word("0"), []],
  );

/** Answers by selector; what is not here reverts. */
type Answers = Record<string, Hex>;
const usdcAnswers: Answers = {
  "0x3644e515": separator(),
  "0xe94a0102": word("0"),
  "0x06fdde03": text("USD Coin"),
  "0x54fd4d50": text("2"),
};

/** Of each test its own: what an earlier one left asking reaches nobody. */
const { node } = testNodes(8453);
let nowMs: number;
/** How often the clock was read. */
let clockReads: number;
beforeEach(() => {
  nowMs = 0;
  clockReads = 0;
  says(usdcAnswers);
});

/** By contract, too: answers at these addresses come before those by selector alone. */
function says(answers: Answers, at: Record<string, Answers> = {}): void {
  node.script = {
    result: ({ params }) => {
      const [{ to, data }] = params as [{ to: string; data: string }];
      const selector = data.slice(0, 10);
      const answer = at[to] === undefined ? answers[selector] : at[to][selector];
      if (answer === undefined) throw new NodeRefusal(3, "execution reverted");
      return answer;
    },
  };
}
const clock = {
  now: () => {
    clockReads += 1;
    return new Date(nowMs);
  },
};
const open = (timeoutMs = 20_000) =>
  createTokenAuthorizations([{ chainId: 8453, rpcUrls: [node.url] }], clock, { timeoutMs });

describe("what a token signs", () => {
  it("is built from its name and version when it hashes to the token's separator", async () => {
    expect(await open().signing(usdc)).toEqual(transfers);
  });

  it("is eip712Domain()'s when the token's name differs", async () => {
    const answers = { ...usdcAnswers, "0x84b0196e": whole("0x0f"), "0x06fdde03": text("Bridged USDC") };
    says(answers);
    expect(await open().signing(usdc)).toEqual(transfers);
  });

  it("is built from its name and version when eip712Domain() hashes to another separator", async () => {
    says({ ...usdcAnswers, "0x84b0196e": whole("0x0f", { name: "USDC", version: "2" }) });
    expect(await open().signing(usdc)).toEqual(transfers);
  });

  it.each<[what: string, version: string, change: (answers: Answers) => Answers]>([
    ["has no version()", "1", ({ "0x54fd4d50": _, ...rest }) => rest],
    ["has no version()", "2", ({ "0x54fd4d50": _, ...rest }) => rest],
    ["has a version() that isn't text", "2", (answers) => ({ ...answers, "0x54fd4d50": word("2") })],
    ["has a version() of its code", "1", (answers) => ({ ...answers, "0x54fd4d50": text("4.1.0") })],
  ])("is proven by a usual version when the token %s: %s", async (_, version, change) => {
    says(change({ ...usdcAnswers, "0x3644e515": separator({ version }) }));
    expect(await open().signing(usdc)).toEqual({ kind: "EIP3009", domain: { ...named, version } });
  });

  it.each<[what: string, change: (answers: Answers) => Answers]>([
    ["knows no authorizations", ({ "0xe94a0102": _, ...rest }) => rest],
    ["answers nonsense about them", (answers) => ({ ...answers, "0xe94a0102": word("2") })],
    ["answers nothing about them", (answers) => ({ ...answers, "0xe94a0102": "0x" })],
    ["has no separator", ({ "0x3644e515": _, ...rest }) => rest],
    ["has another name", (answers) => ({ ...answers, "0x06fdde03": text("Bridged USDC") })],
    ["has no name", ({ "0x06fdde03": _, ...rest }) => rest],
    ["hashes an unusual version", (answers) => ({ ...answers, "0x3644e515": separator({ version: "3" }) })],
    ["hashes another chain", (answers) => ({ ...answers, "0x3644e515": separator({ chainId: 1n }) })],
    [
      "hashes another contract",
      (answers) => ({ ...answers, "0x3644e515": separator({ verifyingContract: deposit }) }),
    ],
    ["hashes a salt", (answers) => ({ ...answers, "0x84b0196e": whole("0x1b"), "0x3644e515": word("5a") })],
    ["is none", () => ({})],
  ])("is unknown when the token %s", async (_, change) => {
    says(change(usdcAnswers));
    expect(await open().signing(usdc)).toBeNull();
  });

  const permit2Separator = domainSeparator({
    domain: { name: "Permit2", chainId: 8453, verifyingContract: permit2Address },
  });
  const proxies: Record<string, Answers> = {
    [permit2Address]: { "0x3644e515": permit2Separator },
    [exactProxyAddress]: { "0x6afdd850": word(permit2Address.slice(2)) },
  };
  const { "0xe94a0102": _, ...plain } = usdcAnswers;
  const nonces = { ...plain, "0x7ecebe00": word("5") };
  const permits = { kind: "EIP2612", domain: named };
  const permit2 = { kind: "PERMIT2", domain: null };
  const eip2612 = "0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9";
  const dai = "0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb";

  it.each<[what: string, answers: Answers, at: Record<string, Answers>, found: object | null]>([
    ["EIP-3009, whatever else it has", { ...nonces, ...usdcAnswers }, proxies, transfers],
    ["permits", nonces, proxies, permits],
    ["permits of the usual type", { ...nonces, "0x30adf81f": eip2612 }, proxies, permits],
    ["permits of another type, as DAI", { ...nonces, "0x30adf81f": dai }, proxies, permit2],
    ["permits in a domain that isn't proven", { ...nonces, "0x06fdde03": text("DAI") }, proxies, permit2],
    ["nothing of its own", {}, proxies, permit2],
    ["permits, without Permit2", nonces, { ...proxies, [permit2Address]: {} }, null],
    ["permits, without the proxy", nonces, { ...proxies, [exactProxyAddress]: {} }, null],
    [
      "permits, and a proxy of another Permit2",
      nonces,
      { ...proxies, [exactProxyAddress]: { "0x6afdd850": word("22") } },
      null,
    ],
    [
      "permits, and a Permit2 with another domain",
      nonces,
      { ...proxies, [permit2Address]: { "0x3644e515": separator() } },
      null,
    ],
  ])("decides the kind of a token with %s", async (_what, answers, at, found) => {
    says(answers, at);
    expect(await open().signing(usdc)).toEqual(found);
  });

  it("is read once an hour, and the old one is used during the read", async () => {
    const tokens = open();
    await Promise.all([tokens.signing(usdc), tokens.signing(usdc)]);
    nowMs = 3_599_999;
    await tokens.signing(usdc);
    // The chain id is asked once beside.
    expect(node.requests).toHaveLength(2);
    nowMs = 3_600_000;
    says({});
    expect(await tokens.signing(usdc)).toEqual(transfers);
    await expect.poll(() => tokens.signing(usdc), { timeout: 20_000 }).toBeNull();
  });

  it("is kept while the node fails, and read again ten seconds later", async () => {
    const tokens = open();
    await tokens.signing(usdc);
    nowMs = 3_600_000;
    node.script = { http: (response) => !!response.writeHead(500).end() };
    const before = clockReads;
    expect(await tokens.signing(usdc)).toEqual(transfers);
    // By this call, and by the read that failed.
    await expect.poll(() => clockReads, { timeout: 20_000 }).toBe(before + 2);
    const asked = node.requests.length;
    says({});
    nowMs = 3_609_999;
    expect(await tokens.signing(usdc)).toEqual(transfers);
    expect(node.requests).toHaveLength(asked);
    nowMs = 3_610_000;
    expect(await tokens.signing(usdc)).toEqual(transfers);
    await expect.poll(() => tokens.signing(usdc), { timeout: 20_000 }).toBeNull();
  });

  it("is unknown on a disabled chain, and after a time limit", async () => {
    expect(await open().signing({ ...usdc, chainId: 1 })).toBeNull();
    node.script = { http: () => true };
    expect(await open(20).signing(usdc)).toBeNull();
  });
});

describe("an authorization", () => {
  const authorization = {
    kind: "EIP3009" as const,
    permitSignature: null,
    tokenAddress: token,
    from: payer,
    to: deposit,
    amountUnits: 5n,
    validAfter: 0n,
    validBefore: 2_000_000_000n,
    nonce: word("7"),
    signature: `0x${"11".repeat(65)}` as Hex,
  };
  const relays = { "0xe3ee160e": "0x", "0xcf092995": "0x" } as const;
  const inspect = (code: Hex, answers: Answers) => {
    says({ "0xe94a0102": word("0"), "0x70a08231": word("9"), ...answers });
    const { result } = node.script;
    node.script = {
      result: (call) =>
        call.method === "eth_blockNumber" ? "0x64" : call.method === "eth_getCode" ? code : result?.(call),
    };
    return open().inspect(8453, authorization, named);
  };
  const magic = `0x1626ba7e${"0".repeat(56)}` as const;

  it("of a contract counts when the contract confirms it, all read at the newest block's number", async () => {
    expect(await inspect("0x60", { ...relays, "0x1626ba7e": magic })).toEqual({
      used: false,
      blocks: { paused: false, blocked: [] },
      balanceUnits: 9n,
      signed: true,
      misread: false,
      allowed: true,
      refusal: null,
    });
    const asked = node.requests.find((calls) => calls.some(({ method }) => method === "eth_getCode"));
    expect(new Set(asked?.map(({ params }) => params.at(-1)))).toEqual(new Set(["0x64"]));
  });

  it.each<[string, Hex, Answers]>([
    ["a contract that says no", "0x60", { ...relays, "0x1626ba7e": word("0") }],
    ["a contract that knows no signatures", "0x60", relays],
    ["an account that delegates to such code (EIP-7702)", `0xef0100${"11".repeat(20)}`, relays],
    ["nobody whose key this is", "0x", { ...relays, "0x1626ba7e": magic }],
  ])("of %s is refused", async (_, code, answers) => {
    expect((await inspect(code, answers)).signed).toBe(false);
  });

  it("for a token's name that the client read as Latin-1 is recognised as that", async () => {
    const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
    const signedFor = async (name: string) => {
      says({ "0xe94a0102": word("0"), "0x70a08231": word("9"), ...relays });
      const { result } = node.script;
      node.script = {
        result: (call) => ({ eth_blockNumber: "0x64", eth_getCode: "0x" })[call.method] ?? result?.(call),
      };
      const from = account.address.toLowerCase() as Hex;
      const terms = { ...authorization, from, chainId: 8453 };
      const signature = await account.signTypedData(paymentToSign("EIP3009", terms, { name, version: "1" }));
      const tether = { name: "USD₮0", version: "1" };
      const { signed, misread } = await open().inspect(8453, { ...terms, signature }, tether);
      return { signed, misread };
    };
    expect(await signedFor("USD₮0")).toEqual({ signed: true, misread: false });
    // As a client decodes our header by `atob` alone.
    const read = atob(Buffer.from("USD₮0").toString("base64"));
    expect(await signedFor(read)).toEqual({ signed: false, misread: true });
    expect(await signedFor("USDT0")).toEqual({ signed: false, misread: false });
  });

  it("is refused when the token accepts neither form, and accepted with one", async () => {
    expect((await inspect("0x", {})).refusal).toMatch(/reverted/);
    expect((await inspect("0x", { "0xcf092995": "0x" })).refusal).toBeNull();
  });

  it("isn't judged by a machine that lags behind the one that named the block, and the node stays in use", async () => {
    const lagging = inspect("0x60", {});
    const { result } = node.script;
    node.script = {
      result: (call) => {
        if (call.params.at(-1) !== "0x64") return result?.(call);
        throw new NodeRefusal(-32000, "header not found");
      },
    };
    await expect(lagging).rejects.toMatchObject({ name: "ChainUnavailable" });
    await expect(lagging).rejects.toThrow("block 100");
  });

  it("isn't judged by a node with an incomplete answer", async () => {
    for (const answers of [{ "0x70a08231": "0x" }, { "0xe94a0102": word("3") }] as Answers[])
      await expect(inspect("0x", { ...relays, ...answers })).rejects.toMatchObject({
        name: "ChainUnavailable",
      });
  });
});
