// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {LocalPermit2} from "./LocalPermit2.sol";

/// @title LocalExactProxy
/// @notice Stands in for x402ExactPermit2Proxy on local chains, at the proxy's own address.
/// @dev The spender in Permit2 signatures. The signed witness names the receiver, so the sender of the transaction can
/// neither redirect the payment nor change its amount. No constructor: its code is placed, not deployed.
contract LocalExactProxy {
    /// @notice The receiver, and the Unix time in seconds from which the payment may be made.
    struct Witness {
        address to;
        uint256 validAfter;
    }

    /// @notice An EIP-2612 permit for Permit2, of exactly the payment's amount.
    struct EIP2612Permit {
        uint256 value;
        uint256 deadline;
        bytes32 r;
        bytes32 s;
        uint8 v;
    }

    /// @notice The Permit2 that moves the tokens.
    LocalPermit2 public constant PERMIT2 = LocalPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    string private constant WITNESS_TYPE_STRING =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";
    bytes32 private constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");

    /// @notice A payment was made.
    event Settled();

    /// @notice A payment was made, with a permit.
    event SettledWithPermit();

    /// @notice The token did not take the permit.
    event EIP2612PermitFailedWithData(address indexed token, address indexed owner, bytes data);

    /// @notice Nothing would be paid.
    error InvalidAmount();

    /// @notice The payer is missing.
    error InvalidOwner();

    /// @notice The receiver is missing.
    error InvalidDestination();

    /// @notice `validAfter` is in the future.
    error PaymentTooEarly();

    /// @notice The permit is for another amount than the payment.
    error Permit2612AmountMismatch();

    /// @notice Pays what `owner` signed, out of its allowance for Permit2.
    /// @param permit Token, amount, nonce and deadline.
    /// @param owner The payer, who signed.
    /// @param witness The receiver, and when the payment begins to be valid.
    /// @param signature Of the Permit2 message.
    function settle(
        LocalPermit2.PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        _settle(permit, owner, witness, signature);
        emit Settled();
    }

    /// @notice Sets the allowance for Permit2 by the token's own permit, then pays what `owner` signed.
    /// @dev A permit that fails is ignored: anyone may have submitted it before, and its allowance stands.
    /// @param permit2612 The token's permit.
    /// @param permit Token, amount, nonce and deadline.
    /// @param owner The payer, who signed both.
    /// @param witness The receiver, and when the payment begins to be valid.
    /// @param signature Of the Permit2 message.
    function settleWithPermit(
        EIP2612Permit calldata permit2612,
        LocalPermit2.PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        if (permit2612.value != permit.permitted.amount) revert Permit2612AmountMismatch();
        address token = permit.permitted.token;
        try IERC20Permit(token).permit(
            owner, address(PERMIT2), permit2612.value, permit2612.deadline, permit2612.v, permit2612.r, permit2612.s
        ) {} catch (bytes memory data) {
            emit EIP2612PermitFailedWithData(token, owner, data);
        }
        _settle(permit, owner, witness, signature);
        emit SettledWithPermit();
    }

    function _settle(
        LocalPermit2.PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) private {
        if (permit.permitted.amount == 0) revert InvalidAmount();
        if (owner == address(0)) revert InvalidOwner();
        if (witness.to == address(0)) revert InvalidDestination();
        if (block.timestamp < witness.validAfter) revert PaymentTooEarly();
        PERMIT2.permitWitnessTransferFrom(
            permit,
            LocalPermit2.SignatureTransferDetails({to: witness.to, requestedAmount: permit.permitted.amount}),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
    }
}
