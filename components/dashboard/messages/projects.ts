/** The words of making a project. */
export const projectWords = {
  title: "New project",
  description: "A project is one shop: its own wallet, keys, payments and people.",
  name: "Name",
  nameHint: "Customers see it on the payment page.",
  wallet: "Settlement wallet",
  walletHint: "0x and 40 characters. You can change it later; a change waits 24 hours.",
  walletTitle: "What is a settlement wallet?",
  walletText: [
    "The address of a wallet whose key only you hold. What customers pay is passed on to it, on every network you accept.",
    "A wallet app, a hardware wallet or a Safe will do. A Safe has to exist on every network you accept, and in strict mode it signs one transaction per network to settle.",
    "Do not use an address that an exchange gave you: money that comes from a contract, or on another network, may never be credited there.",
  ],
  create: "Create project",
  notAllowed: "You cannot make projects here",
  notAllowedText:
    "Only who owns a project, or set up this service, makes new ones. Ask an owner to invite you to theirs: the link comes to your e-mail address.",
} as const;
