import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, test } from "vitest";
import {
  askWallet,
  authorizeByWallet,
  linkWallet,
  unlinkWallet,
  type WalletPurpose,
} from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { later, noon, uniqueHex } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, testChain } from "@/lib/testing/world";
import { type People, peopleOf } from "@/lib/testing/world/people";

const signIn: WalletPurpose = { kind: "sign_in" };
const mallory = newWallet();

const world = await fileWorld([], { stillClock: "times are compared to the millisecond" });
const chains = [await testChain(), await testChain({ chainId: 31338 })] as const;
const [chain, second] = chains;
const people = peopleOf(
  world,
  chains.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrls: [rpcUrl] })),
);

beforeEach(() => {
  world.now = noon;
});

type SigningWallet = ReturnType<typeof newWallet>;

function newWallet() {
  const account = privateKeyToAccount(
    `0x${(BigInt(uniqueHex(32)) + 10_000n).toString(16).padStart(64, "0")}`,
  );
  return { ...account, lower: account.address.toLowerCase() as Hex };
}

async function ask(
  wallet: { lower: Hex },
  purpose: WalletPurpose = signIn,
  chainId = 31337,
): Promise<string> {
  return (await askWallet(people.deps, { address: wallet.lower, chainId }, purpose)).message;
}

async function signed(wallet: SigningWallet, message: string) {
  return { message, signature: await wallet.signMessage({ message }) };
}

/** Someone signed in. */
async function member(facts: Parameters<People["createUser"]>[0] = {}) {
  const user = await people.createUser(facts);
  return { ...user, sessionId: await people.openSession(user.userId) };
}

/** Someone with a wallet linked. */
async function owner() {
  const user = await member();
  const wallet = newWallet();
  await linkWallet(people.deps, user, await linkOf(wallet, user));
  return { ...user, wallet };
}

/** How it ends when this wallet signs the text, by default one that it asked for to sign in. */
const enterWith = async (wallet: SigningWallet, message?: string) =>
  outcome(authorizeByWallet(people.deps, await signed(wallet, message ?? (await ask(wallet)))));
const linkOf = async (wallet: SigningWallet, user: { userId: string; email: string }) =>
  signed(wallet, await ask(wallet, { kind: "link", userId: user.userId, email: user.email }));

test("writes an EIP-4361 text with the requester, the purpose and the expiry", async () => {
  const wallet = newWallet();
  const [head, nonce, ...tail] = (await ask(wallet)).split(/^Nonce: ([0-9a-f]{32})$/m);
  expect(nonce).toBeDefined();
  expect(head).toBe(
    `pay.example wants you to sign in with your Ethereum account:\n${wallet.address}\n\n` +
      "Sign in to the dashboard. This costs nothing and moves nothing.\n\n" +
      "URI: https://pay.example/dashboard\nVersion: 1\nChain ID: 31337\n",
  );
  expect(tail.join("")).toBe(
    "\nIssued At: 2026-01-01T12:00:00.000Z\nExpiration Time: 2026-01-01T12:10:00.000Z",
  );
});

test("a linked wallet signs its owner in, on any enabled network", async () => {
  const { userId, wallet } = await owner();
  for (const chainId of [31337, 31338]) {
    const proof = await signed(wallet, await ask(wallet, signIn, chainId));
    expect(await authorizeByWallet(people.deps, proof)).toEqual({
      userId,
      proof: { walletAddress: wallet.lower },
    });
  }
  expect(await outcome(ask(wallet, signIn, 1))).toBe("UNSUPPORTED_CHAIN");
  expect(await people.acts(userId)).toEqual(["account.wallet_linked"]);
});

test("refuses a wallet that isn't linked, and creates no account", async () => {
  const before = await world.stores.database.prisma.user.count();
  const stranger = newWallet();
  expect(await enterWith(stranger)).toBe("UNAUTHORIZED");
  expect(await world.stores.database.prisma.user.count()).toBe(before);
});

test("refuses the wallet of a disabled account", async () => {
  const { userId, wallet } = await owner();
  await world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } });
  expect(await enterWith(wallet)).toBe("UNAUTHORIZED");
});

describe("a signature is good once", () => {
  test("invalidates the text after a wrong signature", async () => {
    const { wallet } = await owner();
    const message = await ask(wallet);
    expect(await enterWith(mallory, message)).toBe("INVALID_SIGNATURE");
    expect(await enterWith(wallet, message)).toBe("INVALID_SIGNATURE");
  });

  test("expires after ten minutes", async () => {
    const { wallet } = await owner();
    const [early, late] = [await ask(wallet), await ask(wallet)];
    world.now = later(10 * 60_000 - 1);
    expect(await enterWith(wallet, early)).toBe("done");
    world.now = later(10 * 60_000);
    expect(await enterWith(wallet, late)).toBe("INVALID_SIGNATURE");
  });
});

describe("a text that the service did not write so is refused, though its wallet signed it", () => {
  const nonce = /(?<=Nonce: ).*/;
  const day = "2026-01-01";
  const changes: [string, (text: string) => string][] = [
    ["another domain", (text) => text.replace("pay.example wants", "evil.example wants")],
    ["another domain's page", (text) => text.replace("https://pay.example/", "https://evil.example/")],
    ["a scheme before the domain", (text) => `https://${text}`],
    ["another sentence", (text) => text.replace("Sign in to", "Send all to")],
    ["no sentence", (text) => text.replace(/\n\nSign in.*\n\n/, "\n\n")],
    ["another version", (text) => text.replace("Version: 1", "Version: 2")],
    ["a network that is not enabled", (text) => text.replace("Chain ID: 31337", "Chain ID: 1")],
    ["another enabled network, written otherwise", (text) => text.replace("ID: 31337", "ID: 031338")],
    ["a nonce of its own", (text) => text.replace(nonce, "a".repeat(32))],
    ["no nonce", (text) => text.replace(/\nNonce: .*/, "")],
    ["a later beginning", (text) => text.replace(`Issued At: ${day}T12:00`, `Issued At: ${day}T12:01`)],
    ["a later end", (text) => text.replace("Expiration Time: 2026", "Expiration Time: 2027")],
    ["no end", (text) => text.replace(/\nExpiration Time: .*/, "")],
    ["a day that is none", (text) => text.replace(`Time: ${day}`, "Time: 2026-13-01")],
    ["something before it", (text) => `Hello.\n${text}`],
    ["something in between", (text) => text.replace("\nURI:", "\nI owe you 1000 USDC.\nURI:")],
    ["something after it", (text) => `${text}\nResources:\n- https://evil.example`],
    ["a line break after it", (text) => `${text}\n`],
    [
      "an address without its checksum",
      (text) => text.replace(/0x[0-9a-fA-F]{40}/, (it) => it.toLowerCase()),
    ],
    ["nothing", () => ""],
  ];
  test.each(changes)("%s", async (_, change) => {
    const { wallet } = await owner();
    const message = change(await ask(wallet));
    expect(await enterWith(wallet, message)).toBe("INVALID_SIGNATURE");
  });

  test("another person's address", async () => {
    const { wallet } = await owner();
    const message = (await ask(mallory)).replace(mallory.address, wallet.address);
    expect(await enterWith(mallory, message)).toBe("INVALID_SIGNATURE");
  });
});

describe("a text serves its own purpose only", () => {
  test("refuses a sign-in text for linking, and a linking text for signing in", async () => {
    const { wallet, ...user } = await owner();
    const link = await linkOf(wallet, user);
    expect(await outcome(authorizeByWallet(people.deps, link))).toBe("INVALID_SIGNATURE");
    const another = newWallet();
    const entry = await signed(another, await ask(another));
    expect(await outcome(linkWallet(people.deps, user, entry))).toBe("INVALID_SIGNATURE");
    const confirm = await signed(another, await ask(another, { kind: "confirm", ...user }));
    expect(await outcome(linkWallet(people.deps, user, confirm))).toBe("INVALID_SIGNATURE");
  });

  test("refuses another account's linking text, even when it names this account", async () => {
    const [victim, attacker] = [await member(), await people.createUser()];
    const wallet = newWallet();
    const asked = await ask(wallet, { kind: "link", userId: attacker.userId, email: victim.email });
    expect(await outcome(linkWallet(people.deps, victim, await signed(wallet, asked)))).toBe(
      "INVALID_SIGNATURE",
    );
  });
});

test("a wallet belongs to one account: a second link is refused", async () => {
  const { wallet, userId } = await owner();
  const second = await member();
  expect(await outcome(linkWallet(people.deps, second, await linkOf(wallet, second)))).toBe("CONFLICT");
  expect(await people.deps.ownAccounts.findByWallet(wallet.lower)).toEqual({ userId });
});

test("another wallet replaces the first, which no longer signs in", async () => {
  const { wallet, ...user } = await owner();
  const next = newWallet();
  await linkWallet(people.deps, user, await linkOf(next, user));
  expect(await enterWith(wallet)).toBe("UNAUTHORIZED");
  expect(await enterWith(next)).toBe("done");
});

test("refuses an unlinked wallet; refuses to unlink the only way to sign in", async () => {
  const { userId, wallet, ...user } = await owner();
  await linkWallet(people.deps, { userId, ...user }, await linkOf(wallet, { userId, ...user }));
  await unlinkWallet(people.deps, userId);
  await unlinkWallet(people.deps, userId);
  expect(await enterWith(wallet)).toBe("UNAUTHORIZED");
  expect(await people.acts(userId)).toEqual(["account.wallet_linked", "account.wallet_unlinked"]);

  const bare = await member({ passwordHash: null });
  const only = newWallet();
  await linkWallet(people.deps, bare, await linkOf(only, bare));
  expect(await outcome(unlinkWallet(people.deps, bare.userId))).toBe("CONFLICT");
  expect(await people.deps.ownAccounts.findByWallet(only.lower)).toEqual({ userId: bare.userId });
});

test("a contract wallet signs in by its own confirmation (ERC-1271)", async () => {
  const { userId, wallet } = await owner();
  const [saysYes, saysNo] = [`0x7f1626ba7e${"0".repeat(56)}60005260206000f3`, "0x60006000fd"] as const;
  const signature: Hex = `0x${"ab".repeat(65)}`;
  for (const [bytecode, expected] of [
    [saysNo, "INVALID_SIGNATURE"],
    [saysYes, "done"],
  ] as const) {
    await chain.client.setCode({ address: wallet.lower, bytecode });
    const proof = { message: await ask(wallet), signature };
    expect(await outcome(authorizeByWallet(people.deps, proof))).toBe(expected);
  }
  // At the same address of another chain someone else may have put a contract: it must not say no there.
  await second.client.setCode({ address: wallet.lower, bytecode: saysNo });
  for (const chainId of [31337, 31338]) {
    const proof = { message: await ask(wallet, signIn, chainId), signature };
    expect(await outcome(authorizeByWallet(people.deps, proof))).toBe("INVALID_SIGNATURE");
  }
  expect(await people.deps.ownAccounts.findByWallet(wallet.lower)).toEqual({ userId });
});

test("nonces are stored as hashes", async () => {
  const message = await ask(newWallet());
  const nonce = /Nonce: (.*)/.exec(message)?.[1] ?? "";
  const { rows } = await world.stores.database.pool.query("SELECT * FROM account_tokens");
  expect(nonce).toHaveLength(32);
  expect(JSON.stringify(rows)).not.toContain(nonce);
});
