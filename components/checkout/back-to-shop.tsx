import type { ScreenProps } from "./screen-props";

/** The way out of a checkout that was not paid: `cancelUrl`, never `successUrl`. */
export function BackToShop({ view, t }: ScreenProps) {
  if (view.cancelUrl === null) return <p>{t.backToShopYourself}</p>;
  return (
    <a href={view.cancelUrl} target="_top" className="button button-primary">
      {t.backToShop}
    </a>
  );
}
