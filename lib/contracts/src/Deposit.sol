// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title Deposit
/// @notice The address a customer pays to. Each checkout has its own: a clone of this contract whose terms
/// (merchant, refund authority, openSweep) are part of its code and therefore of its address.
/// @dev A deposit has no owner, no initializer, no upgrade, no selfdestruct and no storage. Having no storage, it has
/// nothing that a reentrant token or receiver could find half-changed: a call made from inside a payment can do exactly
/// what any other call could do, which is to pay the merchant. Terms are read from the clone's code (ERC-1167 with
/// immutable arguments), laid out as `abi.encodePacked(merchant, refundAuthority, openSweep)`.
///
/// Funds are moved by balance and never by expectation, so a token nobody planned for can be recovered too. The chain's
/// own coin counts among them: it is the token with the address zero.
contract Deposit {
    using Address for address payable;
    using SafeERC20 for IERC20;

    /// @dev What stands for the chain's own coin wherever a token is named.
    address private constant NATIVE_COIN = address(0);

    /// @dev Length in bytes of the packed terms: address, address, bool.
    uint256 private constant TERMS_LENGTH = 20 + 20 + 1;

    /// @notice The factory that created the implementation and deploys its clones.
    address public immutable factory;

    /// @dev The implementation's own address: what `address(this)` is when nothing delegates here.
    address private immutable _implementation;

    /// @notice The whole balance of `token` is on its way to the merchant.
    /// @dev Emitted by the deposit itself, so one topic filter without address finds every sweep, whoever sent it.
    /// Anybody can emit the same event from a contract of their own: accept it from known deposit addresses only.
    /// @param token The token paid out; zero for the chain's own coin.
    /// @param merchant The merchant, the only possible receiver.
    /// @param amount The balance before the transfer, in the token's smallest unit.
    event DepositSwept(address indexed token, address indexed merchant, uint256 amount);

    /// @notice The refund authority sent `amount` of `token` to `to`.
    /// @param token The token sent; zero for the chain's own coin.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit.
    event DepositRefunded(address indexed token, address indexed to, uint256 amount);

    /// @notice The contract at `account` is not a clone with terms; the bare implementation answers so to every call.
    /// @param account The contract that was called.
    error NotADeposit(address account);

    /// @notice `caller` may not sweep: the deposit is not open and `caller` is neither merchant nor refund authority.
    /// @param caller Who wanted to sweep.
    error SweepNotAllowed(address caller);

    /// @notice `caller` is not the refund authority.
    /// @param caller Who wanted to refund.
    error RefundNotAllowed(address caller);

    /// @notice `caller` is not the factory, which alone may speak for another caller.
    /// @param caller Who called.
    error NotTheFactory(address caller);

    /// @notice There is no contract at `token` on this chain.
    /// @param token What was named as a token.
    error TokenHasNoCode(address token);

    /// @notice A refund to `to` would reach nobody: it is the zero address, the deposit itself, the token, the factory
    /// or the implementation.
    /// @param to What was named as the receiver.
    error InvalidRefundRecipient(address to);

    /// @notice A refund of `token` with amount zero would be an event without a payment.
    /// @param token The token that was named.
    error ZeroRefund(address token);

    /// @dev The factory creates the implementation in its own constructor.
    constructor() {
        factory = msg.sender;
        _implementation = address(this);
    }

    /// @notice Takes the chain's own coin, which then is swept and refunded like a token.
    /// @dev Nothing more happens here, so that whoever sends coin to a deposit needs little gas. It is more than the
    /// 2,300 that Solidity's `transfer` gives, as any clone needs. The bare implementation refuses coin: it would stay
    /// there for ever.
    receive() external payable {
        if (address(this) == _implementation) revert NotADeposit(address(this));
    }

    /// @notice Pays the deposit's whole balance of `token` to the merchant, and to nobody else.
    /// @dev Anyone may call when the deposit is open, so funds reach the merchant even if the service that made the
    /// checkout is gone. A zero balance succeeds and emits nothing: being swept is a state that anyone can bring
    /// about, and losing that race is not a failure. The returned amount tells the two apart.
    /// @param token The token to pay out; zero for the chain's own coin.
    /// @return amount The amount paid out, in the token's smallest unit; 0 when there was nothing.
    function sweep(address token) external returns (uint256 amount) {
        return _sweep(token, msg.sender);
    }

    /// @notice `sweep` on behalf of `caller`; the factory's batch uses it so that the same permission applies.
    /// @param token The token to pay out; zero for the chain's own coin.
    /// @param caller Who called the factory.
    /// @return amount The amount paid out, in the token's smallest unit; 0 when there was nothing.
    function sweepFor(address token, address caller) external returns (uint256 amount) {
        _requireFactory();
        return _sweep(token, caller);
    }

    /// @notice Sends `amount` of `token` to `to`. Only the refund authority may.
    /// @dev A balance smaller than `amount` is refused by the token, or for coin by the transfer.
    /// @param token The token to send; zero for the chain's own coin.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit, more than zero.
    function refund(address token, address to, uint256 amount) external {
        _refund(token, to, amount, msg.sender);
    }

    /// @notice `refund` on behalf of `caller`; the factory, which deploys first, uses it so that the same permission
    /// applies.
    /// @param token The token to send; zero for the chain's own coin.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit, more than zero.
    /// @param caller Who called the factory.
    function refundFor(address token, address to, uint256 amount, address caller) external {
        _requireFactory();
        _refund(token, to, amount, caller);
    }

    /// @notice The terms this deposit is bound to, for as long as its chain exists.
    /// @return merchant The only receiver of a sweep.
    /// @return refundAuthority The only account that may refund.
    /// @return openSweep Whether anyone may sweep, or only merchant and refund authority.
    function terms() public view returns (address merchant, address refundAuthority, bool openSweep) {
        bytes memory args = Clones.fetchCloneArgs(address(this));
        // The bare implementation's own code is longer than any clone's, so it stops here.
        if (args.length != TERMS_LENGTH) revert NotADeposit(address(this));
        assembly ("memory-safe") {
            merchant := shr(96, mload(add(args, 0x20)))
            refundAuthority := shr(96, mload(add(args, 0x34)))
        }
        openSweep = args[40] != 0;
    }

    /// @dev Whoever may speak for another caller must be the factory, whose code is known to pass on its own.
    function _requireFactory() private view {
        if (msg.sender != factory) revert NotTheFactory(msg.sender);
    }

    /// @dev Check, event, transfer. `amount` is what the token reports: for a token that lies, the event repeats the lie.
    function _sweep(address token, address caller) private returns (uint256 amount) {
        (address merchant, address refundAuthority, bool openSweep) = terms();
        if (!openSweep && caller != merchant && caller != refundAuthority) revert SweepNotAllowed(caller);

        amount = _balanceOf(token);
        if (amount == 0) return 0;

        emit DepositSwept(token, merchant, amount);
        _send(token, merchant, amount);
    }

    /// @dev Check, event, transfer.
    function _refund(address token, address to, uint256 amount, address caller) private {
        (, address refundAuthority,) = terms();
        if (caller != refundAuthority) revert RefundNotAllowed(caller);
        if (to == address(0) || to == address(this) || to == token || to == factory || to == _implementation) {
            revert InvalidRefundRecipient(to);
        }
        if (amount == 0) revert ZeroRefund(token);

        emit DepositRefunded(token, to, amount);
        _send(token, to, amount);
    }

    /// @dev What this deposit holds of `token`.
    function _balanceOf(address token) private view returns (uint256) {
        if (token == NATIVE_COIN) return address(this).balance;
        if (token.code.length == 0) revert TokenHasNoCode(token);
        return IERC20(token).balanceOf(address(this));
    }

    /// @dev Reverts unless `to` took it: a token may answer false or nothing, and a contract may refuse coin.
    function _send(address token, address to, uint256 amount) private {
        if (token == NATIVE_COIN) payable(to).sendValue(amount);
        else IERC20(token).safeTransfer(to, amount);
    }
}
