// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What Tether may do with its original token: pause it, block senders, and keep a fee of each transfer, which is
/// taken from what the receiver gets. `transfer` returns nothing. Anyone may act as the issuer, or mint.
contract IssuerUsdt {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public constant decimals = 6;

    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    bool public paused;
    mapping(address account => bool) public isBlackListed;
    uint256 public basisPointsRate;
    uint256 public maximumFee;
    address public owner;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    function addBlackList(address account, bool isBlocked) external {
        isBlackListed[account] = isBlocked;
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee, address feeReceiver) external {
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee;
        owner = feeReceiver;
    }

    function transfer(address to, uint256 value) external {
        require(!paused);
        require(!isBlackListed[msg.sender]);
        uint256 fee = value * basisPointsRate / 10_000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(msg.sender, owner, fee);
        }
        emit Transfer(msg.sender, to, value - fee);
    }
}
