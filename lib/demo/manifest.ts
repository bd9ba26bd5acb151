import { type Identity, walletOf } from "@/lib/demo/identity";

export type DemoChain = {
  chainId: number;
  name: string;
  rpcUrl: string;
  factory: string;
  tokens: { symbol: string; address: string; decimals: number }[];
};

/** `.data/demo.json`: how tests and tools find a running demo. */
export type DemoManifest = {
  baseUrl: string;
  checkoutPageUrl: string;
  projectId: string;
  serverKey: string;
  apiKey: string;
  secondProject: { projectId: string; serverKey: string; apiKey: string };
  webhookSecret: string;
  merchant: { address: string; privateKey: string };
  merchantAddress: string;
  login: { email: string; password: string };
  payer: { address: string; privateKey: string };
  /** The address of the wallet from which the service refunds and sweeps. */
  refundWallet: string;
  databaseUrl: string;
  chains: Omit<DemoChain, "name">[];
};

export function buildManifest(input: {
  baseUrl: string;
  databaseUrl: string;
  identity: Identity;
  seeded: NonNullable<Identity["seeded"]>;
  chains: readonly DemoChain[];
}): DemoManifest {
  const { baseUrl, databaseUrl, identity, seeded, chains } = input;
  const merchant = walletOf(identity, "merchant");
  return {
    baseUrl,
    checkoutPageUrl: baseUrl,
    ...seeded.first,
    secondProject: seeded.second,
    webhookSecret: identity.webhookSecret,
    merchant,
    merchantAddress: merchant.address,
    login: identity.login,
    payer: walletOf(identity, "payer"),
    refundWallet: walletOf(identity, "refunds").address,
    databaseUrl,
    chains: chains.map(({ name: _, ...chain }) => chain),
  };
}
