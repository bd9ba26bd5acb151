// Generated from DenylistToken by `node lib/contracts/run.mjs build`. Do not edit.

export const denylistTokenAbi = [
  {
    "type": "function",
    "name": "DOMAIN_SEPARATOR",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "allowance",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "approve",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "authorizationState",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "balanceOf",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "cancelAuthorization",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "cancelAuthorization",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "decimals",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint8",
        "internalType": "uint8"
      }
    ],
    "stateMutability": "pure"
  },
  {
    "type": "function",
    "name": "denied",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "eip712Domain",
    "inputs": [],
    "outputs": [
      {
        "name": "fields",
        "type": "bytes1",
        "internalType": "bytes1"
      },
      {
        "name": "name",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "version",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "chainId",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "verifyingContract",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "salt",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "extensions",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "mint",
    "inputs": [
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
    "name": "name",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "receiveWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "receiveWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setDenied",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "isDenied",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "symbol",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "totalSupply",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "transfer",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferFrom",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "version",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "pure"
  },
  {
    "type": "event",
    "name": "Approval",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "spender",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AuthorizationCanceled",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AuthorizationUsed",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "EIP712DomainChanged",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Transfer",
    "inputs": [
      {
        "name": "from",
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
        "name": "value",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "Denied",
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
    "name": "ECDSAInvalidSignature",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ECDSAInvalidSignatureLength",
    "inputs": [
      {
        "name": "length",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ECDSAInvalidSignatureS",
    "inputs": [
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InsufficientAllowance",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "allowance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "needed",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InsufficientBalance",
    "inputs": [
      {
        "name": "sender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "balance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "needed",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidApprover",
    "inputs": [
      {
        "name": "approver",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidReceiver",
    "inputs": [
      {
        "name": "receiver",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidSender",
    "inputs": [
      {
        "name": "sender",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidSpender",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC3009InvalidAuthorizationTime",
    "inputs": [
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC3009InvalidSignature",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ERC3009UsedAuthorization",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidShortString",
    "inputs": []
  },
  {
    "type": "error",
    "name": "SafeCastOverflowedUintDowncast",
    "inputs": [
      {
        "name": "bits",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "StringTooLong",
    "inputs": [
      {
        "name": "str",
        "type": "string",
        "internalType": "string"
      }
    ]
  }
] as const;

/** Creation bytecode of DenylistToken. */
export const denylistTokenBytecode = "0x610160604052348015610010575f5ffd5b506040805180820182526008808252672aa9a21021b7b4b760c11b60208084018290528451808601865260018152601960f91b818301528551808701875293845283820192909252845180860190955260048552635553444360e01b908501529192600361007e838261022d565b50600461008b828261022d565b50505061009d8261014460201b60201c565b610120526100aa81610144565b61014052815160208084019190912060e052815190820120610100524660a05261013660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c052610343565b5f5f829050601f81511115610177578260405163305a27a960e01b815260040161016e91906102eb565b60405180910390fd5b805161018282610320565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101b257607f821691505b6020821081036101d057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610228578282111561022857805f5260205f20601f840160051c602085101561020157505f5b90810190601f840160051c035f5b81811015610224575f8382015560010161020f565b5050505b505050565b81516001600160401b038111156102465761024661018a565b61025a81610254845461019e565b846101d6565b6020601f82116001811461028c575f83156102755750848201515b5f19600385901b1c1916600184901b1784556102e4565b5f84815260208120601f198516915b828110156102bb578785015182556020948501946001909201910161029b565b50848210156102d857868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156101d0575f1960209190910360031b1b16919050565b60805160a05160c05160e051610100516101205161014051611e1b6103945f395f610fce01525f610fa301525f610e2d01525f610e0501525f610d6001525f610d8a01525f610db40152611e1b5ff3fe608060405234801561000f575f5ffd5b5060043610610179575f3560e01c806384b0196e116100d2578063cf09299511610088578063e94a010211610063578063e94a0102146103ba578063ef55bec6146103ff578063fc9d96ba14610412575f5ffd5b8063cf0929951461034f578063dd62ed3e14610362578063e3ee160e146103a7575f5ffd5b806395d89b41116100b857806395d89b4114610321578063a9059cbb14610329578063b7b728991461033c575f5ffd5b806384b0196e146102f357806388b7ab631461030e575f5ffd5b80633644e5151161013257806357652a461161010d57806357652a46146102485780635a049a70146102ab57806370a08231146102be575f5ffd5b80633644e515146101f257806340c10f19146101fa57806354fd4d501461020f575f5ffd5b806318160ddd1161016257806318160ddd146101be57806323b872dd146101d0578063313ce567146101e3575f5ffd5b806306fdde031461017d578063095ea7b31461019b575b5f5ffd5b610185610434565b6040516101929190611992565b60405180910390f35b6101ae6101a93660046119cc565b6104c4565b6040519015158152602001610192565b6002545b604051908152602001610192565b6101ae6101de3660046119f4565b6104dd565b60405160068152602001610192565b6101c2610500565b61020d6102083660046119cc565b61050e565b005b60408051808201909152600181527f32000000000000000000000000000000000000000000000000000000000000006020820152610185565b61020d610256366004611a2e565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260086020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b61020d6102b9366004611a77565b61051c565b6101c26102cc366004611ac1565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6102fb610614565b6040516101929796959493929190611ada565b61020d61031c366004611bde565b610672565b61018561078b565b6101ae6103373660046119cc565b61079a565b61020d61034a366004611c63565b61086d565b61020d61035d366004611bde565b6108da565b6101c2610370366004611cb9565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b61020d6103b5366004611cea565b610956565b6101ae6103c83660046119cc565b73ffffffffffffffffffffffffffffffffffffffff919091165f908152600760209081526040808320938352929052205460ff1690565b61020d61040d366004611cea565b610a5e565b6101ae610420366004611ac1565b60086020525f908152604090205460ff1681565b60606003805461044390611d65565b80601f016020809104026020016040519081016040528092919081815260200182805461046f90611d65565b80156104ba5780601f10610491576101008083540402835291602001916104ba565b820191905f5260205f20905b81548152906001019060200180831161049d57829003601f168201915b5050505050905090565b5f336104d1818585610bc4565b60019150505b92915050565b5f336104ea858285610bd6565b6104f5858585610c9e565b506001949350505050565b5f610509610d47565b905090565b6105188282610e7d565b5050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff871691810191909152606081018590525f90610590906080015b60405160208183030381529060405280519060200120610ed7565b905061059e81858585610f1e565b73ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff1614610602576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61060c8686610f4c565b505050505050565b5f6060805f5f5f6060610625610f9c565b61062d610fc7565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff871633146106de576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024015b60405180910390fd5b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e08101849052610773908990610100015b604051602081830303815290604052805190602001208484610ff2565b610781888888888888611047565b5050505050505050565b60606004805461044390611d65565b335f9081526008602052604081205460ff16156107e5576040517fe7d05e270000000000000000000000000000000000000000000000000000000081523360048201526024016106d5565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526008602052604090205460ff161561085c576040517fe7d05e2700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024016106d5565b61086683836110a8565b9392505050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152606081018490526108ca908590608001610756565b6108d48484610f4c565b50505050565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e0810184905261077390899061010001610756565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f906109d29061010001610575565b90506109e081858585610f1e565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff1614610a44576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610a528a8a8a8a8a8a611047565b50505050505050505050565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f90610ada9061010001610575565b9050610ae881858585610f1e565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff1614610b4c576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8873ffffffffffffffffffffffffffffffffffffffff81163314610bb5576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90911660048201526024016106d5565b50610a528a8a8a8a8a8a611047565b610bd183838360016110b5565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8110156108d45781811015610c90576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101829052604481018390526064016106d5565b6108d484848484035f6110b5565b73ffffffffffffffffffffffffffffffffffffffff8316610ced576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f60048201526024016106d5565b73ffffffffffffffffffffffffffffffffffffffff8216610d3c576040517fec442f050000000000000000000000000000000000000000000000000000000081525f60048201526024016106d5565b610bd18383836111fa565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610dac57507f000000000000000000000000000000000000000000000000000000000000000046145b15610dd657507f000000000000000000000000000000000000000000000000000000000000000090565b610509604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610ecc576040517fec442f050000000000000000000000000000000000000000000000000000000081525f60048201526024016106d5565b6105185f83836111fa565b5f6104d7610ee3610d47565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f610f2e888888886113a1565b925092509250610f3e8282611494565b50909150505b949350505050565b610f568282611597565b604051819073ffffffffffffffffffffffffffffffffffffffff8416907f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81905f90a35050565b60606105097f000000000000000000000000000000000000000000000000000000000000000061167f565b60606105097f000000000000000000000000000000000000000000000000000000000000000061167f565b5f6110078561100086610ed7565b85856116bc565b905080611040576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050505050565b6110518383611755565b61105b8682611597565b604051819073ffffffffffffffffffffffffffffffffffffffff8816907f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5905f90a361060c868686610c9e565b5f336104d1818585610c9e565b73ffffffffffffffffffffffffffffffffffffffff8416611104576040517fe602df050000000000000000000000000000000000000000000000000000000081525f60048201526024016106d5565b73ffffffffffffffffffffffffffffffffffffffff8316611153576040517f94280d620000000000000000000000000000000000000000000000000000000081525f60048201526024016106d5565b73ffffffffffffffffffffffffffffffffffffffff8085165f90815260016020908152604080832093871683529290522082905580156108d4578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925846040516111ec91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316611231578060025f8282546112269190611db6565b909155506112e19050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260208190526040902054818110156112b6576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101829052604481018390526064016106d5565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661130a57600280548290039055611335565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161139491815260200190565b60405180910390a3505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156113da57505f9150600390508261148a565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561142b573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661148157505f92506001915082905061148a565b92505f91508190505b9450945094915050565b5f8260038111156114a7576114a7611dee565b036114b0575050565b60018260038111156114c4576114c4611dee565b036114fb576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600282600381111561150f5761150f611dee565b03611549576040517ffce698f7000000000000000000000000000000000000000000000000000000008152600481018290526024016106d5565b600382600381111561155d5761155d611dee565b03610518576040517fd78bce0c000000000000000000000000000000000000000000000000000000008152600481018290526024016106d5565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526007602090815260408083208484529091529020548290829060ff1615611623576040517f8f7808c100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909216600483015260248201526044016106d5565b505073ffffffffffffffffffffffffffffffffffffffff9091165f9081526007602090815260408083209383529290522080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055565b60605f61168b836117dd565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f8473ffffffffffffffffffffffffffffffffffffffff163b5f03611742575f5f6116e886868661181d565b5090925090505f81600381111561170157611701611dee565b14801561173957508673ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b92505050610f44565b61174e85858585611864565b9050610f44565b81811665800000000000165f81156117745761176f6118e7565b61177c565b61177c6118f1565b65ffffffffffff169050811984168111801561179a57508119831681105b8484909161060c576040517f4a931c17000000000000000000000000000000000000000000000000000000008152600481019290925260248201526044016106d5565b5f60ff8216601f8111156104d7576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80806041849003611851578435602086013560408701355f1a611843898285856113a1565b95509550955050505061185b565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b5f610509436118f7565b5f610509425b5f65ffffffffffff821115611942576040517f6dfcc65000000000000000000000000000000000000000000000000000000000815260306004820152602481018390526044016106d5565b5090565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6108666020830184611946565b803573ffffffffffffffffffffffffffffffffffffffff811681146119c7575f5ffd5b919050565b5f5f604083850312156119dd575f5ffd5b6119e6836119a4565b946020939093013593505050565b5f5f5f60608486031215611a06575f5ffd5b611a0f846119a4565b9250611a1d602085016119a4565b929592945050506040919091013590565b5f5f60408385031215611a3f575f5ffd5b611a48836119a4565b915060208301358015158114611a5c575f5ffd5b809150509250929050565b803560ff811681146119c7575f5ffd5b5f5f5f5f5f60a08688031215611a8b575f5ffd5b611a94866119a4565b945060208601359350611aa960408701611a67565b94979396509394606081013594506080013592915050565b5f60208284031215611ad1575f5ffd5b610866826119a4565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f611b1460e0830189611946565b8281036040840152611b268189611946565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611b88578351835260209384019390920191600101611b6a565b50909b9a5050505050505050505050565b5f5f83601f840112611ba9575f5ffd5b50813567ffffffffffffffff811115611bc0575f5ffd5b602083019150836020828501011115611bd7575f5ffd5b9250929050565b5f5f5f5f5f5f5f5f60e0898b031215611bf5575f5ffd5b611bfe896119a4565b9750611c0c60208a016119a4565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff811115611c43575f5ffd5b611c4f8b828c01611b99565b999c989b5096995094979396929594505050565b5f5f5f5f60608587031215611c76575f5ffd5b611c7f856119a4565b935060208501359250604085013567ffffffffffffffff811115611ca1575f5ffd5b611cad87828801611b99565b95989497509550505050565b5f5f60408385031215611cca575f5ffd5b611cd3836119a4565b9150611ce1602084016119a4565b90509250929050565b5f5f5f5f5f5f5f5f5f6101208a8c031215611d03575f5ffd5b611d0c8a6119a4565b9850611d1a60208b016119a4565b975060408a0135965060608a0135955060808a0135945060a08a01359350611d4460c08b01611a67565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611d7957607f821691505b602082108103611db0577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b808201808211156104d7577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd" as const;
