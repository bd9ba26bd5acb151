import { generatePrivateKey } from "viem/accounts";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { type SenderDeps, sendCall } from "@/lib/chain/sender/send-call";
import type { SendingPolicy } from "@/lib/chain/sender/sending.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, newId } from "./builders";
import type { TestChain } from "./chain";
import { openTestStores, type TestStores } from "./stores";

export type SentRow = {
  nonce: bigint;
  status: string;
  purpose: string;
  tx_hash: Hex;
  attempts: bigint;
  cost_wei: bigint | null;
};

/** A wallet of its own on a chain, its transactions in a database of their own, and a clock that tests move. */
export type SendingWorld = {
  stores: TestStores;
  deps: SenderDeps;
  sender: ChainSender;
  /** What the clock shows beyond the machine's. */
  aheadMs: number;
  /** A settlement without items: something to send for. */
  owner(): Promise<{ purpose: "SETTLEMENT"; settlementId: string }>;
  /** Sends a call that does nothing for an owner; a new one unless given. */
  send(
    owner?: { purpose: "SETTLEMENT"; settlementId: string },
    sender?: ChainSender,
  ): ReturnType<typeof sendCall>;
  /** Advances the clock and checks open transactions; every block is final by default. */
  follow(options?: {
    afterMs?: number;
    settledUpTo?: bigint;
    sender?: ChainSender;
  }): Promise<{ open: number }>;
  /** Lowest nonce first. */
  sent(): Promise<SentRow[]>;
  /** How the settlements stand, oldest first. */
  owners(): Promise<string[]>;
  incidents(): Promise<string[]>;
  /** Sends nothing, from the same wallet, past the service. */
  sendOutside(nonce: bigint): Promise<Hex>;
  close(): Promise<void>;
};

const ether = 10n ** 18n;

export async function openSendingWorld(
  chain: TestChain,
  policy: Partial<SendingPolicy> = {},
  rpcUrl = chain.rpcUrl,
): Promise<SendingWorld> {
  const { chainId } = chain;
  const stores = await openTestStores();
  const projectId = await stores.createProject();
  const sending = { ...defaultSending(chainId), ...policy };
  const direct = createChainSender({
    chainId,
    rpcUrls: [rpcUrl],
    timeoutMs: 30_000,
    signer: createLocalSigner(generatePrivateKey()),
    factoryAddress: `0x${"fa".repeat(20)}`,
    sending,
  });
  const sender: ChainSender = {
    ...direct,
    broadcast: async (rawTransaction) => {
      const told = await direct.broadcast(rawTransaction);
      await chain.mined();
      return told;
    },
  };
  await chain.client.setBalance({ address: sender.operatorAddress, value: ether });
  const { pool } = stores.database;
  const quiet = () => undefined;

  const world: SendingWorld = {
    stores,
    sender,
    aheadMs: 0,
    deps: {
      clock: { now: () => new Date(Date.now() + world.aheadMs) },
      log: { info: quiet, warn: quiet, error: quiet },
      newId,
      chains: [buildChain({ chainId, sending })],
      outgoing: stores.outgoing,
      incidents: stores.incidents,
    },
    owner: async () => {
      const settlementId = newId("stl");
      await pool.query("INSERT INTO settlements (id, project_id, chain_id) VALUES ($1, $2, $3)", [
        settlementId,
        projectId,
        chainId,
      ]);
      return { purpose: "SETTLEMENT", settlementId };
    },
    send: async (owner, by = sender) =>
      sendCall(world.deps, {
        sender: by,
        owner: owner ?? (await world.owner()),
        projectId,
        call: await by.prepareFill(),
      }),
    follow: async ({ afterMs = 20_000, settledUpTo, sender: by = sender } = {}) => {
      world.aheadMs += afterMs;
      return followTransactions(
        world.deps,
        by,
        settledUpTo ?? (await chain.client.getBlockNumber({ cacheTime: 0 })),
      );
    },
    sent: async () => {
      const { rows } = await pool.query<SentRow>(`
        SELECT sent.nonce, sent.status::text, sent.purpose::text, sent.tx_hash, sent.cost_wei,
          (SELECT count(*) FROM transaction_attempts WHERE transaction_id = sent.id) AS attempts
        FROM outgoing_transactions AS sent WHERE own(sent.id) ORDER BY sent.nonce, sent.created_at`);
      return rows;
    },
    owners: async () =>
      (
        await pool.query<{ status: string }>(
          "SELECT status::text FROM settlements WHERE own(id) ORDER BY created_at, id",
        )
      ).rows.map(({ status }) => status),
    incidents: async () => (await stores.incidents.open(9)).map(({ kind }) => kind).sort(),
    sendOutside: async (nonce) => {
      const call = await sender.prepareFill();
      const other = { ...call, gasLimit: call.gasLimit + 1n };
      const { rawTransaction, txHash } = await sender.sign(other, nonce);
      await chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
      await chain.mined();
      return txHash;
    },
    close: () => stores.close(),
  };
  return world;
}
