/** Which pages may show a checkout's page in a frame. */
export type FrameOrigins = {
  /** The allow-list of the checkout's project, exactly as browsers send origins; none for an unknown id. */
  find(checkoutId: string): Promise<readonly string[]>;
};
