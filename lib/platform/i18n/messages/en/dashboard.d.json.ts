// Generated from the JSON by `npm run messages`.
declare const messages: {
  readonly title: string;
  readonly hint: string;
  readonly tryAgain: string;
};

export default messages;
