import { expect, test } from "vitest";
import { withChecksums } from "./checksum.rules";

const lower = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

/** From EIP-55. */
const checksum = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([lower, checksum, lower.toUpperCase().replace("0X", "0x"), checksum.replace("A", "a")])(
  "%s is shown with its checksum",
  (address) => {
    expect(withChecksums(address)).toBe(checksum);
  },
);

test("every address of a text, at its ends too, and in an explorer's link", () => {
  expect(withChecksums(`${lower}, ${lower}\nhttps://scan.example/address/${lower}`)).toBe(
    `${checksum}, ${checksum}\nhttps://scan.example/address/${checksum}`,
  );
});

test.each([`${lower}ab`, `0x${"ab".repeat(32)}`, lower.slice(0, -1), `chk_${lower}`, "", "USDC on Base"])(
  "%j holds no address and stays",
  (text) => {
    expect(withChecksums(text)).toBe(text);
  },
);
