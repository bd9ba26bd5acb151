import type { Address } from "viem";

/** What a wallet lets a page do, by kind of chain (CAIP-2); of interest here is "eip155" alone. */
export type SessionNamespaces = Readonly<
  Record<string, { chains?: string[]; accounts: string[]; methods: string[] }>
>;

/** An account as CAIP-10 writes it. */
const accountPattern = /^eip155:(?<chainId>[1-9]\d{0,9}):(?<address>0x[0-9a-fA-F]{40})$/;

/** The networks on which the wallet shows accounts. */
export function sessionChains(namespaces: SessionNamespaces): number[] {
  return [...new Set(accountsOf(namespaces).map(({ chainId }) => chainId))];
}

/** The wallet's accounts on a network, in its own order. */
export function sessionAccounts(namespaces: SessionNamespaces, chainId: number): Address[] {
  return accountsOf(namespaces).flatMap((account) => (account.chainId === chainId ? [account.address] : []));
}

/** Whether the wallet takes requests of this kind. */
export function allowsMethod(namespaces: SessionNamespaces, method: string): boolean {
  return parts(namespaces).some(({ methods }) => methods.includes(method));
}

function accountsOf(namespaces: SessionNamespaces): { chainId: number; address: Address }[] {
  return parts(namespaces)
    .flatMap(({ accounts }) => accounts)
    .flatMap((account) => {
      const { chainId, address } = accountPattern.exec(account)?.groups ?? {};
      return address === undefined ? [] : [{ chainId: Number(chainId), address: address as Address }];
    });
}

/** Some wallets have a part for each chain: "eip155:8453". */
function parts(namespaces: SessionNamespaces): SessionNamespaces[string][] {
  return Object.entries(namespaces).flatMap(([name, part]) =>
    name === "eip155" || name.startsWith("eip155:") ? [part] : [],
  );
}
