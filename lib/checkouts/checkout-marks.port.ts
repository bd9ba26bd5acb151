/** What tells whether a checkout is worth reading again, for many at once. */
export type CheckoutMarks = {
  /**
   * A text for each id that exists. It is another one after any change in the database by which a checkout's public
   * view could show something else; it may be another one without such a change.
   */
  read(checkoutIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
