/** Makes what a machine writes. Returns whether anything had to be made. */
export function generate(): Promise<boolean>;
