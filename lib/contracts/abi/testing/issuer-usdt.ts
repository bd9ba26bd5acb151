// Generated from IssuerUsdt by `node lib/contracts/run.mjs build`. Do not edit.

export const issuerUsdtAbi = [
  {
    "type": "function",
    "name": "addBlackList",
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
    "name": "basisPointsRate",
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
    "name": "decimals",
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
    "name": "isBlackListed",
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
    "name": "maximumFee",
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
    "name": "owner",
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
    "name": "setParams",
    "inputs": [
      {
        "name": "newBasisPoints",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "newMaxFee",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "feeReceiver",
        "type": "address",
        "internalType": "address"
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
    "outputs": [],
    "stateMutability": "nonpayable"
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
  }
] as const;

/** Creation bytecode of IssuerUsdt. */
export const issuerUsdtBytecode = "0x6080604052348015600e575f5ffd5b506108188061001c5f395ff3fe608060405234801561000f575f5ffd5b50600436106100fb575f3560e01c80638da5cb5b11610093578063dd644f7211610063578063dd644f72146102c6578063e47d6060146102cf578063e4fb5fc1146102f1578063ebdec6d314610354575f5ffd5b80638da5cb5b1461020857806395d89b411461024d578063a9059cbb14610289578063dd62ed3e1461029c575f5ffd5b806335390714116100ce57806335390714146101b057806340c10f19146101b95780635c975abb146101cc57806370a08231146101e9575f5ffd5b806302329a29146100ff57806306fdde031461014057806318160ddd14610192578063313ce567146101a8575b5f5ffd5b61013e61010d36600461060e565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b005b61017c6040518060400160405280600a81526020017f546574686572205553440000000000000000000000000000000000000000000081525081565b604051610189919061062e565b60405180910390f35b61019a5f5481565b604051908152602001610189565b61019a600681565b61019a60065481565b61013e6101c73660046106a4565b6103b1565b6003546101d99060ff1681565b6040519015158152602001610189565b61019a6101f73660046106cc565b60016020525f908152604090205481565b6007546102289073ffffffffffffffffffffffffffffffffffffffff1681565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610189565b61017c6040518060400160405280600481526020017f555344540000000000000000000000000000000000000000000000000000000081525081565b61013e6102973660046106a4565b610450565b61019a6102aa3660046106e5565b600260209081525f928352604080842090915290825290205481565b61019a60055481565b6101d96102dd3660046106cc565b60046020525f908152604090205460ff1681565b61013e6102ff366004610716565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260046020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b61013e61036236600461073e565b600592909255600655600780547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff909216919091179055565b805f5f8282546103c1919061079d565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f90815260016020526040812080548392906103fa90849061079d565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff8316905f907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b60035460ff161561045f575f5ffd5b335f9081526004602052604090205460ff161561047a575f5ffd5b5f6127106005548361048c91906107b6565b61049691906107cd565b90506006548111156104a757506006545b335f90815260016020526040812080548492906104c5908490610805565b909155506104d590508183610805565b73ffffffffffffffffffffffffffffffffffffffff84165f908152600160205260408120805490919061050990849061079d565b909155505080156105a15760075473ffffffffffffffffffffffffffffffffffffffff165f908152600160205260408120805483929061054a90849061079d565b909155505060075460405182815273ffffffffffffffffffffffffffffffffffffffff9091169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35b73ffffffffffffffffffffffffffffffffffffffff8316337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef6105e48486610805565b60405190815260200160405180910390a3505050565b80358015158114610609575f5ffd5b919050565b5f6020828403121561061e575f5ffd5b610627826105fa565b9392505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610609575f5ffd5b5f5f604083850312156106b5575f5ffd5b6106be83610681565b946020939093013593505050565b5f602082840312156106dc575f5ffd5b61062782610681565b5f5f604083850312156106f6575f5ffd5b6106ff83610681565b915061070d60208401610681565b90509250929050565b5f5f60408385031215610727575f5ffd5b61073083610681565b915061070d602084016105fa565b5f5f5f60608486031215610750575f5ffd5b833592506020840135915061076760408501610681565b90509250925092565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156107b0576107b0610770565b92915050565b80820281158282048414176107b0576107b0610770565b5f82610800577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b818103818111156107b0576107b061077056" as const;
