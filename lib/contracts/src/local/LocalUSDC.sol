// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title LocalUSDC
/// @notice Stands in for USDC on local chains. Anyone may mint; it is worth nothing.
/// @dev Transfers can be authorised by signature (EIP-3009) as with the real token: random nonces, the EIP-712 domain
/// "USD Coin" version "2", and each function with a split signature and with one of bytes, which a contract may check
/// by ERC-1271.
contract LocalUSDC is ERC3009 {
    /// @dev Name and symbol as the real token's.
    constructor() ERC20("USD Coin", "USDC") EIP712("USD Coin", "2") {}

    /// @notice Gives `to` new tokens.
    /// @param to The receiver.
    /// @param amount The amount, in millionths.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Transfers what `from` authorised by its signature. Anyone may send it.
    /// @param from The payer, who signed.
    /// @param to The receiver.
    /// @param value The amount, in millionths.
    /// @param validAfter Unix time in seconds after which it may be used.
    /// @param validBefore Unix time in seconds before which it may be used.
    /// @param nonce 32 random bytes, never used by `from` before.
    /// @param signature 65 bytes r, s, v, or whatever `from` accepts if it is a contract.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _requireSigned(
            from,
            keccak256(
                abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
            ),
            signature
        );
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    /// @notice Transfers what `from` authorised by its signature. Only `to` may send it, so nobody can come before.
    /// @param from The payer, who signed.
    /// @param to The receiver and caller.
    /// @param value The amount, in millionths.
    /// @param validAfter Unix time in seconds after which it may be used.
    /// @param validBefore Unix time in seconds before which it may be used.
    /// @param nonce 32 random bytes, never used by `from` before.
    /// @param signature 65 bytes r, s, v, or whatever `from` accepts if it is a contract.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (to != msg.sender) revert ERC20InvalidReceiver(to);
        _requireSigned(
            from,
            keccak256(abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)),
            signature
        );
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    /// @notice Makes an authorisation useless that was signed and not used yet.
    /// @param authorizer Who signed it, and signs this.
    /// @param nonce The authorisation's nonce.
    /// @param signature 65 bytes r, s, v, or whatever `authorizer` accepts if it is a contract.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    /// @notice The hash of the EIP-712 domain that signatures are bound to.
    /// @return The domain's hash on this chain.
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice The version in the EIP-712 domain.
    /// @return "2", as the real token.
    function version() external pure returns (string memory) {
        return "2";
    }

    /// @notice Six decimals, as the real token.
    /// @return The number of decimals.
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @dev Reverts unless `signer` signed the EIP-712 message with `structHash`.
    function _requireSigned(address signer, bytes32 structHash, bytes calldata signature) private view {
        bool isSigned = SignatureChecker.isValidSignatureNowCalldata(signer, _hashTypedDataV4(structHash), signature);
        if (!isSigned) revert ERC3009InvalidSignature();
    }
}
