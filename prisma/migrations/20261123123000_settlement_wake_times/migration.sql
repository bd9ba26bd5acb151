-- AlterTable
ALTER TABLE "settlement_wakes" DROP COLUMN "due_at",
ADD COLUMN     "due_times" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
