// Generated from LocalUSDC by `node lib/contracts/run.mjs build`. Do not edit.

export const localUsdcAbi = [
  {
    "type": "constructor",
    "inputs": [],
    "stateMutability": "nonpayable"
  },
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

/** Creation bytecode of LocalUSDC. */
export const localUsdcBytecode = "0x610160604052348015610010575f5ffd5b506040805180820182526008808252672aa9a21021b7b4b760c11b60208084018290528451808601865260018152601960f91b818301528551808701875293845283820192909252845180860190955260048552635553444360e01b908501529192600361007e838261022d565b50600461008b828261022d565b50505061009d8261014460201b60201c565b610120526100aa81610144565b61014052815160208084019190912060e052815190820120610100524660a05261013660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c052610343565b5f5f829050601f81511115610177578260405163305a27a960e01b815260040161016e91906102eb565b60405180910390fd5b805161018282610320565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101b257607f821691505b6020821081036101d057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610228578282111561022857805f5260205f20601f840160051c602085101561020157505f5b90810190601f840160051c035f5b81811015610224575f8382015560010161020f565b5050505b505050565b81516001600160401b038111156102465761024661018a565b61025a81610254845461019e565b846101d6565b6020601f82116001811461028c575f83156102755750848201515b5f19600385901b1c1916600184901b1784556102e4565b5f84815260208120601f198516915b828110156102bb578785015182556020948501946001909201910161029b565b50848210156102d857868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156101d0575f1960209190910360031b1b16919050565b60805160a05160c05160e051610100516101205161014051611c7b6103945f395f610e6d01525f610e4201525f610ccc01525f610ca401525f610bff01525f610c2901525f610c530152611c7b5ff3fe608060405234801561000f575f5ffd5b5060043610610163575f3560e01c806384b0196e116100c7578063cf0929951161007d578063e3ee160e11610063578063e3ee160e1461032e578063e94a010214610341578063ef55bec614610386575f5ffd5b8063cf092995146102d6578063dd62ed3e146102e9575f5ffd5b806395d89b41116100ad57806395d89b41146102a8578063a9059cbb146102b0578063b7b72899146102c3575f5ffd5b806384b0196e1461027a57806388b7ab6314610295575f5ffd5b80633644e5151161011c57806354fd4d501161010257806354fd4d50146101f95780635a049a701461023257806370a0823114610245575f5ffd5b80633644e515146101dc57806340c10f19146101e4575f5ffd5b806318160ddd1161014c57806318160ddd146101a857806323b872dd146101ba578063313ce567146101cd575f5ffd5b806306fdde0314610167578063095ea7b314610185575b5f5ffd5b61016f610399565b60405161017c9190611824565b60405180910390f35b610198610193366004611865565b610429565b604051901515815260200161017c565b6002545b60405190815260200161017c565b6101986101c836600461188d565b610442565b6040516006815260200161017c565b6101ac610465565b6101f76101f2366004611865565b610473565b005b60408051808201909152600181527f3200000000000000000000000000000000000000000000000000000000000000602082015261016f565b6101f76102403660046118d7565b610481565b6101ac610253366004611921565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b610282610579565b60405161017c979695949392919061193a565b6101f76102a3366004611a3e565b6105d7565b61016f6106f0565b6101986102be366004611865565b6106ff565b6101f76102d1366004611ac3565b61070c565b6101f76102e4366004611a3e565b610779565b6101ac6102f7366004611b19565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b6101f761033c366004611b4a565b6107f5565b61019861034f366004611865565b73ffffffffffffffffffffffffffffffffffffffff919091165f908152600760209081526040808320938352929052205460ff1690565b6101f7610394366004611b4a565b6108fd565b6060600380546103a890611bc5565b80601f01602080910402602001604051908101604052809291908181526020018280546103d490611bc5565b801561041f5780601f106103f65761010080835404028352916020019161041f565b820191905f5260205f20905b81548152906001019060200180831161040257829003601f168201915b5050505050905090565b5f33610436818585610a63565b60019150505b92915050565b5f3361044f858285610a75565b61045a858585610b3d565b506001949350505050565b5f61046e610be6565b905090565b61047d8282610d1c565b5050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff871691810191909152606081018590525f906104f5906080015b60405160208183030381529060405280519060200120610d76565b905061050381858585610dbd565b73ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff1614610567576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6105718686610deb565b505050505050565b5f6060805f5f5f606061058a610e3b565b610592610e66565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff87163314610643576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024015b60405180910390fd5b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526106d8908990610100015b604051602081830303815290604052805190602001208484610e91565b6106e6888888888888610ee6565b5050505050505050565b6060600480546103a890611bc5565b5f33610436818585610b3d565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152606081018490526107699085906080016106bb565b6107738484610deb565b50505050565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526106d8908990610100016106bb565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f9061087190610100016104da565b905061087f81858585610dbd565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff16146108e3576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6108f18a8a8a8a8a8a610ee6565b50505050505050505050565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f9061097990610100016104da565b905061098781858585610dbd565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff16146109eb576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8873ffffffffffffffffffffffffffffffffffffffff81163314610a54576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909116600482015260240161063a565b506108f18a8a8a8a8a8a610ee6565b610a708383836001610f47565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8110156107735781811015610b2f576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044810183905260640161063a565b61077384848484035f610f47565b73ffffffffffffffffffffffffffffffffffffffff8316610b8c576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8216610bdb576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b610a7083838361108c565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610c4b57507f000000000000000000000000000000000000000000000000000000000000000046145b15610c7557507f000000000000000000000000000000000000000000000000000000000000000090565b61046e604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610d6b576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b61047d5f838361108c565b5f61043c610d82610be6565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f610dcd88888888611233565b925092509250610ddd8282611326565b50909150505b949350505050565b610df58282611429565b604051819073ffffffffffffffffffffffffffffffffffffffff8416907f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81905f90a35050565b606061046e7f0000000000000000000000000000000000000000000000000000000000000000611511565b606061046e7f0000000000000000000000000000000000000000000000000000000000000000611511565b5f610ea685610e9f86610d76565b858561154e565b905080610edf576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050505050565b610ef083836115e7565b610efa8682611429565b604051819073ffffffffffffffffffffffffffffffffffffffff8816907f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5905f90a3610571868686610b3d565b73ffffffffffffffffffffffffffffffffffffffff8416610f96576040517fe602df050000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8316610fe5576040517f94280d620000000000000000000000000000000000000000000000000000000081525f600482015260240161063a565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610773578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9258460405161107e91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff83166110c3578060025f8282546110b89190611c16565b909155506111739050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015611148576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018290526044810183905260640161063a565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661119c576002805482900390556111c7565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161122691815260200190565b60405180910390a3505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561126c57505f9150600390508261131c565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156112bd573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661131357505f92506001915082905061131c565b92505f91508190505b9450945094915050565b5f82600381111561133957611339611c4e565b03611342575050565b600182600381111561135657611356611c4e565b0361138d576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60028260038111156113a1576113a1611c4e565b036113db576040517ffce698f70000000000000000000000000000000000000000000000000000000081526004810182905260240161063a565b60038260038111156113ef576113ef611c4e565b0361047d576040517fd78bce0c0000000000000000000000000000000000000000000000000000000081526004810182905260240161063a565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526007602090815260408083208484529091529020548290829060ff16156114b5576040517f8f7808c100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9092166004830152602482015260440161063a565b505073ffffffffffffffffffffffffffffffffffffffff9091165f9081526007602090815260408083209383529290522080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055565b60605f61151d8361166f565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f8473ffffffffffffffffffffffffffffffffffffffff163b5f036115d4575f5f61157a8686866116af565b5090925090505f81600381111561159357611593611c4e565b1480156115cb57508673ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b92505050610de3565b6115e0858585856116f6565b9050610de3565b81811665800000000000165f811561160657611601611779565b61160e565b61160e611783565b65ffffffffffff169050811984168111801561162c57508119831681105b84849091610571576040517f4a931c170000000000000000000000000000000000000000000000000000000081526004810192909252602482015260440161063a565b5f60ff8216601f81111561043c576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f808060418490036116e3578435602086013560408701355f1a6116d589828585611233565b9550955095505050506116ed565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b5f61046e43611789565b5f61046e425b5f65ffffffffffff8211156117d4576040517f6dfcc650000000000000000000000000000000000000000000000000000000008152603060048201526024810183905260440161063a565b5090565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61183660208301846117d8565b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff81168114611860575f5ffd5b919050565b5f5f60408385031215611876575f5ffd5b61187f8361183d565b946020939093013593505050565b5f5f5f6060848603121561189f575f5ffd5b6118a88461183d565b92506118b66020850161183d565b929592945050506040919091013590565b803560ff81168114611860575f5ffd5b5f5f5f5f5f60a086880312156118eb575f5ffd5b6118f48661183d565b945060208601359350611909604087016118c7565b94979396509394606081013594506080013592915050565b5f60208284031215611931575f5ffd5b6118368261183d565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f61197460e08301896117d8565b828103604084015261198681896117d8565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b818110156119e85783518352602093840193909201916001016119ca565b50909b9a5050505050505050505050565b5f5f83601f840112611a09575f5ffd5b50813567ffffffffffffffff811115611a20575f5ffd5b602083019150836020828501011115611a37575f5ffd5b9250929050565b5f5f5f5f5f5f5f5f60e0898b031215611a55575f5ffd5b611a5e8961183d565b9750611a6c60208a0161183d565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff811115611aa3575f5ffd5b611aaf8b828c016119f9565b999c989b5096995094979396929594505050565b5f5f5f5f60608587031215611ad6575f5ffd5b611adf8561183d565b935060208501359250604085013567ffffffffffffffff811115611b01575f5ffd5b611b0d878288016119f9565b95989497509550505050565b5f5f60408385031215611b2a575f5ffd5b611b338361183d565b9150611b416020840161183d565b90509250929050565b5f5f5f5f5f5f5f5f5f6101208a8c031215611b63575f5ffd5b611b6c8a61183d565b9850611b7a60208b0161183d565b975060408a0135965060608a0135955060808a0135945060a08a01359350611ba460c08b016118c7565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611bd957607f821691505b602082108103611c10577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b8082018082111561043c577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd" as const;
