import { generatePrivateKey } from "viem/accounts";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { type SenderDeps, sendCall } from "@/lib/chain/sender/send-call";
import type { SendingPolicy } from "@/lib/chain/sender/sending.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, newId } from "../builders";
import type { TestChain } from "../chain";
import type { World } from "../world";

type SentRow = {
  nonce: bigint;
  status: string;
  purpose: string;
  tx_hash: Hex;
  attempts: bigint;
  cost_wei: bigint | null;
};

export type Sending = Awaited<ReturnType<typeof openSending>>;

type Owner = { purpose: "SETTLEMENT"; settlementId: string };

const ether = 10n ** 18n;

/** A wallet of its own on a chain, and what it sends; every block is final by default. */
export async function openSending(
  world: World,
  chain: TestChain,
  policy: Partial<SendingPolicy> = {},
  rpcUrl = chain.rpcUrl,
) {
  const { chainId } = chain;
  world.now = new Date();
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
  const acts = {
    sender,
    deps: { ...world.deps, chains: [buildChain({ chainId, sending })] } as SenderDeps,
    /** A settlement without items: something to send for. */
    owner: async (): Promise<Owner> => {
      const settlementId = newId("stl");
      const row = [settlementId, world.project.id, chainId];
      await world.query("INSERT INTO settlements (id, project_id, chain_id) VALUES ($1, $2, $3)", row);
      return { purpose: "SETTLEMENT", settlementId };
    },
    /** Sends a call that does nothing for an owner; a new one unless given. */
    send: async (owner?: Owner, by = sender) =>
      sendCall(acts.deps, {
        sender: by,
        owner: owner ?? (await acts.owner()),
        projectId: world.project.id,
        call: await by.prepareFill(),
      }),
    /** Advances the clock and checks open transactions. */
    follow: async ({
      afterMs = 20_000,
      settledUpTo,
      sender: by = sender,
    }: {
      afterMs?: number;
      settledUpTo?: bigint;
      sender?: ChainSender;
    } = {}) => {
      world.clockAheadMs += afterMs;
      return followTransactions(
        acts.deps,
        by,
        settledUpTo ?? (await chain.client.getBlockNumber({ cacheTime: 0 })),
      );
    },
    /** Lowest nonce first. */
    sent: () =>
      world.query<SentRow>(`
        SELECT sent.nonce, sent.status::text, sent.purpose::text, sent.tx_hash, sent.cost_wei,
          (SELECT count(*) FROM transaction_attempts WHERE transaction_id = sent.id) AS attempts
        FROM outgoing_transactions AS sent WHERE own(sent.id) ORDER BY sent.nonce, sent.created_at`),
    /** How the settlements stand, oldest first. */
    owners: async () =>
      (
        await world.query<{ status: string }>(
          "SELECT status::text FROM settlements WHERE own(id) ORDER BY created_at, id",
        )
      ).map(({ status }) => status),
    incidents: async () => (await world.stores.incidents.open(9)).map(({ kind }) => kind).sort(),
    /** Sends nothing, from the same wallet, past the service. */
    sendOutside: async (nonce: bigint): Promise<Hex> => {
      const call = await sender.prepareFill();
      const other = { ...call, gasLimit: call.gasLimit + 1n };
      const { rawTransaction, txHash } = await sender.sign(other, nonce);
      await chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
      await chain.mined();
      return txHash;
    },
  };
  return acts;
}
