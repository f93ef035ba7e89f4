import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Brand, BRANDS } from '@spora/contract/brands';
import { readCommand } from '../../scripts/command-line.mjs';
import { iconSvg, lightToken, markSvg } from '../../apps/web/src/ui/brands/pictures.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** Writes the pictures of the brands whose mark or tile has changed: another browser draws the same a few shades otherwise. */
const { values } = readCommand('brands');
const web = fileURLToPath(new URL('../../apps/web', import.meta.url));

interface Picture {
  readonly name: string;
  readonly sizePx: number;
  readonly svg: string;
}

const picturesOf = (subsiteId: number): readonly Picture[] => [
  // iOS rounds the corners itself and paints what is clear black: the square one serves it too.
  { name: 'icon-192.png', sizePx: 192, svg: iconSvg(subsiteId, { isSquare: true }) },
  { name: 'icon-512.png', sizePx: 512, svg: iconSvg(subsiteId) },
  { name: 'maskable-512.png', sizePx: 512, svg: iconSvg(subsiteId, { edge: 0.22, isSquare: true }) },
];

function drawingsOf({ subsiteId, mailAccent }: Brand): Readonly<Record<'mark.svg' | 'icon.svg', string>> {
  const css = readFileSync(join(web, `src/ui/brands/brand-${subsiteId}.css`), 'utf8');
  const track = lightToken(css, 'brand-mark-track') ?? mailAccent;
  const point = lightToken(css, 'brand-mark-point') ?? mailAccent;
  return { 'mark.svg': markSvg(subsiteId, { track, point }), 'icon.svg': iconSvg(subsiteId) };
}

const folderOf = ({ slug }: Brand): string => join(web, 'public/brands', slug);

function isDrawn(brand: Brand): boolean {
  const folder = folderOf(brand);
  return (
    Object.entries(drawingsOf(brand)).every(
      ([name, svg]) => existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8') === svg,
    ) && picturesOf(brand.subsiteId).every(({ name }) => existsSync(join(folder, name)))
  );
}

const toDraw = BRANDS.filter((brand) => values.all || !isDrawn(brand));
if (toDraw.length === 0) console.log('The pictures of every brand are those of its mark.');
else await drawBrands(toDraw);

async function drawBrands(brands: readonly Brand[]): Promise<void> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  for (const brand of brands) {
    const folder = folderOf(brand);
    mkdirSync(folder, { recursive: true });
    for (const { name, sizePx, svg } of picturesOf(brand.subsiteId)) await draw(page, svg, sizePx, join(folder, name));
    for (const [name, svg] of Object.entries(drawingsOf(brand))) writeFileSync(join(folder, name), svg);
    console.log(`${brand.name}: apps/web/public/brands/${brand.slug}`);
  }
  await browser.close();
}

async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  return chromium.launch({
    executablePath: found.path,
    args: [...CHROMIUM_FLAGS],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
}

async function draw(on: Page, svg: string, sizePx: number, path: string): Promise<void> {
  await on.setViewportSize({ width: sizePx, height: sizePx });
  await on.setContent(
    `<body style="margin:0;display:grid">${svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `)}</body>`,
  );
  await on.screenshot({ path, omitBackground: true });
}
