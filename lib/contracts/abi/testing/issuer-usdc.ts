// Generated from IssuerUsdc by `node lib/contracts/run.mjs build`. Do not edit.

export const issuerUsdcAbi = [
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
    "name": "blacklist",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "isBlocked",
        "type": "bool",
        "internalType": "bool"
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
    "name": "isBlacklisted",
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
    "name": "pause",
    "inputs": [
      {
        "name": "isPaused",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "paused",
    "inputs": [],
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

/** Creation bytecode of IssuerUsdc. */
export const issuerUsdcBytecode = "0x610160604052348015610010575f5ffd5b506040805180820182526008808252672aa9a21021b7b4b760c11b60208084018290528451808601865260018152601960f91b818301528551808701875293845283820192909252845180860190955260048552635553444360e01b908501529192600361007e838261022d565b50600461008b828261022d565b50505061009d8261014460201b60201c565b610120526100aa81610144565b61014052815160208084019190912060e052815190820120610100524660a05261013660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c052610343565b5f5f829050601f81511115610177578260405163305a27a960e01b815260040161016e91906102eb565b60405180910390fd5b805161018282610320565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101b257607f821691505b6020821081036101d057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610228578282111561022857805f5260205f20601f840160051c602085101561020157505f5b90810190601f840160051c035f5b81811015610224575f8382015560010161020f565b5050505b505050565b81516001600160401b038111156102465761024661018a565b61025a81610254845461019e565b846101d6565b6020601f82116001811461028c575f83156102755750848201515b5f19600385901b1c1916600184901b1784556102e4565b5f84815260208120601f198516915b828110156102bb578785015182556020948501946001909201910161029b565b50848210156102d857868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156101d0575f1960209190910360031b1b16919050565b60805160a05160c05160e051610100516101205161014051611f266103945f395f610f6a01525f610f3f01525f610dc901525f610da101525f610cfc01525f610d2601525f610d500152611f265ff3fe608060405234801561000f575f5ffd5b506004361061018f575f3560e01c806370a08231116100dd578063cf09299511610088578063e94a010211610063578063e94a01021461041c578063ef55bec614610461578063fe575a8714610474575f5ffd5b8063cf092995146103b1578063dd62ed3e146103c4578063e3ee160e14610409575f5ffd5b806395d89b41116100b857806395d89b4114610383578063a9059cbb1461038b578063b7b728991461039e575f5ffd5b806370a082311461032057806384b0196e1461035557806388b7ab6314610370575f5ffd5b80633644e5151161013d57806354fd4d501161011857806354fd4d50146102c75780635a049a70146103005780635c975abb14610313575f5ffd5b80633644e51514610249578063404e51291461025157806340c10f19146102b4575f5ffd5b806318160ddd1161016d57806318160ddd1461021557806323b872dd14610227578063313ce5671461023a575f5ffd5b806302329a291461019357806306fdde03146101d4578063095ea7b3146101f2575b5f5ffd5b6101d26101a1366004611a47565b600880547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b005b6101dc610496565b6040516101e99190611ab3565b60405180910390f35b610205610200366004611ae8565b610526565b60405190151581526020016101e9565b6002545b6040519081526020016101e9565b610205610235366004611b10565b61053f565b604051600681526020016101e9565b610219610562565b6101d261025f366004611b4a565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260096020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b6101d26102c2366004611ae8565b610570565b60408051808201909152600181527f320000000000000000000000000000000000000000000000000000000000000060208201526101dc565b6101d261030e366004611b8b565b61057e565b6008546102059060ff1681565b61021961032e366004611bd5565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b61035d610676565b6040516101e99796959493929190611bee565b6101d261037e366004611cf2565b6106d4565b6101dc6107ed565b610205610399366004611ae8565b6107fc565b6101d26103ac366004611d77565b610809565b6101d26103bf366004611cf2565b610876565b6102196103d2366004611dcd565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b6101d2610417366004611df5565b6108f2565b61020561042a366004611ae8565b73ffffffffffffffffffffffffffffffffffffffff919091165f908152600760209081526040808320938352929052205460ff1690565b6101d261046f366004611df5565b6109fa565b610205610482366004611bd5565b60096020525f908152604090205460ff1681565b6060600380546104a590611e70565b80601f01602080910402602001604051908101604052809291908181526020018280546104d190611e70565b801561051c5780601f106104f35761010080835404028352916020019161051c565b820191905f5260205f20905b8154815290600101906020018083116104ff57829003601f168201915b5050505050905090565b5f33610533818585610b60565b60019150505b92915050565b5f3361054c858285610b72565b610557858585610c3a565b506001949350505050565b5f61056b610ce3565b905090565b61057a8282610e19565b5050565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff871691810191909152606081018590525f906105f2906080015b60405160208183030381529060405280519060200120610e73565b905061060081858585610eba565b73ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff1614610664576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61066e8686610ee8565b505050505050565b5f6060805f5f5f6060610687610f38565b61068f610f63565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff87163314610740576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024015b60405180910390fd5b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526107d5908990610100015b604051602081830303815290604052805190602001208484610f8e565b6107e3888888888888610fe3565b5050505050505050565b6060600480546104a590611e70565b5f33610533818585610c3a565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152606081018490526108669085906080016107b8565b6108708484610ee8565b50505050565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905260c0810185905260e081018490526107d5908990610100016107b8565b604080517f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f9061096e90610100016105d7565b905061097c81858585610eba565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff16146109e0576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109ee8a8a8a8a8a8a610fe3565b50505050505050505050565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff808c169282019290925290891660608201526080810188905260a0810187905260c0810186905260e081018590525f90610a7690610100016105d7565b9050610a8481858585610eba565b73ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff1614610ae8576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8873ffffffffffffffffffffffffffffffffffffffff81163314610b51576040517fec442f0500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610737565b506109ee8a8a8a8a8a8a610fe3565b610b6d8383836001611044565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8110156108705781811015610c2c576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810182905260448101839052606401610737565b61087084848484035f611044565b73ffffffffffffffffffffffffffffffffffffffff8316610c89576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610737565b73ffffffffffffffffffffffffffffffffffffffff8216610cd8576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610737565b610b6d838383611189565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610d4857507f000000000000000000000000000000000000000000000000000000000000000046145b15610d7257507f000000000000000000000000000000000000000000000000000000000000000090565b61056b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610e68576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610737565b61057a5f8383611189565b5f610539610e7f610ce3565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f610eca888888886112e7565b925092509250610eda82826113da565b50909150505b949350505050565b610ef282826114dd565b604051819073ffffffffffffffffffffffffffffffffffffffff8416907f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81905f90a35050565b606061056b7f00000000000000000000000000000000000000000000000000000000000000006115c5565b606061056b7f00000000000000000000000000000000000000000000000000000000000000006115c5565b5f610fa385610f9c86610e73565b8585611602565b905080610fdc576040517f77c207f400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050505050565b610fed838361169b565b610ff786826114dd565b604051819073ffffffffffffffffffffffffffffffffffffffff8816907f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5905f90a361066e868686610c3a565b73ffffffffffffffffffffffffffffffffffffffff8416611093576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610737565b73ffffffffffffffffffffffffffffffffffffffff83166110e2576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610737565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610870578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9258460405161117b91815260200190565b60405180910390a350505050565b60085460ff16156111f6576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601060248201527f5061757361626c653a20706175736564000000000000000000000000000000006044820152606401610737565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526009602052604090205460ff16158015611250575073ffffffffffffffffffffffffffffffffffffffff82165f9081526009602052604090205460ff16155b6112dc576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602560248201527f426c61636b6c69737461626c653a206163636f756e7420697320626c61636b6c60448201527f69737465640000000000000000000000000000000000000000000000000000006064820152608401610737565b610b6d838383611723565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561132057505f915060039050826113d0565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015611371573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff81166113c757505f9250600191508290506113d0565b92505f91508190505b9450945094915050565b5f8260038111156113ed576113ed611ec1565b036113f6575050565b600182600381111561140a5761140a611ec1565b03611441576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600282600381111561145557611455611ec1565b0361148f576040517ffce698f700000000000000000000000000000000000000000000000000000000815260048101829052602401610737565b60038260038111156114a3576114a3611ec1565b0361057a576040517fd78bce0c00000000000000000000000000000000000000000000000000000000815260048101829052602401610737565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526007602090815260408083208484529091529020548290829060ff1615611569576040517f8f7808c100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90921660048301526024820152604401610737565b505073ffffffffffffffffffffffffffffffffffffffff9091165f9081526007602090815260408083209383529290522080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055565b60605f6115d1836118ca565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f8473ffffffffffffffffffffffffffffffffffffffff163b5f03611688575f5f61162e86868661190a565b5090925090505f81600381111561164757611647611ec1565b14801561167f57508673ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b92505050610ee0565b61169485858585611951565b9050610ee0565b81811665800000000000165f81156116ba576116b56119d4565b6116c2565b6116c26119de565b65ffffffffffff16905081198416811180156116e057508119831681105b8484909161066e576040517f4a931c1700000000000000000000000000000000000000000000000000000000815260048101929092526024820152604401610737565b73ffffffffffffffffffffffffffffffffffffffff831661175a578060025f82825461174f9190611eee565b9091555061180a9050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260208190526040902054818110156117df576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610737565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff82166118335760028054829003905561185e565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef836040516118bd91815260200190565b60405180910390a3505050565b5f60ff8216601f811115610539576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8080604184900361193e578435602086013560408701355f1a611930898285856112e7565b955095509550505050611948565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b5f61056b436119e4565b5f61056b425b5f65ffffffffffff821115611a2f576040517f6dfcc6500000000000000000000000000000000000000000000000000000000081526030600482015260248101839052604401610737565b5090565b80358015158114611a42575f5ffd5b919050565b5f60208284031215611a57575f5ffd5b611a6082611a33565b9392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f611a606020830184611a67565b803573ffffffffffffffffffffffffffffffffffffffff81168114611a42575f5ffd5b5f5f60408385031215611af9575f5ffd5b611b0283611ac5565b946020939093013593505050565b5f5f5f60608486031215611b22575f5ffd5b611b2b84611ac5565b9250611b3960208501611ac5565b929592945050506040919091013590565b5f5f60408385031215611b5b575f5ffd5b611b6483611ac5565b9150611b7260208401611a33565b90509250929050565b803560ff81168114611a42575f5ffd5b5f5f5f5f5f60a08688031215611b9f575f5ffd5b611ba886611ac5565b945060208601359350611bbd60408701611b7b565b94979396509394606081013594506080013592915050565b5f60208284031215611be5575f5ffd5b611a6082611ac5565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f611c2860e0830189611a67565b8281036040840152611c3a8189611a67565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611c9c578351835260209384019390920191600101611c7e565b50909b9a5050505050505050505050565b5f5f83601f840112611cbd575f5ffd5b50813567ffffffffffffffff811115611cd4575f5ffd5b602083019150836020828501011115611ceb575f5ffd5b9250929050565b5f5f5f5f5f5f5f5f60e0898b031215611d09575f5ffd5b611d1289611ac5565b9750611d2060208a01611ac5565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff811115611d57575f5ffd5b611d638b828c01611cad565b999c989b5096995094979396929594505050565b5f5f5f5f60608587031215611d8a575f5ffd5b611d9385611ac5565b935060208501359250604085013567ffffffffffffffff811115611db5575f5ffd5b611dc187828801611cad565b95989497509550505050565b5f5f60408385031215611dde575f5ffd5b611de783611ac5565b9150611b7260208401611ac5565b5f5f5f5f5f5f5f5f5f6101208a8c031215611e0e575f5ffd5b611e178a611ac5565b9850611e2560208b01611ac5565b975060408a0135965060608a0135955060808a0135945060a08a01359350611e4f60c08b01611b7b565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611e8457607f821691505b602082108103611ebb577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b80820180821115610539577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd" as const;
