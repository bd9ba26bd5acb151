// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @dev Pays many times in one transaction, out of what it holds: as an exchange does, or one who strews dust.
contract BatchPayer {
    using SafeERC20 for IERC20;

    function pay(IERC20 token, address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; ++i) {
            token.safeTransfer(to[i], amounts[i]);
        }
    }

    function payOften(IERC20 token, address to, uint256 amount, uint256 times) external {
        for (uint256 i = 0; i < times; ++i) {
            token.safeTransfer(to, amount);
        }
    }
}

/// @dev Reverts for accounts its issuer has frozen, as USDC and USDT do.
contract DenylistToken is LocalUSDC {
    mapping(address account => bool) public denied;

    error Denied(address account);

    function setDenied(address account, bool isDenied) external {
        denied[account] = isDenied;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (denied[msg.sender]) revert Denied(msg.sender);
        if (denied[to]) revert Denied(to);
        return super.transfer(to, value);
    }
}

/// @dev Keeps a thousandth of every transfer: who sends the price pays a little less than it.
contract FeeToken is LocalUSDC {
    function transfer(address to, uint256 value) public override returns (bool) {
        uint256 fee = value / 1_000;
        _burn(msg.sender, fee);
        return super.transfer(to, value - fee);
    }
}

/// @dev What Circle may do with USDC (FiatToken V2.2): pause all transfers, and block accounts. It answers and reverts as
/// the real token does, for transfers by signature too. Anyone may act as the issuer.
contract IssuerUsdc is LocalUSDC {
    bool public paused;
    mapping(address account => bool) public isBlacklisted;

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    function blacklist(address account, bool isBlocked) external {
        isBlacklisted[account] = isBlocked;
    }

    /// @dev A wallet with code is asked here too (ERC-1271), as by the real token since its version 2.2.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public override {
        this.transferWithAuthorization(
            from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v)
        );
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}

/// @dev EIP-3009 without `version()` and without EIP-5267, as USD₮0 has it on Arbitrum. Anyone may mint.
contract VersionlessToken is ERC3009 {
    constructor() ERC20("USD Zero", "USDT0") EIP712("USD Zero", "1") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @dev Without storage, so that the code can be put behind another token.
    function name() public pure override returns (string memory) {
        return "USD Zero";
    }

    function eip712Domain()
        public
        pure
        override
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory)
    {
        revert();
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// @dev EIP-2612 alone, as USD₮0 has it on most chains. Its holders can be made to disagree with their signatures: the
/// issuer may turn permits off without saying so. Anyone may mint and act as the issuer.
contract PermitToken is ERC20Permit {
    bool public ignoresPermits;

    constructor() ERC20("Tether USD", "USDT") ERC20Permit("Tether USD") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function ignorePermits(bool isIgnoring) external {
        ignoresPermits = isIgnoring;
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        public
        override
    {
        if (!ignoresPermits) super.permit(owner, spender, value, deadline, v, r, s);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

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

/// @dev Calls itself USDC and says whatever it likes of transfers that never were. It has no balances.
contract OddToken {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");

    /// @dev Well-formed logs, `times` of them.
    function claim(address to, uint256 value, uint256 times) external {
        for (uint256 i = 0; i < times; ++i) {
            emit Transfer(msg.sender, to, value);
        }
    }

    /// @dev As an ERC-721 tells of its token `id`: a fourth topic and no data.
    function giveCollectible(address to, uint256 id) external {
        bytes32 topic = TRANSFER;
        assembly ("memory-safe") {
            log4(0, 0, topic, caller(), to, id)
        }
    }

    /// @dev A transfer whose data has `length` bytes, each of them set.
    function mumble(address to, uint256 length) external {
        bytes32 topic = TRANSFER;
        bytes memory data = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            data[i] = 0xff;
        }
        assembly ("memory-safe") {
            log3(add(data, 0x20), mload(data), topic, caller(), to)
        }
    }

    /// @dev A receiver that is no address: its topic has bits above the 160th.
    function overflow(address to, uint256 value) external {
        bytes32 topic = TRANSFER;
        assembly ("memory-safe") {
            mstore(0, value)
            log3(0, 0x20, topic, caller(), or(to, shl(255, 1)))
        }
    }
}
