import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ether } from "@/lib/chain/chains.rules";
import { buildChain, usdc, usdt } from "@/lib/testing/builders";
import { expectBalanced } from "@/lib/testing/journal-sums";
import { buildGas, buildMovement } from "@/lib/testing/movements";
import {
  closingAssertions,
  createDeclarations,
  createOpeningBalances,
  journalEntry,
  postingsOf,
} from "./journal";

const chains = [buildChain()];
const inDollars = { currency: "USD", perToken: "0.999722", at: null, source: "kraken+coinbase" };
const lines = (movement: Parameters<typeof journalEntry>[0], of = chains) =>
  journalEntry(movement, of, "UTC").trimEnd().split("\n");
const postings = (...of: Parameters<typeof lines>) =>
  lines(...of)
    .filter((line) => /^ {4}[a-z]/.test(line))
    .map((line) => line.trim());

describe("a transaction of the journal", () => {
  it("is dated by its booking, with its facts as tags", () => {
    const movement = buildMovement({
      referenceId: "a, b\n2026-01-01 forged\n  assets  1",
      rate: inDollars,
    });
    expect(lines(movement)).toEqual([
      "2026-11-30 payment chk_1",
      "    ; checkout: chk_1",
      `    ; transaction: 0x${"a".repeat(64)}`,
      "    ; network: Local",
      "    ; block: 7",
      "    ; block-time: 2026-11-30T23:59:50.000Z",
      "    ; reference: a  b 2026-01-01 forged assets 1",
      "    ; rate: 0.999722 USD",
      "    ; rate-source: kraken+coinbase",
      "    ; project: prj_1",
      '    assets:deposits:Local:USDC  4.500000 "USDC.local" @@ 4.50 USD',
      '    income:sales  -4.500000 "USDC.local" @@ 4.50 USD',
    ]);
  });

  it.each<[string, Parameters<typeof buildMovement>[0], string[]]>([
    [
      "an overpayment",
      { amountUnits: 6_000_000n, receivedUnits: 6_000_000n },
      [
        'assets:deposits:Local:USDC  6.000000 "USDC.local"',
        'income:sales  -4.500000 "USDC.local"',
        'liabilities:customers:overpaid  -1.500000 "USDC.local"',
      ],
    ],
    [
      "the last part of a price",
      { amountUnits: 1_000_000n },
      [
        'assets:deposits:Local:USDC  1.000000 "USDC.local"',
        'income:sales  -4.500000 "USDC.local"',
        'liabilities:customers:pending  3.500000 "USDC.local"',
      ],
    ],
    [
      "a stray",
      { tokenAddress: usdt, isSelected: false },
      [
        'assets:deposits:Local:USDT  4.500000 "USDT.local"',
        'liabilities:customers:stray  -4.500000 "USDT.local"',
      ],
    ],
    [
      "a sweep",
      { kind: "SWEPT", rate: inDollars },
      [
        'assets:settlement:Local:USDC  4.500000 "USDC.local" @@ 4.50 USD',
        'assets:deposits:Local:USDC  -4.500000 "USDC.local" @@ 4.50 USD',
      ],
    ],
    [
      "a refund by the merchant's wallet",
      { kind: "REFUNDED", fromAccount: "MERCHANT", amountUnits: 1_000_000n, refundedUnits: 1_000_000n },
      ['income:refunds  1.000000 "USDC.local"', 'assets:settlement:Local:USDC  -1.000000 "USDC.local"'],
    ],
  ])("moves the accounts of %s", (_, overrides, expected) => {
    expect(postings(buildMovement(overrides))).toEqual(expected);
  });

  it("books gas in the network's own coin", () => {
    expect(postings(buildGas({}))).toEqual([
      'expenses:gas:Local  0.000121290366526560 "ETH.local"',
      'equity:gas paid:Local  -0.000121290366526560 "ETH.local"',
    ]);
  });

  it("keeps tokens apart that have the same name", () => {
    const two = [buildChain(), buildChain({ chainId: 31338, name: "LOCAL" })];
    expect(postings(buildMovement({}), two)[0]).toBe(
      'assets:deposits:Local 31337:USDC  4.500000 "USDC.local-31337"',
    );
    const [token] = chains[0]?.tokens ?? [];
    const twice = [
      buildChain({
        tokens: [
          { symbol: "USDC", name: "", address: usdc, decimals: 6 },
          { symbol: "USDC", name: "", address: usdt, decimals: 6 },
        ],
      }),
    ];
    expect(token?.symbol).toBe("USDC");
    expect(postings(buildMovement({}), twice)[0]).toContain(`"${usdc}.local"`);
    const asCoin = [buildChain({ nativeCurrency: { ...ether, symbol: "USDC" } })];
    expect(postings(buildMovement({}), asCoin)[0]).toContain(`"${usdc}.local"`);
  });

  it("counts a token that is no longer listed in its smallest units, without a value", () => {
    expect(postings(buildMovement({ rate: inDollars }), [])[0]).toBe(
      `assets:deposits:chain 31337:${usdc}  4500000 "${usdc}.31337"`,
    );
  });

  it("has no sign in a name that would end it", () => {
    const odd = [buildChain({ name: 'A:b;  "c"' })];
    expect(postings(buildMovement({}), odd)[0]).toBe('assets:deposits:A b c:USDC  4.500000 "USDC.a-b-c-"');
  });

  it("balances in tokens and in value, whatever is paid and refunded", () => {
    const step = fc.record({
      kind: fc.constantFrom("RECEIVED" as const, "REFUNDED" as const, "SWEPT" as const),
      amountUnits: fc.bigInt(1n, 9_000_000n),
    });
    fc.assert(
      fc.property(fc.array(step), fc.boolean(), (steps, isPaid) => {
        let [receivedUnits, refundedUnits] = [0n, 0n];
        let journal = "";
        for (const { kind, amountUnits } of steps) {
          if (kind === "RECEIVED") receivedUnits += amountUnits;
          if (kind === "REFUNDED") refundedUnits += amountUnits;
          const state = { kind, amountUnits, receivedUnits, refundedUnits, isPaid };
          journal += journalEntry(buildMovement({ ...state, rate: inDollars }), chains, "UTC");
        }
        expectBalanced(journal);
      }),
    );
  });
});

it("has the day of its booking in the shop's time zone", () => {
  const movement = buildMovement({ bookedAt: new Date("2026-11-30T20:00:00Z") });
  expect(journalEntry(movement, chains, "UTC")).toMatch(/^2026-11-30 payment /);
  expect(journalEntry(movement, chains, "Asia/Seoul")).toMatch(/^2026-12-01 payment /);
});

describe("the ends of a journal", () => {
  it("begins with assets and debts, but not with earlier income", () => {
    const opening = createOpeningBalances();
    expect(opening.entry("2026-12-01")).toBe("");
    opening.add(postingsOf(buildMovement({ amountUnits: 6_000_000n, receivedUnits: 6_000_000n }), chains));
    opening.add(postingsOf(buildMovement({ kind: "SWEPT" }), chains));
    opening.add(postingsOf(buildGas({}), chains));
    const entry = opening.entry("2026-12-01");
    expect(entry.split("\n").map((line) => line.trim())).toEqual([
      "2026-12-01 opening balances",
      'assets:deposits:Local:USDC  1.500000 "USDC.local"',
      'liabilities:customers:overpaid  -1.500000 "USDC.local"',
      'assets:settlement:Local:USDC  4.500000 "USDC.local"',
      'equity:opening balances  -1.500000 "USDC.local"',
      'equity:opening balances  1.500000 "USDC.local"',
      'equity:opening balances  -4.500000 "USDC.local"',
      "",
      "",
    ]);
    expectBalanced(entry);
  });

  it("ends with what the ledger holds", () => {
    const balance = {
      chainId: 31337,
      tokenAddress: usdc,
      receivedUnits: 10_000_000n,
      pendingUnits: 0n,
      settledUnits: 6_000_000n,
      refundedUnits: 3_000_000n,
      heldUnits: 2_000_000n,
    };
    expect(closingAssertions([balance], [{ chainId: 31337, costWei: 5n }], chains, "2026-11-30")).toBe(
      [
        "2026-11-30 closing balances",
        '    assets:deposits:Local:USDC  0.000000 "USDC.local" = 2.000000 "USDC.local"',
        '    assets:settlement:Local:USDC  0.000000 "USDC.local" = 5.000000 "USDC.local"',
        '    expenses:gas:Local  0.000000000000000000 "ETH.local" = 0.000000000000000005 "ETH.local"',
        "\n",
      ].join("\n"),
    );
    expect(closingAssertions([], [], chains, "2026-11-30")).toBe("");
  });
});

describe("the declarations of a journal", () => {
  it("name each account and commodity once, with its decimals", () => {
    const declarations = createDeclarations();
    for (const movement of [buildMovement({ rate: inDollars }), buildMovement({ rate: inDollars })])
      declarations.read(journalEntry(movement, chains, "UTC"));
    expect(declarations.entry()).toBe(
      'account assets:deposits:Local:USDC\naccount income:sales\ncommodity 1000.000000 "USDC.local"\ncommodity 1000.00 USD\n',
    );
  });
});
