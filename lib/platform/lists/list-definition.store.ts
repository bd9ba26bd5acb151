import type { Days } from "./list-place.rules";

/** Adds a value to a statement, and answers its parameter: "$3". */
export type Param = {
  (value: unknown): string;
  /** A word in the text itself, for an index of rows with that value alone; it is part of the statement's name. */
  literal(word: string): string;
};

/** The range of times of a filter: start inclusive, end exclusive. */
export type Range = { from: Date | null; before: Date | null };

/** The columns of a list's order, of which the last one is unique, with the cursor's value for each. */
export type Order<Item, Cursor> = {
  columns: readonly { column: string; type: string; of(cursor: Cursor): unknown }[];
  cursorOf(item: Item): Cursor;
};

/** What the SQL of a definition may need of the statement around it. */
export type Parts = {
  order: "ASC" | "DESC";
  /** Behind the cursor. */
  beyond: "<" | ">";
  /** ORDER BY of the rows of this name. */
  sorted(row: string): string;
  /** " AND …": only rows behind the cursor, by these columns; empty for the first page. */
  past(columns: string): string;
  limit: string;
};

/** For filters without an index: a bounded number of rows is read in order, and those that are wanted are kept. */
export type Walk<Filter> = {
  /** Rows read at once; null for all of the conditions' rows, which must be few. */
  rows(filter: Filter): number | null;
  /** How often for one page. */
  times?: number;
  /** Their columns; all without it. */
  reads?: string;
  /** Which of them are wanted, and columns that are joined to them for it. */
  where?(filter: Filter, param: Param): string;
  joins?: string;
  keeps?: string;
  /** Takes the place of these three: rows by those `searched`, and `last`, the end of the search. */
  found?(parts: Parts): string;
};

/** Its owner's rows of the filter's days, behind the cursor, by the name of a row and of its id. */
export type WordShape = { owner: string; param: Param; scope(row: string, id?: string): string[] };

/**
 * Words in an index that has no order: the newest rows are tested one by one first, and the index is asked only if they
 * don't fill the page, since it would sort every hit of a common word.
 */
export type Words = {
  /** Ids and times of all hits, unordered. */
  hits: string;
  /** Whether one row fits. */
  inRow(row: string): string;
  /** The columns by which it is told. */
  reads: string;
  /** How many rows are tested first. */
  walked: number;
};

export type Condition<Filter, Value> = (value: Value, param: Param, filter: Filter) => string;

/** These fields are read by `within`. */
type RangeField = keyof Days | keyof Range | "to";

export type ListDefinition<Filter, Item, Row, Cursor> = {
  /** Begins the names of its statements. */
  name: string;
  /** Its table, and what a row of it is called in SQL. */
  table: string;
  row: string;
  /** The column that says whose the rows are: `$1` in all of the SQL. */
  owner: string;
  order: Order<Item, Cursor>;
  /** A condition of all rows, in the words of their index. */
  where?: string;
  /** The condition of each field of the filter, if it has a value; null where `each` or `walk` reads it. */
  filters: {
    readonly [Field in Exclude<keyof Filter, RangeField>]-?: Condition<
      Filter,
      NonNullable<Filter[Field]>
    > | null;
  };
  within?(filter: Filter): Range;
  /**
   * The rows of each of these values are read by their own part of an index and merged at the front: however few they
   * are among many others, they are found at once. An empty list means all, null that no row can match.
   */
  each?: { column: string; type: string; of(filter: Filter): readonly string[] | null };
  walk?: Walk<Filter>;
  /** Null when the filter has no words. */
  words?(filter: Filter, shape: WordShape): Words | null;
  /**
   * A page of rows that fit rare values needs another plan than one of common values: its statements are planned by
   * their values each time, not prepared.
   */
  isPlannedByValues?: true;
  columns: string;
  joins?: string;
  /** Without it, a row's columns are the item's properties. */
  toItem?(row: Row): Item;
};
