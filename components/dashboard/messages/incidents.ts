/** What an operator has to look at, by its kind; `where` says on which network, or nothing. */
export const incidents = {
  PAYMENT_REVERTED: (where) => `A reorganisation took back a payment${where}: its settlement is held`,
  REFUND_REVERTED: (where) => `A reorganisation took back a refund${where}: its settlement is held`,
  CHAIN_LOST: (where) => `Blocks are not followed${where}: payments are not seen until they are`,
  CHAIN_MISCONFIGURED: (where) => `Nodes and settings do not fit${where}: payments are not seen`,
  BALANCE_ABOVE_BOOKS: (where) => `More lies at a deposit address${where} than the books say`,
  BALANCE_BELOW_BOOKS: (where) => `Less lies at a deposit address${where} than the books say`,
  NODE_DOWN: (where) => `A node does not answer${where}: another is used, and none is left to check it`,
  INNGEST_DOWN: () => "The Inngest server does not answer: the service does its background work itself",
  NODES_DISAGREE: (where) => `Two nodes contradict each other${where}: payments wait`,
  OUT_OF_GAS: (where) => `The operator's wallet is out of gas${where}: sweeps and refunds wait`,
  DAILY_CAP_REACHED: (where) => `The operator's wallet has reached its limit of the day${where}`,
  TRANSACTION_STUCK: (where) =>
    `A transaction of the service is stuck${where}: it goes on once gas is cheaper`,
  TOKEN_PAUSED: (where) => `A token is paused by its issuer${where}: sweeps wait and are retried`,
  ACCOUNT_BLACKLISTED: (where) =>
    `A token blocks a wallet or deposit address${where}: its sweeps wait and are retried`,
  SWEEP_REFUSED: (where) => `A token refuses sweeps${where}: they are retried`,
  NONCE_LEAP: (where) => `A node tells an impossible number of transactions${where}: nothing is sent`,
} as const satisfies Record<string, (where: string) => string>;

/**
 * An incident in words; one of a later version without its kind.
 *
 * @param network its name, null where it is about none or the place is plain
 */
export function incidentText(kind: string, network: string | null): string {
  const where = network === null ? "" : ` on ${network}`;
  const found = Object.entries(incidents).find(([name]) => name === kind);
  return found === undefined ? `Something for the operator to look at${where}` : found[1](where);
}
