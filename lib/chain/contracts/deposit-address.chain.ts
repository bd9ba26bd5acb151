import { type Address, bytesToHex, concatHex, keccak256, zeroHash } from "viem";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { depositFactoryBytecode } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  checkoutSalt,
  creationCodeHash,
  type DepositTerms,
  depositAddress,
  depositFactory,
  depositImplementation,
  type WalletTerms,
} from "./deposit-address.rules";

/**
 * Arachnid's deterministic deployment proxy. It uses the first 32 bytes of its calldata as salt and deploys the rest,
 * so a contract's address depends only on its creation code.
 */
export const deterministicDeployerAddress: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

export type DepositAddresses = {
  /** Lower-case. @throws RangeError like `creationCodeHash` in `deposit-address.rules.ts` */
  derive(terms: DepositTerms): Hex;
  readonly factory: Hex;
  /** The contract that every deposit address clones. */
  readonly implementation: Hex;
  /** The contracts behind deposits, including the factory: money sent to one of them is lost. */
  readonly contracts: readonly Hex[];
};

/** The `DepositFactory`, at one address on every chain; `factoryDeploymentTransaction` deploys it. */
export const factoryAddress: Address = depositFactory;

/** The `Deposit` that every deposit address clones, created by the factory's constructor. */
export const depositImplementationAddress: Address = depositImplementation;

const hash = (bytes: Uint8Array) => keccak256(bytes, "bytes");

/** The checkout's id on chain: keccak256 of its UTF-8 bytes, the salt of its deposit address. */
export function checkoutKey(checkoutId: string): Hex {
  return bytesToHex(checkoutSalt(checkoutId, hash));
}

const mostHashes = 10_000;
const codeHashes = new Map<string, Uint8Array>();

/** A wallet has thousands of checkouts, and one creation code for all. */
function codeHashOf(terms: WalletTerms): Uint8Array {
  const wallet = `${terms.merchantAddress} ${terms.refundAuthority} ${terms.openSweep}`;
  const known = codeHashes.get(wallet);
  if (known !== undefined) return known;
  if (codeHashes.size >= mostHashes) codeHashes.clear();
  const codeHash = creationCodeHash(terms, hash);
  codeHashes.set(wallet, codeHash);
  return codeHash;
}

/** Equals `DepositFactory.depositAddress`. Services use lower-case addresses. */
export const depositAddresses: DepositAddresses = {
  derive: (terms) => depositAddress(terms, hash, codeHashOf(terms)),
  factory: factoryAddress.toLowerCase() as Hex,
  implementation: depositImplementationAddress.toLowerCase() as Hex,
  contracts: [factoryAddress, depositImplementationAddress, deterministicDeployerAddress].map(
    (address) => address.toLowerCase() as Hex,
  ),
};

/**
 * The transaction that deploys the factory at `factoryAddress`, from any sender on any chain that has the deployer.
 * Check for code there first: a second transaction reverts.
 */
export const factoryDeploymentTransaction: { to: Address; data: Hex } = {
  to: deterministicDeployerAddress,
  data: concatHex([zeroHash, depositFactoryBytecode]),
};

/** A contract that a chain must have, or should have, before it accepts payments. */
export type RequiredContract = {
  name: string;
  /** Lower-case. */
  address: Hex;
  /** Whether this is the contract's expected code. */
  matches(code: Hex): boolean;
  /** What an operator should do when it is missing, and what its absence costs. */
  whenMissing(chainId: number): string;
  /** Without it no payment can be collected. */
  necessary: boolean;
};

/** keccak256 of the factory's deployed code, the same on every chain; changes with the contracts. */
const factoryCodeHash = "0xf058638cd1f5cb51615785e954836187004aa5c49226f30b4686134607660884";

const implementationCodeHash = "0x40f1d3a7789f532c63513bdfff2925b92c5a071d077dda515857f6a348f2dc80";

const deployIt = (chainId: number): string => `Deploy it: npm run chains -- --deploy-factory ${chainId}`;

/** The contracts that a chain must have before it accepts payments, and Multicall3, which saves calls. */
export const requiredContracts: readonly RequiredContract[] = [
  {
    name: "DepositFactory",
    address: factoryAddress.toLowerCase() as Hex,
    matches: (code) => keccak256(code) === factoryCodeHash,
    whenMissing: deployIt,
    necessary: true,
  },
  {
    // The factory's constructor creates it, so it is missing or different only together with the factory.
    name: "Deposit implementation",
    address: depositImplementationAddress.toLowerCase() as Hex,
    matches: (code) => keccak256(code) === implementationCodeHash,
    whenMissing: deployIt,
    necessary: true,
  },
  {
    name: "Multicall3",
    address: multicall3Address,
    matches: (code) => code !== "0x",
    whenMissing: () => "Without it every balance is a call of its own.",
    necessary: false,
  },
];
