import type { Product } from './product.ts';

/** The product that `main.ts` started. */
export const product = JSON.parse(process.env['SPORA_PRODUCT'] ?? '{}') as Omit<Product, 'stop'>;
