// Generated from Deposit by `node lib/solidity/run.mjs build`. Do not edit.

export const depositAbi = [
  {
    "type": "constructor",
    "inputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "factory",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "refund",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
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
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "sweep",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "sweepFor",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "terms",
    "inputs": [],
    "outputs": [
      {
        "name": "merchant",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "refundAuthority",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "openSweep",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "event",
    "name": "DepositRefunded",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DepositSwept",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "merchant",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "InvalidRefundRecipient",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotADeposit",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotTheFactory",
    "inputs": [
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "RefundNotAllowed",
    "inputs": [
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ]
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
  },
  {
    "type": "error",
    "name": "SweepNotAllowed",
    "inputs": [
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenHasNoCode",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ZeroRefund",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  }
] as const;

/** Creation bytecode of Deposit. */
export const depositBytecode = "0x60a0604052348015600e575f5ffd5b50336080526080516109646100315f395f818160bb015261016901526109645ff3fe608060405234801561000f575f5ffd5b5060043610610064575f3560e01c806382ad6f351161004d57806382ad6f35146100a1578063c45a0155146100b6578063d502562514610102575f5ffd5b806301681a62146100685780632d8dfabb1461008e575b5f5ffd5b61007b610076366004610838565b61013f565b6040519081526020015b60405180910390f35b61007b61009c366004610851565b610150565b6100b46100af366004610882565b6101d8565b005b6100dd7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610085565b61010a61039c565b6040805173ffffffffffffffffffffffffffffffffffffffff9485168152939092166020840152151590820152606001610085565b5f61014a8233610442565b92915050565b5f3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146101c7576040517f57fcb7790000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b6101d18383610442565b9392505050565b5f6101e161039c565b509150503373ffffffffffffffffffffffffffffffffffffffff821614610236576040517fe4170e430000000000000000000000000000000000000000000000000000000081523360048201526024016101be565b73ffffffffffffffffffffffffffffffffffffffff8316158061026e575073ffffffffffffffffffffffffffffffffffffffff831630145b156102bd576040517ff9a57d3500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024016101be565b815f0361030e576040517fad5385ed00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024016101be565b8273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167ff753dc50d05a64ff1627aaaaaff0b5668014c8fa260555fa958e6445125f03dc8460405161036d91815260200190565b60405180910390a361039673ffffffffffffffffffffffffffffffffffffffff851684846106ae565b50505050565b5f5f5f5f6103a93061070e565b905060298151146103e8576040517fdcf807ad0000000000000000000000000000000000000000000000000000000081523060048201526024016101be565b602081015160601c9350603481015160601c92508060288151811061040f5761040f6108bb565b0160200151939492937fff0000000000000000000000000000000000000000000000000000000000000016151592915050565b5f5f5f5f61044e61039c565b9250925092508015801561048e57508273ffffffffffffffffffffffffffffffffffffffff168573ffffffffffffffffffffffffffffffffffffffff1614155b80156104c657508173ffffffffffffffffffffffffffffffffffffffff168573ffffffffffffffffffffffffffffffffffffffff1614155b15610515576040517fde5bb44800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024016101be565b8573ffffffffffffffffffffffffffffffffffffffff163b5f0361057d576040517fd0b1b2a700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff871660048201526024016101be565b6040517f70a0823100000000000000000000000000000000000000000000000000000000815230600482015273ffffffffffffffffffffffffffffffffffffffff8716906370a0823190602401602060405180830381865afa1580156105e5573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061060991906108e8565b9350835f0361061d575f935050505061014a565b8273ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff167fa88ad76df17a3324e5e4faeb4f6dfa857d3259faccad5bcf4114e6a24bb4b2478660405161067c91815260200190565b60405180910390a36106a573ffffffffffffffffffffffffffffffffffffffff871684866106ae565b50505092915050565b6106bb8383836001610788565b610709576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024016101be565b505050565b60605f610733602d73ffffffffffffffffffffffffffffffffffffffff85163b6108ff565b67ffffffffffffffff81111561074b5761074b610937565b6040519080825280601f01601f191660200182016040528015610775576020820181803683370190505b5090508051602d60208301853c92915050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f511483166108045783831516156107f8573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610833575f5ffd5b919050565b5f60208284031215610848575f5ffd5b6101d182610810565b5f5f60408385031215610862575f5ffd5b61086b83610810565b915061087960208401610810565b90509250929050565b5f5f5f60608486031215610894575f5ffd5b61089d84610810565b92506108ab60208501610810565b9150604084013590509250925092565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f602082840312156108f8575f5ffd5b5051919050565b8181038181111561014a577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd" as const;
