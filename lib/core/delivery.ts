/** What becomes of the delivery of an event to an endpoint. FAILED: tried often enough, or the endpoint was disabled. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
