// Generated from Deposit by `node lib/contracts/run.mjs build`. Do not edit.

export const depositAbi = [
  {"type":"constructor","inputs":[],"stateMutability":"nonpayable"},
  {"type":"receive","stateMutability":"payable"},
  {"type":"function","name":"factory","inputs":[],"outputs":[{"name":"","type":"address","internalType":"address"}],"stateMutability":"view"},
  {"type":"function","name":"refund","inputs":[{"name":"token","type":"address","internalType":"address"},{"name":"to","type":"address","internalType":"address"},{"name":"amount","type":"uint256","internalType":"uint256"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"refundFor","inputs":[{"name":"token","type":"address","internalType":"address"},{"name":"to","type":"address","internalType":"address"},{"name":"amount","type":"uint256","internalType":"uint256"},{"name":"caller","type":"address","internalType":"address"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"sweep","inputs":[{"name":"token","type":"address","internalType":"address"}],"outputs":[{"name":"amount","type":"uint256","internalType":"uint256"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"sweepFor","inputs":[{"name":"token","type":"address","internalType":"address"},{"name":"caller","type":"address","internalType":"address"}],"outputs":[{"name":"amount","type":"uint256","internalType":"uint256"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"terms","inputs":[],"outputs":[{"name":"merchant","type":"address","internalType":"address"},{"name":"refundAuthority","type":"address","internalType":"address"},{"name":"openSweep","type":"bool","internalType":"bool"}],"stateMutability":"view"},
  {"type":"event","name":"DepositRefunded","inputs":[{"name":"token","type":"address","indexed":true,"internalType":"address"},{"name":"to","type":"address","indexed":true,"internalType":"address"},{"name":"amount","type":"uint256","indexed":false,"internalType":"uint256"}],"anonymous":false},
  {"type":"event","name":"DepositSwept","inputs":[{"name":"token","type":"address","indexed":true,"internalType":"address"},{"name":"merchant","type":"address","indexed":true,"internalType":"address"},{"name":"amount","type":"uint256","indexed":false,"internalType":"uint256"}],"anonymous":false},
  {"type":"error","name":"FailedCall","inputs":[]},
  {"type":"error","name":"InsufficientBalance","inputs":[{"name":"balance","type":"uint256","internalType":"uint256"},{"name":"needed","type":"uint256","internalType":"uint256"}]},
  {"type":"error","name":"InvalidRefundRecipient","inputs":[{"name":"to","type":"address","internalType":"address"}]},
  {"type":"error","name":"NotADeposit","inputs":[{"name":"account","type":"address","internalType":"address"}]},
  {"type":"error","name":"NotTheFactory","inputs":[{"name":"caller","type":"address","internalType":"address"}]},
  {"type":"error","name":"RefundNotAllowed","inputs":[{"name":"caller","type":"address","internalType":"address"}]},
  {"type":"error","name":"SafeERC20FailedOperation","inputs":[{"name":"token","type":"address","internalType":"address"}]},
  {"type":"error","name":"SweepNotAllowed","inputs":[{"name":"caller","type":"address","internalType":"address"}]},
  {"type":"error","name":"TokenHasNoCode","inputs":[{"name":"token","type":"address","internalType":"address"}]},
  {"type":"error","name":"ZeroRefund","inputs":[{"name":"token","type":"address","internalType":"address"}]},
] as const;
