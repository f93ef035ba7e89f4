import type { Brand } from './brands.ts';

/** Who settled the brand of a document: the host name, or nobody yet, so that the address or the last visit may (BRAND-002). */
export type BrandBy = 'host' | 'choice';

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Fills the marks (`{{name}}`) of `index.html` for one brand, so that title, colours, icons and manifest are right before any
 * script runs (BRAND-012). `search` is appended to the manifest's address; `strictPhoneRules` is the installation's (DEC-05). Throws on a mark that it does not know.
 */
export function brandDocument(
  template: string,
  brand: Brand,
  { by, search = '', strictPhoneRules = false }: { by: BrandBy; search?: string; strictPhoneRules?: boolean },
): string {
  const values: Readonly<Record<string, string>> = {
    subsite: String(brand.subsiteId),
    by,
    name: brand.name,
    slug: brand.slug,
    'page-light': brand.pageColours.light,
    'page-dark': brand.pageColours.dark,
    search,
    'phone-rules': strictPhoneRules ? 'strict' : 'usual',
  };
  return template.replace(/\{\{([\w-]+)\}\}/g, (mark, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`index.html has the unknown mark ${mark}`);
    return escape(value);
  });
}

/** The web app manifest of a brand (BRAND-012). */
export function brandManifest(brand: Brand, search = ''): string {
  const icon = (file: string, sizes: string, type: string, purpose = 'any') => ({
    src: `/brands/${brand.slug}/${file}`,
    sizes,
    type,
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    start_url: `/${search}`,
    scope: '/',
    display: 'standalone',
    background_color: brand.pageColours.light,
    theme_color: brand.mailAccent,
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192', 'image/png'),
      icon('icon-512.png', '512x512', 'image/png'),
      icon('maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  });
}
