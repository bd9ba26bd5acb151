/** A secret that opens the page on which a customer names an address. Only its hash is stored. */
export type ClaimToken = {
  /** 32 random bytes, base64url. */
  token: string;
  /** SHA-256 of the token's text, hex. */
  hash: string;
};

export type NewClaimToken = () => ClaimToken;
