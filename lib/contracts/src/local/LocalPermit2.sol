// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title LocalPermit2
/// @notice Stands in for Uniswap's Permit2 on local chains, at Permit2's own address.
/// @dev Only `permitWitnessTransferFrom` with its nonces, by Permit2's published interface. No constructor: its code is
/// placed, not deployed.
contract LocalPermit2 {
    using SafeERC20 for IERC20;

    /// @notice A token and the most that may be moved.
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    /// @notice What the owner signs, besides spender and witness.
    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    /// @notice What the spender requests.
    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant TOKEN_PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant WITNESS_TYPE_STUB =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    /// @notice Used nonces of an owner: bit `nonce % 256` of the word `nonce / 256`.
    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    /// @notice More was requested than the owner permitted.
    error InvalidAmount(uint256 maxAmount);

    /// @notice The nonce was used.
    error InvalidNonce();

    /// @notice The deadline has passed.
    error SignatureExpired(uint256 signatureDeadline);

    /// @notice The owner did not sign this.
    error InvalidSigner();

    /// @notice Moves what `owner` permitted the caller to move, with a witness that the caller defines.
    /// @param permit The owner's terms.
    /// @param details Where to, and how much.
    /// @param owner The payer, who signed.
    /// @param witness The EIP-712 hash of the caller's own data.
    /// @param witnessTypeString The rest of the signed type, beginning with the witness.
    /// @param signature 65 bytes r, s, v, or whatever `owner` accepts if it is a contract.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        _useNonce(owner, permit.nonce);
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(WITNESS_TYPE_STUB, witnessTypeString)),
                keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, permit.permitted.token, permit.permitted.amount)),
                msg.sender,
                permit.nonce,
                permit.deadline,
                witness
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
        if (!SignatureChecker.isValidSignatureNowCalldata(owner, digest, signature)) revert InvalidSigner();
        IERC20(permit.permitted.token).safeTransferFrom(owner, details.to, details.requestedAmount);
    }

    /// @notice Makes the caller's nonces of one word useless.
    /// @param word Which word.
    /// @param mask The bits to set.
    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
    }

    /// @notice The hash of the EIP-712 domain that signatures are bound to.
    /// @return The domain's hash on this chain.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Permit2"), block.chainid, address(this)));
    }

    function _useNonce(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 used = nonceBitmap[owner][nonce >> 8];
        if (used & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] = used | bit;
    }
}
