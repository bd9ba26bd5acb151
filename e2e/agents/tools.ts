import { npmTools } from "../support/npm-tools";

/** Clients that pay by x402 and MPP, as their authors publish them. */
export const tools = npmTools(
  "agents",
  new URL("tools/", import.meta.url),
  "@x402/fetch, @x402/evm and mppx",
);
