export type ReceiptDocument = {
  /** The document's heading. */
  title: string;
  merchantName: string;
  /** Locale of its words, such as `ko-KR`. */
  language: string;
  /** Of the payment. The same receipt has the same bytes. */
  at: Date;
  rows: readonly (readonly [label: string, value: string])[];
};
