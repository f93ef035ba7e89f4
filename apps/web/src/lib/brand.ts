import { storedItem } from './storage.ts';

/** What differs between the brands beside their token file. Features ask for a field, never for an id. */
export interface Brand {
  readonly subsiteId: number;
  readonly name: string;
  readonly supportMail: string | null;
}

/** Further brands are added here and as `ui/brands/brand-N.css`. */
const BRANDS: readonly Brand[] = [{ subsiteId: 0, name: 'Spora', supportMail: 'support@spora.example' }];
const FALLBACK: Brand = { subsiteId: 0, name: 'Spora', supportMail: null };

const isSubsite = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 7;
const storedSubsite = storedItem('subsiteID', 1, isSubsite);

/** A subsite without a brand of its own keeps its number and looks like the first. */
export const brandOf = (subsiteId: number): Brand =>
  BRANDS.find((brand) => brand.subsiteId === subsiteId) ?? { ...(BRANDS[0] ?? FALLBACK), subsiteId };
/** The brand of the last visit (STORE-006), until the server has said which one this address is. */
export const startBrand = (): Brand => brandOf(storedSubsite.read() ?? 0);

export function showBrand(subsiteId: number): Brand {
  const brand = brandOf(subsiteId);
  storedSubsite.write(subsiteId);
  document.documentElement.dataset['brand'] = String(brand.subsiteId);
  return brand;
}
