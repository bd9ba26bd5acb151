/** An error as wallets answer it (EIP-1193). */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
