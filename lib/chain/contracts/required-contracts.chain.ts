import { keccak256 } from "viem";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { depositImplementationAddress, factoryAddress } from "./deposit-address.chain";

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
