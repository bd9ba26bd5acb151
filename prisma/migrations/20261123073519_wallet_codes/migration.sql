-- CreateTable
CREATE TABLE "wallet_codes" (
    "wallet_address" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "has_code" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_codes_pkey" PRIMARY KEY ("wallet_address","chain_id")
);

ALTER TABLE "wallet_codes" ADD CONSTRAINT "wallet_codes_address_shape" CHECK ("wallet_address" ~ '^0x[0-9a-f]{40}$');
