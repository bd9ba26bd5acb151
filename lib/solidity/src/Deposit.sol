// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title Deposit
/// @notice The address a customer pays to. Each checkout has its own: a clone of this contract whose terms
/// (merchant, refund authority, openSweep) are part of its code and therefore of its address.
/// @dev A deposit has no owner, no initializer, no upgrade and no storage. Having no storage, it has nothing that a
/// reentrant token could find half-changed: a call made from inside a token's transfer can do exactly what any other
/// call could do, which is to pay the merchant. Terms are read from the clone's code (ERC-1167 with immutable
/// arguments), laid out as `abi.encodePacked(merchant, refundAuthority, openSweep)`.
///
/// Tokens are moved by balance and never by expectation, so a token nobody planned for can be recovered too.
contract Deposit {
    using SafeERC20 for IERC20;

    /// @dev Length in bytes of the packed terms: address, address, bool.
    uint256 private constant TERMS_LENGTH = 20 + 20 + 1;

    /// @notice The factory that created the implementation and deploys its clones.
    address public immutable factory;

    /// @notice The whole balance of `token` is on its way to the merchant.
    /// @dev Emitted by the deposit itself, so one topic filter without address finds every sweep, whoever sent it.
    /// Anybody can emit the same event from a contract of their own: accept it from known deposit addresses only.
    /// @param token The token paid out.
    /// @param merchant The merchant, the only possible receiver.
    /// @param amount The balance before the transfer, in the token's smallest unit.
    event DepositSwept(address indexed token, address indexed merchant, uint256 amount);

    /// @notice The refund authority sent `amount` of `token` to `to`.
    /// @param token The token sent.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit.
    event DepositRefunded(address indexed token, address indexed to, uint256 amount);

    /// @notice The contract at `account` is not a clone with terms; the bare implementation answers so to every call.
    error NotADeposit(address account);

    /// @notice `caller` may not sweep: the deposit is not open and `caller` is neither merchant nor refund authority.
    error SweepNotAllowed(address caller);

    /// @notice `caller` is not the refund authority.
    error RefundNotAllowed(address caller);

    /// @notice `caller` is not the factory, which alone may speak for another caller.
    error NotTheFactory(address caller);

    /// @notice There is no contract at `token` on this chain.
    error TokenHasNoCode(address token);

    /// @notice A refund to `to` would send nothing back: it is the zero address or the deposit itself.
    error InvalidRefundRecipient(address to);

    /// @notice A refund of `token` with amount zero would be an event without a payment.
    error ZeroRefund(address token);

    /// @dev The factory creates the implementation in its own constructor.
    constructor() {
        factory = msg.sender;
    }

    /// @notice Pays the deposit's whole balance of `token` to the merchant, and to nobody else.
    /// @dev Anyone may call when the deposit is open, so funds reach the merchant even if the service that made the
    /// checkout is gone. A zero balance succeeds and emits nothing: being swept is a state that anyone can bring
    /// about, and losing that race is not a failure. The returned amount tells the two apart.
    /// @param token The token to pay out.
    /// @return amount The amount paid out, in the token's smallest unit; 0 when there was nothing.
    function sweep(address token) external returns (uint256 amount) {
        return _sweep(token, msg.sender);
    }

    /// @notice `sweep` on behalf of `caller`; the factory's batch uses it so that the same permission applies.
    /// @param token The token to pay out.
    /// @param caller Who called the factory.
    /// @return amount The amount paid out, in the token's smallest unit; 0 when there was nothing.
    function sweepFor(address token, address caller) external returns (uint256 amount) {
        if (msg.sender != factory) revert NotTheFactory(msg.sender);
        return _sweep(token, caller);
    }

    /// @notice Sends `amount` of `token` to `to`. Only the refund authority may.
    /// @dev A balance smaller than `amount` is refused by the token.
    /// @param token The token to send.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit, more than zero.
    function refund(address token, address to, uint256 amount) external {
        (, address refundAuthority,) = terms();
        if (msg.sender != refundAuthority) revert RefundNotAllowed(msg.sender);
        if (to == address(0) || to == address(this)) revert InvalidRefundRecipient(to);
        if (amount == 0) revert ZeroRefund(token);

        emit DepositRefunded(token, to, amount);
        IERC20(token).safeTransfer(to, amount);
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

    /// @dev Check, event, transfer. `amount` is what the token reports: for a token that lies, the event repeats the lie.
    function _sweep(address token, address caller) private returns (uint256 amount) {
        (address merchant, address refundAuthority, bool openSweep) = terms();
        if (!openSweep && caller != merchant && caller != refundAuthority) revert SweepNotAllowed(caller);
        if (token.code.length == 0) revert TokenHasNoCode(token);

        amount = IERC20(token).balanceOf(address(this));
        if (amount == 0) return 0;

        emit DepositSwept(token, merchant, amount);
        IERC20(token).safeTransfer(merchant, amount);
    }
}
