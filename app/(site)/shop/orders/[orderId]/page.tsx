import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { shopSettings } from "@/app/(site)/shop/shop-settings";
import { OrderPage } from "@/components/shop/order-page";
import { env } from "@/lib/api/settings/env";
import { readOrder } from "@/lib/demo/shop";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Your order · Corner Coffee", robots: { index: false } };

type Props = { params: Promise<{ orderId: string }> };

export default async function Order({ params }: Props) {
  const settings = shopSettings();
  if (settings === null) notFound();
  const found = await readOrder(settings, (await params).orderId);
  if (found === null) notFound();
  return <OrderPage {...found} checkoutPageUrl={env().CHECKOUT_PAGE_URL} />;
}
