/** Builds the modules of the contracts that only tests use. @returns whether they had to be built */
export function buildTestContracts(): Promise<boolean>;
