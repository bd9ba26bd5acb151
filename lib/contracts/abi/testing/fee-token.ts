// Generated from FeeToken by `node lib/contracts/run.mjs build`. Do not edit.

export const feeTokenAbi = [
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

/** Creation bytecode of FeeToken. */
export const feeTokenBytecode = "0x610160604052348015610010575f5ffd5b506040805180820182526008808252672aa9a21021b7b4b760c11b60208084018290528451808601865260018152601960f91b818301528551808701875293845283820192909252845180860190955260048552635553444360e01b908501529192600361007e838261022d565b50600461008b828261022d565b50505061009d8261014460201b60201c565b610120526100aa81610144565b61014052815160208084019190912060e052815190820120610100524660a05261013660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c052610343565b5f5f829050601f81511115610177578260405163305a27a960e01b815260040161016e91906102eb565b60405180910390fd5b805161018282610320565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101b257607f821691505b6020821081036101d057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610228578282111561022857805f5260205f20601f840160051c602085101561020157505f5b90810190601f840160051c035f5b81811015610224575f8382015560010161020f565b5050505b505050565b81516001600160401b038111156102465761024661018a565b61025a81610254845461019e565b846101d6565b6020601f82116001811461028c575f83156102755750848201515b5f19600385901b1c1916600184901b1784556102e4565b5f84815260208120601f198516915b828110156102bb578785015182556020948501946001909201910161029b565b50848210156102d857868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156101d0575f1960209190910360031b1b16919050565b60805160a05160c05160e051610100516101205161014051611d5b6103945f395f610e9301525f610e6801525f610cf401525f610ccc01525f610c2701525f610c5101525f610c7b0152611d5b5ff3fe608060405234801561000f575f5ffd5b5060043610610163575f3560e01c806384b0196e116100c7578063cf0929951161007d578063e3ee160e11610063578063e3ee160e1461032e578063e94a010214610341578063ef55bec614610386575f5ffd5b8063cf092995146102d6578063dd62ed3e146102e9575f5ffd5b806395d89b41116100ad57806395d89b41146102a8578063a9059cbb146102b0578063b7b72899146102c3575f5ffd5b806384b0196e1461027a57806388b7ab6314610295575f5ffd5b80633644e5151161011c57806354fd4d501161010257806354fd4d50146101f95780635a049a701461023257806370a0823114610245575f5ffd5b80633644e515146101dc57806340c10f19146101e4575f5ffd5b806318160ddd1161014c57806318160ddd146101a857806323b872dd146101ba578063313ce567146101cd575f5ffd5b806306fdde0314610167578063095ea7b314610185575b5f5ffd5b61016f610399565b60405161017c91906118b1565b60405180910390f35b6101986101933660046118f2565b610429565b604051901515815260200161017c565b6002545b60405190815260200161017c565b6101986101c836600461191a565b610442565b6040516006815260200161017c565b6101ac610465565b6101f76101f23660046118f2565b610473565b005b60408051808201909152600181527f3200000000000000000000000000000000000000000000000000000000000000602082015261016f565b6101f7610240366004611964565b610481565b6101ac6102533660046119ae565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b610282610579565b60405161017c97969594939291906119c7565b6101f76102a3366004611acb565b6105d7565b61016f6106f0565b6101986102be3660046118f2565b6106ff565b6101f76102d1366004611b50565b610734565b6101f76102e4366004611acb565b6107a1565b6101ac6102f7366004611ba6565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b6101f761033c366004611bd7565b61081d565b61019861034f3660046118f2565b73ffffffffffffffffffffffffffffffffffffffff919091165f908152600760209081526040808320938352929052205460ff1690565b6101f7610394366004611bd7565b610925565b6060600380546103a890611c52565b80601f01602080910402602001604051908101604052809291908181526020018280546103d490611c52565b801561041f5780601f106103f65761010080835404028352916020019161041f565b820191905f5260205f20905b81548152906001019060200180831161040257829003601f168201915b5050505050905090565b5f33610436818585610a8b565b60019150505b92915050565b5f3361044f858285610a9d565b61045a858585610b65565b506001949350505050565b5f61046e610c0e565b905090565b61047d8282610d44565b5050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff871691810191909152606081018590525f906104f5906080015b60405160208183030381529060405280519060200120610d9e565b905061050381858585610de5565b73ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff1614610567576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6105718686610e11565b505050505050565b5f6060805f5f5f606061058a610e61565b610592610e8c565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff87163314610643576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024015b60405180910390fd5b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526106d8908990610100015b604051602081830303815290604052805190602001208484610eb7565b6106e6888888888888610f0c565b5050505050505050565b6060600480546103a890611c52565b5f8061070d6103e884611cd0565b90506107193382610f6d565b61072c846107278386611d08565b610fc7565b949350505050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152606081018490526107919085906080016106bb565b61079b8484610e11565b50505050565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526106d8908990610100016106bb565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f9061089990610100016104da565b90506108a781858585610de5565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff161461090b576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109198a8a8a8a8a8a610f0c565b50505050505050505050565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f906109a190610100016104da565b90506109af81858585610de5565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff1614610a13576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8873ffffffffffffffffffffffffffffffffffffffff81163314610a7c576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909116600482015260240161063a565b506109198a8a8a8a8a8a610f0c565b610a988383836001610fd4565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81101561079b5781811015610b57576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044810183905260640161063a565b61079b84848484035f610fd4565b73ffffffffffffffffffffffffffffffffffffffff8316610bb4576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8216610c03576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b610a98838383611119565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610c7357507f000000000000000000000000000000000000000000000000000000000000000046145b15610c9d57507f000000000000000000000000000000000000000000000000000000000000000090565b61046e604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610d93576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b61047d5f8383611119565b5f61043c610daa610c0e565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f610df5888888886112c0565b925092509250610e0582826113b3565b50909695505050505050565b610e1b82826114b6565b604051819073ffffffffffffffffffffffffffffffffffffffff8416907f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81905f90a35050565b606061046e7f000000000000000000000000000000000000000000000000000000000000000061159e565b606061046e7f000000000000000000000000000000000000000000000000000000000000000061159e565b5f610ecc85610ec586610d9e565b85856115db565b905080610f05576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050505050565b610f168383611674565b610f2086826114b6565b604051819073ffffffffffffffffffffffffffffffffffffffff8816907f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5905f90a3610571868686610b65565b73ffffffffffffffffffffffffffffffffffffffff8216610fbc576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b61047d825f83611119565b5f33610436818585610b65565b73ffffffffffffffffffffffffffffffffffffffff8416611023576040517fe602df050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8316611072576040517f94280d620000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8085165f908152600160209081526040808320938716835292905220829055801561079b578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9258460405161110b91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316611150578060025f8282546111459190611d1b565b909155506112009050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260208190526040902054818110156111d5576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018290526044810183905260640161063a565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661122957600280548290039055611254565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef836040516112b391815260200190565b60405180910390a3505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156112f957505f915060039050826113a9565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561134a573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff81166113a057505f9250600191508290506113a9565b92505f91508190505b9450945094915050565b5f8260038111156113c6576113c6611d2e565b036113cf575050565b60018260038111156113e3576113e3611d2e565b0361141a576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600282600381111561142e5761142e611d2e565b03611468576040517ffce698f70000000000000000000000000000000000000000000000000000000081526004810182905260240161063a565b600382600381111561147c5761147c611d2e565b0361047d576040517fd78bce0c0000000000000000000000000000000000000000000000000000000081526004810182905260240161063a565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526007602090815260408083208484529091529020548290829060ff1615611542576040517f8f7808c100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9092166004830152602482015260440161063a565b505073ffffffffffffffffffffffffffffffffffffffff9091165f9081526007602090815260408083209383529290522080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055565b60605f6115aa836116fc565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f8473ffffffffffffffffffffffffffffffffffffffff163b5f03611661575f5f61160786868661173c565b5090925090505f81600381111561162057611620611d2e565b14801561165857508673ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b9250505061072c565b61166d85858585611783565b905061072c565b81811665800000000000165f81156116935761168e611806565b61169b565b61169b611810565b65ffffffffffff16905081198416811180156116b957508119831681105b84849091610571576040517f4a931c170000000000000000000000000000000000000000000000000000000081526004810192909252602482015260440161063a565b5f60ff8216601f81111561043c576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80806041849003611770578435602086013560408701355f1a611762898285856112c0565b95509550955050505061177a565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b5f61046e43611816565b5f61046e425b5f65ffffffffffff821115611861576040517f6dfcc650000000000000000000000000000000000000000000000000000000008152603060048201526024810183905260440161063a565b5090565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6118c36020830184611865565b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff811681146118ed575f5ffd5b919050565b5f5f60408385031215611903575f5ffd5b61190c836118ca565b946020939093013593505050565b5f5f5f6060848603121561192c575f5ffd5b611935846118ca565b9250611943602085016118ca565b929592945050506040919091013590565b803560ff811681146118ed575f5ffd5b5f5f5f5f5f60a08688031215611978575f5ffd5b611981866118ca565b94506020860135935061199660408701611954565b94979396509394606081013594506080013592915050565b5f602082840312156119be575f5ffd5b6118c3826118ca565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f611a0160e0830189611865565b8281036040840152611a138189611865565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611a75578351835260209384019390920191600101611a57565b50909b9a5050505050505050505050565b5f5f83601f840112611a96575f5ffd5b50813567ffffffffffffffff811115611aad575f5ffd5b602083019150836020828501011115611ac4575f5ffd5b9250929050565b5f5f5f5f5f5f5f5f60e0898b031215611ae2575f5ffd5b611aeb896118ca565b9750611af960208a016118ca565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff811115611b30575f5ffd5b611b3c8b828c01611a86565b999c989b5096995094979396929594505050565b5f5f5f5f60608587031215611b63575f5ffd5b611b6c856118ca565b935060208501359250604085013567ffffffffffffffff811115611b8e575f5ffd5b611b9a87828801611a86565b95989497509550505050565b5f5f60408385031215611bb7575f5ffd5b611bc0836118ca565b9150611bce602084016118ca565b90509250929050565b5f5f5f5f5f5f5f5f5f6101208a8c031215611bf0575f5ffd5b611bf98a6118ca565b9850611c0760208b016118ca565b975060408a0135965060608a0135955060808a0135945060a08a01359350611c3160c08b01611954565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611c6657607f821691505b602082108103611c9d577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f82611d03577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b8181038181111561043c5761043c611ca3565b8082018082111561043c5761043c611ca3565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd" as const;
