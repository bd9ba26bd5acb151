import { keccak256, parseTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { mostAccounts, readTokenBlocks, tokenBlocksCalls } from "@/lib/chain/contracts/token-calls.chain";
import { readReceiptHead } from "@/lib/chain/reader/blocks.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import {
  answerAt,
  hash,
  integer,
  isRateLimit,
  knownResultOf,
  quantity,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  resultOf,
  toQuantity,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import type { RpcNode } from "@/lib/chain/rpc/node";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import { askNodes, judge, type NodeAnswer } from "@/lib/chain/witness";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  CallRefused,
  type ChainSender,
  type MinedTransaction,
  type PreparedCall,
  type SentForm,
  type SignedTransaction,
} from "./chain-sender.port";
import { decodeSucceeded, encodeSweep, refundCalls, relayCalls } from "./contract-calls.chain";
import { type Asks, askMarket, l1FeeCalls, readL1Fee } from "./gas-market.chain";
import { offeredFees, priced, refused, resultOfCall, simulate } from "./price-call.chain";
import type { Fees, L1Fee, SendingPolicy } from "./sending.rules";

/** The outcome in the receipt of our transaction; null when the node has none. @throws UnusableAnswer */
function readMined(
  value: unknown,
  { txHash, type, maxFeePerGas }: SentForm,
  l1Fee: L1Fee,
): MinedTransaction | null {
  const head = readReceiptHead(value, txHash);
  if (head === null) return null;
  const { receipt, status, ...mined } = head;
  if (status === null) throw new UnusableAnswer("the receipt has no status");
  const gasUsed = integer(receipt.gasUsed, "the gas used");
  // Nodes from before EIP-1559 leave it out: a legacy transaction pays the price that it names.
  const { effectiveGasPrice = type === "legacy" ? toQuantity(maxFeePerGas) : undefined } = receipt;
  const gasCostWei = gasUsed * quantity(effectiveGasPrice, "the gas price");
  // Some rollups leave it out of receipts: a cost that is a little too low must not stop settlement.
  const dataFee = l1Fee === "none" ? null : (receipt.l1Fee ?? null);
  const l1FeeWei = dataFee === null ? 0n : quantity(dataFee, "the fee for data");
  return { ...mined, status, gasUsed, costWei: gasCostWei + l1FeeWei };
}

export type ChainSenderOptions = RpcNodesOptions & {
  signer: Signer;
  factoryAddress: Hex;
  /** Defaults to the built-in policy of the chain. */
  sending?: SendingPolicy | undefined;
};

/** Writes to a chain over JSON-RPC with the signer's key. */
export function createChainSender({
  signer,
  factoryAddress,
  sending: given,
  ...rpc
}: ChainSenderOptions): ChainSender {
  const { chainId } = rpc;
  const sending = given ?? defaultSending(chainId);
  const wallet = signer.address;
  const nodes = createRpcNodes(rpc);
  const ask: Asks = (calls, read) => nodes.run((node) => node.ask(calls, read));
  const askAny: Asks = (calls, read) => nodes.run((node) => node.ask(calls, read), true);
  const askOne = <T>(method: string, params: readonly unknown[], read: (result: unknown) => T): Promise<T> =>
    ask([{ method, params }], (answers) => read(resultOf(answerAt(answers, 0))));
  /** Learned from a refusal: blocks may show a base fee on a chain that takes legacy transactions only. */
  let onlyLegacy = false;
  const simulateCall = (to: Hex, data: Hex) =>
    simulate(askAny, chainId, { from: wallet, to, data }, sending, onlyLegacy);

  const askable = () => [nodes.inUse(), ...nodes.others()];
  const isQuorum = (testimonies: readonly boolean[]) =>
    judge({ nodes: nodes.all }, "quorum", testimonies) === "confirmed";

  function countOn(node: RpcNode, block: string): Promise<bigint> {
    const call = { method: "eth_getTransactionCount", params: [wallet, block] };
    return node.ask([call], (answers) => integer(resultOf(answerAt(answers, 0)), "the nonce"));
  }

  function minedOn(node: RpcNode, forms: readonly SentForm[]): Promise<MinedTransaction | null> {
    // While it indexes, a node refuses such questions in many words.
    const calls = forms.map(
      ({ txHash }): RpcCall => ({
        method: "eth_getTransactionReceipt",
        params: [txHash],
        refusal: "says nothing",
      }),
    );
    return node.ask(calls, (answers) => {
      const receipts = forms.map((form, index) =>
        readMined(knownResultOf(answerAt(answers, index)), form, sending.l1Fee),
      );
      return receipts.find((receipt) => receipt !== null) ?? null;
    });
  }

  async function sign(call: Omit<PreparedCall, "costNowWei">, nonce: bigint): Promise<SignedTransaction> {
    const { to, data, valueWei = 0n, gasLimit, type, maxFeePerGas, maxPriorityFeePerGas, maxCostWei } = call;
    const fees = { type, maxFeePerGas, maxPriorityFeePerGas };
    const unsigned = { chainId, nonce: Number(nonce), to, data, value: valueWei, gas: gasLimit, ...fees };
    const rawTransaction = await signer.signTransaction(unsigned);
    return { to, gasLimit, ...fees, maxCostWei, nonce, txHash: keccak256(rawTransaction), rawTransaction };
  }

  return {
    chainId,
    operatorAddress: wallet,

    async prepareSweep(items) {
      const simulated = await simulateCall(factoryAddress, encodeSweep(items));
      const succeeds = decodeSucceeded(resultOfCall(simulated));
      if (!succeeds.includes(true))
        throw new CallRefused("NOTHING_SWEPT", "none of the sweeps would go through");
      return { succeeds, call: priced(simulated, sending) };
    },

    async tokenBlocks(tokenAddress, accounts) {
      const blocked: Hex[] = [];
      for (let start = 0; ; start += mostAccounts) {
        const part = accounts.slice(start, start + mostAccounts);
        const found = await ask(tokenBlocksCalls(tokenAddress, part), (answers) =>
          readTokenBlocks(answers, part),
        );
        blocked.push(...found.blocked);
        if (found.paused || start + mostAccounts >= accounts.length) return { paused: found.paused, blocked };
      }
    },

    prepareRefund: async (refund) =>
      priced(await simulateCall(factoryAddress, refundCalls.fromDeposit(refund).data), sending),

    async prepareRelay(authorization, gasCap) {
      let refusal: unknown;
      for (const { to, data } of relayCalls(authorization)) {
        const simulated = await simulateCall(to, data);
        if (simulated.result.reverted === null) return priced(simulated, sending, gasCap);
        refusal ??= refused(simulated.result.reverted);
      }
      throw refusal;
    },

    prepareFill: async () => priced(await simulateCall(wallet, "0x"), sending),

    async prepareEmptying(to) {
      const simulated = await simulateCall(to, "0x");
      const call = priced(simulated, sending);
      return { ...call, valueWei: simulated.balanceWei - call.maxCostWei };
    },

    fees: async () => offeredFees(await askMarket(ask, onlyLegacy), sending),

    minedNonce: () => nodes.run((node) => countOn(node, "latest")),

    async minedNonceAt(blockNumber) {
      const newest = await askNodes(askable(), (node) => countOn(node, "latest"));
      // Many nodes keep only the last hundred blocks' state: one node's count at the block is enough, as far as a quorum
      // shows it at the newest block.
      const count = await nodes.run((node) => countOn(node, toQuantity(blockNumber)), true);
      const nonces = [count, ...newest.map(({ answer }) => answer)].filter((nonce) => nonce <= count);
      const confirmed = nonces
        .sort((a, b) => (a < b ? 1 : -1))
        .find((nonce) => isQuorum(newest.map(({ answer }) => answer >= nonce)));
      if (confirmed === undefined)
        throw new ChainUnavailable(`chain ${chainId}: only one node shows the wallet's nonce`);
      return confirmed;
    },

    async mined(forms) {
      let failure: unknown;
      const receiptsIn = (answers: readonly NodeAnswer<{ receipt: MinedTransaction | null }>[]) =>
        answers.flatMap(({ answer }) => answer.receipt ?? []);
      const answers = await askNodes(askable(), async (node) => ({ receipt: await minedOn(node, forms) }), {
        isEnough: (some) => receiptsIn(some)[0]?.status === "success",
        onFailure: (_, error) => {
          failure = error;
        },
      });
      const [mined] = receiptsIn(answers);
      if (mined?.status === "success") return { ...mined, isAgreed: true };
      // "not mined" and "reverted" may allow the same call to be sent again: a single node that lags or lies must not
      // decide.
      const testimonies = answers.map(({ answer: { receipt } }) =>
        mined === undefined ? receipt === null : receipt !== null && isSame(mined, receipt),
      );
      const isAgreed = isQuorum(testimonies);
      if (mined !== undefined) return { ...mined, isAgreed };
      if (isAgreed) return null;
      throw (
        failure ??
        new ChainUnavailable(`chain ${chainId}: only one node says that a transaction was not mined`)
      );
    },

    balance: () => askOne("eth_getBalance", [wallet, "latest"], (result) => quantity(result, "the balance")),

    sign,

    async signAgain(rawTransaction, fees) {
      const { to, data = "0x", gas, nonce } = parseTransaction(rawTransaction);
      if (!to || gas === undefined || nonce === undefined)
        throw new TypeError("the bytes are of no transaction that was signed here");
      const l1FeeWei =
        sending.l1Fee === "none" ? 0n : await ask(l1FeeCalls(sending.l1Fee, chainId, to, data), readL1Fee);
      const maxCostWei = gas * fees.maxFeePerGas + l1FeeWei;
      return sign({ to, data, gasLimit: gas, ...fees, maxCostWei }, BigInt(nonce));
    },

    async broadcast(rawTransaction) {
      const rpcAnswer = await ask(
        [{ method: "eth_sendRawTransaction", params: [rawTransaction] }],
        (answers) => readBroadcast(answerAt(answers, 0), keccak256(rawTransaction)),
      );
      // The next raise of its fees signs it as a legacy one, for the same nonce.
      if (rpcAnswer.message !== null && refusesType.test(rpcAnswer.message)) onlyLegacy = true;
      return rpcAnswer;
    },
  };
}

function readBroadcast(answer: RpcAnswer, txHash: Hex): { accepted: boolean; message: string | null } {
  if (answer.ok) {
    if (hash(answer.result, "the transaction's hash") !== txHash)
      throw new UnusableAnswer("the node names another transaction");
    return { accepted: true, message: null };
  }
  const accepted = maySentAlready.test(answer.message);
  if (isRateLimit(answer) && !accepted) throw new RpcRefusal(answer);
  return { accepted, message: answer.message };
}

/** The node has this transaction, or one with its nonce: perhaps ours, from an attempt that was not recorded. */
const maySentAlready =
  /already known|known transaction|already imported|already exists|already in (?:the )?mempool|nonce (?:is )?too low|underpriced/i;

/** The chain doesn't know EIP-1559 transactions. */
const refusesType = /(?:transaction|tx) ?type|eip-?1559|typed transaction|rlp: expected (?:input )?list/i;

function isSame(one: MinedTransaction, other: MinedTransaction): boolean {
  return one.txHash === other.txHash && one.blockHash === other.blockHash && one.status === other.status;
}

/** A transaction to sign. */
export type UnsignedTransaction = Fees & {
  chainId: number;
  nonce: number;
  to: Hex;
  data: Hex;
  /** Native coin in wei: zero, except from a wallet that is emptied. */
  value: bigint;
  gas: bigint;
};

/** Holds the operator's key, or delegates to a holder. */
export type Signer = {
  /** Lower-case. */
  readonly address: Hex;
  /** The signed transaction's raw bytes. */
  signTransaction(transaction: UnsignedTransaction): Promise<Hex>;
};

/** Signs with a key held by this process. @throws when `privateKey` is invalid; the message does not show it */
export function createLocalSigner(privateKey: Hex): Signer {
  const account = accountOf(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    signTransaction: ({ type, maxFeePerGas, maxPriorityFeePerGas, ...call }) =>
      account.signTransaction(
        type === "legacy"
          ? { ...call, type, gasPrice: maxFeePerGas }
          : { ...call, type, maxFeePerGas, maxPriorityFeePerGas },
      ),
  };
}

function accountOf(privateKey: Hex) {
  try {
    return privateKeyToAccount(privateKey);
  } catch {
    throw new TypeError("the private key is not one of secp256k1");
  }
}
