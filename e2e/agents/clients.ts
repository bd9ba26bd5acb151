import type { Hex, TypedDataDefinition } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { tools } from "./tools";

/** A wallet as both clients take it. */
export type Payer = {
  address: Hex;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
};

export type PayingClient = {
  name: string;
  /** The header in which it sends its payment. */
  header: "PAYMENT-SIGNATURE" | "X-PAYMENT" | "Authorization";
  /** A `fetch` that pays what answers 402. */
  paying(payer: Payer, fetch: typeof globalThis.fetch): Promise<typeof globalThis.fetch>;
};

export type SpendControls = {
  maxAmountPerPayment?: string;
  allowedAssets?: readonly { network: string; asset: string; maxAmountPerPayment?: string }[];
};

type Requirement = { network: string; asset: string; amount: string };

type X402Client = {
  register(network: string, scheme: object): X402Client;
  registerV1(network: string, scheme: object): X402Client;
  setSpendControls(controls: SpendControls): X402Client;
  selectPaymentRequirements(version: number, accepts: readonly object[]): Requirement;
};

type X402Fetch = {
  x402Client: new () => X402Client;
  wrapFetchWithPayment(fetch: typeof globalThis.fetch, client: X402Client): typeof globalThis.fetch;
};

type Challenge = { id: string };

type Mppx = {
  evm: { (settings: object): object; assets: { base: { USDC: object } } };
  Mppx: { create(settings: object): { fetch: typeof globalThis.fetch } };
};

/** `@x402/fetch`; without `controls`, as it comes from npm. */
export async function x402Client(payer: Payer, controls?: SpendControls): Promise<X402Client> {
  const { x402Client: Client } = await tools.load<X402Fetch>("@x402/fetch");
  const { ExactEvmScheme } = await tools.load<{ ExactEvmScheme: new (signer: Payer) => object }>(
    "@x402/evm/exact/client",
  );
  const { ExactEvmSchemeV1 } = await tools.load<{ ExactEvmSchemeV1: new (signer: Payer) => object }>(
    "@x402/evm/exact/v1/client",
  );
  const client = new Client()
    .register("eip155:*", new ExactEvmScheme(payer))
    .registerV1("base", new ExactEvmSchemeV1(payer));
  return controls === undefined ? client : client.setSpendControls(controls);
}

export async function payByX402(
  fetch: typeof globalThis.fetch,
  client: X402Client,
): Promise<typeof globalThis.fetch> {
  return (await tools.load<X402Fetch>("@x402/fetch")).wrapFetchWithPayment(fetch, client);
}

async function payByMppx(
  payer: Payer,
  fetch: typeof globalThis.fetch,
  isPreferred: (challenge: Challenge) => boolean,
): Promise<typeof globalThis.fetch> {
  const { Mppx, evm } = await tools.load<Mppx>("mppx/client");
  const method = evm({
    account: payer,
    networks: [8453],
    currencies: [evm.assets.base.USDC],
    maxAmount: "100",
  });
  const orderChallenges = (candidates: readonly { challenge: Challenge }[]) =>
    candidates.filter(({ challenge }) => isPreferred(challenge));
  return Mppx.create({ polyfill: false, fetch, methods: [method], orderChallenges }).fetch;
}

const isX402 = ({ id }: Challenge) => id.startsWith("x402:");

/** A client of version 1 alone: it knows the body of a 402, and no header. */
const inVersion1 =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (...request) => {
    const answer = await fetch(...request);
    const headers = new Headers(answer.headers);
    headers.delete("payment-required");
    return new Response(answer.body, { status: answer.status, headers });
  };

/** Each way in which the clients from npm can pay. */
export const clients: readonly PayingClient[] = [
  {
    name: "@x402/fetch",
    header: "PAYMENT-SIGNATURE",
    paying: async (payer, fetch) =>
      payByX402(fetch, await x402Client(payer, { maxAmountPerPayment: "$100" })),
  },
  {
    name: "@x402/fetch in version 1",
    header: "X-PAYMENT",
    paying: async (payer, fetch) =>
      payByX402(inVersion1(fetch), await x402Client(payer, { maxAmountPerPayment: "$100" })),
  },
  {
    name: "mppx by MPP",
    header: "Authorization",
    paying: (payer, fetch) => payByMppx(payer, fetch, (challenge) => !isX402(challenge)),
  },
  {
    name: "mppx by x402",
    header: "PAYMENT-SIGNATURE",
    paying: (payer, fetch) => payByMppx(payer, fetch, isX402),
  },
];

/** A wallet whose address is its key's. */
export function keyWallet(): Payer {
  return privateKeyToAccount(generatePrivateKey());
}

/** A wallet with code, which its owner's key signs for. */
export function contractWallet(): { payer: Payer; owner: Hex } {
  const owner = keyWallet();
  const { address } = keyWallet();
  return {
    payer: { address, signTypedData: (message) => owner.signTypedData(message) },
    owner: owner.address,
  };
}
