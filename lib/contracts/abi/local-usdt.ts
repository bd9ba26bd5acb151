// Generated from LocalUSDT by `node lib/contracts/run.mjs build`. Do not edit.

export const localUsdtAbi = [
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
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "decimals",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint8",
        "internalType": "uint8"
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
    "outputs": [],
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
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "AllowanceNotZero",
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
      }
    ]
  },
  {
    "type": "error",
    "name": "InsufficientAllowance",
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
    "name": "InsufficientBalance",
    "inputs": [
      {
        "name": "from",
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
    "name": "ZeroRecipient",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      }
    ]
  }
] as const;

/** Creation bytecode of LocalUSDT. */
export const localUsdtBytecode = "0x6080604052348015600e575f5ffd5b506107e38061001c5f395ff3fe608060405234801561000f575f5ffd5b50600436106100b9575f3560e01c806340c10f191161007257806395d89b411161005857806395d89b4114610199578063a9059cbb146101d5578063dd62ed3e146101e8575f5ffd5b806340c10f191461016757806370a082311461017a575f5ffd5b806318160ddd116100a257806318160ddd1461012457806323b872dd1461013a578063313ce5671461014d575f5ffd5b806306fdde03146100bd578063095ea7b31461010f575b5f5ffd5b6100f96040518060400160405280600a81526020017f546574686572205553440000000000000000000000000000000000000000000081525081565b604051610106919061065c565b60405180910390f35b61012261011d3660046106d7565b610212565b005b61012c5f5481565b604051908152602001610106565b6101226101483660046106ff565b610317565b610155600681565b60405160ff9091168152602001610106565b6101226101753660046106d7565b610404565b61012c610188366004610739565b60016020525f908152604090205481565b6100f96040518060400160405280600481526020017f555344540000000000000000000000000000000000000000000000000000000081525081565b6101226101e33660046106d7565b6104a3565b61012c6101f6366004610759565b600260209081525f928352604080842090915290825290205481565b335f90815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff86168452909152902054811580159061025057508015155b156102ab576040517fa9c6750a00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044015b60405180910390fd5b335f81815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff881680855290835292819020869055518581529192917f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925910160405180910390a3505050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260026020908152604080832033845290915290205481811015610391576040517f192b9e4e00000000000000000000000000000000000000000000000000000000815233600482015260248101829052604481018390526064016102a2565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81146103f3576103c282826107b7565b73ffffffffffffffffffffffffffffffffffffffff85165f9081526002602090815260408083203384529091529020555b6103fe8484846104b2565b50505050565b805f5f82825461041491906107d0565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152600160205260408120805483929061044d9084906107d0565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff8316905f907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b6104ae3383836104b2565b5050565b73ffffffffffffffffffffffffffffffffffffffff8216610517576040517ff4708fa800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024016102a2565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600160205260409020548181101561059c576040517fdb42144d00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101829052604481018390526064016102a2565b6105a682826107b7565b73ffffffffffffffffffffffffffffffffffffffff8086165f9081526001602052604080822093909355908516815290812080548492906105e89084906107d0565b925050819055508273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8460405161064e91815260200190565b60405180910390a350505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff811681146106d2575f5ffd5b919050565b5f5f604083850312156106e8575f5ffd5b6106f1836106af565b946020939093013593505050565b5f5f5f60608486031215610711575f5ffd5b61071a846106af565b9250610728602085016106af565b929592945050506040919091013590565b5f60208284031215610749575f5ffd5b610752826106af565b9392505050565b5f5f6040838503121561076a575f5ffd5b610773836106af565b9150610781602084016106af565b90509250929050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b818103818111156107ca576107ca61078a565b92915050565b808201808211156107ca576107ca61078a56" as const;
