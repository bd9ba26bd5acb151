// Generated from OddToken by `node lib/contracts/run.mjs build`. Do not edit.

export const oddTokenAbi = [
  {
    "type": "function",
    "name": "claim",
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
    "name": "giveCollectible",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "mumble",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "length",
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
    "name": "overflow",
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

/** Creation bytecode of OddToken. */
export const oddTokenBytecode = "0x6080604052348015600e575f5ffd5b5061043c8061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061007a575f3560e01c806354029d121161005857806354029d12146100ff5780635844f2df1461011257806370cba5701461012557806395d89b4114610138575f5ffd5b806306fdde031461007e5780632bc43fd9146100d0578063313ce567146100e5575b5f5ffd5b6100ba6040518060400160405280600881526020017f55534420436f696e00000000000000000000000000000000000000000000000081525081565b6040516100c7919061030f565b60405180910390f35b6100e36100de36600461038a565b610174565b005b6100ed600681565b60405160ff90911681526020016100c7565b6100e361010d3660046103ba565b6101d9565b6100e36101203660046103ba565b610206565b6100e36101333660046103ba565b61023f565b6100ba6040518060400160405280600481526020017f555344430000000000000000000000000000000000000000000000000000000081525081565b5f5b818110156101d35760405183815273ffffffffffffffffffffffffffffffffffffffff85169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a3600101610176565b50505050565b7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef818333835f80a4505050565b5f7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9050815f52600160ff1b8317338260205fa3505050565b7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef5f8267ffffffffffffffff81111561027a5761027a6103e2565b6040519080825280601f01601f1916602001820160405280156102a4576020820181803683370190505b5090505f5b838110156102fe5760ff60f81b8282815181106102c8576102c861040f565b60200101907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191690815f1a9053506001016102a9565b50833383835160208501a350505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610385575f5ffd5b919050565b5f5f5f6060848603121561039c575f5ffd5b6103a584610362565b95602085013595506040909401359392505050565b5f5f604083850312156103cb575f5ffd5b6103d483610362565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd" as const;
