import { type Hex, keccak256 } from "viem";
import type { RequiredContract } from "@/lib/services/ports/required-contracts";
import { multicall3Address } from "./balances";
import { depositImplementationAddress, factoryAddress } from "./deposit-address";

/** keccak256 of the code that the factory's deployment leaves, on every chain; they change with the contracts. */
const factoryCodeHash = "0x27edb8e7ef8b6ebf1cf88a69c100cd87e796f045a8b6284b2e0dc0f283c9725d";
const implementationCodeHash = "0xa9df02c1576cc2b72b12428d2bc27fa671bfbc3965f13c85040e1c4044d51e38";

const deployIt = (chainId: number): string => `Deploy it: npm run chains -- --deploy-factory ${chainId}`;

/** What a chain must have before payments are taken on it, and Multicall3, which saves calls. */
export const requiredContracts: readonly RequiredContract[] = [
  {
    name: "DepositFactory",
    address: factoryAddress.toLowerCase() as Hex,
    matches: (code) => keccak256(code) === factoryCodeHash,
    whenMissing: deployIt,
    necessary: true,
  },
  {
    // The factory's constructor creates it, so it is missing or other only together with the factory.
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
