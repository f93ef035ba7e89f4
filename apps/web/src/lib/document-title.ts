import { useEffect } from 'react';
import { startBrand } from './brand.ts';

/** `Trip log · Spora` */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${startBrand().name}`;
  }, [title]);
}
