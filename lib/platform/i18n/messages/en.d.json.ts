// Generated from the JSON by `npm run messages`.
declare const messages: {
  readonly checkout: {
    readonly title: string;
    readonly hint: string;
    readonly tryAgain: string;
  };
  readonly refund: {
    readonly title: string;
    readonly hint: string;
    readonly tryAgain: string;
  };
  readonly busy: {
    readonly title: string;
    readonly text: string;
  };
  readonly notStarted: string;
};

export default messages;
