import { expect, test, vi } from "vitest";
import { ChainUnavailable } from "@/lib/chain/chain-reader.port";
import { CallRefused } from "@/lib/chain/sender/chain-sender.port";
import { CheckoutError } from "./errors.rules";
import { LeaseLostError } from "./idempotency.port";

/** Every class that one bundle's adapters throw and another's services and routes catch. */
const thrown = {
  CheckoutError: new CheckoutError("NOT_FOUND", "Nothing here."),
  LeaseLostError: new LeaseLostError("taken over"),
  ChainUnavailable: new ChainUnavailable("too much", { rangeTooWide: true }),
  CallRefused: new CallRefused("REVERTED", "it would fail"),
};
const classes = { CheckoutError, LeaseLostError, ChainUnavailable, CallRefused };

async function copies(): Promise<typeof classes> {
  vi.resetModules();
  return {
    CheckoutError: (await import("./errors.rules")).CheckoutError,
    LeaseLostError: (await import("./idempotency.port")).LeaseLostError,
    ChainUnavailable: (await import("@/lib/chain/chain-reader.port")).ChainUnavailable,
    CallRefused: (await import("@/lib/chain/sender/chain-sender.port")).CallRefused,
  };
}

const names = Object.keys(classes) as (keyof typeof classes)[];

test.each(names)(
  "%s is known to other copies of its module, as bundles hold, and by no other class",
  async (name) => {
    const copied = await copies();
    expect(copied[name]).not.toBe(classes[name]);
    expect(thrown[name].name).toBe(name);
    for (const other of names) expect(thrown[name] instanceof copied[other], other).toBe(other === name);
  },
);

test.each([new Error("CallRefused"), { name: "CallRefused" }, null, undefined, "CallRefused"])(
  "%j is none",
  (value) => {
    expect((value as object) instanceof CallRefused).toBe(false);
  },
);

test("its members are there once it is known", () => {
  const error: unknown = thrown.ChainUnavailable;
  if (!(error instanceof ChainUnavailable)) throw new Error("it is not known");
  expect(error.rangeTooWide).toBe(true);
});
