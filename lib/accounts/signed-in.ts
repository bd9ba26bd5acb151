/** Who is signed in: a session that is neither over nor revoked, and its person. */
export type SignedIn = {
  sessionId: string;
  userId: string;
  email: string;
  name: string | null;
  hasPassword: boolean;
  /** The wallet that signs this person in, lower-case. */
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  /** When they last proved who they are: grave changes ask for it anew. */
  authenticatedAt: Date;
};
