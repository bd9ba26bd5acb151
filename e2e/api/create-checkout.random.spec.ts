import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createCheckoutBody } from "@/lib/schemas/create-checkout";
import { chainOf, tokenOf } from "../support/chain";
import { expectFailure, expectResource, postCheckout } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
const local = chainOf(demo);
const runs = process.env.SOAK === "1" ? 2_000 : 300;

type Field = keyof typeof createCheckoutBody.shape;

const hexAddress = fc
  .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits}`);
const text = (maxLength: number) => fc.string({ unit: "binary", maxLength });
const url = fc.webUrl({ validSchemes: ["https"], withFragments: true, withQueryParameters: true });

/** Values as each field of the schema may have; a new field does not compile until it has some. */
const good: Record<Field, fc.Arbitrary<unknown>> = {
  fiatAmount: fc
    .tuple(fc.nat({ max: 999_999_999 }), fc.option(fc.nat({ max: 99 })))
    .map(([whole, cents]) => (cents === null ? `${whole}` : `${whole}.${String(cents).padStart(2, "0")}`)),
  fiatCurrency: fc.constantFrom("USD", "EUR", "KRW", "GBP"),
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String),
  chainId: fc.constantFrom(31337, 31338, 8453),
  tokenAddress: fc.oneof(fc.constantFrom(tokenOf(local), tokenOf(local, "USDT").toLowerCase()), hexAddress),
  merchantAddress: hexAddress,
  itemName: text(200),
  itemDescription: text(2_000),
  referenceId: text(200),
  metadata: fc.dictionary(text(40), text(500), { maxKeys: 20 }),
  expiryMinutes: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.maxSafeNat()),
  successUrl: url,
  cancelUrl: url,
};

/** And values that nobody should send, some of which are good by chance. */
const bad = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(
    "NaN",
    "1e3",
    " 5 ",
    "-1",
    "1.9",
    "0x10",
    (2n ** 256n).toString(),
    "\u0000",
    "\ud800",
    "",
    "__proto__",
  ),
  fc.double(),
);

const body = fc
  .tuple(
    fc.record(good, { requiredKeys: [] }),
    fc.constantFrom("fiat", "amount", "as it is"),
    fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(good)), text(10)), bad, { maxKeys: 2 }),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([fields, price, broken, brokenIn]) => {
    const { fiatAmount = "12", fiatCurrency = "USD", amount = "1000000", ...rest } = fields;
    const priced =
      price === "fiat"
        ? { fiatAmount, fiatCurrency, ...rest }
        : price === "amount"
          ? { amount, ...rest }
          : fields;
    // Two of three are left as they are, or the good ones would be rare.
    return brokenIn === 0 ? { ...priced, ...broken } : priced;
  });

const refusals = [
  "UNSUPPORTED_FIAT_CURRENCY",
  "UNSUPPORTED_CHAIN",
  "UNSUPPORTED_TOKEN",
  "UNSUPPORTED_TOKEN_FOR_FIAT",
  "AMOUNT_TOO_SMALL",
] as const;

test(`${runs} random creates are what the schema says of them, and none upsets the service`, async () => {
  test.setTimeout(60_000 + runs * 500);
  const counts = { created: 0, refused: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(body, async (given) => {
      const sent = JSON.stringify(given);
      const answer = await postCheckout(demo, { body: sent });
      const read = createCheckoutBody.safeParse(JSON.parse(sent));
      if (!read.success) {
        counts.invalid++;
        const named = read.error.issues.slice(0, 50).map(({ code, path }) => {
          // Of a key that is refused only the field is named.
          return path.slice(0, code === "invalid_key" ? -1 : path.length).join(".");
        });
        const { details } = expectFailure(answer, "VALIDATION_ERROR");
        expect(details?.map(({ param }) => param)).toEqual(named);
      } else if (answer.body.ok) {
        counts.created++;
        const { itemName = null, referenceId = null, metadata = {}, fiatAmount = null } = read.data;
        expect(expectResource(answer, 201)).toMatchObject({ itemName, referenceId, metadata, fiatAmount });
      } else {
        counts.refused++;
        const code = refusals.find((each) => !answer.body.ok && answer.body.error.code === each);
        expectFailure(answer, code ?? "VALIDATION_ERROR", answer.body.error.param);
      }
    }),
    // Each step of shrinking is a request too; the seed in the report leads back to the case.
    { numRuns: runs, endOnFailure: true },
  );
  // The generator reaches every kind of answer.
  expect(counts.created).toBeGreaterThan(runs / 20);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.invalid).toBeGreaterThan(runs / 20);
});
