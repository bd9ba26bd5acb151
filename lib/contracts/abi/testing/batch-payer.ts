// Generated from BatchPayer by `node lib/contracts/run.mjs build`. Do not edit.

export const batchPayerAbi = [
  {
    "type": "function",
    "name": "pay",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "contract IERC20"
      },
      {
        "name": "to",
        "type": "address[]",
        "internalType": "address[]"
      },
      {
        "name": "amounts",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "payOften",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "contract IERC20"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "times",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "error",
    "name": "SafeERC20FailedOperation",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  }
] as const;

/** Creation bytecode of BatchPayer. */
export const batchPayerBytecode = "0x6080604052348015600e575f5ffd5b506103898061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610034575f3560e01c80631354618f1461003857806395ecdced1461004d575b5f5ffd5b61004b61004636600461022d565b610060565b005b61004b61005b3660046102b8565b61009a565b5f5b818110156100935761008b73ffffffffffffffffffffffffffffffffffffffff8616858561011d565b600101610062565b5050505050565b5f5b838110156101155761010d8585838181106100b9576100b961033a565b90506020020160208101906100ce9190610367565b8484848181106100e0576100e061033a565b905060200201358873ffffffffffffffffffffffffffffffffffffffff1661011d9092919063ffffffff16565b60010161009c565b505050505050565b61012a8383836001610181565b61017c576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260240160405180910390fd5b505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f511483166101fd5783831516156101f1573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b73ffffffffffffffffffffffffffffffffffffffff8116811461022a575f5ffd5b50565b5f5f5f5f60808587031215610240575f5ffd5b843561024b81610209565b9350602085013561025b81610209565b93969395505050506040820135916060013590565b5f5f83601f840112610280575f5ffd5b50813567ffffffffffffffff811115610297575f5ffd5b6020830191508360208260051b85010111156102b1575f5ffd5b9250929050565b5f5f5f5f5f606086880312156102cc575f5ffd5b85356102d781610209565b9450602086013567ffffffffffffffff8111156102f2575f5ffd5b6102fe88828901610270565b909550935050604086013567ffffffffffffffff81111561031d575f5ffd5b61032988828901610270565b969995985093965092949392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f60208284031215610377575f5ffd5b813561038281610209565b939250505056" as const;
