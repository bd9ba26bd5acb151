import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PayHere } from "@/components/shop/pay-here";
import { ShopFrame } from "@/components/shop/shop-frame";
import { EarlyPress } from "@/components/ui/early-press";
import { pageNonce } from "@/lib/api/http/request-language";
import { product } from "@/lib/demo/shop";
import { env } from "@/lib/settings/env";
import { shopSettings } from "./shop-settings";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Corner Coffee" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Shop({ searchParams }: Props) {
  if (shopSettings() === null) notFound();
  const { problem } = await searchParams;
  return (
    <EarlyPress nonce={await pageNonce()}>
      <ShopFrame>
        <article className="overflow-hidden rounded-3xl border border-line bg-card md:grid md:grid-cols-[3fr_2fr]">
          {/* biome-ignore lint/performance/noImgElement: an inert local SVG needs no optimiser. */}
          <img
            src="/shop/flat-white.svg"
            alt="A flat white in a white cup, seen from above"
            width={480}
            height={360}
            className="aspect-4/3 w-full object-cover md:h-full"
          />
          <div className="flex flex-col p-6 md:p-10">
            <h1 className="font-semibold text-display tracking-tight">{product.name}</h1>
            <p className="mt-2 text-pretty text-muted">{product.description}</p>
            <p className="mt-6 font-semibold text-display tracking-tight md:mt-auto">{product.price.label}</p>
            <form action="/api/shop/orders" method="post" noValidate className="mt-4">
              <button type="submit" className="button button-primary">
                Buy
              </button>
            </form>
            <PayHere payOrigin={env().CHECKOUT_PAGE_URL} />
            <p className="caption mt-3 text-center">Pay in USDC or USDT</p>
            {problem !== undefined && (
              <p role="alert" className="mt-4 rounded-xl bg-bad-soft px-4 py-3 text-bad text-sm">
                The checkout could not be opened. Nothing was ordered; please try again in a moment.
              </p>
            )}
          </div>
        </article>
      </ShopFrame>
    </EarlyPress>
  );
}
