/** A page that makes a checkout of its price when a customer asks it to. */
export type PaymentLink = {
  id: string;
  projectId: string;
  /** The end of its address: lower-case letters, digits and dashes. */
  slug: string;
  itemName: string;
  itemDescription: string | null;
  /** Either the fiat pair, or an amount in smallest units. */
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint | null;
  successUrl: string | null;
  /** Made by it so far. */
  checkoutCount: number;
  createdAt: Date;
  /** Null while it can be paid. */
  disabledAt: Date | null;
};

/** A link as its customers see it. */
export type OpenPaymentLink = {
  link: PaymentLink;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
  /** Of the tokens that can carry its price. */
  symbols: readonly string[];
};
