/** A page that creates a checkout at its price for each customer who asks. */
export type PaymentLink = {
  id: string;
  projectId: string;
  /** The last part of its URL: lower-case letters, digits and dashes. */
  slug: string;
  itemName: string;
  itemDescription: string | null;
  /** Either the fiat pair, or an amount in smallest units. */
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint | null;
  successUrl: string | null;
  /** Checkouts created so far. */
  checkoutCount: number;
  createdAt: Date;
  /** Null while it accepts customers. */
  disabledAt: Date | null;
};

/** A link as its customers see it. */
export type OpenPaymentLink = {
  link: PaymentLink;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
  /** Symbols of the tokens that can carry its price. */
  symbols: readonly string[];
};
