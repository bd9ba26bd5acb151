import { expect } from "vitest";

const posting = /^ {4}(\S.*?) {2}(-?)([\d.]+) "([^"]+)"(?: @@ ([\d.]+) (\w+))?(?: = (-?)([\d.]+) "[^"]+")?$/;

/** Decimal text as an integer of 10^-18. */
function scaled(text: string, sign = ""): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  const digits = BigInt(whole + fraction.padEnd(18, "0"));
  return sign === "-" ? -digits : digits;
}

/** Adds up a journal without hledger: expects each transaction to balance in every commodity and in value. */
export function expectBalanced(journal: string): { balances: Map<string, bigint>; assertions: number } {
  const balances = new Map<string, bigint>();
  let assertions = 0;
  for (const transaction of journal.split("\n\n")) {
    const sums = new Map<string, bigint>();
    const add = (to: Map<string, bigint>, key: string, units: bigint) =>
      to.set(key, (to.get(key) ?? 0n) + units);
    for (const line of transaction.split("\n").filter((each) => /^ {4}[^;]/.test(each))) {
      const match = posting.exec(line);
      if (match === null) throw new Error(`not a posting: ${line}`);
      const [, account = "", sign, amount = "", commodity = "", cost, currency = "", assertedSign, asserted] =
        match;
      add(sums, commodity, scaled(amount, sign));
      add(balances, `${account} ${commodity}`, scaled(amount, sign));
      if (cost !== undefined) add(sums, `value in ${currency}`, scaled(cost, sign));
      if (asserted === undefined) continue;
      assertions += 1;
      expect(balances.get(`${account} ${commodity}`), line).toBe(scaled(asserted, assertedSign));
    }
    expect(
      [...sums].filter(([, sum]) => sum !== 0n),
      transaction,
    ).toEqual([]);
  }
  return { balances, assertions };
}
