/** An EVM address or hash as lower-case `0x` text: the form in which the service stores and compares. */
export type Hex = `0x${string}`;
