export function generatePrismaClient(): Promise<boolean>;
