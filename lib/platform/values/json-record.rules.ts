type Text<Value> = NonNullable<Value> extends bigint | Date ? string | Extract<Value, null> : Value;

/** A record as JSON carries it: whole units and times are text. */
export type JsonRecord<T> = { readonly [Name in keyof T]: Text<T[Name]> };

type Reader<Value> = Value extends bigint ? typeof BigInt : typeof Date;

/** How to read each member that is text in JSON only. */
type Readers<T> = {
  readonly [Name in keyof T as NonNullable<T[Name]> extends bigint | Date ? Name : never]: Reader<
    NonNullable<T[Name]>
  >;
};

/** @example fromJson<Sweep>({ amountUnits: "7", at: "2026-01-01T12:00:00Z" }, { amountUnits: BigInt, at: Date }) */
export function fromJson<T extends object>(record: JsonRecord<T>, readers: Readers<T>): T {
  const readerOf: Readonly<Record<string, unknown>> = readers;
  const members = Object.entries<unknown>(record).map(([name, value]) => {
    const reader = readerOf[name];
    if (value === null || reader === undefined) return [name, value];
    return [name, reader === Date ? new Date(String(value)) : BigInt(String(value))];
  });
  return Object.fromEntries(members) as T;
}
